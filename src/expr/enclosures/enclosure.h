// SPDX-License-Identifier: BSD-3-Clause
// enclosure.h: Taylor coefficients of functions of one variable, as intervals.
//
// f(m + s) = c_0 + c_1 s + .. for all s of a segment. c[0] holds all values of f there, c[1] all of
// f', c[2] all of f''/2; for a segment that is one point they are its Taylor coefficients there,
// and with the last one of the whole segment,
//   f(m + s)  in  c_0(m) + c_1(m) s + c_2(segment) s^2                          (Lagrange)
// Coefficients follow by the rules of differentiation (R. E. Moore 1979). A function with a kink
// has the hull of its slopes for c[1] and the line for c[2]; one that jumps the line for both; each
// only where the segment holds the place. `order`: coefficients 0 .. order are wanted, the others
// are not touched.
#ifndef MBS_EXPR_ENCLOSURES_ENCLOSURE_H
#define MBS_EXPR_ENCLOSURES_ENCLOSURE_H

#include "expr/enclosures/interval.h"
#include "expr/text/curve.h"

enum { ENCLOSURE_ORDER = 2, ENCLOSURE_DEGREE = 9 };

typedef struct Enclosure {
  Interval c[ENCLOSURE_ORDER + 1];
} Enclosure;

static inline Enclosure enclosure_constant(Interval value) {
  return (Enclosure){{value, {0, 0}, {0, 0}}};
}

// All that is known of a function that jumps: its values.
static inline Enclosure enclosure_jump(Interval values) {
  return (Enclosure){{values, interval_line(), interval_line()}};
}

// Either of two functions, by turns. kink: where one follows the other they meet.
Enclosure enclosure_either(const Enclosure *x, const Enclosure *y, bool kink, int order);

Enclosure enclosure_negate(const Enclosure *x, int order);
Enclosure enclosure_shift(const Enclosure *x, double k);
Enclosure enclosure_scale(const Enclosure *x, double k, int order);
Enclosure enclosure_add(const Enclosure *x, const Enclosure *y, int order);
Enclosure enclosure_subtract(const Enclosure *x, const Enclosure *y, int order);
Enclosure enclosure_multiply(const Enclosure *x, const Enclosure *y, int order);
Enclosure enclosure_square(const Enclosure *x, int order);
Enclosure enclosure_divide(const Enclosure *x, const Enclosure *y, int order);
Enclosure enclosure_sqrt(const Enclosure *x, int order);
Enclosure enclosure_hypot(const Enclosure *x, const Enclosure *y, int order);
Enclosure enclosure_sin(const Enclosure *x, int order);
Enclosure enclosure_cos(const Enclosure *x, int order);
// The angle of the point (x, y) in (-pi, pi].
Enclosure enclosure_atan2(const Enclosure *y, const Enclosure *x, int order);

// p_0 + p_1 x + .. of a degree up to ENCLOSURE_DEGREE for x in [low, high], or at one point; values
// to within the widening.
void enclosure_polynomial(const double *p, int degree, double widening, double low, double high,
                          int order, Enclosure *e);

// f(x) from the ranges of f, f' and f''/2 over x.
Enclosure enclosure_compose(const Enclosure *x, const Interval f[ENCLOSURE_ORDER + 1], int order);

// A table (curve.h); on a branch that is held, else where x is.
Enclosure enclosure_curve(const Curve *curve, const Enclosure *x, int order);
Enclosure enclosure_piece(const Curve *curve, int branch, const Enclosure *x, int order);

#endif
