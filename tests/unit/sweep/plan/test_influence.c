// SPDX-License-Identifier: BSD-3-Clause
// Correlations against scipy.stats (SciPy 1.10.1), main effects against Sobol indices in closed
// form.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sweep/plan/distribution.h"
#include "sweep/plan/influence.h"
#include "sweep/plan/sample.h"

enum { LARGEST = 4000 };

static Influence find_in(const double *x, const double *y, int count, InfluencePlan plan) {
  static double room[INFLUENCE_ROOM * LARGEST];
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const InfluenceColumn a = {x, influence_order(x, count, &arena)};
  const InfluenceColumn b = {y, influence_order(y, count, &arena)};
  assert_non_null(a.order);
  assert_non_null(b.order);
  const Influence found = influence_find(&a, &b, count, plan, room);
  arena_close(&arena);
  return found;
}

static Influence find(const double *x, const double *y, int count) {
  return find_in(x, y, count, INFLUENCE_SPREAD);
}

// pearsonr and spearmanr, with ties; then without one run that has no number.
static void correlations(void **state) {
  (void)state;
  enum { COUNT = 14 };
  static const double x[COUNT] = {-0.8, -1.3, -0.2, -0.8, 1.1,  0.1,  -0.6,
                                  -0.8, 0.7,  1.6,  0.3,  -1.2, -1.0, 1.6};
  double y[COUNT] = {0.7,  1.17, 0.01, 0.29, 1.02, 0.15, 0.15,
                     0.81, 0.47, 2.38, 0.21, 1.69, 0.51, 2.48};
  Influence found = find(x, y, COUNT);
  assert_int_equal(found.count, COUNT);
  assert_true(fabs(found.correlation - 0.4546246031727518) < 1e-15);
  assert_true(fabs(found.rank - 0.07522197531466347) < 1e-15);
  y[4] = (double)NAN;
  found = find(x, y, COUNT);
  assert_int_equal(found.count, COUNT - 1);
  assert_true(fabs(found.correlation - 0.4636258964049996) < 1e-15);
  assert_true(fabs(found.rank - -0.0415518842274549) < 1e-15);
}

// All combinations of three and four values: parts of the variance over just these, exactly.
static void crossed(void **state) {
  (void)state;
  static const double a[] = {1, 2, 5, 1, 2, 5, 1, 2, 5, 1, 2, 5};
  static const double b[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
  double y[12], sum[2] = {0, 0}, mean[2] = {8.0 / 3, 1.5};
  for (int i = 0; i < 12; i++) {
    y[i] = 2 * a[i] - 3 * b[i];
    sum[0] += 4 * (a[i] - mean[0]) * (a[i] - mean[0]);
    sum[1] += 9 * (b[i] - mean[1]) * (b[i] - mean[1]);
  }
  const double *const x[] = {a, b};
  for (int v = 0; v < 2; v++) {
    const Influence found = find_in(x[v], y, 12, INFLUENCE_CROSSED);
    assert_int_equal(found.told, INFLUENCE_TOLD);
    assert_true(found.error == 0);
    assert_true(fabs(found.main_effect - sum[v] / (sum[0] + sum[1])) < 1e-14);
  }
  y[3] = (double)NAN; // then they are not all
  assert_int_equal(find_in(a, y, 12, INFLUENCE_CROSSED).told, INFLUENCE_TOO_FEW);
}

// ---- Sobol indices in closed form ----

enum { VARIABLES = 4 };

// Of points u of the unit cube; parts: first indices. With a parameter.
typedef struct Truth {
  const char *name;
  int variables;
  double (*value)(const double u[], double parameter);
  double parameter, parts[VARIABLES];
} Truth;

static double normal(double u) {
  return distribution_value(&(Distribution){DISTRIBUTION_NORMAL, 0, 1, 0}, u);
}

// T. Ishigami, T. Homma 1990, with a = 7, b = 0.1.
static double ishigami(const double u[], double parameter) {
  (void)parameter;
  const double pi = acos(-1), x = (2 * u[0] - 1) * pi, y = (2 * u[1] - 1) * pi,
               z = (2 * u[2] - 1) * pi;
  return sin(x) + 7 * sin(y) * sin(y) + 0.1 * z * z * z * z * sin(x);
}

// I. M. Sobol's g, a = 0, p, 9: parts V_i/V, V_i = 1/(3 (1 + a)^2), V = prod(1 + V_i) - 1.
static double sobol_g(const double u[], double parameter) {
  const double a[] = {0, parameter, 9};
  double product = 1;
  for (int i = 0; i < 3; i++) {
    product *= (fabs(4 * u[i] - 2) + a[i]) / (1 + a[i]);
  }
  return product;
}

static double linear(const double u[], double parameter) {
  return normal(u[0]) + parameter * normal(u[1]) + 0.5 * normal(u[2]);
}

static double product(const double u[], double parameter) {
  return (normal(u[0]) + parameter) * (normal(u[1]) + parameter);
}

static double square(const double u[], double parameter) {
  const double x = normal(u[0]);
  return x * x + parameter * normal(u[1]);
}

static double wave(const double u[], double parameter) {
  return sin(2 * acos(-1) * parameter * u[0]) + u[1];
}

static double step(const double u[], double parameter) {
  return (u[0] > parameter ? 1 : 0) + u[1];
}

static double saddle(const double u[], double parameter) {
  return (u[0] - 0.5) * (u[1] - 0.5) * parameter;
}

static const Truth truths[] = {
    {"ishigami", 3, ishigami, 0, {0.3139051911, 0.4424111448, 0}},
    {"g of 0 1 9", 3, sobol_g, 1, {0.7419620775, 0.1854905194, 0.0074196208}},
    {"linear", 3, linear, 2, {1 / 5.25, 4 / 5.25, 0.25 / 5.25}},
    {"product", 2, product, 1, {1.0 / 3, 1.0 / 3}},
    {"square", 2, square, 1, {2.0 / 3, 1.0 / 3}},
    {"wave of 1", 2, wave, 1, {0.5 / (0.5 + 1.0 / 12), 1.0 / 12 / (0.5 + 1.0 / 12)}},
    {"wave of 3", 2, wave, 3, {0.5 / (0.5 + 1.0 / 12), 1.0 / 12 / (0.5 + 1.0 / 12)}},
    {"step", 2, step, 0.3, {0.21 / (0.21 + 1.0 / 12), 1.0 / 12 / (0.21 + 1.0 / 12)}},
    {"saddle", 2, saddle, 3, {0, 0}},
};

static double point(int plan, int variable, long run, long runs, uint64_t seed) {
  return plan == 0   ? sample_uniform(seed, variable, run)
         : plan == 1 ? sample_latin_hypercube(seed, variable, run, runs)
                     : sample_sobol(seed, variable, run, true);
}

// 108 studies: what is told is within its error, and enough is told.
static void sobol_indices(void **state) {
  (void)state;
  static double x[VARIABLES][LARGEST], y[LARGEST];
  static const int sizes[] = {40, 120, 400, 2000};
  int told = 0, all = 0, wrong = 0;
  for (size_t f = 0; f < sizeof truths / sizeof truths[0]; f++) {
    for (int trial = 0; trial < 12; trial++) {
      const Truth *truth = &truths[f];
      const int runs = sizes[trial / 3];
      for (int i = 0; i < runs; i++) {
        double u[VARIABLES];
        for (int v = 0; v < truth->variables; v++) {
          x[v][i] = u[v] = point(trial % 3, v, i, runs, 100 * f + (uint64_t)trial);
        }
        y[i] = truth->value(u, truth->parameter);
      }
      for (int v = 0; v < truth->variables; v++) {
        const Influence found = find(x[v], y, runs);
        all++;
        told += found.told == INFLUENCE_TOLD;
        if (found.told == INFLUENCE_TOLD &&
            !(fabs(found.main_effect - truth->parts[v]) <= found.error)) {
          wrong++;
          print_error("%s, variable %d, %d runs of plan %d: %.4f +- %.4f, truth %.4f\n",
                      truth->name, v, runs, trial % 3, found.main_effect, found.error,
                      truth->parts[v]);
        }
        if (runs == 2000) {
          assert_int_equal(found.told, INFLUENCE_TOLD);
          assert_true(found.error < 0.12);
        }
      }
    }
  }
  print_message("%d of %d told, %d wrong\n", told, all, wrong);
  assert_int_equal(wrong, 0);
  assert_true(told > 0.6 * all);
}

// One variable and no noise is all there is, however few runs; a plan for indices has its own.
static void what_is_known_beforehand(void **state) {
  (void)state;
  static const double x[] = {1, 2, 3, 4, 5}, y[] = {1, 4, -9, 16, 2};
  const Influence alone = find_in(x, y, 5, INFLUENCE_ALONE);
  assert_true(alone.main_effect == 1 && alone.error == 0);
  assert_int_equal(find_in(x, y, 5, INFLUENCE_GROUPS).told, INFLUENCE_HAS_ITS_OWN);
  assert_true(isnan(find_in(x, y, 5, INFLUENCE_GROUPS).main_effect));
}

// A constant, too few.
static void what_cannot_be_said(void **state) {
  (void)state;
  static const double x[] = {1, 2, 3, 4}, y[] = {1, 4, 9, 16}, same[] = {5, 5, 5, 5};
  assert_true(isnan(find(x, same, 4).correlation));
  assert_int_equal(find(x, same, 4).told, INFLUENCE_CONSTANT);
  assert_true(isnan(find(same, y, 4).main_effect));
  assert_true(isnan(find(x, y, 1).correlation));
  const Influence found = find(x, y, 4);
  assert_true(fabs(found.rank - 1) < 1e-15);
  assert_int_equal(found.told, INFLUENCE_TOO_FEW);
  assert_true(isnan(found.main_effect));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(correlations), cmocka_unit_test(crossed), cmocka_unit_test(sobol_indices),
      cmocka_unit_test(what_is_known_beforehand), cmocka_unit_test(what_cannot_be_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
