// SPDX-License-Identifier: BSD-3-Clause
// doc.c: one pass over libyaml's events, which become nodes. Bytes are checked before, in bytes.c.
//
// A frame is an open map or list. In a map, nodes arrive in turn as key and value; a key that
// is refused (a collection, a duplicate ...) takes its value with it, and reading goes on, so that
// one run shows all faults. Depth, nodes and scalars are counted here, before memory is spent:
// libyaml itself has no limits.
#include "yaml/doc.h"

#include <stdbool.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "yaml/builder.h"
#include "yaml/bytes.h"
#include "yaml/key.h"
#include "yaml/node.h"
#include "yaml/rescan.h"
#include "yaml/syntax.h"

// ---- a scalar's text and place, and what may hide in it ----

// An escape sequence may not bring in what may not be typed.
static void check_escapes(Builder *builder, Node *node) {
  int k = 0;
  while (k < node->length) {
    uint32_t code_point = 0;
    const int size = text_decode(node->text + k, (size_t)(node->length - k), &code_point);
    if (size == 0 || bytes_forbidden(code_point) != NULL) {
      const Passage *passage = rescan_passage(node, builder->arena);
      const Mark mark = passage != NULL ? mark_of_passage(passage, k, k + 1) : node->mark;
      diag_add(builder->diag, DIAG_YAML_CHARACTER, mark,
               "an escape sequence for %s, U+%04X, is not allowed",
               size > 0 ? bytes_forbidden(code_point) : "half a character", (unsigned)code_point);
      diag_hint(builder->diag, "remove it");
      builder->refused = true;
      return;
    }
    k += size;
  }
}

// "20#kg": YAML starts a comment only behind a blank. The number is kept.
static void check_comment(Builder *builder, Node *node) {
  const char *hash = strchr(node->text, '#');
  if (hash == NULL) {
    return;
  }
  double value = 0;
  int used = 0;
  number_parse(node->text, node->length, &value, &used);
  if (used == 0 || node->text + used != hash) {
    return;
  }
  Mark mark = node->mark;
  mark.column += used;
  mark.end_column = mark.column + 1;
  diag_add(builder->diag, DIAG_YAML_COMMENT, mark, "a comment needs a blank before \"#\"");
  diag_hint(builder->diag, "write \"%.*s #\"", used, node->text);
  const char *number = arena_copy(builder->arena, node->text, (size_t)used);
  if (number == NULL) {
    builder_stop(builder);
    return;
  }
  node->text = number;
  node->length = used;
  node->end = node->begin + used;
  node->mark.end_column = mark.column;
}

// NULL after builder_stop.
static Node *scalar_node(Builder *builder, const yaml_event_t *event) {
  const yaml_scalar_style_t style = event->data.scalar.style;
  const size_t length = event->data.scalar.length;
  const bool plain = style == YAML_PLAIN_SCALAR_STYLE;
  const bool block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
  const Place first = builder_value(builder, event, plain && length == 0);
  const Place last = builder_place(builder, &event->end_mark);
  const Mark mark = place_mark(builder->source, first, block ? first : last);
  if (length > (size_t)builder->limits->scalar_bytes) {
    diag_add(builder->diag, DIAG_LIMIT_SCALAR, mark, "a text of more than %d bytes",
             builder->limits->scalar_bytes);
    builder_stop(builder);
    return NULL;
  }
  Node *node = builder_node(builder, NODE_SCALAR, mark);
  const char *text = arena_copy(builder->arena, (const char *)event->data.scalar.value, length);
  if (node == NULL || text == NULL) {
    builder_stop(builder);
    return NULL;
  }
  node->plain = plain;
  node->text = text;
  node->length = (int)length;
  node->begin = (long)first.offset;
  node->end = (long)last.offset;
  builder->last = node;
  if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE) {
    check_escapes(builder, node);
  } else if (plain) {
    check_comment(builder, node);
  }
  return node;
}

// ---- the limit of a scalar, kept before libyaml has copied it ----

// libyaml delivers a scalar when it has read all of it, which takes 0.15 s for 16 MiB. It reads
// at most one token and 1,024 characters ahead of its last event; so when far more than a scalar's
// limit has been read since, and it is neither blanks nor comments, one text is too long. The
// decoded text may be much shorter than the source (escapes, indentation): hence the factor.

enum { SOURCE_FACTOR = 16 }; // bytes of source per byte of text

// Over everything behind the last event that can stand before a text.
static void skip_between(Builder *builder) {
  const char *text = builder->source->text;
  if (builder->skipped < builder->offset) {
    builder->skipped = builder->offset;
    builder->in_comment = false;
  }
  for (; builder->skipped < builder->fed; builder->skipped++) {
    const char byte = text[builder->skipped];
    if (place_is_break(byte)) {
      builder->in_comment = false;
    } else if (byte == '#') {
      builder->in_comment = true;
    } else if (!builder->in_comment && !place_is_blank(byte) && strchr(":-?,[]{}", byte) == NULL) {
      return;
    }
  }
}

static bool is_too_long(Builder *builder) {
  const size_t limit = (size_t)builder->limits->scalar_bytes * SOURCE_FACTOR;
  if (builder->fed - builder->offset <= limit) {
    return false;
  }
  skip_between(builder);
  return builder->fed - builder->skipped > limit;
}

static int give_piece(void *context, unsigned char *buffer, size_t size, size_t *given) {
  Builder *builder = context;
  const size_t rest = builder->source->length - builder->fed;
  if (is_too_long(builder)) {
    builder->too_long = true;
    return 0;
  }
  *given = rest < size ? rest : size;
  if (*given > 0) {
    memcpy(buffer, builder->source->text + builder->fed, *given);
    builder->fed += *given;
  }
  return 1;
}

// Makes the builder's source the input of its parser.
static void feed_start(Builder *builder) {
  const size_t start = place_start(builder->source).offset;
  builder->offset = start;
  builder->skipped = start;
  builder->fed = start;
  yaml_parser_set_encoding(&builder->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input(&builder->parser, give_piece, builder);
}

// Reports the text that made the feed stop; false when it did not.
static bool feed_report(Builder *builder) {
  if (!builder->too_long) {
    return false;
  }
  Place place = place_start(builder->source);
  while (place.offset < builder->skipped) {
    place = place_next(builder->source, place);
  }
  diag_add(builder->diag, DIAG_LIMIT_SCALAR, place_mark(builder->source, place, place),
           "a text of more than %d bytes", builder->limits->scalar_bytes);
  return true;
}

// Gives a node its place in the tree.
static void attach(Builder *builder, Node *node, bool anchored) {
  Frame *frame = builder->top;
  if (frame == NULL) {
    builder->root = node;
    return;
  }
  Node *before = frame->node->last;
  if (frame->node->kind == NODE_LIST) {
    node_append(frame->node, node);
  } else if (frame->key == NULL) {
    key_take(builder, node, anchored);
  } else {
    if (frame->key_good || key_unglue(builder, node)) {
      node->key = frame->key->text;
      node->key_mark = frame->key->mark;
      node_append(frame->node, node);
    }
    frame->key = NULL;
  }
  if (!frame_follow(frame, node, before, builder->arena, builder->diag)) {
    builder_stop(builder);
  }
}

static void take_scalar(Builder *builder, const yaml_event_t *event) {
  Node *node = scalar_node(builder, event);
  if (node != NULL) {
    builder_anchor(builder, event, node);
    attach(builder, node, builder_anchor_name(event) != NULL);
  }
}

// ---- collections ----

static bool is_flow(const yaml_event_t *event) {
  if (event->type == YAML_SEQUENCE_START_EVENT) {
    return event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  }
  return event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
}

static void open_collection(Builder *builder, const yaml_event_t *event, NodeKind kind) {
  const Place place = builder_value(builder, event, false);
  const Mark mark = place_mark(builder->source, place, place);
  if (builder->depth >= builder->limits->depth) {
    diag_add(builder->diag, DIAG_LIMIT_DEPTH, mark, "nested more than %d deep",
             builder->limits->depth);
    builder_stop(builder);
    return;
  }
  Node *node = builder_node(builder, kind, mark);
  Frame *frame = arena_new(&builder->scratch, Frame);
  if (node == NULL || frame == NULL) {
    builder_stop(builder);
    return;
  }
  node->begin = (long)place.offset;
  Anchor *anchor = builder_anchor(builder, event, node);
  attach(builder, node, false);
  *frame = (Frame){.node = node,
                   .below = builder->top,
                   .flow = is_flow(event),
                   .open = anchor != NULL ? &anchor->open : NULL};
  builder->top = frame;
  builder->depth++;
}

static void close_collection(Builder *builder, const yaml_event_t *event) {
  const Frame *frame = builder->top;
  size_t end = builder_place(builder, &event->end_mark).offset;
  const size_t begin = (size_t)frame->node->begin;
  const char *text = builder->source->text;
  // libyaml ends a block where the next token starts
  while (!frame->flow && end > begin &&
         (place_is_blank(text[end - 1]) || place_is_break(text[end - 1]))) {
    end--;
  }
  frame->node->end = (long)end;
  if (frame->open != NULL) {
    *frame->open = false;
  }
  builder->top = frame->below;
  builder->depth--;
}

// ---- aliases ----

// Stands for what an alias cannot refer to, so that reading can go on.
static Node *refuse_alias(Builder *builder, const Anchor *anchor, const char *name, Mark mark) {
  const char *nearest = NULL;
  if (anchor != NULL) {
    diag_add(builder->diag, DIAG_YAML_ALIAS, mark,
             "the alias \"%s\" is inside the value that it refers to", name);
  } else {
    diag_add(builder->diag, DIAG_YAML_ALIAS, mark, "there is no anchor \"%s\" above", name);
    if (builder->diag->error_count <=
        MBS_DIAG_LIMIT) { // the search takes time, and no one reads on
      nearest = dictionary_nearest(&builder->anchors, name, NULL, 0);
    }
  }
  if (nearest != NULL) {
    diag_hint(builder->diag, "did you mean \"*%s\"?", nearest);
  } else {
    diag_hint(builder->diag, "write the value out; quote a text that starts with \"*\"");
  }
  builder->refused = true;
  Node *empty = builder_node(builder, NODE_SCALAR, mark);
  if (empty != NULL) {
    empty->text = "";
  }
  return empty;
}

// A copy of what an alias refers to. NULL after builder_stop.
static Node *expand_alias(Builder *builder, const Anchor *anchor, Mark mark) {
  Node *copy = NULL;
  switch (node_copy(anchor->node, builder->limits, builder->depth, &builder->nodes, builder->arena,
                    &copy)) {
  case NODE_COPIED:
    return copy;
  case NODE_TOO_MANY:
    diag_add(builder->diag, DIAG_LIMIT_NODES, mark, "more than %d values with this alias",
             builder->limits->nodes);
    diag_hint(builder->diag, "--max-nodes N allows more");
    break;
  case NODE_TOO_DEEP:
    diag_add(builder->diag, DIAG_LIMIT_DEPTH, mark, "nested more than %d deep with this alias",
             builder->limits->depth);
    break;
  case NODE_NO_MEMORY:
    break;
  }
  builder_stop(builder);
  return NULL;
}

static void take_alias(Builder *builder, const yaml_event_t *event) {
  const char *name = (const char *)event->data.alias.anchor;
  const Place first = builder_place(builder, &event->start_mark);
  const Place last = builder_place(builder, &event->end_mark);
  const Mark mark = place_mark(builder->source, first, last);
  const Frame *frame = builder->top;
  if (frame != NULL && frame->node->kind == NODE_MAP && frame->key == NULL) {
    key_refuse_alias(builder, mark);
    return;
  }
  const DictionaryEntry *known = dictionary_find(&builder->anchors, name);
  const Anchor *anchor = known != NULL ? known->value : NULL;
  Node *node = anchor == NULL || anchor->open ? refuse_alias(builder, anchor, name, mark)
                                              : expand_alias(builder, anchor, mark);
  if (node != NULL) {
    attach(builder, node, false);
  }
}

// ---- the end ----

static void report_empty(Builder *builder) {
  diag_add(builder->diag, DIAG_YAML_EMPTY, (Mark){.source = builder->source},
           "there is no document");
  diag_hint(builder->diag, "a model starts with \"mbs: 1\"");
  builder_stop(builder);
}

static bool stands_at(const SourceText *source, Place place, const char *three) {
  return place.column == 1 && source->length - place.offset >= 3 &&
         memcmp(source->text + place.offset, three, 3) == 0;
}

// Only comments may follow the document. libyaml is not asked: the directives of a second
// document cost it time that is quadratic in their number.
// ended: by "...".
static void check_rest(Builder *builder, Place place, bool ended) {
  const SourceText *source = builder->source;
  for (; place.offset < source->length; place = place_next(source, place)) {
    const char byte = place_byte(source, place);
    if (byte == '#') {
      place = place_line_end(source, place);
    } else if (stands_at(source, place, "...")) {
      ended = true;
      place.offset += 2;
      place.column += 2;
    } else if (!place_is_blank(byte) && !place_is_break(byte)) {
      break;
    }
  }
  if (place.offset >= source->length) {
    return;
  }
  const Mark mark = place_mark(source, place, place_line_end(source, place));
  if (ended || stands_at(source, place, "---")) {
    diag_add(builder->diag, DIAG_YAML_DOCUMENTS, mark, "a second document starts here");
    diag_hint(builder->diag, "keep one document per file");
    return;
  }
  builder->refused = true;
  if (builder->root->kind == NODE_SCALAR && builder->root->plain) {
    diag_add(builder->diag, DIAG_YAML_SYNTAX, builder->root->mark, "expected \"key: value\"");
    diag_hint(builder->diag, strchr(builder->root->text, ':') != NULL
                                 ? "write a blank after the colon"
                                 : "write the file as one map of \"key: value\" lines");
  } else {
    diag_add(builder->diag, DIAG_YAML_SYNTAX, mark, "unexpected text after the document");
    diag_hint(builder->diag, "write the file as one map of \"key: value\" lines");
  }
}

static void end_document(Builder *builder, const yaml_event_t *event) {
  const Node *root = builder->root;
  if (root->kind == NODE_SCALAR && root->plain && root->length == 0) {
    report_empty(builder);
    return;
  }
  check_rest(builder, builder_place(builder, &event->end_mark), !event->data.document_end.implicit);
  builder->done = true;
}

// ---- the loop ----

static void take_event(Builder *builder, const yaml_event_t *event) {
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    take_scalar(builder, event);
    break;
  case YAML_ALIAS_EVENT:
    take_alias(builder, event);
    break;
  case YAML_SEQUENCE_START_EVENT:
    open_collection(builder, event, NODE_LIST);
    break;
  case YAML_MAPPING_START_EVENT:
    open_collection(builder, event, NODE_MAP);
    break;
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    close_collection(builder, event);
    break;
  case YAML_DOCUMENT_END_EVENT:
    end_document(builder, event);
    break;
  case YAML_STREAM_END_EVENT:
    report_empty(builder);
    break;
  case YAML_NO_EVENT:
  case YAML_STREAM_START_EVENT:
  case YAML_DOCUMENT_START_EVENT:
    break;
  }
}

static void report_syntax(Builder *builder) {
  const yaml_parser_t *parser = &builder->parser;
  builder_stop(builder);
  // libyaml forgets to name its error when there is no memory for a tag
  if (parser->error == YAML_MEMORY_ERROR || parser->error == YAML_NO_ERROR) {
    builder->arena->allocator->exhausted = true;
    return;
  }
  if (feed_report(builder)) {
    return;
  }
  const Frame *top = builder->top;
  const SyntaxError error = {.problem = parser->problem != NULL ? parser->problem : "",
                             .place = builder_place(builder, &parser->problem_mark),
                             .start = builder_place(builder, &parser->context_mark),
                             .flow = top != NULL && top->flow ? top->node : NULL,
                             .split = top != NULL && top->parentheses > 0 ? top->split : NULL,
                             .last = builder->last};
  syntax_report(builder->source, &error, builder->diag);
}

static void read_events(Builder *builder) {
  feed_start(builder);
  while (!builder->done) {
    yaml_event_t event;
    if (!yaml_parser_parse(&builder->parser, &event)) {
      report_syntax(builder);
      break;
    }
    take_event(builder, &event);
    yaml_event_delete(&event);
  }
}

// Parses a source whose bytes were checked (bytes.h). Same promises as doc_parse.
static Node *tree_build(const SourceText *source, const DocLimits *limits, Arena *arena,
                        Diag *diag) {
  Builder builder = {.source = source, .limits = limits, .arena = arena, .diag = diag};
  if (!yaml_parser_initialize(&builder.parser)) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  arena_open(&builder.scratch, arena->allocator);
  read_events(&builder);
  arena_close(&builder.scratch);
  yaml_parser_delete(&builder.parser);
  return builder.refused ? NULL : builder.root;
}

DocLimits doc_default_limits(void) {
  return (DocLimits){.file_bytes = 16L * 1024 * 1024,
                     .depth = 64,
                     .nodes = 100000,
                     .scalar_bytes = 64 * 1024,
                     .expanded = 1000000};
}

Node *doc_parse(const SourceText *source, const DocLimits *limits, Arena *arena, Diag *diag) {
  if (!bytes_check(source, diag)) {
    return NULL;
  }
  return tree_build(source, limits, arena, diag);
}
