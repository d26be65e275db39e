// SPDX-License-Identifier: BSD-3-Clause
// scalar.c: a scalar's text and place, and what may hide in it.
#include "yaml/scalar.h"

#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "yaml/bytes.h"
#include "yaml/rescan.h"

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

Node *scalar_node(Builder *builder, const yaml_event_t *event) {
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
