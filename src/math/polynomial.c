// SPDX-License-Identifier: BSD-3-Clause
// polynomial.c: polynomials on [0, 1] (see polynomial.h).
#include "math/polynomial.h"

#include <float.h>
#include <math.h>

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

// Horner's scheme, repeated: every pass leaves the next coefficient in its place.
static void shift(double *c, int degree, double m, int terms) {
  for (int k = 0; k < terms; k++) {
    for (int j = degree - 1; j >= k; j--) {
      c[j] += m * c[j + 1];
    }
  }
}

// A coefficient comes out of at most 2 degree roundings of what the same scheme makes of |c_k|.
void polynomial_shift(const double *c, int degree, double m, int terms, double *out,
                      double *error) {
  double value[POLYNOMIAL_TERMS], size[POLYNOMIAL_TERMS];
  for (int k = 0; k <= degree; k++) {
    value[k] = c[k];
    size[k] = fabs(c[k]);
  }
  shift(value, degree, m, terms);
  shift(size, degree, m, terms);
  const double rounding = (2 * degree + 1) * DBL_EPSILON;
  for (int k = 0; k < terms; k++) {
    out[k] = value[k];
    error[k] = rounding * size[k];
  }
}

void polynomial_bounds(const double *c, int degree, double a, double b, double *low, double *high) {
  double d[POLYNOMIAL_TERMS], size = 0, power = 1, binomial = 1;
  for (int k = degree; k >= 0; k--) {
    d[k] = c[k];
    size = size * b + fabs(c[k]);
  }
  if (a > 0) {
    shift(d, degree, a, degree);
  }
  for (int k = 1; k <= degree; k++) {
    power *= b - a;
    binomial *= (double)(degree - k + 1) / k;
    d[k] *= power / binomial;
  }
  for (int k = 1; k <= degree; k++) {
    for (int j = degree; j >= k; j--) {
      d[j] += d[j - 1];
    }
  }
  *low = *high = d[0];
  for (int k = 1; k <= degree; k++) {
    *low = d[k] < *low ? d[k] : *low;
    *high = d[k] > *high ? d[k] : *high;
  }
  // of the shift 2 degree, of the powers and binomials 3 degree, of the sums degree
  const double rounding = (6 * degree + 2) * DBL_EPSILON * size + DBL_MIN;
  *low -= rounding;
  *high += rounding;
  if (!(*high - *low <= DBL_MAX)) { // not a number, or too large for one
    *low = -(double)INFINITY;
    *high = (double)INFINITY;
  }
}
