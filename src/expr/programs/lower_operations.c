// SPDX-License-Identifier: BSD-3-Clause
// lower_operations.c: operators, and what they ask of dimensions.
#include "expr/programs/lower_inside.h"

// Both operands must be alike.
static Lowered lower_alike(Lowering *lowering, const Term *term, Opcode op, bool comparison) {
  const Lowered *left = lower_operand(lowering, term, 0);
  const Lowered *right = lower_operand(lowering, term, 1);
  Nature common = nature_unknown();
  if (!nature_alike(left->nature, right->nature, &common)) {
    return lower_refuse_dimension(lowering, lower_operand_term(lowering, term, 1),
                                  left->nature.dimension, right->nature.dimension, "after \"%.*s\"",
                                  term->word_last - term->word_first,
                                  lower_text_at(lowering, term->word_first));
  }
  lower_infer_alike(lowering, left, lower_operand_term(lowering, term, 0), right,
                    lower_operand_term(lowering, term, 1));
  const bool swap = term->sign == TOKEN_GREATER || term->sign == TOKEN_GREATER_EQUAL;
  const Lowered *first = swap ? right : left;
  const Lowered *second = swap ? left : right;
  return lower_emit(lowering, term, op, first->instruction, second->instruction, 0,
                    comparison ? nature_pure() : common);
}

static bool is_pure(const Lowering *lowering, const Term *term, int number) {
  const Lowered *value = lower_operand(lowering, term, number);
  const Dimension one = dimension_make(0, 0, 0);
  if (nature_fits(value->nature, one)) {
    lower_infer(lowering, value, lower_operand_term(lowering, term, number), one);
    return true;
  }
  lower_refuse_dimension(
      lowering, lower_operand_term(lowering, term, number), one, value->nature.dimension,
      term->operand_count == 1 ? "after \"%.*s\"" : "next to \"%.*s\"",
      term->word_last - term->word_first, lower_text_at(lowering, term->word_first));
  return false;
}

static Lowered lower_logic(Lowering *lowering, const Term *term, Opcode op) {
  for (int k = 0; k < term->operand_count; k++) {
    if (!is_pure(lowering, term, k)) {
      return LOWER_FAILURE;
    }
  }
  const int second = term->operand_count > 1 ? lower_operand(lowering, term, 1)->instruction : 0;
  return lower_emit(lowering, term, op, lower_operand(lowering, term, 0)->instruction, second, 0,
                    nature_pure());
}

static Lowered lower_power(Lowering *lowering, const Term *term) {
  const Lowered *base = lower_operand(lowering, term, 0);
  const Lowered *exponent = lower_operand(lowering, term, 1);
  if (!is_pure(lowering, term, 1)) {
    return LOWER_FAILURE;
  }
  Nature nature = nature_unknown();
  if (tape_is_constant(lowering->tape, exponent->instruction)) {
    nature = nature_power(base->nature, lowering->tape->code[exponent->instruction].constant);
  }
  return lower_emit(lowering, term, OP_POWER, base->instruction, exponent->instruction, 0, nature);
}

// What is known of a parameter in a product, or in a quotient.
static void keep_parameter(const Lowered *left, const Lowered *right, bool over, Lowered *product) {
  const Lowered *other = left->power != 0 ? right : left;
  const Lowered *one = left->power != 0 ? left : right;
  if (one->power == 0 || other->power != 0 || other->nature.weak ||
      !other->nature.dimension.known) {
    return;
  }
  const bool below = over && one == right;
  product->parameter = one->parameter;
  product->power = below ? -one->power : one->power;
  product->factor = below  ? dimension_over(other->nature.dimension, one->factor)
                    : over ? dimension_over(one->factor, other->nature.dimension)
                           : dimension_times(one->factor, other->nature.dimension);
}

static Lowered lower_product(Lowering *lowering, const Term *term) {
  const Lowered *left = lower_operand(lowering, term, 0);
  const Lowered *right = lower_operand(lowering, term, 1);
  const bool over = term->sign == TOKEN_OVER;
  Lowered product = lower_emit(
      lowering, term, over ? OP_DIVIDE : OP_MULTIPLY, left->instruction, right->instruction, 0,
      over ? nature_over(left->nature, right->nature) : nature_times(left->nature, right->nature));
  keep_parameter(left, right, over, &product);
  return product;
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

Lowered lower_operation(Lowering *lowering, const Term *term) {
  const bool unary = term->operand_count == 1;
  if (term->sign == TOKEN_MINUS && unary) {
    const Lowered *value = lower_operand(lowering, term, 0);
    Lowered negative =
        lower_emit(lowering, term, OP_NEGATE, value->instruction, 0, 0, value->nature);
    negative.parameter = value->parameter;
    negative.power = value->power;
    negative.factor = value->factor;
    return negative;
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
