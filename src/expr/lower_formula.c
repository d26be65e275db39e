// SPDX-License-Identifier: BSD-3-Clause
// lower_formula.c: formulas in place of their calls, and tables.
#include <stdio.h>

#include "expr/formula.h"
#include "expr/lower_inside.h"

// A formula in place of its call.
static Lowered lower_formula(Lowering *lowering, const Term *call, const Passage *text,
                             const Syntax *syntax, const char *const *names) {
  Lowered *arguments = arena_array(lowering->arena, Lowered, call->operand_count);
  Lowering inner = {.lexer = lowering->lexer,
                    .syntax = syntax,
                    .values = arena_array(lowering->arena, Lowered, syntax->count),
                    .tape = lowering->tape,
                    .arena = lowering->arena,
                    .caller = lowering,
                    .call = call,
                    .names = names,
                    .arguments = arguments,
                    .argument_count = call->operand_count};
  if (inner.values == NULL || arguments == NULL) {
    return LOWER_FAILURE;
  }
  inner.lexer.text = text;
  for (int k = 0; k < call->operand_count; k++) {
    arguments[k] = *lower_operand(lowering, call, k);
  }
  bool good = true;
  for (int k = 0; k < syntax->count; k++) {
    inner.values[k] = lower_term(&inner, &syntax->terms[k]);
    good = good && !inner.values[k].failed;
  }
  return good ? inner.values[syntax->count - 1] : LOWER_FAILURE;
}

// A formula of the language itself.
Lowered lower_own_formula(Lowering *lowering, const Term *term, const Function *function) {
  Passage text;
  Syntax syntax;
  const char *const *names = NULL;
  return formula_of_function(function, &text, &syntax, &names, lowering->arena)
             ? lower_formula(lowering, term, &text, &syntax, names)
             : LOWER_FAILURE;
}

static Lowered lower_table(Lowering *lowering, const Term *term, const Curve *curve,
                           const Lowered *x, const Term *place) {
  const Nature expected = nature_of(curve->x_dimension);
  Nature common;
  if (x->failed) {
    return LOWER_FAILURE;
  }
  if (!nature_alike(expected, x->nature, &common)) {
    return lower_refuse_dimension(lowering, place, curve->x_dimension, x->nature.dimension,
                                  "x of table \"%s\"", curve->name);
  }
  lower_infer(lowering, x, place, curve->x_dimension);
  const int instruction =
      tape_table(lowering->tape, curve, x->instruction, lower_span(lowering, term));
  if (instruction == TAPE_NOT_FINITE) {
    char told[CURVE_TEXTS][NUMBER_TEXT_SIZE];
    curve_tell(curve, lowering->tape->code[x->instruction].constant, told);
    lower_complain(lowering, DIAG_EXPR_VALUE, place,
                   "table \"%s\" has no value at x = %s: it reaches from %s to %s", curve->name,
                   told[0], told[1], told[2]);
    diag_hint(lowering->lexer.diag, "\"outside: hold\" or \"outside: linear\" continues it");
    return LOWER_FAILURE;
  }
  return (Lowered){.instruction = instruction, .nature = nature_of(curve->y_dimension)};
}

static const NamedFunction *find_function(const Lowering *lowering, const Term *word) {
  const Scope *scope = lowering->lexer.scope;
  const char *name = scope->find_function == NULL
                         ? NULL
                         : arena_copy(lowering->arena, lower_text_at(lowering, word->word_first),
                                      (size_t)(word->word_last - word->word_first));
  return name == NULL ? NULL : scope->find_function(scope->context, name);
}

// table(name, x)
Lowered lower_named_table(Lowering *lowering, const Term *term) {
  const Term *word = lower_operand_term(lowering, term, 0);
  const NamedFunction *function = word->kind == TERM_WORD ? find_function(lowering, word) : NULL;
  if (function != NULL && !function->good) {
    return LOWER_FAILURE;
  }
  if (function == NULL || function->curve == NULL) {
    lower_complain(lowering, DIAG_EXPR_FUNCTION, word, "\"%.*s\" is no table of the model",
                   word->last - word->first, lower_text_at(lowering, word->first));
    diag_hint(lowering->lexer.diag, function != NULL
                                        ? "it is a formula: call it by its name"
                                        : "write table(name, x), the name being one under "
                                          "\"functions\"");
    return LOWER_FAILURE;
  }
  return lower_table(lowering, term, function->curve, lower_operand(lowering, term, 1),
                     lower_operand_term(lowering, term, 1));
}

static Lowered refuse_own_count(const Lowering *lowering, const Term *term,
                                const NamedFunction *function) {
  char list[256];
  size_t used = 0;
  list[0] = '\0';
  const int count = function->curve != NULL ? 1 : function->argument_count;
  for (int k = 0; k < count && used < sizeof list; k++) {
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", k > 0 ? ", " : "",
                             function->curve != NULL ? "x" : function->arguments[k]);
  }
  lower_complain(lowering, DIAG_EXPR_ARGUMENTS, term, "\"%s\" takes %d argument%s, found %d",
                 function->name, count, count == 1 ? "" : "s", term->operand_count);
  diag_hint(lowering->lexer.diag, "write %s(%s)", function->name, list);
  return LOWER_FAILURE;
}

Lowered lower_model_function(Lowering *lowering, const Term *term, bool *known) {
  const NamedFunction *function = find_function(lowering, term);
  *known = function != NULL;
  if (function == NULL || !function->good) {
    return LOWER_FAILURE;
  }
  for (int k = 0; k < term->operand_count && k < FUNCTION_ARGUMENTS_MAX; k++) {
    if (lower_operand(lowering, term, k)->failed) {
      return LOWER_FAILURE;
    }
  }
  if (term->operand_count != (function->curve != NULL ? 1 : function->argument_count)) {
    return refuse_own_count(lowering, term, function);
  }
  if (function->curve != NULL) {
    return lower_table(lowering, term, function->curve, lower_operand(lowering, term, 0),
                       lower_operand_term(lowering, term, 0));
  }
  return lower_formula(lowering, term, &function->text, function->syntax, function->arguments);
}
