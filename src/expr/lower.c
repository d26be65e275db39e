// SPDX-License-Identifier: BSD-3-Clause
// lower.c: one walk over the terms, operands first.
//
// A term that is wrong gets its message and counts as failed; what uses it is then silently
// failed too, while the rest of the expression is still checked.
#include "expr/lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "expr/foreign.h"
#include "expr/nature.h"

enum { DIMENSION_SIZE = 64 };

// What became of a term.
typedef struct Lowered {
  int instruction;
  Nature nature;
  bool failed;
} Lowered;

typedef struct Lowering {
  Lexer lexer; // for messages
  const Syntax *syntax;
  Lowered *values; // one for each term
  Tape *tape;
  Arena *arena;
} Lowering;

static const Lowered FAILURE = {.failed = true};

static const char *text_at(const Lowering *lowering, int at) {
  return lowering->lexer.text->text + at;
}

// ---- messages ----

// expected and found differ: at the term, with a subject such as "argument 2 of "step"".
__attribute__((format(printf, 5, 6))) static Lowered
refuse_dimension(const Lowering *lowering, const Term *term, Dimension expected, Dimension found,
                 const char *format, ...) {
  char subject[256];
  char expected_text[DIMENSION_SIZE];
  char found_text[DIMENSION_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(subject, sizeof subject, format, arguments);
  va_end(arguments);
  dimension_text(expected, expected_text, DIMENSION_SIZE);
  dimension_text(found, found_text, DIMENSION_SIZE);
  lexer_fail(&lowering->lexer, DIAG_UNIT_DIMENSION, term->first, term->last,
             "%s: expected %s, found %s", subject, expected_text, found_text);
  if (strcmp(expected_text, "1") == 0) {
    diag_hint(lowering->lexer.diag, "an angle or a plain number has dimension 1");
  } else {
    diag_hint(lowering->lexer.diag, "a number without a unit fits everywhere and counts in SI");
  }
  return FAILURE;
}

static Lowered refuse_value(const Lowering *lowering, const Term *term, Opcode op, int b) {
  const char *what = "the constant expression has no finite value";
  if ((op == OP_DIVIDE || op == OP_MOD) && lowering->tape->code[b].constant == 0) {
    what = "division by zero";
  } else if (op == OP_FRACTION) {
    what = "the ramp has no length: x0 and x1 are equal";
  }
  lexer_fail(&lowering->lexer, DIAG_EXPR_VALUE, term->first, term->last, "%s", what);
  return FAILURE;
}

// ---- operations ----

static Span span_of(const Term *term) {
  return (Span){.first = term->first, .last = term->last};
}

static const Lowered *operand(const Lowering *lowering, const Term *term, int number) {
  return &lowering->values[term->operands[number]];
}

static const Term *operand_term(const Lowering *lowering, const Term *term, int number) {
  return &lowering->syntax->terms[term->operands[number]];
}

static Lowered emit(Lowering *lowering, const Term *term, Opcode op, int a, int b, int c,
                    Nature nature) {
  const int instruction = tape_emit(lowering->tape, op, a, b, c, span_of(term));
  if (instruction == TAPE_NOT_FINITE) {
    return refuse_value(lowering, term, op, b);
  }
  return (Lowered){.instruction = instruction, .nature = nature};
}

// Both operands must be alike.
static Lowered lower_alike(Lowering *lowering, const Term *term, Opcode op, bool comparison) {
  const Lowered *left = operand(lowering, term, 0);
  const Lowered *right = operand(lowering, term, 1);
  Nature common = nature_unknown();
  if (!nature_alike(left->nature, right->nature, &common)) {
    return refuse_dimension(
        lowering, operand_term(lowering, term, 1), left->nature.dimension, right->nature.dimension,
        "behind \"%.*s\"", term->word_last - term->word_first, text_at(lowering, term->word_first));
  }
  const bool swap = term->sign == TOKEN_GREATER || term->sign == TOKEN_GREATER_EQUAL;
  const Lowered *first = swap ? right : left;
  const Lowered *second = swap ? left : right;
  return emit(lowering, term, op, first->instruction, second->instruction, 0,
              comparison ? nature_pure() : common);
}

static bool is_pure(const Lowering *lowering, const Term *term, int number) {
  const Lowered *value = operand(lowering, term, number);
  const Dimension one = dimension_make(0, 0, 0);
  if (nature_fits(value->nature, one)) {
    return true;
  }
  refuse_dimension(lowering, operand_term(lowering, term, number), one, value->nature.dimension,
                   term->operand_count == 1 ? "behind \"%.*s\"" : "beside \"%.*s\"",
                   term->word_last - term->word_first, text_at(lowering, term->word_first));
  return false;
}

static Lowered lower_logic(Lowering *lowering, const Term *term, Opcode op) {
  for (int k = 0; k < term->operand_count; k++) {
    if (!is_pure(lowering, term, k)) {
      return FAILURE;
    }
  }
  const int second = term->operand_count > 1 ? operand(lowering, term, 1)->instruction : 0;
  return emit(lowering, term, op, operand(lowering, term, 0)->instruction, second, 0,
              nature_pure());
}

static Lowered lower_power(Lowering *lowering, const Term *term) {
  const Lowered *base = operand(lowering, term, 0);
  const Lowered *exponent = operand(lowering, term, 1);
  if (!is_pure(lowering, term, 1)) {
    return FAILURE;
  }
  Nature nature = nature_unknown();
  if (tape_is_constant(lowering->tape, exponent->instruction)) {
    nature = nature_power(base->nature, lowering->tape->code[exponent->instruction].constant);
  }
  return emit(lowering, term, OP_POWER, base->instruction, exponent->instruction, 0, nature);
}

static Lowered lower_product(Lowering *lowering, const Term *term) {
  const Lowered *left = operand(lowering, term, 0);
  const Lowered *right = operand(lowering, term, 1);
  const bool over = term->sign == TOKEN_OVER;
  return emit(
      lowering, term, over ? OP_DIVIDE : OP_MULTIPLY, left->instruction, right->instruction, 0,
      over ? nature_over(left->nature, right->nature) : nature_times(left->nature, right->nature));
}

static Opcode comparison_of(TokenKind sign) {
  if (sign == TOKEN_LESS || sign == TOKEN_GREATER) {
    return OP_LESS;
  }
  if (sign == TOKEN_LESS_EQUAL || sign == TOKEN_GREATER_EQUAL) {
    return OP_LESS_EQUAL;
  }
  return sign == TOKEN_EQUAL ? OP_EQUAL : OP_NOT_EQUAL;
}

static Lowered lower_operation(Lowering *lowering, const Term *term) {
  const bool unary = term->operand_count == 1;
  if (term->sign == TOKEN_MINUS && unary) {
    const Lowered *value = operand(lowering, term, 0);
    return emit(lowering, term, OP_NEGATE, value->instruction, 0, 0, value->nature);
  }
  if (term->sign == TOKEN_PLUS || term->sign == TOKEN_MINUS) {
    return lower_alike(lowering, term, term->sign == TOKEN_PLUS ? OP_ADD : OP_SUBTRACT, false);
  }
  if (term->sign == TOKEN_TIMES || term->sign == TOKEN_OVER) {
    return lower_product(lowering, term);
  }
  if (term->sign == TOKEN_POWER) {
    return lower_power(lowering, term);
  }
  if (term->sign == TOKEN_AND || term->sign == TOKEN_OR) {
    return lower_logic(lowering, term, term->sign == TOKEN_AND ? OP_AND : OP_OR);
  }
  if (term->sign == TOKEN_NOT) {
    return lower_logic(lowering, term, OP_NOT);
  }
  return lower_alike(lowering, term, comparison_of(term->sign), true);
}

// ---- functions ----

// The listed arguments of a call must be alike; *common is what they measure.
static bool arguments_alike(const Lowering *lowering, const Term *term, const char *name,
                            const int *numbers, int count, Nature *common) {
  *common = operand(lowering, term, numbers[0])->nature;
  for (int k = 1; k < count; k++) {
    const Nature before = *common;
    const Nature nature = operand(lowering, term, numbers[k])->nature;
    if (!nature_alike(before, nature, common)) {
      refuse_dimension(lowering, operand_term(lowering, term, numbers[k]), before.dimension,
                       nature.dimension, "argument %d of \"%s\"", numbers[k] + 1, name);
      return false;
    }
  }
  return true;
}

static bool argument_pure(const Lowering *lowering, const Term *term, const char *name,
                          int number) {
  const Dimension one = dimension_make(0, 0, 0);
  const Nature nature = operand(lowering, term, number)->nature;
  if (!nature_fits(nature, one)) {
    refuse_dimension(lowering, operand_term(lowering, term, number), one, nature.dimension,
                     "argument %d of \"%s\"", number + 1, name);
    return false;
  }
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
  *nature = nature_pure_of(operand(lowering, term, 0)->nature);
  switch (function->rule) {
  case RULE_PURE:
    return argument_pure(lowering, term, name, 0);
  case RULE_SIGN:
    return true;
  case RULE_ROOT:
    *nature = nature_root(operand(lowering, term, 0)->nature);
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
  const int length = term->word_last - term->word_first;
  const char *name = text_at(lowering, term->word_first);
  char word[64];
  snprintf(word, sizeof word, "%.*s", length, name);
  if (foreign_is_planned(word)) {
    lexer_fail(&lowering->lexer, DIAG_SCHEMA_UNSUPPORTED, term->word_first, term->word_last,
               "the function \"%s\" is not part of this version yet", word);
    return FAILURE;
  }
  lexer_fail(&lowering->lexer, DIAG_EXPR_FUNCTION, term->word_first, term->word_last,
             "\"%s\" is not a function", word);
  const Scope *scope = lowering->lexer.scope;
  const char *hint = foreign_function(word);
  const char *nearest = functions_nearest(word);
  if (hint != NULL) {
    diag_hint(lowering->lexer.diag, "%s", hint);
  } else if (scope->is_parameter != NULL && scope->is_parameter(scope->context, word)) {
    diag_hint(lowering->lexer.diag, "a product is written %s*(...)", word);
  } else if (nearest != NULL) {
    diag_hint(lowering->lexer.diag, "did you mean \"%s\"?", nearest);
  } else {
    char list[256];
    functions_list(list, sizeof list);
    diag_hint(lowering->lexer.diag, "the functions are %s", list);
  }
  return FAILURE;
}

static Lowered refuse_count(const Lowering *lowering, const Term *term, const Function *function) {
  lexer_fail(&lowering->lexer, DIAG_EXPR_ARGUMENTS, term->word_first, term->word_last,
             "\"%s\" takes %d argument%s, found %d", function->name, function->argument_count,
             function->argument_count == 1 ? "" : "s", term->operand_count);
  diag_hint(lowering->lexer.diag, "write %s(%s)", function->name, function->arguments);
  return FAILURE;
}

static Lowered lower_call(Lowering *lowering, const Term *term) {
  const Function *function =
      functions_find(text_at(lowering, term->word_first), term->word_last - term->word_first);
  if (function == NULL) {
    return refuse_function(lowering, term);
  }
  if (term->operand_count != function->argument_count) {
    return refuse_count(lowering, term, function);
  }
  int arguments[FUNCTION_ARGUMENTS_MAX] = {0};
  for (int k = 0; k < function->argument_count; k++) {
    if (operand(lowering, term, k)->failed) {
      return FAILURE;
    }
    arguments[k] = operand(lowering, term, k)->instruction;
  }
  Nature nature;
  if (!call_nature(lowering, term, function, &nature)) {
    return FAILURE;
  }
  if (function->rule != RULE_RAMP) {
    return emit(lowering, term, function->op, arguments[0], arguments[1], arguments[2], nature);
  }
  const Lowered way =
      emit(lowering, term, OP_FRACTION, arguments[0], arguments[1], arguments[3], nature_pure());
  return way.failed ? way
                    : emit(lowering, term, function->op, arguments[2], arguments[4],
                           way.instruction, nature);
}

// ---- names ----

static bool is_allowed(const Lowering *lowering, const Term *term, SymbolKind kind) {
  const Scope *scope = lowering->lexer.scope;
  if (kind == SYMBOL_PARAMETER || (kind == SYMBOL_TIME && scope->time_allowed) ||
      (kind == SYMBOL_MEASURE && scope->state_allowed)) {
    return true;
  }
  const char *allowed = "parameters only";
  if (scope->time_allowed) {
    allowed = "parameters and the time";
  } else if (scope->state_allowed) {
    allowed = "parameters and the state";
  }
  lexer_fail(&lowering->lexer, DIAG_EXPR_DEPENDS, term->first, term->last,
             "%s may depend on %s, not on %s \"%.*s\"",
             scope->what != NULL ? scope->what : "the value", allowed,
             kind == SYMBOL_TIME ? "the time" : "the measure", term->word_last - term->word_first,
             text_at(lowering, term->word_first));
  return false;
}

// The name of a term, with room to live as long as the tape. NULL when memory ran out.
static const char *name_of(const Lowering *lowering, const Term *term) {
  return arena_copy(lowering->arena, text_at(lowering, term->word_first),
                    (size_t)(term->word_last - term->word_first));
}

static bool find_symbol(const Lowering *lowering, const Term *term, const char *name,
                        Symbol *symbol) {
  if (strcmp(name, "t") == 0) {
    *symbol = (Symbol){.kind = SYMBOL_TIME, .dimension = dimension_make(0, 0, 1)};
    return true;
  }
  const Lexer *lexer = &lowering->lexer;
  const int length = term->word_last - term->word_first;
  const Mark mark = mark_of_passage(lexer->text, term->word_first, term->word_last);
  const Function *function = functions_find(name, length);
  if (function != NULL) {
    lexer_fail(lexer, DIAG_EXPR_SYNTAX, term->word_first, term->word_last,
               "\"%s\" is a function and needs its arguments", name);
    diag_hint(lexer->diag, "write %s(%s)", name, function->arguments);
    return false;
  }
  if (lexer->scope->find(lexer->scope->context, name, mark, symbol, lexer->diag)) {
    return true;
  }
  const char *hint = foreign_name(name);
  if (hint != NULL) {
    diag_hint(lexer->diag, "%s", hint);
  } else if (dimension_is_unit(name, length)) {
    diag_hint(lexer->diag, "a unit stands one blank behind its number, without blanks inside: "
                           "45 N*m/rad");
  }
  return false;
}

static Lowered lower_name(Lowering *lowering, const Term *term) {
  const char *name = name_of(lowering, term);
  if (name == NULL) {
    return FAILURE;
  }
  if (strcmp(name, "pi") == 0) {
    return (Lowered){.instruction = tape_constant(lowering->tape, EVAL_PI, span_of(term)),
                     .nature = nature_unknown()};
  }
  Symbol symbol = {.kind = SYMBOL_PARAMETER};
  if (!find_symbol(lowering, term, name, &symbol) || !is_allowed(lowering, term, symbol.kind)) {
    return FAILURE;
  }
  return (Lowered){.instruction = tape_input(lowering->tape, symbol, name, span_of(term)),
                   .nature =
                       symbol.kind == SYMBOL_TIME ? nature_time() : nature_of(symbol.dimension)};
}

// ---- the walk ----

static Lowered lower_term(Lowering *lowering, const Term *term) {
  if (term->kind == TERM_NUMBER) {
    return (Lowered){.instruction = tape_constant(lowering->tape, term->value, span_of(term)),
                     .nature = nature_of(term->dimension)};
  }
  if (term->kind == TERM_NAME) {
    return lower_name(lowering, term);
  }
  if (term->kind == TERM_CALL) {
    return lower_call(lowering, term);
  }
  for (int k = 0; k < term->operand_count; k++) {
    if (operand(lowering, term, k)->failed) {
      return FAILURE;
    }
  }
  return lower_operation(lowering, term);
}

static bool check_result(const Lowering *lowering, const Term *root, Nature nature) {
  const Scope *scope = lowering->lexer.scope;
  if (nature_fits(nature, scope->dimension)) {
    return true;
  }
  refuse_dimension(lowering, root, scope->dimension, nature.dimension, "%s",
                   scope->what != NULL ? scope->what : "the value");
  return false;
}

bool lower_syntax(const Syntax *syntax, const Passage *text, const Scope *scope, Tape *tape,
                  int *result, Dimension *dimension, Arena *arena, Diag *diag) {
  Lowering lowering = {.lexer = {.text = text, .scope = scope, .diag = diag},
                       .syntax = syntax,
                       .values = arena_array(arena, Lowered, syntax->count),
                       .tape = tape,
                       .arena = arena};
  if (lowering.values == NULL) {
    return false;
  }
  bool good = true;
  for (int k = 0; k < syntax->count; k++) {
    lowering.values[k] = lower_term(&lowering, &syntax->terms[k]);
    good = good && !lowering.values[k].failed;
  }
  const Lowered *root = &lowering.values[syntax->count - 1];
  if (!good || !check_result(&lowering, &syntax->terms[syntax->count - 1], root->nature)) {
    return false;
  }
  *result = root->instruction;
  *dimension = root->nature.weak ? dimension_unknown() : root->nature.dimension;
  return true;
}
