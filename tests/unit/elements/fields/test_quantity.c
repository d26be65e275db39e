// SPDX-License-Identifier: BSD-3-Clause
// test_spec_quantity.c: the unit of every quantity, read as a unit, has the quantity's dimension.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "elements/fields/quantity.h"

static void units_have_the_dimensions(void **state) {
  (void)state;
  int read = 0;
  for (int k = 0; k < QUANTITY_COUNT; k++) {
    char unit[32];
    const Quantity quantity = (Quantity)k;
    assert_true(strlen(quantity_unit(quantity)) < sizeof unit);
    memcpy(unit, quantity_unit(quantity), strlen(quantity_unit(quantity)) + 1);
    for (char *blank = strchr(unit, ' '); blank != NULL; blank = strchr(unit, ' ')) {
      *blank = '*';
    }
    double factor = 0;
    Dimension dimension = dimension_unknown();
    int bad = 0;
    int bad_end = 0;
    if (unit[0] == '\0' || unit[0] == '1') {
      continue; // any quantity, a pure number, 1/s
    }
    assert_true(
        dimension_parse_units(unit, (int)strlen(unit), &factor, &dimension, &bad, &bad_end));
    assert_true(factor == 1);
    assert_true(dimension.known);
    assert_true(dimension_equal(dimension, quantity_dimension(quantity)));
    read++;
  }
  assert_true(read >= 18);
}

static void any_quantity_is_unknown(void **state) {
  (void)state;
  assert_false(quantity_dimension(QUANTITY_ANY).known);
  assert_true(quantity_dimension(QUANTITY_RATIO).known);
  assert_true(dimension_equal(quantity_dimension(QUANTITY_FREQUENCY),
                              quantity_dimension(QUANTITY_ANGULAR_VELOCITY)));
  assert_string_equal(quantity_unit(QUANTITY_INERTIA), "kg m^2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(units_have_the_dimensions),
      cmocka_unit_test(any_quantity_is_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
