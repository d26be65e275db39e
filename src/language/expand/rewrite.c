// SPDX-License-Identifier: BSD-3-Clause
// rewrite.c: a text of the file as one member of a family, or one part, reads it.
//
// The lexer of expressions finds the words, so that a unit is never taken for a name. A text that
// it cannot read (a path of a file, an expression with a fault, which is told later) keeps all but
// its indexed names.
#include "language/expand/rewrite_inside.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expr/text/functions.h"
#include "expr/text/lexer.h"

enum { DIGITS = 24, SHOWN = 80, FORMULA_COST = 256 };

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

// The same behind a message where there is none.
static int find_closing(const Rewriter *rewriter, const Passage *from, int open) {
  const int close = closing(from, open);
  if (close < 0) {
    diag_add(rewriter->constants->diag, DIAG_REPEAT_FORM, mark_of_passage(from, open, open + 1),
             "the bracket of an index is not closed: add \")\"");
  }
  return close;
}

// Bytes [first, last) as a passage of their own. False when memory ran out.
static bool between(const Rewriter *rewriter, const Passage *from, int first, int last,
                    Passage *inner) {
  *inner =
      (Passage){.source = from->source,
                .text = arena_copy(rewriter->arena, from->text + first, (size_t)(last - first)),
                .length = last - first,
                .line = from->line + first,
                .column = from->column + first};
  return inner->text != NULL;
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
  Passage inner;
  char what[SHOWN + DIGITS];
  (void)snprintf(what, sizeof what, "the index \"%.*s\"",
                 last - first < SHOWN ? last - first : SHOWN, from->text + first);
  return between(rewriter, from, first, last, &inner) &&
         constants_whole(rewriter->constants, &inner, what, value);
}

// Puts the value of the brackets at a byte and goes behind them.
static bool put_index(Rewriter *rewriter, const Passage *from, int open, int *behind) {
  const int close = find_closing(rewriter, from, open);
  Diag *diag = rewriter->constants->diag;
  long value = 0;
  if (close < 0 || !read_index(rewriter, from, open + 1, close, &value)) {
    return false;
  }
  if (value < 0) {
    diag_add(diag, DIAG_REPEAT_INDEX, mark_of_passage(from, open + 1, close),
             "the index \"%.*s\" is %ld, but a name cannot have a negative index", close - open - 1,
             from->text + open + 1, value);
    return diag_hint(diag,
                     "start the family at a larger index, or write its first member separately");
  }
  char digits[DIGITS];
  (void)snprintf(digits, sizeof digits, "%ld", value);
  *behind = close + 1;
  return rewrite_put_new(rewriter, digits, from, open);
}

// ---- words ----

// Whether brackets behind the word that ends here hold an index.
static bool has_index(const Passage *from, int first, int last) {
  return last > first && from->text[last - 1] == '_' && byte_at(from, last) == '(';
}

// The rest of a name from brackets on: more of the word, more indices, a dotted path. Each index is
// put by put_bracket, which goes behind its bracket.
static bool put_indexed(Rewriter *rewriter, const Passage *from, int *at,
                        bool (*put_bracket)(Rewriter *rewriter, const Passage *from, int open,
                                            int *behind)) {
  while (byte_at(from, *at) == '(') {
    if (!put_bracket(rewriter, from, *at, at)) {
      return false;
    }
    const int first = *at;
    while (is_letter(byte_at(from, *at)) || is_digit(byte_at(from, *at)) ||
           (byte_at(from, *at) == '.' && is_letter(byte_at(from, *at + 1)))) {
      (*at)++;
    }
    if (!rewrite_put(rewriter, from, first, *at)) {
      return false;
    }
    if (!has_index(from, first, *at)) {
      break;
    }
  }
  return true;
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
  return rewrite_put_new(rewriter, digits, from, first);
}

// A word of an expression. *at is behind it.
static bool put_word(Rewriter *rewriter, const Passage *from, int first, int last, int *at) {
  Index *index = constants_index(rewriter->constants, from->text + first, last - first);
  *at = last;
  if (index != NULL && !has_index(from, first, last)) {
    index->used = true;
    return put_value(rewriter, index, from, first, last);
  }
  return rewrite_put(rewriter, from, first, last) &&
         (!has_index(from, first, last) || put_indexed(rewriter, from, at, put_index));
}

// ---- names of a template ----

typedef enum Outcome { REWRITTEN, UNREADABLE, FAILED } Outcome;

static Outcome rewrite_words(Rewriter *rewriter, const Passage *from, TextKind kind);

// The brackets of an indexed name whose index keeps its name.
static bool put_kept_index(Rewriter *rewriter, const Passage *from, int open, int *behind) {
  const int close = find_closing(rewriter, from, open);
  Passage inner;
  *behind = close + 1;
  return close >= 0 && between(rewriter, from, open + 1, close, &inner) &&
         rewrite_put(rewriter, from, open, open + 1) &&
         rewrite_words(rewriter, &inner, TEXT_EXPRESSION) == REWRITTEN &&
         rewrite_put(rewriter, from, close, close + 1);
}

// What every expression may use: indices, t, functions, measures of the model.
static bool is_common(const Rewriter *rewriter, const Passage *from, int first, int end, int last) {
  char word[SHOWN];
  if (end - first >= SHOWN) {
    return false;
  }
  memcpy(word, from->text + first, (size_t)(end - first));
  word[end - first] = '\0';
  const char *const *reserved = NULL;
  const int count = names_reserved(&reserved);
  bool common = (rewriter->argument != NULL && strcmp(rewriter->argument, word) == 0) ||
                (program_reserved(word) && byte_at(from, end) != '.') ||
                byte_at(from, last) == '(' ||
                constants_index(rewriter->constants, word, end - first) != NULL;
  for (int k = 0; k < count && !common; k++) {
    common = strcmp(reserved[k], word) == 0;
  }
  return common;
}

static bool is_local(const Rewriter *rewriter, const Passage *from, int first, int end) {
  char name[SHOWN];
  if (end - first >= SHOWN) {
    return false; // longer than any name
  }
  memcpy(name, from->text + first, (size_t)(end - first));
  name[end - first] = '\0';
  bool local = names_find(rewriter->locals, name) != NULL;
  for (int k = end - first - 2; k >= 0 && !local; k--) {
    if (name[k] == '_') { // "crank_3", a member of the family "crank_("
      memcpy(name + k + 1, "(", 2);
      local = names_find(rewriter->locals, name) != NULL;
    }
  }
  return local;
}

static bool refuse_name(const Rewriter *rewriter, const Passage *from, int first, int end) {
  Diag *diag = rewriter->constants->diag;
  diag_add(diag, DIAG_TEMPLATE_NAME, mark_of_passage(from, first, end),
           "nothing in the template is called \"%.*s\"", end - first, from->text + first);
  char word[SHOWN];
  (void)snprintf(word, sizeof word, "%.*s", end - first, from->text + first);
  const char *nearest = names_nearest(rewriter->locals, ~0U, word, diag);
  if (!diag_suggest(diag, nearest)) {
    diag_hint(diag, "a template can use its own names only: make it a parameter of the template, "
                    "and give its value in the part");
  }
  return false;
}

// A word in a template. *at is behind it.
static bool put_own_word(Rewriter *rewriter, const Passage *from, TextKind kind, int first,
                         int last, int *at) {
  int end = word_end(from, first);
  const bool indexed = has_index(from, first, last);
  *at = last;
  const bool ground = end - first == 6 && memcmp(from->text + first, "ground", 6) == 0;
  if (ground && kind == TEXT_MARKER) {
    return rewrite_put_new(rewriter, rewriter->part, from, first) &&
           rewrite_put(rewriter, from, end, last);
  }
  const int base = end + (end == last && indexed);
  if (is_local(rewriter, from, first, base)) {
    if (!rewrite_put_new(rewriter, rewriter->part, from, first) ||
        !rewrite_put_new(rewriter, ".", from, first)) {
      return false;
    }
  } else if ((end == last && indexed) || !is_common(rewriter, from, first, end, last)) {
    return refuse_name(rewriter, from, first, end);
  }
  return rewrite_put(rewriter, from, first, last) &&
         (!indexed || put_indexed(rewriter, from, at, put_kept_index));
}

// ---- texts ----

static bool never(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context, (void)name, (void)mark, (void)symbol, (void)diag;
  return false;
}

// What may be taken for a unit and is a name: a parameter of the template.
static bool is_own_name(void *context, const char *name) {
  const Rewriter *rewriter = context;
  const Name *own = rewriter->locals == NULL ? NULL : names_find(rewriter->locals, name);
  return own != NULL && own->kind == NAME_PARAMETER;
}

// A unit that is also a parameter of the template would be taken for the unit later: it is told
// now.
static Outcome judge_fault(const Rewriter *rewriter, const Diag *silent) {
  for (int k = 0; k < silent->count; k++) {
    if (silent->messages[k].code == DIAG_UNIT_AMBIGUOUS) {
      diag_copy(rewriter->constants->diag, &silent->messages[k]);
      return FAILED;
    }
  }
  return UNREADABLE;
}

static Outcome read_words(Rewriter *rewriter, const Passage *from, TextKind kind, Diag *silent) {
  const Scope scope = {.context = rewriter, .find = never, .is_parameter = is_own_name};
  Lexer lexer = {.text = from, .scope = &scope, .diag = silent};
  int put = 0;
  for (;;) {
    const Token token = lexer_next(&lexer);
    if (token.kind == TOKEN_BAD) {
      return judge_fault(rewriter, silent);
    }
    if (token.kind == TOKEN_END) {
      return rewrite_put(rewriter, from, put, from->length) ? REWRITTEN : FAILED;
    }
    if (token.kind == TOKEN_NAME) {
      if (!rewrite_put(rewriter, from, put, token.first) ||
          !(rewriter->locals == NULL
                ? put_word(rewriter, from, token.first, token.last, &lexer.at)
                : put_own_word(rewriter, from, kind, token.first, token.last, &lexer.at))) {
        return FAILED;
      }
      put = lexer.at;
    }
  }
}

static Outcome rewrite_words(Rewriter *rewriter, const Passage *from, TextKind kind) {
  Arena scratch;
  Diag silent;
  arena_open(&scratch, rewriter->arena->allocator);
  diag_open(&silent, &scratch);
  const Outcome outcome = read_words(rewriter, from, kind, &silent);
  arena_close(&scratch);
  return outcome;
}

// Only the indexed names. Brackets that are never closed are no index.
static bool rewrite_indexed(Rewriter *rewriter, const Passage *from) {
  int at = 0;
  while (at < from->length) {
    const int first = at;
    const int last = word_end(from, at);
    if (last == first) {
      at++;
      if (!rewrite_put(rewriter, from, first, at)) {
        return false;
      }
      continue;
    }
    at = last;
    if (!rewrite_put(rewriter, from, first, last) ||
        (has_index(from, first, last) && closing(from, last) >= 0 &&
         !put_indexed(rewriter, from, &at, put_index))) {
      return false;
    }
  }
  return true;
}

static bool rewrite(Rewriter *rewriter, const Passage *from, TextKind kind) {
  const Outcome outcome = kind == TEXT_WORDS ? UNREADABLE : rewrite_words(rewriter, from, kind);
  if (outcome != UNREADABLE) {
    return outcome == REWRITTEN;
  }
  rewriter->length = 0;
  return rewriter->locals != NULL ? rewrite_put(rewriter, from, 0, from->length)
                                  : rewrite_indexed(rewriter, from);
}

static bool is_unchanged(const Rewriter *rewriter, const Passage *from) {
  bool same = rewriter->length == from->length;
  for (int k = 0; same && k < from->length; k++) {
    same = rewriter->result[k].byte == from->text[k];
  }
  return same;
}

bool rewrite_text(Rewriter *rewriter, const Passage *from, TextKind kind, Passage *to) {
  rewriter->length = 0;
  rewriter->budget -= from->length;
  *to = *from;
  if (rewriter->budget < 0 || !rewrite(rewriter, from, kind)) {
    return false;
  }
  if (is_unchanged(rewriter, from)) {
    return true;
  }
  rewriter->budget -= rewriter->length;
  return rewrite_keep(rewriter, from, to);
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
