// SPDX-License-Identifier: BSD-3-Clause
// nature.h: what a value measures, as far as it is known.
//
// Weak is what comes from t, or from a function of numbers without units: it fits everywhere, for
// who thinks in SI ("sin(t)", "law: t^2", a force "sin(2*pi*t)"), but factors know it ("30
// N*sin(t)" is a force), and t is no metre ("t < 2 m" is refused).
#ifndef MBS_EXPR_TEXT_NATURE_H
#define MBS_EXPR_TEXT_NATURE_H

#include "expr/text/dimension.h"

typedef struct Nature {
  Dimension dimension;
  bool weak;
} Nature;

Nature nature_unknown(void);
Nature nature_pure(void); // an angle, a ratio, a condition
Nature nature_of(Dimension dimension);
Nature nature_time(void);
// The value without dimension of a function of this argument, as strong as the argument.
Nature nature_pure_of(Nature argument);

// True when two values may be added or compared; *common is what the result measures.
bool nature_alike(Nature a, Nature b, Nature *common);
// True when a value may stand where the dimension is expected.
bool nature_fits(Nature nature, Dimension expected);

Nature nature_times(Nature a, Nature b);
Nature nature_over(Nature a, Nature b);
Nature nature_power(Nature base, double exponent); // unknown as dimension_power says

#endif
