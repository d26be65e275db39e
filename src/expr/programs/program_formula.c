// SPDX-License-Identifier: BSD-3-Clause
// program_formula.c: functions of the model that are formulas, and texts that stand in place of
// names (see program.h).
#include <string.h>

#include "expr/programs/formula.h"
#include "expr/programs/program.h"

// A scope with the arguments of a formula on top.
typedef struct Inner {
  const Scope *outer;
  const NamedFunction *function;
} Inner;

static bool is_argument(const NamedFunction *function, const char *name) {
  for (int k = 0; k < function->argument_count; k++) {
    if (strcmp(function->arguments[k], name) == 0) {
      return true;
    }
  }
  return false;
}

static bool find(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  const Inner *inner = context;
  if (is_argument(inner->function, name)) {
    *symbol = (Symbol){.kind = SYMBOL_MEASURE, .dimension = dimension_unknown()};
    symbol->index = -1 - (int)strlen(name); // any: the program is thrown away
    return true;
  }
  return inner->outer->find(inner->outer->context, name, mark, symbol, diag);
}

static bool is_parameter(void *context, const char *name) {
  const Inner *inner = context;
  const Scope *outer = inner->outer;
  return is_argument(inner->function, name) ||
         (outer->is_parameter != NULL && outer->is_parameter(outer->context, name));
}

static const NamedFunction *find_function(void *context, const char *name) {
  const Scope *outer = ((const Inner *)context)->outer;
  return outer->find_function == NULL ? NULL : outer->find_function(outer->context, name);
}

// The terms of a text; NULL after a message, or when memory ran out.
static const Syntax *read_terms(const Passage *text, const Scope *scope, Arena *arena, Diag *diag) {
  Syntax *kept = arena_new(arena, Syntax);
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  Syntax syntax;
  const bool good = kept != NULL && parser_parse(text, scope, &syntax, &scratch, diag) &&
                    parser_keep(&syntax, kept, arena);
  arena_close(&scratch);
  return good ? kept : NULL;
}

bool program_formula_read(const Passage *text, const Scope *scope, const char *const *arguments,
                          int argument_count, NamedFunction *function, Arena *arena, Diag *diag) {
  function->arguments = arguments;
  function->argument_count = argument_count;
  function->text = *text;
  Inner inner = {.outer = scope, .function = function};
  const Scope within = {.context = &inner, .is_parameter = is_parameter};
  function->syntax = read_terms(text, &within, arena, diag);
  return function->syntax != NULL;
}

bool program_text_read(const Passage *passage, const Scope *scope, NamedText *text, Arena *arena,
                       Diag *diag) {
  text->text = *passage;
  text->syntax = read_terms(passage, scope, arena, diag);
  return text->syntax != NULL;
}

// A formula has no time of its own.
static bool check_time(const NamedFunction *function, const char *what, Diag *diag) {
  bool good = true;
  for (int k = 0; k < function->syntax->count; k++) {
    const Term *term = &function->syntax->terms[k];
    if (term->kind == TERM_NAME && term->word_last - term->word_first == 1 &&
        function->text.text[term->word_first] == 't') {
      good = diag_add(diag, DIAG_EXPR_DEPENDS,
                      mark_of_passage(&function->text, term->word_first, term->word_last),
                      "the formula of %s may use its arguments and parameters, not the time", what);
      diag_hint(diag, "make it an argument, and pass \"t\" where the function is called");
    }
  }
  return good;
}

bool program_formula_check(NamedFunction *function, const Scope *scope, Arena *scratch,
                           Diag *diag) {
  Inner inner = {.outer = scope, .function = function};
  const Scope within = {.context = &inner,
                        .find = find,
                        .is_parameter = is_parameter,
                        .find_function = find_function,
                        .state_allowed = true,
                        .dimension = dimension_unknown(),
                        .what = scope->what};
  Program program;
  function->terms =
      formula_terms(function->syntax, &function->text, scope, &function->depth, scratch);
  function->depth++;
  if (function->depth > PROGRAM_DEPTH_LIMIT) {
    return diag_add(diag, DIAG_LIMIT_EXPRESSION, mark_of_passage(&function->text, 0, 1),
                    "function calls are nested more than %d deep here", PROGRAM_DEPTH_LIMIT);
  }
  return function->terms >= 0 && check_time(function, scope->what, diag) &&
         program_compile(&function->text, &within, &program, scratch, diag);
}

static void tell_words(const Syntax *syntax, const Passage *text, TermKind one, TermKind other,
                       void (*tell)(void *context, const char *name, int length, Mark mark),
                       void *context) {
  for (int k = 0; syntax != NULL && k < syntax->count; k++) {
    const Term *term = &syntax->terms[k];
    if (term->kind == one || term->kind == other) {
      tell(context, text->text + term->word_first, term->word_last - term->word_first,
           mark_of_passage(text, term->word_first, term->word_last));
    }
  }
}

void program_formula_calls(const NamedFunction *function,
                           void (*tell)(void *context, const char *name, int length, Mark mark),
                           void *context) {
  tell_words(function->syntax, &function->text, TERM_CALL, TERM_WORD, tell, context);
}

void program_text_names(const NamedText *text,
                        void (*tell)(void *context, const char *name, int length, Mark mark),
                        void *context) {
  tell_words(text->syntax, &text->text, TERM_NAME, TERM_NAME, tell, context);
}
