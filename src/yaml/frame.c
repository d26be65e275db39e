// SPDX-License-Identifier: BSD-3-Clause
// frame.c: expressions that a comma has split.
#include "yaml/frame.h"

#include <string.h>

#include "yaml/node.h"

enum { SHOWN = 60 }; // bytes of an expression that a hint repeats

// Opening less closing parentheses.
static int balance(const char *text) {
  int open = 0;
  for (; *text != '\0'; text++) {
    open += (*text == '(') - (*text == ')');
  }
  return open;
}

// The text from the first piece to the end of the last, a blank for what breaks its lines.
static bool join_pieces(Node *whole, Arena *arena) {
  const char *from = whole->mark.source->text + whole->begin,
             *end = from + whole->end - whole->begin;
  char *text = arena_copy(arena, from, (size_t)(end - from)), *to = text;
  while (text != NULL && from < end) {
    const size_t gap = strspn(from, " \t\r\n"); // ends before the last byte
    const bool breaks = memchr(from, '\n', gap) != NULL;
    const size_t kept = breaks ? 0 : gap;
    memmove(to, from, kept);
    to += kept;
    *to++ = breaks ? ' ' : from[gap];
    from += gap + !breaks;
  }
  if (text != NULL) {
    *to = '\0';
    whole->text = text;
    whole->length = (int)(to - text);
  }
  return text != NULL;
}

static bool report_split(Frame *frame, const Node *closing, Arena *arena, Diag *diag) {
  Node *whole = frame->split;
  whole->end = closing->end;
  if (closing->mark.line == whole->mark.line) {
    whole->mark.end_column = closing->mark.end_column;
  }
  if (!join_pieces(whole, arena)) {
    return false;
  }
  if (whole->text[0] == '(' && whole->text[strspn(whole->text, "0123456789+-.eE,() ")] == '\0') {
    return true; // "(0.5, 0)" is no expression: where a list is due, the loader says how it is
                 // written
  }
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
