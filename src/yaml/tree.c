// SPDX-License-Identifier: BSD-3-Clause
// tree.c: one pass over libyaml's events.
//
// A frame is an open map or list. In a map, nodes arrive in turn as key and value; a key that
// is refused (a collection, a duplicate ...) takes its value with it, and reading goes on, so that
// one run shows all faults. Depth, nodes and scalars are counted here, before memory is spent:
// libyaml itself has no limits.
#include "yaml/tree.h"

#include <string.h>

#include "yaml/builder.h"
#include "yaml/feed.h"
#include "yaml/key.h"
#include "yaml/node.h"
#include "yaml/scalar.h"
#include "yaml/syntax.h"

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
    if (frame->key_good) {
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
             "the alias \"%s\" stands inside what it refers to", name);
  } else {
    diag_add(builder->diag, DIAG_YAML_ALIAS, mark, "no anchor \"%s\" stands above", name);
    if (builder->diag->error_count <=
        MBS_DIAG_LIMIT) { // the search takes time, and no one reads on
      nearest = treap_nearest(&builder->anchors, name);
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
  const TreapEntry *known = treap_find(&builder->anchors, name);
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
                                 ? "write a blank behind the colon"
                                 : "write the file as one map of \"key: value\" lines");
  } else {
    diag_add(builder->diag, DIAG_YAML_SYNTAX, mark, "unexpected text behind the document");
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

Node *tree_build(const SourceText *source, const DocLimits *limits, Arena *arena, Diag *diag) {
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
