// SPDX-License-Identifier: BSD-3-Clause
// Polynomials on [0, 1]: Taylor's coefficients and bounds against the same in extended precision.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "math/polynomial.h"

typedef long double Quad;

enum { TRIALS = 3000, POINTS = 64 };

static double random_number(unsigned long long *seed) { // in [-1, 1)
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

// Coefficients of very different sizes, as those of a short step are, or all alike.
static int random_polynomial(unsigned long long *seed, double c[POLYNOMIAL_TERMS]) {
  const int degree = (int)(4 + 4 * random_number(seed));
  const double falls = exp(3 * random_number(seed));
  for (int k = 0; k <= degree; k++) {
    c[k] = random_number(seed) * pow(falls, k);
  }
  return degree;
}

static Quad exact_value(const double *c, int degree, Quad x) {
  Quad value = (Quad)c[degree];
  for (int k = degree - 1; k >= 0; k--) {
    value = value * x + (Quad)c[k];
  }
  return value;
}

// p^(order)(m)/order!
static Quad exact_taylor(const double *c, int degree, double m, int order) {
  Quad sum = 0;
  for (int k = degree; k >= order; k--) {
    Quad binomial = 1;
    for (int j = 1; j <= order; j++) {
      binomial = binomial * (Quad)(k - order + j) / (Quad)j;
    }
    sum = sum * (Quad)m + binomial * (Quad)c[k];
  }
  return sum;
}

static void test_values(void **state) {
  (void)state;
  unsigned long long seed = 1;
  for (int trial = 0; trial < TRIALS; trial++) {
    double c[POLYNOMIAL_TERMS], size = 0;
    const int degree = random_polynomial(&seed, c);
    const double x = (1 + random_number(&seed)) / 2;
    for (int k = 0; k <= degree; k++) {
      size += (1 + k) * fabs(c[k]);
    }
    const Quad value = exact_value(c, degree, (Quad)x);
    assert_true(fabs((double)((Quad)polynomial_value(c, degree, x) - value)) <=
                16 * DBL_EPSILON * size);
    const Quad slope = degree > 0 ? exact_taylor(c, degree, x, 1) : 0;
    assert_true(fabs((double)((Quad)polynomial_slope(c, degree, x) - slope)) <=
                32 * DBL_EPSILON * size);
  }
}

static void test_shift(void **state) {
  (void)state;
  unsigned long long seed = 2;
  double tightest = HUGE_VAL;
  for (int trial = 0; trial < TRIALS; trial++) {
    double c[POLYNOMIAL_TERMS], out[POLYNOMIAL_TERMS], error[POLYNOMIAL_TERMS];
    const int degree = random_polynomial(&seed, c);
    const double m = (1 + random_number(&seed)) / 2;
    const int terms = trial % (degree + 1) + 1;
    polynomial_shift(c, degree, m, terms, out, error);
    for (int k = 0; k < terms; k++) {
      const double off = fabs((double)((Quad)out[k] - exact_taylor(c, degree, m, k)));
      assert_true(off <= error[k]);
      tightest = off > 0 ? fmin(tightest, error[k] / off) : tightest;
    }
  }
  assert_true(tightest < 30); // the bound is one of rounding, not any number
}

// The least and the largest value at many points, and where one of them is an end.
static void test_bounds(void **state) {
  (void)state;
  unsigned long long seed = 3;
  for (int trial = 0; trial < TRIALS; trial++) {
    double c[POLYNOMIAL_TERMS];
    const int degree = random_polynomial(&seed, c);
    double a = (1 + random_number(&seed)) / 2, b = (1 + random_number(&seed)) / 2;
    if (trial % 3 == 0) {
      a = 0;
      b = 1;
    } else if (trial % 3 == 1) { // a short part
      b = a + (1 - a) * 1e-9;
    } else if (a > b) {
      const double swap = a;
      a = b;
      b = swap;
    }
    double low, high;
    polynomial_bounds(c, degree, a, b, &low, &high);
    for (int k = 0; k <= POINTS; k++) {
      const Quad value = exact_value(c, degree, (Quad)a + ((Quad)b - (Quad)a) * k / POINTS);
      assert_true((Quad)low <= value && value <= (Quad)high);
    }
  }
}

// As a part gets short the bounds follow the polynomial: their width is |p'| times the length.
static void test_bounds_close_in(void **state) {
  (void)state;
  unsigned long long seed = 4;
  for (int trial = 0; trial < TRIALS; trial++) {
    double c[POLYNOMIAL_TERMS], low, high;
    const int degree = random_polynomial(&seed, c);
    const double a = (1 + random_number(&seed)) / 2, b = a + (1 - a) * 1e-5;
    polynomial_bounds(c, degree, a, b, &low, &high);
    double size = 0, bend = 0;
    for (int k = 0; k <= degree; k++) {
      size += fabs(c[k]);
      bend += k * k * fabs(c[k]);
    }
    const double rise =
        fabs((double)(exact_value(c, degree, (Quad)b) - exact_value(c, degree, (Quad)a)));
    assert_true(high - low <= rise + 1e-10 * bend + 200 * DBL_EPSILON * size);
  }
  const double cubic[] = {0, 0, 3, -2}; // monotone: its ends are its bounds
  double low, high;
  polynomial_bounds(cubic, 3, 0, 1, &low, &high);
  assert_true(low <= 0 && low > -1e-13 && high >= 1 && high < 1 + 1e-13);
}

static void test_no_number(void **state) {
  (void)state;
  const double c[] = {1, (double)NAN, 2}, large[] = {DBL_MAX, DBL_MAX, DBL_MAX};
  double low, high;
  polynomial_bounds(c, 2, 0, 1, &low, &high);
  assert_true(isinf(low) && low < 0 && isinf(high) && high > 0);
  polynomial_bounds(large, 2, 0.5, 1, &low, &high);
  assert_true(isinf(low) && low < 0 && isinf(high) && high > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values), cmocka_unit_test(test_shift), cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_bounds_close_in), cmocka_unit_test(test_no_number)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
