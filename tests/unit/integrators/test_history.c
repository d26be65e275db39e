// SPDX-License-Identifier: BSD-3-Clause
// The polynomial through the last points: exact for polynomials of its order, at uneven steps.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "integrators/history.h"

enum { SIZE = 3 };

static void assert_near(double value, double expected, double within) {
  if (!(fabs(value - expected) <= within)) {
    fail_msg("%.17g is not %.17g", value, expected);
  }
}

// Three polynomials of a degree, and their derivatives.
static void polynomial(int degree, double t, double y[SIZE], double rate[SIZE]) {
  for (int i = 0; i < SIZE; i++) {
    double value = 0, slope = 0;
    for (int k = degree; k >= 0; k--) {
      slope = value + t * slope;
      value = (double)(i + 1) / (k + 1) - k + t * value;
    }
    y[i] = value;
    rate[i] = slope;
  }
}

static double point(int k) {
  return 0.3 * k + 0.05 * ((k * 7) % 5);
}

static void open_dense(Dense *dense, Arena *arena) {
  assert_true(dense_open(dense, SIZE - 1, 1, SIZE, arena));
}

static void expect_at(const Dense *dense, int degree, double t, double within) {
  double y[SIZE], rate[SIZE], expected[SIZE], slope[SIZE];
  dense_at(dense, t, y, y + dense->nq, rate, rate + dense->nq);
  polynomial(degree, t, expected, slope);
  for (int i = 0; i < SIZE; i++) {
    assert_near(y[i], expected[i], within);
    assert_near(rate[i], slope[i], 30 * within);
  }
}

static void a_polynomial_of_its_order_comes_back(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  for (int order = 1; order <= HISTORY_ORDER; order++) {
    History history;
    Dense dense;
    double y[SIZE], rate[SIZE];
    open_dense(&dense, &arena);
    assert_true(history_open(&history, SIZE, &arena));
    polynomial(order, point(0), y, rate);
    history_start(&history, point(0), y);
    for (int k = 1; k < 12; k++) {
      polynomial(order, point(k), y, rate);
      history_add(&history, point(k), y);
    }
    history_fix(&history, order, &dense);
    assert_near(dense.t, point(10), 0);
    assert_near(dense.h, point(11) - point(10), 0);
    for (int k = 0; k <= 10; k++) {
      expect_at(&dense, order, point(10) + 0.1 * k * (point(11) - point(10)), 1e-10);
    }
  }
  arena_close(&arena);
}

static void an_order_without_points_is_lowered(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  History history;
  Dense dense;
  double y[SIZE], rate[SIZE];
  open_dense(&dense, &arena);
  assert_true(history_open(&history, SIZE, &arena));
  polynomial(1, 0, y, rate);
  history_start(&history, 0, y);
  polynomial(1, 2, y, rate);
  history_add(&history, 2, y);
  history_fix(&history, 5, &dense);
  expect_at(&dense, 1, 1.3, 1e-14);
  polynomial(1, 7, y, rate);
  history_start(&history, 7, y); // what was before is forgotten
  double at[SIZE];
  history_fix(&history, 1, &dense);
  dense_at(&dense, 6.5, at, at + dense.nq, NULL, NULL);
  assert_near(at[0], y[0], 0);
  arena_close(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_polynomial_of_its_order_comes_back),
      cmocka_unit_test(an_order_without_points_is_lowered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
