// SPDX-License-Identifier: BSD-3-Clause
// Motions made by hand: common times, differences, scales, and what is allowed.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/verification/comparison.h"

enum { ROWS = 4, COLUMNS = 4 };

static const Channel channels[COLUMNS] = {{.name = "t", .unit = "s"},
                                          {.name = "x", .unit = "m"},
                                          {.name = "y", .unit = "m"},
                                          {.name = "force", .unit = "N"}};

static const double base[ROWS * COLUMNS] = {0, 1,  0.1, 50, 1, 2, 0.2, 60,
                                            2, -3, 0.1, 70, 3, 1, 0,   -80};

typedef struct Desk {
  Allocator allocator;
  Arena arena;
  double a[ROWS * COLUMNS], b[ROWS * COLUMNS], finer[ROWS * COLUMNS];
  Side side_a, side_b;
  Allowance allowance;
} Desk;

static Trajectory motion_with(const double *rows) {
  return (Trajectory){
      .channels = channels, .channel_count = COLUMNS, .rows = rows, .row_count = ROWS};
}

static int set_up(void **state) {
  static Desk desk;
  desk = (Desk){.allowance = {.absolute = -1, .relative = -1}};
  arena_open(&desk.arena, &desk.allocator);
  memcpy(desk.a, base, sizeof base);
  memcpy(desk.b, base, sizeof base);
  memcpy(desk.finer, base, sizeof base);
  desk.side_a = (Side){.label = "a", .motion = motion_with(desk.a), .factor = 1};
  desk.side_b = (Side){.label = "b", .motion = motion_with(desk.b), .factor = 1};
  *state = &desk;
  return 0;
}

static int tear_down(void **state) {
  Desk *desk = *state;
  arena_close(&desk->arena);
  return 0;
}

static Comparison compare(Desk *desk, const char *const *wanted, int count) {
  Comparison comparison;
  assert_true(comparison_of(&desk->side_a, &desk->side_b, &desk->allowance, wanted, count,
                            &comparison, &desk->arena));
  return comparison;
}

static void test_equal(void **state) {
  const Comparison it = compare(*state, NULL, 0);
  assert_true(it.same);
  assert_int_equal(it.channel_count, 3);
  assert_int_equal(it.rows, ROWS);
  assert_true(it.channels[0].difference.largest == 0 && it.channels[0].scale == 5);
  assert_true(fabs(it.channels[1].scale - 0.5) < 1e-15); // a tenth of the unit's largest span
  assert_true(it.channels[2].scale == 150 && isnan(it.channels[2].estimate));
  assert_true(it.channels[2].limit == 150 * 1e-6);
}

static void test_difference(void **state) {
  Desk *desk = *state;
  desk->b[2 * COLUMNS + 1] += 1e-3;
  desk->b[3 * COLUMNS + 1] -= 2e-3;
  const Comparison it = compare(desk, NULL, 0);
  assert_false(it.same);
  assert_false(it.channels[0].same);
  assert_true(it.channels[1].same && it.channels[2].same);
  assert_true(fabs(it.channels[0].difference.largest - 2e-3) < 1e-15);
  assert_true(it.channels[0].difference.t == 3);
  assert_true(fabs(it.channels[0].difference.rms - sqrt(5e-6 / 4)) < 1e-12);
}

static void test_allowances(void **state) {
  Desk *desk = *state;
  desk->b[1] += 1e-3;
  desk->allowance.absolute = 2e-3;
  assert_true(compare(desk, NULL, 0).same);
  desk->allowance.absolute = 0.5e-3;
  assert_false(compare(desk, NULL, 0).same);
  desk->allowance.relative = 1e-3; // of 5 m
  assert_true(compare(desk, NULL, 0).same);
  desk->allowance = (Allowance){.absolute = -1, .relative = 1e-4};
  assert_false(compare(desk, NULL, 0).same);
}

// Three times the estimate, but no more than 1e-6 of the scale where the error is controlled.
static void test_estimates(void **state) {
  Desk *desk = *state;
  desk->side_a.finer = motion_with(desk->finer);
  desk->finer[2 * COLUMNS + 2] += 1e-7; // of y; it speaks for x
  desk->b[1] += 2.9e-7;
  Comparison it = compare(desk, NULL, 0);
  assert_true(it.same);
  assert_true(fabs(it.channels[0].limit - 3e-7) < 1e-13);
  desk->b[1] += 0.2e-7;
  assert_false(compare(desk, NULL, 0).same);
  desk->finer[2 * COLUMNS + 2] += 1;
  it = compare(desk, NULL, 0);
  assert_true(it.channels[0].limit == 5 * 1e-6);
  desk->side_b.fixed_step = true;
  it = compare(desk, NULL, 0);
  assert_true(it.channels[0].limit > 2.9);
}

static void test_values_that_are_missing(void **state) {
  Desk *desk = *state;
  desk->a[COLUMNS + 3] = (double)NAN;
  desk->b[COLUMNS + 3] = (double)NAN;
  const Comparison both = compare(desk, NULL, 0);
  assert_true(both.same);
  assert_int_equal(both.channels[2].difference.rows, ROWS - 1);
  desk->b[COLUMNS + 3] = 60;
  const Comparison one = compare(desk, NULL, 0);
  assert_false(one.same);
  assert_true(isinf(one.channels[2].difference.largest));
}

static void test_times(void **state) {
  Desk *desk = *state;
  desk->b[COLUMNS] = 1.5;
  desk->b[2 * COLUMNS] = 2 + 1e-12;
  const Comparison it = compare(desk, NULL, 0);
  assert_int_equal(it.rows, 3);
  for (int k = 0; k < ROWS; k++) {
    desk->b[k * COLUMNS] = 0.25 + k;
  }
  assert_int_equal(compare(desk, NULL, 0).rows, 0);
}

static void test_names(void **state) {
  Desk *desk = *state;
  static const Channel others[COLUMNS] = {{.name = "t", .unit = "s"},
                                          {.name = "y", .unit = ""},
                                          {.name = "z", .unit = ""},
                                          {.name = "x", .unit = ""}};
  desk->side_b.motion.channels = others;
  const Comparison it = compare(desk, NULL, 0);
  assert_int_equal(it.channel_count, 2);
  assert_int_equal(it.only_a_count, 1);
  assert_string_equal(it.only_a[0], "force");
  assert_int_equal(it.only_b_count, 1);
  assert_string_equal(it.only_b[0], "z");
  const char *const wanted[] = {"y"};
  const Comparison one = compare(desk, wanted, 1);
  assert_int_equal(one.channel_count, 1);
  assert_int_equal(one.only_a_count + one.only_b_count, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_equal, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_difference, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_allowances, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_estimates, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_values_that_are_missing, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_times, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_names, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
