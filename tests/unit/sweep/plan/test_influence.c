// SPDX-License-Identifier: BSD-3-Clause
// Correlations and main effects against scipy.stats (SciPy 1.10.1) and closed forms.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "sweep/plan/influence.h"
#include "sweep/plan/sample.h"

enum { LARGEST = 4000 };

static Influence find(const double *x, const double *y, int count) {
  static double room[2 * LARGEST];
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const InfluenceColumn a = {x, influence_order(x, count, &arena)};
  const InfluenceColumn b = {y, influence_order(y, count, &arena)};
  assert_non_null(a.order);
  assert_non_null(b.order);
  const Influence found = influence_find(&a, &b, count, room);
  arena_close(&arena);
  return found;
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

// Three groups: epsilon^2 from the F of scipy.stats.f_oneway, 11.558536585365855.
static void levels(void **state) {
  (void)state;
  static const double x[] = {1, 1, 1, 2, 2, 2, 2, 3, 3, 3};
  static const double y[] = {1, 2, 4, 2, 3, 7, 4, 9, 8, 12};
  const Influence found = find(x, y, 10);
  assert_true(found.levels);
  assert_int_equal(found.bins, 3);
  assert_true(fabs(found.main_effect - 0.7011661807580175) < 1e-14);
}

// y = x1^2 + x2 with x uniform on [0, 1]: parts (4/45)/(4/45 + 1/12) and the rest; x3 has none.
static void bins(void **state) {
  (void)state;
  static double x[3][LARGEST], y[LARGEST];
  for (int i = 0; i < LARGEST; i++) {
    for (int j = 0; j < 3; j++) {
      x[j][i] = sample_latin_hypercube(4, j, i, LARGEST);
    }
    y[i] = x[0][i] * x[0][i] + x[1][i];
  }
  const double all = 4.0 / 45 + 1.0 / 12, parts[] = {4.0 / 45 / all, 1.0 / 12 / all, 0};
  for (int j = 0; j < 3; j++) {
    const Influence found = find(x[j], y, LARGEST);
    print_message("%d bins: %.4f, truth %.4f\n", found.bins, found.main_effect, parts[j]);
    assert_false(found.levels);
    assert_int_equal(found.bins, 16); // cbrt(4000) = 15.9
    assert_true(fabs(found.main_effect - parts[j]) < 0.015);
  }
}

// Without any influence what chance gives is taken off: on the average nothing is left, but plain
// eta^2 would be (B - 1)/(n - 1) = 0.0309.
static void nothing_is_left(void **state) {
  (void)state;
  enum { COUNT = 98, STUDIES = 400 };
  static double x[COUNT], y[COUNT];
  double sum = 0;
  for (int s = 0; s < STUDIES; s++) {
    for (int i = 0; i < COUNT; i++) {
      x[i] = (double)(i % 4);
      y[i] = sample_uniform((uint64_t)s, 1, i);
    }
    sum += find(x, y, COUNT).main_effect;
  }
  print_message("on the average %.4f\n", sum / STUDIES);
  assert_true(sum / STUDIES < 0.02); // negative ones count as none
}

// A variable of one value each, a constant, too few.
static void what_cannot_be_said(void **state) {
  (void)state;
  static const double x[] = {1, 2, 3, 4}, y[] = {1, 4, 9, 16}, same[] = {5, 5, 5, 5};
  assert_true(isnan(find(x, same, 4).correlation));
  assert_true(isnan(find(same, y, 4).main_effect));
  assert_true(isnan(find(x, y, 1).correlation));
  const Influence found = find(x, y, 4);
  assert_int_equal(found.bins, 2); // of two runs each
  assert_true(fabs(found.rank - 1) < 1e-15);
  // bins 2.5, 12.5 about 7.5: 100 of 129; 1 - (1 - 100/129) 3/2
  assert_true(fabs(found.main_effect - (1 - 29.0 / 129 * 1.5)) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(correlations), cmocka_unit_test(levels),
                                     cmocka_unit_test(bins), cmocka_unit_test(nothing_is_left),
                                     cmocka_unit_test(what_cannot_be_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
