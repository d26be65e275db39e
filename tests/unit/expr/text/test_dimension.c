// SPDX-License-Identifier: BSD-3-Clause
// test_expr_dimension.c: units against their definitions, dimensions as exponents.
#include "unit/expr_support.h"

typedef struct UnitCase {
  const char *text;
  double factor;
  int length, mass, time, temperature;
} UnitCase;

// Definitions: the metre, kilogram and second themselves; inch 25.4 mm, foot 12 inches, pound
// 0.45359237 kg (1959), pound-force = pound times 9.80665 m/s^2.
static const UnitCase cases[] = {
    {"m", 1, 1, 0, 0, 0},
    {"mm", 1e-3, 1, 0, 0, 0},
    {"cm", 1e-2, 1, 0, 0, 0},
    {"km", 1e3, 1, 0, 0, 0},
    {"in", 25.4e-3, 1, 0, 0, 0},
    {"ft", 12 * 25.4e-3, 1, 0, 0, 0},
    {"kg", 1, 0, 1, 0, 0},
    {"g", 1e-3, 0, 1, 0, 0},
    {"t", 1e3, 0, 1, 0, 0},
    {"lb", 0.45359237, 0, 1, 0, 0},
    {"s", 1, 0, 0, 1, 0},
    {"ms", 1e-3, 0, 0, 1, 0},
    {"min", 60, 0, 0, 1, 0},
    {"h", 3600, 0, 0, 1, 0},
    {"rad", 1, 0, 0, 0, 0},
    {"deg", 3.14159265358979323846 / 180, 0, 0, 0, 0},
    {"rev", 2 * 3.14159265358979323846, 0, 0, 0, 0},
    {"rpm", 2 * 3.14159265358979323846 / 60, 0, 0, -1, 0},
    {"Hz", 1, 0, 0, -1, 0},
    {"N", 1, 1, 1, -2, 0},
    {"kN", 1e3, 1, 1, -2, 0},
    {"lbf", 0.45359237 * 9.80665, 1, 1, -2, 0},
    {"J", 1, 2, 1, -2, 0},
    {"W", 1, 2, 1, -3, 0},
    {"Pa", 1, -1, 1, -2, 0},
    {"kPa", 1e3, -1, 1, -2, 0},
    {"MPa", 1e6, -1, 1, -2, 0},
    {"GPa", 1e9, -1, 1, -2, 0},
    {"K", 1, 0, 0, 0, 1},
    {"N*m/rad", 1, 2, 1, -2, 0},
    {"m/s^2", 1, 1, 0, -2, 0},
    {"m/s/s", 1, 1, 0, -2, 0},
    {"kg*m^2", 1, 2, 1, 0, 0},
    {"mm^2", 1e-6, 2, 0, 0, 0},
    {"s^-1", 1, 0, 0, -1, 0},
    {"N/mm^2", 1e6, -1, 1, -2, 0},
    {"km/h", 1000.0 / 3600, 1, 0, -1, 0},
    {"W/m^2*K^-1", 1, 0, 1, -3, -1},
};

static void units_have_their_defined_values(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const UnitCase *one = &cases[k];
    double factor = 0;
    Dimension dimension;
    int bad = 0;
    int bad_end = 0;
    if (!dimension_parse_units(one->text, (int)strlen(one->text), &factor, &dimension, &bad,
                               &bad_end)) {
      fail_msg("\"%s\" is not read", one->text);
    }
    assert_near(factor / one->factor, 1, 2.3e-16, one->text);
    assert_true(dimension.known);
    if (dimension.length != one->length || dimension.mass != one->mass ||
        dimension.time != one->time || dimension.temperature != one->temperature) {
      fail_msg("\"%s\" has the wrong dimension", one->text);
    }
  }
}

// Every name that hints offer can be read, and the list above is complete.
static void all_names_are_units(void **state) {
  (void)state;
  const char *const *names = NULL;
  const int count = dimension_unit_names(&names);
  assert_int_equal(count, 29);
  for (int k = 0; k < count; k++) {
    assert_true(dimension_is_unit(names[k], (int)strlen(names[k])));
    bool listed = false;
    for (size_t j = 0; j < sizeof cases / sizeof cases[0]; j++) {
      listed = listed || strcmp(cases[j].text, names[k]) == 0;
    }
    assert_true(listed);
  }
}

static void faults_are_located(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int bad, bad_end;
  } faults[] = {{"furlong", 0, 7}, {"N*furlong/s", 2, 9}, {"N*", 2, 2},      {"", 0, 0},
                {"m^", 0, 2},      {"m^x", 0, 3},         {"N*m^0.5", 2, 7}, {"m^12", 0, 4},
                {"N m", 0, 3},     {"*m", 0, 0},          {"M", 0, 1},       {"m//s", 2, 2},
                {"NM", 0, 2},      {"1/s", 0, 1}};
  for (size_t k = 0; k < sizeof faults / sizeof faults[0]; k++) {
    double factor = -1;
    Dimension dimension;
    int bad = -1;
    int bad_end = -1;
    if (dimension_parse_units(faults[k].text, (int)strlen(faults[k].text), &factor, &dimension,
                              &bad, &bad_end)) {
      fail_msg("\"%s\" is accepted", faults[k].text);
    }
    if (bad != faults[k].bad || bad_end != faults[k].bad_end) {
      fail_msg("\"%s\": fault at %d to %d", faults[k].text, bad, bad_end);
    }
    assert_true(factor == -1);
  }
}

// Units as they are told, blanks for products: what dimension_text writes, and names of quantities.
static void told_units_are_read(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double factor;
    Dimension dimension;
  } units[] = {{"1", 1, {true, 0, 0, 0, 0}},
               {"N m", 1, {true, 2, 1, -2, 0}},
               {"kg m^2/s", 1, {true, 2, 1, -1, 0}},
               {"1/s", 1, {true, 0, 0, -1, 0}},
               {"1/(m s)", 1, {true, -1, 0, -1, 0}},
               {"kg/(m s)", 1, {true, -1, 1, -1, 0}},
               {"N m s/rad", 1, {true, 2, 1, -1, 0}},
               {"N*mm", 1e-3, {true, 2, 1, -2, 0}},
               {"1/min", 1 / 60.0, {true, 0, 0, -1, 0}}};
  for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
    double over = 0, under = 0;
    Dimension dimension;
    if (!dimension_read_told(units[k].text, &over, &under, &dimension) ||
        !dimension_equal(dimension, units[k].dimension) || over / under != units[k].factor) {
      fail_msg("\"%s\" is %g/%g", units[k].text, over, under);
    }
  }
  for (int length = -3; length <= 3; length++) { // whatever dimension_text writes comes back
    for (int mass = -2; mass <= 2; mass++) {
      for (int time = -4; time <= 4; time++) {
        const Dimension wanted = dimension_make(length, mass, time);
        char text[64];
        double over = 0, under = 0;
        Dimension dimension;
        dimension_text(wanted, text, (int)sizeof text);
        if (!dimension_read_told(text, &over, &under, &dimension) ||
            !dimension_equal(dimension, wanted) || over != under) {
          fail_msg("\"%s\" does not come back", text);
        }
      }
    }
  }
  static const char *const bad[] = {
      "", "unknown", "furlong", "2/s",
      "N m m m m m m m m m m m m m m m m m m m m m m m m m m m m m m m m m"};
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    double over = 0, under = 0;
    Dimension dimension;
    assert_false(dimension_read_told(bad[k], &over, &under, &dimension));
  }
}

static void dimensions_multiply(void **state) {
  (void)state;
  const Dimension newton = dimension_make(1, 1, -2);
  const Dimension metre = dimension_make(1, 0, 0);
  assert_true(dimension_equal(dimension_times(newton, metre), dimension_make(2, 1, -2)));
  assert_true(dimension_equal(dimension_over(newton, metre), dimension_make(0, 1, -2)));
  assert_true(dimension_equal(dimension_power(metre, -3), dimension_make(-3, 0, 0)));
  assert_false(dimension_equal(newton, metre));
  assert_true(dimension_equal(newton, dimension_unknown()));
  assert_true(dimension_equal(dimension_unknown(), newton));
  assert_false(dimension_times(newton, dimension_unknown()).known);
  assert_false(dimension_over(dimension_unknown(), newton).known);
}

// Exponents beyond a signed char are unknown, never wrapped.
static void large_exponents_become_unknown(void **state) {
  (void)state;
  Dimension product = dimension_make(100, 0, 0);
  product = dimension_times(product, product);
  assert_false(product.known);
  assert_false(dimension_power(dimension_make(2, 0, 0), 100).known);
  assert_false(dimension_power(dimension_make(2, 0, 0), 2000000000).known);
  assert_true(dimension_power(dimension_make(1, 0, 0), 100).known);
  assert_true(
      dimension_equal(dimension_power(dimension_make(2, 0, -4), 1.5), dimension_make(3, 0, -6)));
  assert_true(
      dimension_equal(dimension_power(dimension_make(3, 0, 0), 1.0 / 3), dimension_make(1, 0, 0)));
  assert_true(dimension_power(dimension_make(3, 0, 0), 1.0 / 3).known);
  assert_false(dimension_power(dimension_make(1, 0, 0), 1.5).known);
  assert_true(dimension_power(dimension_make(0, 0, 0), 1.3).known); // a number stays one
}

static void dimensions_have_names(void **state) {
  (void)state;
  static const struct {
    int length, mass, time;
    const char *name;
  } names[] = {{0, 0, 0, "1"},
               {1, 1, -2, "N"},
               {2, 1, -2, "N m"},
               {0, 1, -2, "N/m"},
               {0, 1, -1, "N s/m"},
               {2, 1, -1, "N m s"},
               {2, 1, -3, "W"},
               {-1, 1, -2, "Pa"},
               {1, 0, 0, "m"},
               {0, 1, 0, "kg"},
               {0, 0, 1, "s"},
               {2, 1, 0, "kg m^2"},
               {1, 0, -2, "m/s^2"},
               {0, 0, -1, "1/s"},
               {1, 1, -1, "kg m/s"},
               {-3, 1, 0, "kg/m^3"},
               {-2, 1, -2, "kg/(m^2 s^2)"}};
  char text[64];
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    dimension_text(dimension_make(names[k].length, names[k].mass, names[k].time), text,
                   sizeof text);
    assert_string_equal(text, names[k].name);
  }
  dimension_text(dimension_unknown(), text, sizeof text);
  assert_string_equal(text, "unknown");
  dimension_text((Dimension){.known = true, .temperature = 1}, text, sizeof text);
  assert_string_equal(text, "K");
  char small[4];
  dimension_text(dimension_make(-2, 1, -2), small, sizeof small);
  assert_string_equal(small, "kg/");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(units_have_their_defined_values),
      cmocka_unit_test(all_names_are_units),
      cmocka_unit_test(faults_are_located),
      cmocka_unit_test(told_units_are_read),
      cmocka_unit_test(dimensions_multiply),
      cmocka_unit_test(large_exponents_become_unknown),
      cmocka_unit_test(dimensions_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
