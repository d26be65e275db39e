// SPDX-License-Identifier: BSD-3-Clause
// formula.c: functions that are formulas (see formula.h).
#include "expr/programs/formula.h"

#include <string.h>

#include "expr/text/functions.h"

// ---- formulas of the language ----

// "x, x0, a" as three names. False when memory ran out.
static bool split_names(const char *list, int count, const char *const **names, Arena *arena) {
  const char **split = arena_array(arena, const char *, count);
  *names = split;
  for (int k = 0; split != NULL && k < count; k++) {
    const size_t length = strcspn(list, ",");
    split[k] = arena_copy(arena, list, length);
    if (split[k] == NULL) {
      return false;
    }
    list += length + strspn(list + length, ", ");
  }
  return split != NULL;
}

static bool parse_own(const Function *function, Passage *text, Syntax *syntax, Arena *arena) {
  const Scope scope = {.dimension = dimension_unknown()};
  Diag silent;
  diag_open(&silent, arena);
  *text = (Passage){.text = function->formula, .length = (int)strlen(function->formula)};
  return parser_parse(text, &scope, syntax, arena, &silent);
}

bool formula_of_function(const Function *function, Passage *text, Syntax *syntax,
                         const char *const **names, Arena *arena) {
  return split_names(function->arguments, function->argument_count, names, arena) &&
         parse_own(function, text, syntax, arena);
}

// ---- sizes ----

// What is counted: each text that stands in place of a name once, however often it is read.
typedef struct Sum {
  const Scope *scope;
  Arena *arena;
  int terms, depth;
  const NamedText **seen; // FORMULA_TERMS_LIMIT + 1
  int seen_count;
} Sum;

static void add_call(Sum *sum, const char *word, int length) {
  const Function *function = functions_find(word, length);
  if (function != NULL && function->form == FORM_FORMULA) {
    Passage own;
    Syntax inner;
    sum->terms += parse_own(function, &own, &inner, sum->arena) ? inner.count : 0;
  } else if (function == NULL && sum->scope->find_function != NULL) {
    const char *name = arena_copy(sum->arena, word, (size_t)length);
    const NamedFunction *other =
        name == NULL ? NULL : sum->scope->find_function(sum->scope->context, name);
    sum->terms += other == NULL ? 0 : other->terms;
    sum->depth = other != NULL && other->depth > sum->depth ? other->depth : sum->depth;
  }
}

static const NamedText *unseen_text(Sum *sum, const char *word, int length) {
  const char *name =
      sum->scope->find_text == NULL ? NULL : arena_copy(sum->arena, word, (size_t)length);
  const NamedText *text = name == NULL ? NULL : sum->scope->find_text(sum->scope->context, name);
  for (int k = 0; k < sum->seen_count; k++) {
    text = sum->seen[k] == text ? NULL : text;
  }
  if (text == NULL || text->syntax == NULL || sum->seen_count > FORMULA_TERMS_LIMIT) {
    return NULL;
  }
  if (sum->seen == NULL) {
    sum->seen = arena_array(sum->arena, const NamedText *, FORMULA_TERMS_LIMIT + 1);
  }
  if (sum->seen != NULL) {
    sum->seen[sum->seen_count++] = text;
  }
  return sum->seen == NULL ? NULL : text;
}

static void add_terms(Sum *sum, const Syntax *syntax, const Passage *text) {
  sum->terms += syntax->count;
  for (int k = 0; k < syntax->count && sum->terms <= FORMULA_TERMS_LIMIT; k++) {
    const Term *term = &syntax->terms[k];
    const char *word = text->text + term->word_first;
    const int length = term->word_last - term->word_first;
    const NamedText *other = term->kind == TERM_NAME ? unseen_text(sum, word, length) : NULL;
    if (other != NULL) {
      add_terms(sum, other->syntax, &other->text);
    } else if (term->kind == TERM_CALL) {
      add_call(sum, word, length);
    }
  }
}

int formula_terms(const Syntax *syntax, const Passage *text, const Scope *scope, int *depth,
                  Arena *arena) {
  Sum sum = {.scope = scope, .arena = arena};
  add_terms(&sum, syntax, text);
  *depth = sum.depth;
  if (arena->allocator->exhausted) {
    return -1;
  }
  return sum.terms <= FORMULA_TERMS_LIMIT ? sum.terms : FORMULA_TERMS_LIMIT + 1;
}
