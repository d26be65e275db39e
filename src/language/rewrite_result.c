// SPDX-License-Identifier: BSD-3-Clause
// rewrite_result.c: the text that is being written, each character with its place in the file.
#include <string.h>

#include "language/rewrite_inside.h"

enum { FIRST_ROOM = 256 };

static bool make_room(Rewriter *rewriter, int more) {
  if (rewriter->length + more <= rewriter->capacity) {
    return true;
  }
  int room = rewriter->capacity == 0 ? FIRST_ROOM : 2 * rewriter->capacity;
  room = room < rewriter->length + more ? rewriter->length + more : room;
  char *text = arena_alloc(rewriter->arena, (size_t)room);
  int *line = arena_array(rewriter->arena, int, room);
  int *column = arena_array(rewriter->arena, int, room);
  if (text == NULL || line == NULL || column == NULL) {
    return false;
  }
  if (rewriter->length > 0) {
    memcpy(text, rewriter->text, (size_t)rewriter->length);
    memcpy(line, rewriter->line, (size_t)rewriter->length * sizeof *line);
    memcpy(column, rewriter->column, (size_t)rewriter->length * sizeof *column);
  }
  rewriter->text = text;
  rewriter->line = line;
  rewriter->column = column;
  rewriter->capacity = room;
  return true;
}

static bool rewrite_put_byte(Rewriter *rewriter, char byte, const Passage *from, int at) {
  if (!make_room(rewriter, 1)) {
    return false;
  }
  rewriter->text[rewriter->length] = byte;
  rewriter->line[rewriter->length] = from->line[at];
  rewriter->column[rewriter->length] = from->column[at];
  rewriter->length++;
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
  memcpy(text, rewriter->text, (size_t)room);
  memcpy(places, rewriter->line, (size_t)room * sizeof *places);
  memcpy(places + room, rewriter->column, (size_t)room * sizeof *places);
  *to = (Passage){.source = from->source,
                  .text = text,
                  .length = room - 1,
                  .line = places,
                  .column = places + room};
  return true;
}

bool rewrite_key_passage(const char *key, Mark mark, Arena *arena, Passage *passage) {
  const int length = (int)strlen(key);
  int *places = arena_array(arena, int, 2 * (length + 1));
  if (places == NULL) {
    return false;
  }
  int column = mark.column - 1;
  for (int k = 0; k <= length; k++) {
    column += k == length || ((unsigned char)key[k] & 0xc0U) != 0x80U;
    places[k] = mark.line;
    places[length + 1 + k] = column;
  }
  *passage = (Passage){.source = mark.source,
                       .text = key,
                       .length = length,
                       .line = places,
                       .column = places + length + 1};
  return true;
}
