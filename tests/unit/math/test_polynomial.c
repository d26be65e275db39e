// SPDX-License-Identifier: BSD-3-Clause
// Polynomials on [0, 1]: value and slope against the same in extended precision.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "math/polynomial.h"

typedef long double Quad;

enum { TRIALS = 3000 };

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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
