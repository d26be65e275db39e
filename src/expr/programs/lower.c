// SPDX-License-Identifier: BSD-3-Clause
// lower.c: one walk over the terms, operands first.
#include "expr/programs/lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "expr/programs/lower_inside.h"
#include "expr/text/foreign.h"

enum { DIMENSION_SIZE = 64 };

const char *lower_text_at(const Lowering *lowering, int at) {
  return lowering->lexer.text->text + at;
}

// ---- messages ----

// The expression of the model that is being lowered, or (faulty) the text that stands in it in
// place of a name, and the term of it where we are.
static const Lowering *outermost(const Lowering *lowering, bool faulty, const Term **term) {
  while (lowering->caller != NULL && !(faulty && lowering->stands)) {
    *term = lowering->call;
    lowering = lowering->caller;
  }
  return lowering;
}

void lower_complain(const Lowering *lowering, DiagCode code, const Term *term, const char *format,
                    ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const Term *place = term;
  const Lowering *outer = outermost(lowering, true, &place);
  const Lexer *lexer = &outer->lexer;
  if (outer == lowering) {
    lexer_fail(lexer, code, term->first, term->last, "%s", text);
    return;
  }
  lexer_fail(lexer, code, place->first, place->last, "in \"%.*s\", %.*s: %s",
             place->word_last - place->word_first, lexer->text->text + place->word_first,
             term->last - term->first, lowering->lexer.text->text + term->first, text);
  if (lowering->lexer.text->line != NULL) {
    diag_related(lexer->diag, mark_of_passage(lowering->lexer.text, term->first, term->last),
                 "\"%.*s\" is defined here", place->word_last - place->word_first,
                 lexer->text->text + place->word_first);
  }
}

// What a term measures when bare numbers are pure ones; unknown where that does not tell.
static Dimension plain_dimension(const Lowering *lowering, const Term *term) {
  const Dimension known = lowering->values[term - lowering->syntax->terms].nature.dimension;
  if (known.known) {
    return known;
  }
  if (term->kind == TERM_NUMBER) {
    return dimension_make(0, 0, 0);
  }
  if (term->kind != TERM_OPERATION || term->operand_count == 0) {
    return dimension_unknown();
  }
  const Dimension left = plain_dimension(lowering, lower_operand_term(lowering, term, 0));
  if (term->operand_count == 1) {
    return left;
  }
  const Dimension right = plain_dimension(lowering, lower_operand_term(lowering, term, 1));
  return term->sign == TOKEN_TIMES  ? dimension_times(left, right)
         : term->sign == TOKEN_OVER ? dimension_over(left, right)
                                    : dimension_unknown();
}

// A sum whose one operand has a bare number in it, which fits everywhere: told with what both are.
static bool hint_sum(const Lowering *lowering, const Term *term) {
  if (term->operand_count != 2 || (term->sign != TOKEN_PLUS && term->sign != TOKEN_MINUS)) {
    return false;
  }
  const Dimension left = plain_dimension(lowering, lower_operand_term(lowering, term, 0));
  const Dimension right = plain_dimension(lowering, lower_operand_term(lowering, term, 1));
  if (!left.known || !right.known || dimension_equal(left, right)) {
    return false;
  }
  char before[DIMENSION_SIZE], behind[DIMENSION_SIZE];
  dimension_written(left, before, DIMENSION_SIZE);
  dimension_written(right, behind, DIMENSION_SIZE);
  diag_hint(lowering->lexer.diag, "left of \"%.*s\": %s, right of it: %s",
            term->word_last - term->word_first, lower_text_at(lowering, term->word_first), before,
            behind);
  return true;
}

// What is often mixed up; else what is needed. A number without a unit would fit, and be wrong.
static void hint_dimension(const Lowering *lowering, const Term *term, const char *expected,
                           const char *found) {
  static const char *const pairs[][3] = {
      {"kg", "N", "a mass is in kg: divide a weight by 9.80665 m/s^2"},
      {"N", "kg", "a force is in N: multiply a mass by 9.80665 m/s^2"},
      {"N/m", "Pa", "N/m^2 and N/mm^2 are pressures: a stiffness is in N/m or N/mm"},
      {"N", "Pa", "a pressure times an area is a force: multiply by the area"},
      {"kg*m^2", "m^4", "a second moment of area is not the inertia of a mass: its unit is kg*m^2"},
      {"N*m", "N/m", "about an axis the unit is N*m, also per radian: N*m/rad"},
      {"N/m", "N*m", "along a line the unit is N/m"}};
  Diag *diag = lowering->lexer.diag;
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    if (strcmp(pairs[k][0], expected) == 0 && strcmp(pairs[k][1], found) == 0) {
      diag_hint(diag, "%s", pairs[k][2]);
      return;
    }
  }
  diag_hint(diag,
            term->kind == TERM_NUMBER || term->kind == TERM_NAME
                ? "give it in %s, or in another unit with the same dimension"
                : "the units of its factors must multiply to %s",
            expected);
}

Lowered lower_refuse_dimension(const Lowering *lowering, const Term *term, Dimension expected,
                               Dimension found, const char *format, ...) {
  char subject[256];
  char expected_text[DIMENSION_SIZE];
  char found_text[DIMENSION_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(subject, sizeof subject, format, arguments);
  va_end(arguments);
  dimension_written(expected, expected_text, DIMENSION_SIZE);
  dimension_written(found, found_text, DIMENSION_SIZE);
  lower_complain(lowering, DIAG_UNIT_DIMENSION, term, "%s: expected %s, found %s", subject,
                 expected_text, found_text);
  const Lowered *value = &lowering->values[term - lowering->syntax->terms];
  if (term->kind == TERM_NAME && value->parameter.origin.line > 0) {
    diag_related(lowering->lexer.diag, value->parameter.origin, "it is defined here as %s",
                 found_text);
  }
  if (hint_sum(lowering, term)) {
    return LOWER_FAILURE;
  }
  if (strcmp(expected_text, "1") == 0) {
    diag_hint(lowering->lexer.diag, "an angle or a plain number has dimension 1");
  } else {
    hint_dimension(lowering, term, expected_text, found_text);
  }
  return LOWER_FAILURE;
}

static Lowered refuse_value(const Lowering *lowering, const Term *term, Opcode op, int b) {
  static const char general[] = "the constant expression has no finite value";
  const char *what = general;
  if ((op == OP_DIVIDE || op == OP_MOD) && lowering->tape->code[b].constant == 0) {
    what = "division by zero";
  } else if (op == OP_FRACTION) {
    what = "the ramp has zero length: x0 and x1 are equal";
  }
  lower_complain(lowering, DIAG_EXPR_VALUE, term, "%s", what);
  if (what == general) {
    diag_hint(lowering->lexer.diag, "it asks a function outside its domain, as sqrt(-1) or log(0) "
                                    "do, or the result is too large for a number");
  }
  return LOWER_FAILURE;
}

// ---- operations ----

// In the text of the expression, for messages while running.
Span lower_span(const Lowering *lowering, const Term *term) {
  (void)outermost(lowering, false, &term);
  return (Span){.first = term->first, .last = term->last};
}

const Lowered *lower_operand(const Lowering *lowering, const Term *term, int number) {
  return &lowering->values[parser_operand(term, number)];
}

const Term *lower_operand_term(const Lowering *lowering, const Term *term, int number) {
  return &lowering->syntax->terms[parser_operand(term, number)];
}

Lowered lower_emit(Lowering *lowering, const Term *term, Opcode op, int a, int b, int c,
                   Nature nature) {
  const int instruction = tape_emit(lowering->tape, op, a, b, c, lower_span(lowering, term));
  if (instruction == TAPE_NOT_FINITE) {
    return refuse_value(lowering, term, op, b);
  }
  return (Lowered){.instruction = instruction, .nature = nature};
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
             lower_text_at(lowering, term->word_first));
  return false;
}

// The name of a term, with room to live as long as the tape. NULL when memory ran out.
static const char *name_of(const Lowering *lowering, const Term *term) {
  return arena_copy(lowering->arena, lower_text_at(lowering, term->word_first),
                    (size_t)(term->word_last - term->word_first));
}

// Whether a word stands right behind a unit, as the second of 3 rad/sec does.
static bool behind_unit(const Lowering *lowering, const Term *term) {
  const char *at = lower_text_at(lowering, term->word_first);
  return term->word_first > 1 && (at[-1] == '/' || at[-1] == '*') && (at[-2] | 0x20) >= 'a' &&
         (at[-2] | 0x20) <= 'z';
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
    return diag_hint(lexer->diag, "write %s(%s)", name, function->arguments);
  }
  if (lexer->scope->find(lexer->scope->context, name, mark, symbol, lexer->diag)) {
    return true;
  }
  char text[FOREIGN_HINT];
  const char *hint =
      behind_unit(lowering, term) ? foreign_unit(name, "", 0, text) : foreign_name(name);
  if (hint != NULL) {
    diag_hint(lexer->diag, "%s", hint);
  } else if (dimension_is_unit(name, length)) {
    diag_hint(lexer->diag, "a unit follows its number after one blank and contains no blanks or "
                           "brackets: 45 N*m/rad, 60 N*m/rad/s");
  }
  return false;
}

void lower_infer(const Lowering *lowering, const Lowered *value, const Term *term,
                 Dimension dimension) {
  const Scope *scope = lowering->lexer.scope;
  if (value->failed || value->power == 0 || !dimension.known || scope->infer == NULL) {
    return;
  }
  const Dimension whole = value->power > 0 ? dimension_over(dimension, value->factor)
                                           : dimension_over(value->factor, dimension);
  if (whole.known) {
    const Lexer *lexer = &outermost(lowering, true, &term)->lexer;
    scope->infer(scope->context, &value->parameter, whole,
                 mark_of_passage(lexer->text, term->first, term->last), lexer->diag);
  }
}

void lower_infer_alike(const Lowering *lowering, const Lowered *a, const Term *a_term,
                       const Lowered *b, const Term *b_term) {
  if (!b->failed && !b->nature.weak) {
    lower_infer(lowering, a, a_term, b->nature.dimension);
  }
  if (!a->failed && !a->nature.weak) {
    lower_infer(lowering, b, b_term, a->nature.dimension);
  }
}

// An angle from its measure.
static int starts_anew(Lowering *lowering, const Term *term, SymbolCut cut, int input) {
  const Span span = lower_span(lowering, term);
  Tape *tape = lowering->tape;
  if (cut != CUT_AT_ZERO) {
    return cut == CUT_NONE ? input : tape_emit(tape, OP_ANGLE, input, 0, 0, span);
  }
  const int half = tape_constant(tape, EVAL_PI, span);
  const int angle = tape_emit(tape, OP_SUBTRACT, input, half, 0, span);
  return tape_emit(tape, OP_ADD, tape_emit(tape, OP_ANGLE, angle, 0, 0, span), half, 0, span);
}

static Lowered lower_name(Lowering *lowering, const Term *term) {
  const char *name = name_of(lowering, term);
  if (name == NULL) {
    return LOWER_FAILURE;
  }
  for (int k = 0; k < lowering->argument_count; k++) {
    if (strcmp(name, lowering->names[k]) == 0) {
      return lowering->arguments[k];
    }
  }
  if (strcmp(name, "pi") == 0) {
    return (Lowered){.instruction =
                         tape_constant(lowering->tape, EVAL_PI, lower_span(lowering, term)),
                     .nature = nature_unknown()};
  }
  bool text = false;
  const Lowered stands = lower_named_text(lowering, term, name, &text);
  if (text) {
    return stands;
  }
  Symbol symbol = {.kind = SYMBOL_PARAMETER};
  if (!find_symbol(lowering, term, name, &symbol) || !is_allowed(lowering, term, symbol.kind)) {
    return LOWER_FAILURE;
  }
  const int input = tape_input(lowering->tape, symbol, name, lower_span(lowering, term));
  const bool untyped = symbol.kind == SYMBOL_PARAMETER && !symbol.dimension.known;
  return (Lowered){.instruction = starts_anew(lowering, term, symbol.cut, input),
                   .nature =
                       symbol.kind == SYMBOL_TIME ? nature_time() : nature_of(symbol.dimension),
                   .parameter = symbol,
                   .power = untyped ? 1 : 0,
                   .factor = dimension_make(0, 0, 0)};
}

// ---- the walk ----

Lowered lower_term(Lowering *lowering, const Term *term) {
  if (term->kind == TERM_NUMBER) {
    return (Lowered){.instruction =
                         tape_constant(lowering->tape, term->value, lower_span(lowering, term)),
                     .nature = nature_of(term->dimension)};
  }
  if (term->kind == TERM_NAME) {
    return lower_name(lowering, term);
  }
  if (term->kind == TERM_WORD) {
    return (Lowered){.nature = nature_unknown()};
  }
  if (term->kind == TERM_CALL) {
    return lower_call(lowering, term);
  }
  for (int k = 0; k < term->operand_count; k++) {
    if (lower_operand(lowering, term, k)->failed) {
      return LOWER_FAILURE;
    }
  }
  return lower_operation(lowering, term);
}

static bool check_result(const Lowering *lowering, const Term *root, Nature nature) {
  const Scope *scope = lowering->lexer.scope;
  if (nature_fits(nature, scope->dimension)) {
    lower_infer(lowering, &lowering->values[root - lowering->syntax->terms], root,
                scope->dimension);
    return true;
  }
  lower_refuse_dimension(lowering, root, scope->dimension, nature.dimension, "%s",
                         scope->what != NULL ? scope->what : "the value");
  return false;
}

bool lower_syntax(const Syntax *syntax, const Passage *text, const Scope *scope, Tape *tape,
                  int *result, Dimension *dimension, Arena *arena, Diag *diag) {
  LoweredTexts texts = {.count = 0};
  Lowering lowering = {.lexer = {.text = text, .scope = scope, .diag = diag},
                       .syntax = syntax,
                       .values = arena_array(arena, Lowered, syntax->count),
                       .tape = tape,
                       .arena = arena,
                       .texts = &texts};
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
