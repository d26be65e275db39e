// SPDX-License-Identifier: BSD-3-Clause
// formula.c: functions that are formulas (see formula.h).
#include "expr/formula.h"

#include <string.h>

#include "expr/functions.h"

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

static const NamedFunction *named(const Scope *scope, const char *text, int length, Arena *arena) {
  const char *name = scope->find_function == NULL ? NULL : arena_copy(arena, text, (size_t)length);
  return name == NULL ? NULL : scope->find_function(scope->context, name);
}

int formula_terms(const Syntax *syntax, const Passage *text, const Scope *scope, int *depth,
                  Arena *arena) {
  int terms = syntax->count;
  *depth = 0;
  for (int k = 0; k < syntax->count && terms <= FORMULA_TERMS_LIMIT; k++) {
    const Term *term = &syntax->terms[k];
    const char *word = text->text + term->word_first;
    const int length = term->word_last - term->word_first;
    const Function *function = term->kind == TERM_CALL ? functions_find(word, length) : NULL;
    if (function != NULL && function->form == FORM_FORMULA) {
      Passage own;
      Syntax inner;
      if (!parse_own(function, &own, &inner, arena)) {
        return -1;
      }
      terms += inner.count;
    } else if (term->kind == TERM_CALL && function == NULL) {
      const NamedFunction *other = named(scope, word, length, arena);
      terms += other == NULL ? 0 : other->terms;
      *depth = other != NULL && other->depth > *depth ? other->depth : *depth;
    }
  }
  if (arena->allocator->exhausted) {
    return -1;
  }
  return terms <= FORMULA_TERMS_LIMIT ? terms : FORMULA_TERMS_LIMIT + 1;
}
