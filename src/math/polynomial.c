// SPDX-License-Identifier: BSD-3-Clause
// polynomial.c: polynomials on [0, 1] (see polynomial.h).
#include "math/polynomial.h"

double polynomial_value(const double *c, int degree, double x) {
  double value = c[degree];
  for (int k = degree - 1; k >= 0; k--) {
    value = value * x + c[k];
  }
  return value;
}

double polynomial_slope(const double *c, int degree, double x) {
  double slope = 0;
  for (int k = degree; k > 0; k--) {
    slope = slope * x + k * c[k];
  }
  return slope;
}
