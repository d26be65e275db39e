// SPDX-License-Identifier: BSD-3-Clause
// Points by their number: Sobol's against published ones, strata, distributions by Kolmogorov and
// Smirnov's test.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/distribution.h"
#include "sweep/sample.h"

enum { PUBLISHED = 10, MANY = 10000 };

// The first ten points in ten dimensions as S. Joe and F. Y. Kuo print them beside their
// generator, which walks through the points in Gray-code order by another recursion.
static const double POINTS[PUBLISHED][PUBLISHED] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
    {0.75, 0.25, 0.25, 0.25, 0.75, 0.75, 0.25, 0.75, 0.75, 0.75},
    {0.25, 0.75, 0.75, 0.75, 0.25, 0.25, 0.75, 0.25, 0.25, 0.25},
    {0.375, 0.375, 0.625, 0.875, 0.375, 0.125, 0.375, 0.875, 0.875, 0.625},
    {0.875, 0.875, 0.125, 0.375, 0.875, 0.625, 0.875, 0.375, 0.375, 0.125},
    {0.625, 0.125, 0.875, 0.625, 0.625, 0.875, 0.125, 0.125, 0.125, 0.375},
    {0.125, 0.625, 0.375, 0.125, 0.125, 0.375, 0.625, 0.625, 0.625, 0.875},
    {0.1875, 0.3125, 0.9375, 0.4375, 0.5625, 0.3125, 0.4375, 0.9375, 0.9375, 0.3125},
    {0.6875, 0.8125, 0.4375, 0.9375, 0.0625, 0.8125, 0.9375, 0.4375, 0.4375, 0.8125}};

static void published_points(void **state) {
  (void)state;
  for (int i = 0; i < PUBLISHED; i++) {
    for (int j = 0; j < PUBLISHED; j++) {
      assert_true(sample_sobol(7, j, i, false) == POINTS[i][j]);
    }
  }
}

// Of count points every interval [k/count, (k+1)/count) holds one.
static void check_strata(double (*value)(int dimension, long point, long count), int dimension,
                         long count) {
  unsigned char *seen = calloc((size_t)count, 1);
  assert_non_null(seen);
  for (long i = 0; i < count; i++) {
    const double u = value(dimension, i, count);
    assert_true(u >= 0 && u < 1);
    const long stratum = (long)(u * (double)count);
    assert_int_equal(seen[stratum], 0);
    seen[stratum] = 1;
  }
  free(seen);
}

static double plain(int dimension, long point, long count) {
  (void)count;
  return sample_sobol(0, dimension, point, false);
}

static double scrambled(int dimension, long point, long count) {
  (void)count;
  return sample_sobol(11, dimension, point, true);
}

static double latin(int dimension, long point, long count) {
  return sample_latin_hypercube(5, dimension, point, count);
}

static void strata(void **state) {
  (void)state;
  static const long counts[] = {1, 2, 3, 7, 100, 1000, 4097};
  for (int j = 0; j < SAMPLE_SOBOL_DIMENSIONS; j++) {
    check_strata(plain, j, 1024);
    check_strata(scrambled, j, 1024);
  }
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    check_strata(latin, 0, counts[k]);
    check_strata(latin, 3, counts[k]);
  }
}

// The first pair of dimensions is a (0, m, 2)-net: of 2^m points every box of sides 2^-a and
// 2^-(m - a) holds one, whatever a; scrambled or not.
static void net_of_two_dimensions(void **state) {
  (void)state;
  enum { M = 10, COUNT = 1 << M };
  for (int scramble = 0; scramble < 2; scramble++) {
    for (int a = 0; a <= M; a++) {
      unsigned char seen[COUNT] = {0};
      for (long i = 0; i < COUNT; i++) {
        const int x = (int)(sample_sobol(3, 0, i, scramble != 0) * (1 << a));
        const int y = (int)(sample_sobol(3, 1, i, scramble != 0) * (1 << (M - a)));
        const int box = x << (M - a) | y;
        assert_int_equal(seen[box], 0);
        seen[box] = 1;
      }
    }
  }
}

static void seeds_differ(void **state) {
  (void)state;
  assert_true(sample_uniform(1, 0, 0) != sample_uniform(2, 0, 0));
  assert_true(sample_uniform(1, 0, 0) != sample_uniform(1, 1, 0));
  assert_true(sample_sobol(1, 0, 5, true) != sample_sobol(2, 0, 5, true));
  assert_true(sample_latin_hypercube(1, 0, 5, 100) != sample_latin_hypercube(2, 0, 5, 100));
}

// ---- distributions ----

static double cumulative(const Distribution *d, double x) {
  const double left = d->b - d->a, width = d->c - d->a;
  switch (d->kind) {
  case DISTRIBUTION_UNIFORM:
    return (x - d->a) / (d->b - d->a);
  case DISTRIBUTION_LOG_UNIFORM:
    return log(x / d->a) / log(d->b / d->a);
  case DISTRIBUTION_NORMAL:
    return 0.5 + 0.5 * erf((x - d->a) / (d->b * sqrt(2)));
  case DISTRIBUTION_TRIANGULAR:
    return x <= d->b ? (x - d->a) * (x - d->a) / (width * left)
                     : 1 - (d->c - x) * (d->c - x) / (width * (d->c - d->b));
  }
  return 0;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// sqrt(n) times the largest distance of the two distribution functions.
static double smirnov(const Distribution *d, int dimension) {
  static double x[MANY];
  double largest = 0;
  for (int i = 0; i < MANY; i++) {
    x[i] = distribution_value(d, sample_uniform(2026, dimension, i));
  }
  qsort(x, MANY, sizeof x[0], compare);
  for (int i = 0; i < MANY; i++) {
    const double f = cumulative(d, x[i]);
    largest = fmax(largest, fmax(fabs(f - (double)i / MANY), fabs(f - (double)(i + 1) / MANY)));
  }
  return largest * sqrt(MANY);
}

// 1.63 is passed by one honest sample of a hundred; the seed is fixed. Another distribution with
// nearly the same mean must be found out.
static void distributions(void **state) {
  (void)state;
  static const Distribution list[] = {{DISTRIBUTION_UNIFORM, -1, 3, 0},
                                      {DISTRIBUTION_LOG_UNIFORM, 1e-3, 1e4, 0},
                                      {DISTRIBUTION_NORMAL, 10, 2.5, 0},
                                      {DISTRIBUTION_TRIANGULAR, 1, 2, 7},
                                      {DISTRIBUTION_TRIANGULAR, 1, 1, 7}};
  for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
    const double distance = smirnov(&list[k], (int)k);
    print_message("distribution %d: %.3f of 1.63\n", (int)k, distance);
    assert_true(distance < 1.63);
  }
  static double x[MANY];
  const Distribution wider = {DISTRIBUTION_NORMAL, 10, 2.6, 0};
  double largest = 0;
  for (int i = 0; i < MANY; i++) {
    x[i] = distribution_value(&list[2], sample_uniform(2026, 2, i));
  }
  qsort(x, MANY, sizeof x[0], compare);
  for (int i = 0; i < MANY; i++) {
    largest = fmax(largest, fabs(cumulative(&wider, x[i]) - (double)i / MANY));
  }
  assert_true(largest * sqrt(MANY) > 0.9);
}

// Quantiles of the normal distribution, from tables of 16 digits.
static void normal_quantiles(void **state) {
  (void)state;
  static const double table[][2] = {
      {0.975, 1.959963984540054},  {0.999, 3.090232306167813},  {0.5, 0},
      {0.25, -0.6744897501960817}, {1e-10, -6.361340902404056}, {1e-300, -37.0470962993612}};
  const Distribution normal = {DISTRIBUTION_NORMAL, 0, 1, 0};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    const double x = distribution_value(&normal, table[k][0]);
    print_message("%g: %.17g\n", table[k][0], x);
    assert_true(fabs(x - table[k][1]) <= 4e-15 * fmax(1, fabs(table[k][1])));
  }
  assert_true(isfinite(distribution_value(&normal, 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published_points),      cmocka_unit_test(strata),
      cmocka_unit_test(net_of_two_dimensions), cmocka_unit_test(seeds_differ),
      cmocka_unit_test(distributions),         cmocka_unit_test(normal_quantiles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
