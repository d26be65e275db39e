// SPDX-License-Identifier: BSD-3-Clause
// rewrite_result.c: the text that is being written, each character with its place in the file.
#include <string.h>

#include "language/expand/rewrite_inside.h"

static bool rewrite_put_byte(Rewriter *rewriter, char byte, const Passage *from, int at) {
  Rewritten *result = arena_room(rewriter->arena, rewriter->result, &rewriter->capacity,
                                 rewriter->length + 1, sizeof *result);
  if (result == NULL) {
    return false;
  }
  rewriter->result = result;
  result[rewriter->length++] =
      (Rewritten){.byte = byte, .line = from->line[at], .column = from->column[at]};
  return true;
}

// Bytes [first, last) of the old text.
bool rewrite_put(Rewriter *rewriter, const Passage *from, int first, int last) {
  for (int k = first; k < last; k++) {
    if (!rewrite_put_byte(rewriter, from->text[k], from, k)) {
      return false;
    }
  }
  return true;
}

// A new text in the place of an old one that begins at a byte.
bool rewrite_put_new(Rewriter *rewriter, const char *text, const Passage *from, int at) {
  for (; *text != '\0'; text++) {
    if (!rewrite_put_byte(rewriter, *text, from, at)) {
      return false;
    }
  }
  return true;
}

// A copy in the arena, closed with the place behind the old text.
bool rewrite_keep(Rewriter *rewriter, const Passage *from, Passage *to) {
  if (!rewrite_put_byte(rewriter, '\0', from, from->length)) {
    return false;
  }
  const int room = rewriter->length;
  char *text = arena_alloc(rewriter->arena, (size_t)room);
  int *places = arena_array(rewriter->arena, int, 2 * room);
  if (text == NULL || places == NULL) {
    return false;
  }
  for (int k = 0; k < room; k++) {
    text[k] = rewriter->result[k].byte;
    places[k] = rewriter->result[k].line;
    places[room + k] = rewriter->result[k].column;
  }
  *to = (Passage){.source = from->source,
                  .text = text,
                  .length = room - 1,
                  .line = places,
                  .column = places + room};
  return true;
}
