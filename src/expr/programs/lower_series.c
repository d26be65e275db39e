// SPDX-License-Identifier: BSD-3-Clause
// lower_series.c: polynomials, Chebyshev and Fourier series, by their number of arguments.
#include "expr/programs/lower_inside.h"

static Lowered sum_of(Lowering *lowering, const Term *term, Lowered a, Lowered b, bool minus) {
  Nature common;
  if (a.failed || b.failed) {
    return LOWER_FAILURE;
  }
  if (!nature_alike(a.nature, b.nature, &common)) {
    return lower_refuse_dimension(
        lowering, term, a.nature.dimension, b.nature.dimension, "the terms of \"%.*s\" differ",
        term->word_last - term->word_first, lower_text_at(lowering, term->word_first));
  }
  return lower_emit(lowering, term, minus ? OP_SUBTRACT : OP_ADD, a.instruction, b.instruction, 0,
                    common);
}

static Lowered product_of(Lowering *lowering, const Term *term, Lowered a, Lowered b) {
  if (a.failed || b.failed) {
    return LOWER_FAILURE;
  }
  return lower_emit(lowering, term, OP_MULTIPLY, a.instruction, b.instruction, 0,
                    nature_times(a.nature, b.nature));
}

// As a person would write it: without a unit.
static Lowered number_of(Lowering *lowering, const Term *term, double value) {
  return (Lowered){.instruction = tape_constant(lowering->tape, value, lower_span(lowering, term)),
                   .nature = nature_unknown()};
}

// Horner's rule.
static Lowered lower_polynomial(Lowering *lowering, const Term *term) {
  const Lowered s = sum_of(lowering, term, *lower_operand(lowering, term, 0),
                           *lower_operand(lowering, term, 1), true);
  Lowered sum = *lower_operand(lowering, term, term->operand_count - 1);
  for (int k = term->operand_count - 2; k >= 2; k--) {
    sum = sum_of(lowering, term, *lower_operand(lowering, term, k),
                 product_of(lowering, term, s, sum), false);
  }
  return sum;
}

static Lowered lower_chebyshev(Lowering *lowering, const Term *term) {
  const Lowered s = sum_of(lowering, term, *lower_operand(lowering, term, 0),
                           *lower_operand(lowering, term, 1), true);
  if (!s.failed && !nature_fits(s.nature, dimension_make(0, 0, 0))) {
    return lower_refuse_dimension(lowering, term, dimension_make(0, 0, 0), s.nature.dimension,
                                  "x - x0 of \"cheby\"");
  }
  const Lowered twice = product_of(lowering, term, s, number_of(lowering, term, 2));
  Lowered before = number_of(lowering, term, 1);
  Lowered here = s;
  Lowered sum = *lower_operand(lowering, term, 2);
  for (int k = 3; k < term->operand_count; k++) {
    const Lowered part = product_of(lowering, term, *lower_operand(lowering, term, k), here);
    sum = sum_of(lowering, term, sum, part, false);
    const Lowered next =
        sum_of(lowering, term, product_of(lowering, term, twice, here), before, true);
    before = here;
    here = next;
  }
  return sum;
}

static Lowered lower_fourier(Lowering *lowering, const Term *term) {
  const Lowered s = sum_of(lowering, term, *lower_operand(lowering, term, 0),
                           *lower_operand(lowering, term, 1), true);
  const Lowered phase = product_of(lowering, term, *lower_operand(lowering, term, 2), s);
  if (!phase.failed && !nature_fits(phase.nature, dimension_make(0, 0, 0))) {
    return lower_refuse_dimension(lowering, term, dimension_make(0, 0, 0), phase.nature.dimension,
                                  "w*(x - x0) of \"fourier\"");
  }
  Lowered sum = *lower_operand(lowering, term, 3);
  for (int k = 4; k < term->operand_count && !phase.failed; k++) {
    const int order = k / 2 - 1;
    const Lowered angle = product_of(lowering, term, phase, number_of(lowering, term, order));
    const Lowered wave = angle.failed
                             ? angle
                             : lower_emit(lowering, term, k % 2 == 0 ? OP_COS : OP_SIN,
                                          angle.instruction, 0, 0, nature_pure_of(angle.nature));
    sum = sum_of(lowering, term, sum,
                 product_of(lowering, term, *lower_operand(lowering, term, k), wave), false);
  }
  return phase.failed ? phase : sum;
}

Lowered lower_series(Lowering *lowering, const Term *term, FunctionForm form) {
  if (form == FORM_POLYNOMIAL) {
    return lower_polynomial(lowering, term);
  }
  return form == FORM_CHEBYSHEV ? lower_chebyshev(lowering, term) : lower_fourier(lowering, term);
}
