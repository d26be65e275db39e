// SPDX-License-Identifier: BSD-3-Clause
// test_math_bracket.c: roots of functions whose roots are known, smooth, flat, steep and broken:
// the bracket holds the root, closes down to its width, and takes few points on smooth functions.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math/bracket.h"

typedef struct Example {
  double (*f)(double x);
  double low, high, root;
  int most; // points
} Example;

static double straight(double x) {
  return 3 * x - 1;
}
static double sine(double x) {
  return sin(x) - 0.5;
}
static double logarithm(double x) {
  return log(x);
}
static double steep(double x) {
  return exp(40 * x) - exp(12.0);
}
static double flat(double x) {
  const double d = x - 0.3;
  return d * d * d * d * d * d * d;
}
static double jump(double x) {
  return x < 0.7 ? -1e-30 : 1e30;
}
static double pole(double x) {
  return 1 / (0.7 - x) > 0 ? -1 / (0.7 - x) : 1e300;
}
static double from_zero(double x) { // no value at the low end
  return x > 0.25 ? x - 0.25 : 0;
}

static const Example examples[] = {
    {straight, -3, 7, 1.0 / 3, 4},  {sine, 0, 1.5, 0.52359877559829887308, 10},
    {logarithm, 0.125, 1.5, 1, 10}, {steep, 0, 1, 0.3, 30},
    {flat, 0, 1, 0.3, 120},         {jump, 0, 1, 0.7, 120},
    {pole, 0, 1, 0.7, 120},         {from_zero, 0, 1, 0.25, 120},
};

static void test_roots(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
    const Example *one = &examples[k];
    Bracket bracket = {.low = one->low,
                       .at_low = one->f(one->low),
                       .high = one->high,
                       .at_high = one->f(one->high)};
    const double width = 2 * DBL_EPSILON;
    double at = 0;
    int points = 0;
    while (points < 1000 && bracket_next(&bracket, width, &at)) {
      assert_true(at > bracket.low && at < bracket.high);
      const double value = one->f(at);
      bracket_move(&bracket, at, value, value > 0);
      points++;
    }
    if (bracket.high - bracket.low > width || points > one->most ||
        !(one->f(bracket.low) <= 0 && one->f(bracket.high) > 0)) {
      fail_msg("example %d: %d points, from %.17g to %.17g", (int)k, points, bracket.low,
               bracket.high);
    }
    const bool smooth = one->f != flat; // whose values underflow near the root
    assert_true(!smooth || fabs(bracket.high - one->root) <= 4 * width);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_roots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
