// SPDX-License-Identifier: BSD-3-Clause
// frame.c: expressions that a comma has split.
#include "yaml/frame.h"

#include <string.h>

#include "yaml/node.h"
#include "yaml/rescan.h"

enum { SHOWN = 60 }; // bytes of an expression that a hint repeats

// Opening less closing parentheses.
static int balance(const char *text) {
  int open = 0;
  for (; *text != '\0'; text++) {
    open += (*text == '(') - (*text == ')');
  }
  return open;
}

static bool report_split(Frame *frame, const Node *closing, Arena *arena, Diag *diag) {
  Node *whole = frame->split;
  whole->end = closing->end;
  if (closing->mark.line == whole->mark.line) {
    whole->mark.end_column = closing->mark.end_column;
  }
  Passage passage;
  if (!rescan_scalar(whole, arena, &passage)) {
    return false;
  }
  whole->text = passage.text;
  whole->length = passage.length;
  diag_add(diag, DIAG_YAML_SPLIT, whole->mark, "a comma inside %s splits this expression",
           frame->node->kind == NODE_MAP ? "{}" : "[]");
  if (whole->length <= SHOWN && strpbrk(whole->text, "\"\\") == NULL) {
    diag_hint(diag, "put it in quotes: \"%s\"", whole->text);
  } else {
    diag_hint(diag, "put the whole expression in quotes");
  }
  return true;
}

bool frame_follow(Frame *frame, Node *node, Node *before, Arena *arena, Diag *diag) {
  if (!frame->flow || node->kind != NODE_SCALAR || !node->plain) {
    return true;
  }
  const bool is_key = frame->key == node;
  const int open = balance(node->text);
  if (frame->parentheses == 0) {
    if (open > 0) {
      frame->parentheses = open;
      frame->split = node;
      frame->last_intact = node->parent != NULL ? node : before; // a refused value has none
    }
    return true;
  }
  frame->parentheses += open;
  if (frame->parentheses > 0) {
    return true;
  }
  frame->parentheses = 0;
  node_cut(frame->node, frame->last_intact);
  if (is_key) {
    frame->key_good = false;
  }
  return report_split(frame, node, arena, diag);
}
