// SPDX-License-Identifier: BSD-3-Clause
// polynomial.h: p(x) = sum over k of c_k x^k, k = 0 .. degree, for x in [0, 1].
//
// What is computed from the coefficients lies within a few roundings of sum |c_k| x^k of the truth.
#ifndef MBS_MATH_POLYNOMIAL_H
#define MBS_MATH_POLYNOMIAL_H

// Largest degree, and number of its coefficients.
enum { POLYNOMIAL_DEGREE = 7, POLYNOMIAL_TERMS = POLYNOMIAL_DEGREE + 1 };

// p(x), and p'(x).
double polynomial_value(const double *c, int degree, double x);
double polynomial_slope(const double *c, int degree, double x);

#endif
