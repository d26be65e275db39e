// SPDX-License-Identifier: BSD-3-Clause
// builder.c: places, nodes and anchors.
#include "yaml/builder.h"

#include <string.h>

void builder_stop(Builder *builder) {
  builder->refused = true;
  builder->done = true;
}

static bool continues_character(const Builder *builder) {
  return builder->offset < builder->source->length &&
         ((unsigned char)builder->source->text[builder->offset] & 0xc0U) == 0x80U;
}

// Where a source ends whose last line has no break. libyaml counts one line more there.
static Place end_of_last_line(Builder *builder, int line) {
  if (builder->end.line == 0) {
    const SourceText *source = builder->source;
    Place place = {source->length, line, 1};
    const size_t start = place_start(source).offset;
    while (place.offset > start && source->text[place.offset - 1] != '\n') {
      place.offset--;
    }
    builder->end = place_line_end(source, place);
  }
  return builder->end;
}

// libyaml's index counts characters behind the byte order mark. Marks come nearly in order, so the
// walk from the last one is short.
Place builder_place(Builder *builder, const yaml_mark_t *mark) {
  while (builder->index < mark->index && builder->offset < builder->source->length) {
    do {
      builder->offset++;
    } while (continues_character(builder));
    builder->index++;
  }
  while (builder->index > mark->index && builder->offset > 0) {
    do {
      builder->offset--;
    } while (continues_character(builder));
    builder->index--;
  }
  const bool at_end = builder->offset >= builder->source->length;
  if (at_end && mark->column == 0 && builder->offset > 0 &&
      builder->source->text[builder->offset - 1] != '\n') {
    return end_of_last_line(builder, (int)mark->line);
  }
  return (Place){builder->offset, (int)mark->line + 1, (int)mark->column + 1};
}

Node *builder_node(Builder *builder, NodeKind kind, Mark mark) {
  if (builder->nodes >= builder->limits->nodes) {
    diag_add(builder->diag, DIAG_LIMIT_NODES, mark, "more than %d values", builder->limits->nodes);
    diag_hint(builder->diag, "--max-nodes N allows more");
    builder_stop(builder);
    return NULL;
  }
  Node *node = arena_new(builder->arena, Node);
  if (node == NULL) {
    builder_stop(builder);
    return NULL;
  }
  builder->nodes++;
  node->kind = kind;
  node->mark = mark;
  return node;
}

// ---- anchors and tags ----

typedef struct Properties {
  const yaml_char_t *anchor, *tag;
} Properties;

static Properties properties_of(const yaml_event_t *event) {
  if (event->type == YAML_SCALAR_EVENT) {
    return (Properties){event->data.scalar.anchor, event->data.scalar.tag};
  }
  if (event->type == YAML_SEQUENCE_START_EVENT) {
    return (Properties){event->data.sequence_start.anchor, event->data.sequence_start.tag};
  }
  return (Properties){event->data.mapping_start.anchor, event->data.mapping_start.tag};
}

Place builder_value(Builder *builder, const yaml_event_t *event, bool empty) {
  const Place start = builder_place(builder, &event->start_mark);
  const Properties properties = properties_of(event);
  if (properties.anchor == NULL && properties.tag == NULL) {
    return start;
  }
  Mark tag;
  const Place value = place_skip_properties(builder->source, start, &tag);
  if (properties.tag != NULL) {
    diag_add(builder->diag, DIAG_YAML_TAG, tag, "tags are not allowed");
    diag_hint(builder->diag, "write \"not\" in expressions, and quote text that starts with \"!\"");
  }
  return empty ? builder_place(builder, &event->end_mark) : value;
}

const char *builder_anchor_name(const yaml_event_t *event) {
  return (const char *)properties_of(event).anchor;
}

// The characters of "&name"; a tag may stand before them.
static Mark anchor_mark(Builder *builder, const yaml_event_t *event, const char *name) {
  Place place = builder_place(builder, &event->start_mark);
  while (place_byte(builder->source, place) != '&' && place.offset < builder->source->length) {
    place = place_next(builder->source, place);
  }
  return (Mark){.source = builder->source,
                .line = place.line,
                .column = place.column,
                .end_column = place.column + 1 + (int)strlen(name)};
}

Anchor *builder_anchor(Builder *builder, const yaml_event_t *event, Node *node) {
  const char *name = builder_anchor_name(event);
  if (name == NULL) {
    return NULL;
  }
  const Mark mark = anchor_mark(builder, event, name);
  const DictionaryEntry *known = dictionary_find(&builder->anchors, name);
  if (known != NULL) {
    const Anchor *first = known->value;
    diag_add(builder->diag, DIAG_YAML_ANCHOR, mark, "the anchor \"%s\" is defined twice", name);
    diag_related(builder->diag, first->mark, "first defined here");
    diag_hint(builder->diag, "give one of them another name");
    return NULL;
  }
  Anchor *anchor = arena_new(&builder->scratch, Anchor);
  const char *kept = arena_copy(&builder->scratch, name, strlen(name));
  if (anchor == NULL || kept == NULL ||
      !dictionary_add(&builder->anchors, kept, anchor, &builder->scratch)) {
    builder_stop(builder);
    return NULL;
  }
  *anchor = (Anchor){.node = node, .mark = mark, .open = node->kind != NODE_SCALAR};
  return anchor;
}
