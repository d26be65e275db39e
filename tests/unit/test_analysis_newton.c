// SPDX-License-Identifier: BSD-3-Clause
// test_analysis_newton.c: the polynomial between the ends of steps. It must reproduce every
// polynomial of degree 11 with its rate and bend, and a sine as the remainder of interpolation
// says:
//   |q - p| <= max |q^(12)| / 12!  prod (t - t_k)^3;
// for one time and in all lanes alike.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/runge_kutta_rows.h"
#include "system/batch.h"

enum { SIZE = 3, NUMBERS = 4 * SIZE };

typedef struct Point {
  double value, rate, bend;
} Point;

// A polynomial of degree 11 (which = 0, 1) and a sine.
static Point point_at(int which, double t) {
  Point c = {0, 0, 0};
  if (which == 2) {
    return (Point){sin(3 * t), 3 * cos(3 * t), -9 * sin(3 * t)};
  }
  for (int k = 11; k >= 0; k--) {
    c.bend = c.bend * t + 2 * c.rate;
    c.rate = c.rate * t + c.value;
    c.value = c.value * t + (which == 0 ? 1.0 / (1 + k) : (k % 3 - 0.7));
  }
  return c;
}

static void add(Newton *newton, double t) {
  double q[SIZE], rate[SIZE], bend[SIZE];
  for (int i = 0; i < SIZE; i++) {
    const Point c = point_at(i, t);
    q[i] = c.value;
    rate[i] = c.rate;
    bend[i] = c.bend;
  }
  newton_add(newton, t, q, rate, bend);
}

static void read_at(const Newton *newton, double t, double numbers[NUMBERS]) {
  const SchemeRows rows = {.t = &t, .lanes = 1, .first = 0, .count = 1, .to = numbers};
  runge_kutta_rows.newton(newton, &rows);
}

static const double ends[] = {-0.3, 0.1, 0.25, 0.45, 0.9};

static void open(Newton *newton, Arena *arena, int count) {
  assert_true(newton_open(newton, SIZE, arena));
  for (int k = 0; k < count; k++) {
    add(newton, ends[k]);
  }
}

static void test_exact(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  Newton newton;
  arena_open(&arena, &allocator);
  open(&newton, &arena, 5); // the first one is forgotten
  assert_true(newton_fix(&newton));
  for (int s = 0; s <= 10; s++) {
    const double t = 0.25 + 0.02 * s;
    double numbers[NUMBERS], product = 1;
    read_at(&newton, t, numbers);
    for (int k = 1; k < 5; k++) {
      product *= pow(fabs(t - ends[k]), 3);
    }
    const double remainder = pow(3, 12) / 479001600.0 * product;
    for (int i = 0; i < SIZE; i++) {
      const Point c = point_at(i, t);
      const double allowed = (i == 2 ? remainder : 0) + 1e-13;
      assert_true(fabs(numbers[i] - c.value) <= allowed);
      assert_true(fabs(numbers[SIZE + i] - c.rate) <= (i == 2 ? 1e-7 : 1e-11));
      assert_memory_equal(&numbers[SIZE + i], &numbers[2 * SIZE + i], sizeof(double));
      assert_true(fabs(numbers[3 * SIZE + i] - c.bend) <= (i == 2 ? 1e-5 : 1e-9));
    }
  }
  arena_close(&arena);
}

static void test_lanes(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  Newton newton;
  arena_open(&arena, &allocator);
  open(&newton, &arena, 4);
  assert_true(newton_fix(&newton));
  for (int lanes = 4; lanes <= batch_lanes(); lanes *= 2) {
#ifdef MBS_HAVE_LANES
    const RungeKuttaRows *ways = lanes == 8 ? &runge_kutta_rows_lanes8 : &runge_kutta_rows_lanes4;
    double t[BATCH_ROWS] = {0}, *to = batch_numbers(NUMBERS * lanes, &arena);
    for (int k = 0; k < lanes; k++) {
      t[k] = 0.11 + 0.01 * k;
    }
    const SchemeRows rows = {.t = t, .lanes = lanes, .first = 1, .count = lanes - 2, .to = to};
    ways->newton(&newton, &rows);
    for (int k = 0; k < lanes; k++) {
      double numbers[NUMBERS] = {0};
      if (k > 0 && k < lanes - 1) { // the others are nobody's
        read_at(&newton, t[k], numbers);
      }
      for (int i = 0; i < NUMBERS; i++) {
        assert_memory_equal(&numbers[i], &to[i * lanes + k], sizeof(double));
      }
    }
#endif
  }
  arena_close(&arena);
}

// Too few ends, or steps so different that round-off would be magnified.
static void test_refusals(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  Newton newton;
  arena_open(&arena, &allocator);
  open(&newton, &arena, 3);
  assert_false(newton_fix(&newton));
  add(&newton, ends[2] + 1e-4);
  assert_false(newton_fix(&newton));
  newton_forget(&newton);
  for (int k = 1; k < 5; k++) {
    assert_false(newton_fix(&newton));
    add(&newton, ends[k]);
  }
  assert_true(newton_fix(&newton));
  arena_close(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact), cmocka_unit_test(test_lanes),
                                     cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
