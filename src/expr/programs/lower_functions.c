// SPDX-License-Identifier: BSD-3-Clause
// lower_functions.c: calls of the functions of the language.
#include <stdio.h>

#include "expr/programs/lower_inside.h"
#include "expr/text/foreign.h"

enum { OPERATION_ARGUMENTS = 5 };

// The listed arguments of a call must be alike; *common is what they measure.
static bool arguments_alike(const Lowering *lowering, const Term *term, const char *name,
                            const int *numbers, int count, Nature *common) {
  *common = lower_operand(lowering, term, numbers[0])->nature;
  for (int k = 1; k < count; k++) {
    const Nature before = *common;
    const Nature nature = lower_operand(lowering, term, numbers[k])->nature;
    if (!nature_alike(before, nature, common)) {
      lower_refuse_dimension(lowering, lower_operand_term(lowering, term, numbers[k]),
                             before.dimension, nature.dimension, "argument %d of \"%s\"",
                             numbers[k] + 1, name);
      return false;
    }
    lower_infer_alike(lowering, lower_operand(lowering, term, numbers[0]),
                      lower_operand_term(lowering, term, numbers[0]),
                      lower_operand(lowering, term, numbers[k]),
                      lower_operand_term(lowering, term, numbers[k]));
  }
  return true;
}

static bool argument_pure(const Lowering *lowering, const Term *term, const char *name,
                          int number) {
  const Dimension one = dimension_make(0, 0, 0);
  const Nature nature = lower_operand(lowering, term, number)->nature;
  if (!nature_fits(nature, one)) {
    lower_refuse_dimension(lowering, lower_operand_term(lowering, term, number), one,
                           nature.dimension, "argument %d of \"%s\"", number + 1, name);
    return false;
  }
  lower_infer(lowering, lower_operand(lowering, term, number),
              lower_operand_term(lowering, term, number), one);
  return true;
}

// What the value of a call measures. False after a message.
static bool call_nature(const Lowering *lowering, const Term *term, const Function *function,
                        Nature *nature) {
  static const int first_two[] = {0, 1};
  static const int branches[] = {1, 2};
  static const int abscissas[] = {0, 1, 3};
  static const int heights[] = {2, 4};
  const char *name = function->name;
  *nature = nature_pure_of(lower_operand(lowering, term, 0)->nature);
  switch (function->rule) {
  case RULE_PURE:
    return argument_pure(lowering, term, name, 0);
  case RULE_SIGN:
    return true;
  case RULE_ROOT:
    *nature = nature_power(lower_operand(lowering, term, 0)->nature, 0.5);
    return true;
  case RULE_SAME:
    return arguments_alike(lowering, term, name, first_two, function->argument_count > 1 ? 2 : 1,
                           nature);
  case RULE_ANGLE: {
    Nature common;
    const bool alike = arguments_alike(lowering, term, name, first_two, 2, &common);
    *nature = nature_pure_of(common);
    return alike;
  }
  case RULE_IF:
    return argument_pure(lowering, term, name, 0) &&
           arguments_alike(lowering, term, name, branches, 2, nature);
  case RULE_RAMP:
    return arguments_alike(lowering, term, name, abscissas, 3, nature) &&
           arguments_alike(lowering, term, name, heights, 2, nature);
  }
  return false;
}

static Lowered refuse_function(const Lowering *lowering, const Term *term) {
  const Lexer *lexer = &lowering->lexer;
  const Scope *scope = lexer->scope;
  char word[64];
  snprintf(word, sizeof word, "%.*s", term->word_last - term->word_first,
           lower_text_at(lowering, term->word_first));
  lexer_fail(lexer, DIAG_EXPR_FUNCTION, term->word_first, term->word_last,
             "\"%s\" is not a function", word);
  const char *hint = foreign_function(word);
  const char *nearest = functions_nearest(word);
  if (hint != NULL) {
    diag_hint(lexer->diag, "%s", hint);
  } else if (scope->is_parameter != NULL && scope->is_parameter(scope->context, word)) {
    diag_hint(lexer->diag, "a product is written %s*(...)", word);
  } else if (!diag_suggest(lexer->diag, nearest)) {
    char list[256];
    functions_list(list, sizeof list);
    diag_hint(lexer->diag, "the functions are %s, and those of the model", list);
  }
  return LOWER_FAILURE;
}

static Lowered refuse_count(const Lowering *lowering, const Term *term, const Function *function) {
  const bool open = function->argument_limit > function->argument_count;
  const bool many = open && term->operand_count > function->argument_limit;
  const int count = many ? function->argument_limit : function->argument_count;
  lexer_fail(&lowering->lexer, DIAG_EXPR_ARGUMENTS, term->word_first, term->word_last,
             "\"%s\" takes %s%d argument%s, found %d", function->name,
             many   ? "at most "
             : open ? "at least "
                    : "",
             count, count == 1 ? "" : "s", term->operand_count);
  diag_hint(lowering->lexer.diag, "write %s(%s)", function->name, function->arguments);
  return LOWER_FAILURE;
}

static bool any_failed(const Lowering *lowering, const Term *term, int first) {
  for (int k = first; k < term->operand_count; k++) {
    if (lower_operand(lowering, term, k)->failed) {
      return true;
    }
  }
  return false;
}

static Lowered lower_operator_call(Lowering *lowering, const Term *term, const Function *function) {
  int arguments[OPERATION_ARGUMENTS] = {0};
  for (int k = 0; k < function->argument_count; k++) {
    arguments[k] = lower_operand(lowering, term, k)->instruction;
  }
  Nature nature;
  if (!call_nature(lowering, term, function, &nature)) {
    return LOWER_FAILURE;
  }
  if (function->rule != RULE_RAMP) {
    return lower_emit(lowering, term, function->op, arguments[0], arguments[1], arguments[2],
                      nature);
  }
  const Lowered way = lower_emit(lowering, term, OP_FRACTION, arguments[0], arguments[1],
                                 arguments[3], nature_pure());
  return way.failed ? way
                    : lower_emit(lowering, term, function->op, arguments[2], arguments[4],
                                 way.instruction, nature);
}

Lowered lower_call(Lowering *lowering, const Term *term) {
  const Function *function =
      functions_find(lower_text_at(lowering, term->word_first), term->word_last - term->word_first);
  if (function == NULL) {
    bool known = false;
    const Lowered value = lower_model_function(lowering, term, &known);
    return known ? value : refuse_function(lowering, term);
  }
  if (term->operand_count < function->argument_count ||
      term->operand_count > function->argument_limit) {
    return refuse_count(lowering, term, function);
  }
  if (any_failed(lowering, term, function->form == FORM_TABLE ? 1 : 0)) {
    return LOWER_FAILURE;
  }
  switch (function->form) {
  case FORM_OPERATION:
    return lower_operator_call(lowering, term, function);
  case FORM_FORMULA:
    return lower_own_formula(lowering, term, function);
  case FORM_POLYNOMIAL:
  case FORM_CHEBYSHEV:
  case FORM_FOURIER:
    return lower_series(lowering, term, function->form);
  case FORM_TABLE:
    return lower_named_table(lowering, term);
  }
  return LOWER_FAILURE;
}
