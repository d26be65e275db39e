// SPDX-License-Identifier: BSD-3-Clause
// polynomial.h: p(x) = sum over k of c_k x^k, k = 0 .. degree, for x in [0, 1], with bounds that
// hold in spite of rounding.
//
// What is computed from the coefficients lies within a few roundings of sum |c_k| x^k of the truth:
// bounds are that much wider. The coefficients count as exact.
#ifndef MBS_MATH_POLYNOMIAL_H
#define MBS_MATH_POLYNOMIAL_H

// Largest degree, and number of its coefficients.
enum { POLYNOMIAL_DEGREE = 7, POLYNOMIAL_TERMS = POLYNOMIAL_DEGREE + 1 };

// p(x), and p'(x).
double polynomial_value(const double *c, int degree, double x);
double polynomial_slope(const double *c, int degree, double x);

// Taylor's coefficients at m in [0, 1]: p(m + s) = sum of out[k] s^k. The first `terms` of them, at
// most degree + 1; out[k] is off by no more than error[k].
void polynomial_shift(const double *c, int degree, double m, int terms, double *out, double *error);

// low <= p(x) <= high for all x in [a, b], 0 <= a <= b <= 1: the least and the largest of
// Bernstein's coefficients
//   b_j = sum over k <= j of binomial(j, k)/binomial(degree, k) p^(k)(a) (b - a)^k/k!,
// made wider by their rounding. Exact at an end where p is largest or least there, but for that.
void polynomial_bounds(const double *c, int degree, double a, double b, double *low, double *high);

#endif
