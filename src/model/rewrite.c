// SPDX-License-Identifier: BSD-3-Clause
// rewrite.c: a text of the file as one member of a family, or one part, reads it.
//
// The lexer of expressions finds the words, so that a unit is never taken for a name. A text that
// it cannot read (a path of a file, an expression with a fault, which is told later) keeps all but
// its indexed names.
#include "model/rewrite.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expr/lexer.h"

enum { FIRST_ROOM = 256, DIGITS = 24, SHOWN = 80, FORMULA_COST = 256 };

// ---- the result ----

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

static bool put_byte(Rewriter *rewriter, char byte, const Passage *from, int at) {
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
static bool put_range(Rewriter *rewriter, const Passage *from, int first, int last) {
  for (int k = first; k < last; k++) {
    if (!put_byte(rewriter, from->text[k], from, k)) {
      return false;
    }
  }
  return true;
}

// A new text in the place of an old one that begins at a byte.
static bool put_new(Rewriter *rewriter, const char *text, const Passage *from, int at) {
  for (; *text != '\0'; text++) {
    if (!put_byte(rewriter, *text, from, at)) {
      return false;
    }
  }
  return true;
}

// A copy in the arena, closed with the place behind the old text.
static bool keep(Rewriter *rewriter, const Passage *from, Passage *to) {
  if (!put_byte(rewriter, '\0', from, from->length)) {
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

// ---- indices ----

static char byte_at(const Passage *from, int at) {
  return at < from->length ? from->text[at] : '\0';
}

static bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

static int skip_blanks(const Passage *from, int at) {
  while (byte_at(from, at) == ' ') {
    at++;
  }
  return at;
}

static int word_end(const Passage *from, int at) {
  while (is_letter(byte_at(from, at)) || is_digit(byte_at(from, at))) {
    at++;
  }
  return at;
}

// The bracket that closes the one at a byte, or -1.
static int closing(const Passage *from, int open) {
  int depth = 0;
  for (int k = open; k < from->length; k++) {
    depth += (from->text[k] == '(') - (from->text[k] == ')');
    if (depth == 0) {
      return k;
    }
  }
  return -1;
}

// "i", "i+1" and "i - 2" without the machinery; false when it is anything else.
static bool read_plain_index(Rewriter *rewriter, const Passage *from, int first, int last,
                             long *value) {
  const int begin = skip_blanks(from, first);
  const int end = word_end(from, begin);
  int at = skip_blanks(from, end);
  Index *index = constants_index(rewriter->constants, from->text + begin, end - begin);
  if (index == NULL) {
    return false;
  }
  long offset = 0;
  if (at < last && (from->text[at] == '+' || from->text[at] == '-')) {
    const long sign = from->text[at] == '+' ? 1 : -1;
    const int digits = skip_blanks(from, at + 1);
    for (at = digits; at < last && is_digit(from->text[at]) && at - digits < 9; at++) {
      offset = 10 * offset + (from->text[at] - '0');
    }
    if (at == digits || (from->text[digits] == '0' && at > digits + 1)) {
      return false;
    }
    offset *= sign;
    at = skip_blanks(from, at);
  }
  index->used = index->used || at >= last;
  *value = index->value + offset;
  return at >= last;
}

// The value of the brackets [first, last) of an indexed name.
static bool read_index(Rewriter *rewriter, const Passage *from, int first, int last, long *value) {
  if (read_plain_index(rewriter, from, first, last, value)) {
    return true;
  }
  rewriter->budget -= FORMULA_COST;
  const Passage inner = {
      .source = from->source,
      .text = arena_copy(rewriter->arena, from->text + first, (size_t)(last - first)),
      .length = last - first,
      .line = from->line + first,
      .column = from->column + first};
  char what[SHOWN + DIGITS];
  (void)snprintf(what, sizeof what, "the index \"%.*s\"",
                 last - first < SHOWN ? last - first : SHOWN, from->text + first);
  return inner.text != NULL && constants_whole(rewriter->constants, &inner, what, value);
}

// Puts the value of the brackets at a byte and goes behind them.
static bool put_index(Rewriter *rewriter, const Passage *from, int open, int *behind) {
  const int close = closing(from, open);
  Diag *diag = rewriter->constants->diag;
  if (close < 0) {
    return diag_add(diag, DIAG_REPEAT_FORM, mark_of_passage(from, open, open + 1),
                    "the bracket of an index is not closed");
  }
  long value = 0;
  if (!read_index(rewriter, from, open + 1, close, &value)) {
    return false;
  }
  if (value < 0) {
    diag_add(diag, DIAG_REPEAT_INDEX, mark_of_passage(from, open + 1, close),
             "the index \"%.*s\" is %ld, and no name has a negative index", close - open - 1,
             from->text + open + 1, value);
    diag_hint(diag, "begin the family later, or treat its first member apart");
    return false;
  }
  char digits[DIGITS];
  (void)snprintf(digits, sizeof digits, "%ld", value);
  *behind = close + 1;
  return put_new(rewriter, digits, from, open);
}

// ---- words ----

// Whether brackets behind the word that ends here hold an index.
static bool has_index(const Passage *from, int first, int last) {
  return last > first && from->text[last - 1] == '_' && byte_at(from, last) == '(';
}

// The rest of a name from brackets on: more of the word, more indices, a dotted path.
static bool put_indexed(Rewriter *rewriter, const Passage *from, int *at) {
  while (byte_at(from, *at) == '(') {
    if (!put_index(rewriter, from, *at, at)) {
      return false;
    }
    const int first = *at;
    while (is_letter(byte_at(from, *at)) || is_digit(byte_at(from, *at)) ||
           (byte_at(from, *at) == '.' && is_letter(byte_at(from, *at + 1)))) {
      (*at)++;
    }
    if (!put_range(rewriter, from, first, *at)) {
      return false;
    }
    if (!has_index(from, first, *at)) {
      break;
    }
  }
  return true;
}

// The prefix of a name of the template: its first word, with the bracket of a family.
static bool is_local(const Rewriter *rewriter, const Passage *from, int first, int last) {
  if (rewriter->locals == NULL) {
    return false;
  }
  int end = word_end(from, first);
  end += end == last && has_index(from, first, end);
  char name[SHOWN];
  if (end - first >= SHOWN) {
    return false; // longer than any name
  }
  memcpy(name, from->text + first, (size_t)(end - first));
  name[end - first] = '\0';
  return names_find(rewriter->locals, name) != NULL;
}

// An index that stands alone. A number that is negative, or with a word behind a blank, which would
// look like its unit, goes into brackets.
static bool put_value(Rewriter *rewriter, const Index *index, const Passage *from, int first,
                      int last) {
  const int next = skip_blanks(from, last);
  const int next_end = word_end(from, next);
  const bool word = is_letter(byte_at(from, next)) &&
                    !(next_end - next == 2 && memcmp(from->text + next, "or", 2) == 0) &&
                    !(next_end - next == 3 && memcmp(from->text + next, "and", 3) == 0);
  char digits[DIGITS];
  (void)snprintf(digits, sizeof digits, index->value < 0 || word ? "(%ld)" : "%ld", index->value);
  return put_new(rewriter, digits, from, first);
}

// A word of an expression. *at is behind it.
static bool put_word(Rewriter *rewriter, const Passage *from, int first, int last, int *at) {
  Index *index = constants_index(rewriter->constants, from->text + first, last - first);
  *at = last;
  if (index != NULL && !has_index(from, first, last)) {
    index->used = true;
    return put_value(rewriter, index, from, first, last);
  }
  if (is_local(rewriter, from, first, last) && !put_new(rewriter, rewriter->prefix, from, first)) {
    return false;
  }
  return put_range(rewriter, from, first, last) &&
         (!has_index(from, first, last) || put_indexed(rewriter, from, at));
}

// ---- texts ----

static bool never(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context, (void)name, (void)mark, (void)symbol, (void)diag;
  return false;
}

// What may be taken for a unit and is a name: a parameter of the template.
static bool is_own_name(void *context, const char *name) {
  const Rewriter *rewriter = context;
  return rewriter->locals != NULL && names_find(rewriter->locals, name) != NULL;
}

typedef enum Outcome { REWRITTEN, UNREADABLE, FAILED } Outcome;

static Outcome rewrite_words(Rewriter *rewriter, const Passage *from, Diag *silent) {
  const Scope scope = {.context = rewriter, .find = never, .is_parameter = is_own_name};
  Lexer lexer = {.text = from, .scope = &scope, .diag = silent};
  int put = 0;
  for (;;) {
    const Token token = lexer_next(&lexer);
    if (token.kind == TOKEN_BAD) {
      return UNREADABLE;
    }
    if (token.kind == TOKEN_END) {
      return put_range(rewriter, from, put, from->length) ? REWRITTEN : FAILED;
    }
    if (token.kind == TOKEN_NAME) {
      if (!put_range(rewriter, from, put, token.first) ||
          !put_word(rewriter, from, token.first, token.last, &lexer.at)) {
        return FAILED;
      }
      put = lexer.at;
    }
  }
}

// Only the indexed names. Brackets that are never closed are no index.
static bool rewrite_indexed(Rewriter *rewriter, const Passage *from) {
  int at = 0;
  while (at < from->length) {
    const int first = at;
    const int last = word_end(from, at);
    if (last == first) {
      at++;
      if (!put_range(rewriter, from, first, at)) {
        return false;
      }
      continue;
    }
    at = last;
    if (!put_range(rewriter, from, first, last) ||
        (has_index(from, first, last) && closing(from, last) >= 0 &&
         !put_indexed(rewriter, from, &at))) {
      return false;
    }
  }
  return true;
}

static bool rewrite(Rewriter *rewriter, const Passage *from, TextKind kind) {
  Outcome outcome = UNREADABLE;
  if (kind == TEXT_EXPRESSION) {
    Arena scratch;
    Diag silent;
    arena_open(&scratch, rewriter->arena->allocator);
    diag_open(&silent, &scratch);
    outcome = rewrite_words(rewriter, from, &silent);
    arena_close(&scratch);
  }
  if (outcome == UNREADABLE) {
    rewriter->length = 0;
    return rewrite_indexed(rewriter, from);
  }
  return outcome == REWRITTEN;
}

bool rewrite_text(Rewriter *rewriter, const Passage *from, TextKind kind, Passage *to) {
  rewriter->length = 0;
  rewriter->budget -= from->length;
  *to = *from;
  if (rewriter->budget < 0 || !rewrite(rewriter, from, kind)) {
    return false;
  }
  if (rewriter->length == from->length &&
      memcmp(rewriter->text, from->text, (size_t)from->length) == 0) {
    return true;
  }
  rewriter->budget -= rewriter->length;
  return keep(rewriter, from, to);
}

bool rewrite_concerns(const Rewriter *rewriter, const char *text) {
  if (rewriter->locals != NULL || strstr(text, "_(") != NULL) {
    return true;
  }
  for (int k = 0; k < rewriter->constants->index_count; k++) {
    if (strstr(text, rewriter->constants->indices[k].name) != NULL) {
      return true;
    }
  }
  return false;
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
