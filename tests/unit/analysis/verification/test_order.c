// SPDX-License-Identifier: BSD-3-Clause
// Orders and Richardson's estimate of errors that are known: C h^p.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/verification/order.h"

static double error_of(double h, double order) {
  return 0.37 * pow(h, order);
}

static void test_between(void **state) {
  (void)state;
  static const double orders[] = {0.5, 1, 2, 2.5, 4, 8};
  static const double steps[][3] = {{0.4, 0.2, 0.1}, {0.5, 0.2, 0.15}, {1e-5, 1e-6, 1e-7}};
  for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++) {
    for (size_t j = 0; j < sizeof steps / sizeof steps[0]; j++) {
      const double *h = steps[j];
      const double d01 = error_of(h[0], orders[k]) - error_of(h[1], orders[k]);
      const double d12 = error_of(h[1], orders[k]) - error_of(h[2], orders[k]);
      assert_true(fabs(order_between(h[0], h[1], h[2], d01, d12) - orders[k]) < 1e-9);
    }
  }
}

static void test_no_order(void **state) {
  (void)state;
  assert_true(isnan(order_between(0.4, 0.2, 0.1, 1, 2)));    // grows
  assert_true(isnan(order_between(0.4, 0.2, 0.1, 1, 1)));    // stands
  assert_true(isnan(order_between(0.4, 0.2, 0.1, 1, 1e-9))); // 2^30
  assert_true(isnan(order_between(0.4, 0.2, 0.1, 0, 1)));
  assert_true(isnan(order_between(0.4, 0.2, 0.1, 1, 0)));
  assert_true(isnan(order_between(0.1, 0.2, 0.4, 1, 0.1)));
  assert_true(isnan(order_between(0.4, 0.2, 0.1, HUGE_VAL, 1)));
  assert_true(isnan(order_between(0.4, 0.2, 0.1, (double)NAN, 1)));
}

static void test_fit(void **state) {
  (void)state;
  const double h[] = {0.4, 0.2, 0.1, 0.05};
  double error[4];
  for (int k = 0; k < 4; k++) {
    error[k] = error_of(h[k], 3);
  }
  assert_true(fabs(order_fit(h, error, 4, 0) - 3) < 1e-12);
  error[2] = (double)NAN;
  error[3] = 1e-15; // round-off
  assert_true(fabs(order_fit(h, error, 4, 1e-12) - 3) < 1e-12);
  assert_true(isnan(order_fit(h, error, 1, 0)));
  const double same[] = {0.1, 0.1};
  assert_true(isnan(order_fit(same, error, 2, 0)));
}

static void test_visible_part(void **state) {
  (void)state;
  const double coarse = error_of(0.2, 2), fine = error_of(0.1, 2);
  const double part = order_visible_part(0.2, 0.1, 2);
  assert_true(fabs((coarse - fine) / part - coarse) < 1e-15);
  assert_true(fabs((coarse - fine) * (1 - part) / part - fine) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_between),
                                     cmocka_unit_test(test_no_order), cmocka_unit_test(test_fit),
                                     cmocka_unit_test(test_visible_part)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
