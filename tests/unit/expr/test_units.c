// SPDX-License-Identifier: BSD-3-Clause
// test_expr_units.c: numbers with units inside expressions, and the check of dimensions.
#include "unit/expr_support.h"

static const double pi = 3.14159265358979323846;

static void literals_become_si(void **state) {
  World *world = *state;
  const struct {
    const char *text;
    double value;
  } cases[] = {{"90 deg", pi / 2},
               {"-90 deg", -pi / 2},
               {"270 deg", 3 * pi / 2},
               {"20 mm", 0.02},
               {"9 mm", 0.009},
               {"7 cm", 0.07},
               {"3 in", 0.0762},
               {"9.81 m/s^2", 9.81},
               {"45 N*m/rad", 45},
               {"3000 rpm", 100 * pi},
               {"2 rev", 4 * pi},
               {"5 min", 300},
               {"293.15 K", 293.15},
               {"sin(30 deg)", sin(pi / 6)},
               {"2*(3 kN) + 5 N", 6005},
               {"1 km/h", 1000.0 / 3600},
               {"5 s^-1", 5},
               {"4 m^2/2", 2},
               {"9.81 m/s^2*2", 19.62},
               {"(3 m)^2", 9},
               {"1e3 g", 1},
               {"8 (N*m)/2", 4},
               {"8 (m)", 8}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world->scope.is_parameter = NULL; // no parameter has the name of a unit
    assert_near(world_value(world, cases[k].text), cases[k].value, 2.3e-16, cases[k].text);
    assert_true(world->program.constant);
  }
  // in these the decimal text in SI is met to the last bit
  assert_same(world_value(world, "9 mm"), 0.009, "9 mm");
  assert_same(world_value(world, "0.3 mm"), 0.0003, "0.3 mm");
  assert_same(world_value(world, "90 deg"), pi / 2, "90 deg");
}

// Where a unit ends, and what is a name again.
static void units_end_where_documented(void **state) {
  World *world = *state;
  assert_same(world_value(world, "30 N*sin(t)"), 30 * sin(WORLD_TIME), "30 N*sin(t)");
  assert_same(world_value(world, "30 N*min(t, 1)"), 30 * WORLD_TIME, "30 N*min(t, 1)");
  assert_same(world_value(world, "5 m*L"), 10, "5 m*L");
  assert_same(world_value(world, "5 m/L"), 2.5, "5 m/L");
  assert_same(world_value(world, "5 m*bar.x"), 7.5, "5 m*bar.x");
  assert_same(world_value(world, "2 m"), 2, "2 m");
  assert_same(world_value(world, "2*m"), 40, "2*m");
  assert_same(world_value(world, "2 m * m"), 40, "2 m * m");
  assert_same(world_value(world, "9.81 m/s^2"), 9.81, "9.81 m/s^2");
}

static void names_and_units_may_be_ambiguous(void **state) {
  World *world = *state;
  static const struct {
    const char *text;
    int column;
  } cases[] = {{"5 N*t", 5}, {"0.5 m/s*t", 9}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    if (world_compile(world, cases[k].text)) {
      fail_msg("\"%s\" is accepted", cases[k].text);
    }
    const DiagMessage *message = &world->diag.messages[0];
    assert_int_equal(world->diag.count, 1);
    assert_int_equal(message->code, DIAG_UNIT_AMBIGUOUS);
    assert_int_equal(message->mark.column, 10 + cases[k].column);
    assert_int_equal(message->mark.end_column, 11 + cases[k].column);
    assert_non_null(strstr(message->hint, " * t"));
  }
  // behind a number and a blank it is the unit, whatever parameters there are
  assert_same(world_value(world, "45 N*m/rad"), 45, "45 N*m/rad");
  assert_same(world_value(world, "1 kg/m^3"), 1, "1 kg/m^3");
  assert_same(world_value(world, "45 (N*m/rad)"), 45, "45 (N*m/rad)");
  assert_same(world_value(world, "(45 N)*m"), 900, "(45 N)*m");
  assert_same(world_value(world, "(0.5 m/s)*t"), 0.5 * WORLD_TIME, "(0.5 m/s)*t");
  // a bracket that is all names is a product with a forgotten sign
  assert_false(world_compile(world, "2 (m)"));
  assert_int_equal(world->diag.messages[0].code, DIAG_EXPR_SYNTAX);
}

typedef struct UnitFault {
  const char *text;
  DiagCode code;
  int column, end_column;
  const char *hint;
} UnitFault;

static void wrong_units_are_refused(void **state) {
  World *world = *state;
  world->scope.is_parameter = NULL;
  static const UnitFault cases[] = {
      {"3 furlong", DIAG_UNIT_UNKNOWN, 3, 10, "deg"},
      {"3 sec", DIAG_UNIT_UNKNOWN, 3, 6, "write s"},
      {"3 degrees", DIAG_UNIT_UNKNOWN, 3, 10, "deg"},
      {"3 kp", DIAG_UNIT_UNKNOWN, 3, 5, "write 3*9.80665 N"},
      {"1 mph", DIAG_UNIT_UNKNOWN, 3, 6, "write 0.44704 m/s"},
      {"2 kNm", DIAG_UNIT_UNKNOWN, 3, 6, "write kN*m"},
      {"2 slug", DIAG_UNIT_UNKNOWN, 3, 7, "write 2*14.593903 kg"},
      {"2.5 psi", DIAG_UNIT_UNKNOWN, 5, 8, "write 2.5*6894.757 Pa"},
      {"3 mNm", DIAG_UNIT_UNKNOWN, 3, 6, "write 3*1e-3 N*m, or 3*1e6 N*m"},
      {"2 N/mm2", DIAG_EXPR_NAME, 5, 8, "write mm^2"},
      {"1 e3", DIAG_UNIT_UNKNOWN, 3, 5, "1e3 without a blank"},
      {"1e", DIAG_EXPR_SYNTAX, 2, 3, "as in 1e3"},
      {"5 mod 3", DIAG_EXPR_SYNTAX, 3, 6, "mod(5, 3)"},
      {"q mod 3", DIAG_EXPR_SYNTAX, 3, 6, "mod(x, y)"},
      {"1 000", DIAG_VALUE_NUMBER, 3, 6, "without blanks"},
      {"1 500", DIAG_EXPR_SYNTAX, 3, 6, "without blanks"},
      {"30\xc2\xb0", DIAG_EXPR_SYNTAX, 3, 5, "write 30 deg"},
      {"3 Nm", DIAG_UNIT_UNKNOWN, 3, 5, "N*m"},
      {"3 rmp", DIAG_UNIT_UNKNOWN, 3, 6, "\"rpm\""},
      {"2 q", DIAG_UNIT_UNKNOWN, 3, 4, "2*q"},
      {"2 pi", DIAG_EXPR_SYNTAX, 3, 5, "2*pi"},
      {"2 sin(t)", DIAG_EXPR_SYNTAX, 3, 6, "2*sin"},
      {"2 min(1, t)", DIAG_EXPR_SYNTAX, 3, 6, "2*min"},
      {"2 bar.x", DIAG_EXPR_SYNTAX, 3, 8, "2*bar.x"},
      {"9.81m", DIAG_EXPR_SYNTAX, 5, 6, "9.81 m"},
      {"20  mm", DIAG_EXPR_SYNTAX, 5, 7, "20 mm"},
      {"20\tmm", DIAG_EXPR_SYNTAX, 4, 6, "20 mm"},
      {"45 N *rad", DIAG_EXPR_NAME, 7, 10, "no blanks"},
      {"45 N m", DIAG_EXPR_SYNTAX, 6, 7, "45 N*m"},
      {"(1 + 2) m", DIAG_EXPR_SYNTAX, 9, 10, "(1 m)"},
      {"5 m^2^2", DIAG_EXPR_SYNTAX, 6, 7, "(5 m^2)^"},
      {"5 m^t", DIAG_EXPR_SYNTAX, 4, 5, "(5 m)^"},
      {"5 m^0.5", DIAG_UNIT_UNKNOWN, 3, 8, "whole"},
      {"5 m^10", DIAG_UNIT_UNKNOWN, 3, 7, "whole"},
      {"1e308 km", DIAG_VALUE_LARGE, 1, 9, NULL},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const UnitFault *fault = &cases[k];
    if (world_compile(world, fault->text)) {
      fail_msg("\"%s\" is accepted", fault->text);
    }
    const DiagMessage *message = &world->diag.messages[0];
    if (world->diag.count != 1 || message->code != fault->code ||
        message->mark.column != 10 + fault->column ||
        message->mark.end_column != 10 + fault->end_column) {
      fail_msg("\"%s\": %s at %d-%d: %s", fault->text, diag_code_name(message->code),
               message->mark.column - 10, message->mark.end_column - 10, message->text);
    }
    if (fault->hint != NULL && (message->hint == NULL || !strstr(message->hint, fault->hint))) {
      fail_msg("\"%s\": hint %s", fault->text, message->hint);
    }
  }
}

static void too_small_numbers_are_warned_of(void **state) {
  World *world = *state;
  assert_false(world_compile(world, "q + 1e-400"));
  assert_int_equal(world->diag.messages[0].code, DIAG_VALUE_LARGE);
  assert_same(world_value(world, "q + 1e-320"), 0.7, "q + 1e-320");
  assert_int_equal(world->diag.error_count, 0);
  assert_int_equal(world->diag.warning_count, 1);
  assert_int_equal(world->diag.messages[0].code, DIAG_VALUE_SMALL);
  assert_int_equal(world->diag.messages[0].mark.column, 15);
}

// ---- dimensions ----

static void dimensions_are_followed(void **state) {
  World *world = *state;
  world->scope.is_parameter = NULL;
  static const struct {
    const char *text, *dimension;
  } cases[] = {{"3", "unknown"},
               {"pi", "unknown"},
               {"3 m", "m"},
               {"-3 m", "m"},
               {"2*(3 m)", "unknown"},
               {"(2 N)*(3 m)", "N m"},
               {"(6 N)/(3 m)", "N/m"},
               {"3 m + 2", "m"},
               {"2 + bar.x", "m"},
               {"k*bar.x", "N"},
               {"bar.x^2", "m^2"},
               {"bar.x^-1", "1/m"},
               {"bar.x^q", "unknown"},
               {"bar.x^1.5", "unknown"},
               {"(bar.x^2)^0.5", "m"},
               {"sqrt(4 m^2)", "m"},
               {"sqrt(4 m)", "unknown"},
               {"bar.x/bar.vx", "s"},
               {"atan2(bar.x, 2 m)", "1"},
               {"sin(30 deg)", "1"},
               {"hypot(bar.x, 3)", "m"},
               {"max(2, bar.x)", "m"},
               {"abs(bar.x)", "m"},
               {"sign(bar.x)", "1"},
               {"mod(bar.x, 2 m)", "m"},
               {"bar.x < 3 m", "1"},
               {"if(bar.x < 3 m, 1 N, 2)", "N"},
               {"step(bar.x, 0, 1 N, 2 m, 3 N)", "N"},
               {"step(t, 0 s, 0, 2 s, 3 deg)", "1"},
               {"t", "unknown"},
               {"t^2", "unknown"},
               {"t - 2 s", "s"},
               {"(t - 2 s)*(3 m/s)", "m"},
               {"(3 N)*t", "kg m/s"},
               {"3 rpm", "1/s"},
               {"sin(q)", "unknown"},
               {"sin(2*pi*t)", "unknown"},
               {"30 N*sin(2*pi*t)", "N"},
               {"exp(-t/2)*bar.x", "m"},
               {"t - sin(t)", "unknown"},
               {"bar.x - sin(t)", "m"},
               {"t + (t < 2)", "unknown"},
               {"bar.x*(t < 2)", "m"},
               {"atan2(q, w)", "unknown"},
               {"sign(q)*(3 N)", "N"}};
  char text[64];
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    dimension_text(world->program.dimension, text, sizeof text);
    if (strcmp(text, cases[k].dimension) != 0) {
      fail_msg("\"%s\" is %s", cases[k].text, text);
    }
  }
}

typedef struct DimensionFault {
  const char *text;
  int column;
  const char *expected, *found;
} DimensionFault;

static void mixtures_are_refused(void **state) {
  World *world = *state;
  world->scope.is_parameter = NULL;
  static const DimensionFault cases[] = {
      {"3 m + 2 s", 7, "m", "s"},
      {"3 m - bar.vx", 7, "m", "m/s"},
      {"bar.x < 2 s", 9, "m", "s"},
      {"t < 2 m", 5, "s", "m"},
      {"bar.x == 1 + t", 10, "m", "s"},
      {"sin(3 m)", 5, "1", "m"},
      {"exp(bar.x)", 5, "1", "m"},
      {"sin(t - 2 s)", 5, "1", "s"},
      {"atan2(bar.x, bar.vx)", 14, "m", "m/s"},
      {"min(1 m, 2 s)", 10, "m", "s"},
      {"mod(bar.x, 1 rad)", 12, "m", "1"},
      {"hypot(1 m, 1 m^2)", 12, "m", "m^2"},
      {"if(3 m, 1, 2)", 4, "1", "m"},
      {"if(t < 1, 1 N, 2 m)", 16, "N", "m"},
      {"step(t, 0, 0, 1 m, 1)", 15, "s", "m"},
      {"step(bar.x, 0, 0 N, 1, 1 m)", 24, "N", "m"},
      {"2^(3 m)", 3, "1", "m"},
      {"bar.x and t < 1", 1, "1", "m"},
      {"not bar.x", 5, "1", "m"},
      {"floor(3.5 m)", 7, "1", "m"},
      {"bar.x - sin(30 deg)", 9, "m", "1"},
      {"bar.x - t^2", 9, "m", "s^2"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const DimensionFault *fault = &cases[k];
    if (world_compile(world, fault->text)) {
      fail_msg("\"%s\" is accepted", fault->text);
    }
    const DiagMessage *message = &world->diag.messages[0];
    char said[64];
    snprintf(said, sizeof said, "expected %s, found %s", fault->expected, fault->found);
    if (world->diag.count != 1 || message->code != DIAG_UNIT_DIMENSION ||
        message->mark.column != 10 + fault->column || !strstr(message->text, said)) {
      fail_msg("\"%s\": %s at %d: %s", fault->text, diag_code_name(message->code),
               message->mark.column - 10, message->text);
    }
  }
}

static void the_field_has_a_dimension(void **state) {
  World *world = *state;
  world->scope.is_parameter = NULL;
  world->scope.dimension = dimension_make(0, 1, -2);
  world->scope.what = "the stiffness of force \"spring\"";
  assert_true(world_compile(world, "45"));
  assert_true(world_compile(world, "45 N/m"));
  assert_true(world_compile(world, "2*q"));
  assert_true(world_compile(world, "30*t"));
  assert_true(world_compile(world, "t"));
  assert_true(world_compile(world, "sin(2*pi*t)"));
  assert_false(world_compile(world, "sin(30 deg)"));
  assert_false(world_compile(world, "30 N*sin(2*pi*t)"));
  assert_false(world_compile(world, "45 N"));
  const DiagMessage *message = &world->diag.messages[0];
  assert_int_equal(message->code, DIAG_UNIT_DIMENSION);
  assert_string_equal(message->text, "the stiffness of force \"spring\": expected N/m, found N");
  assert_int_equal(message->mark.column, 11);
  assert_int_equal(message->mark.end_column, 15);
  world->scope.dimension = dimension_make(0, 0, 0);
  assert_true(world_compile(world, "3*pi/2"));
  assert_true(world_compile(world, "90 deg"));
  assert_true(world_compile(world, "sin(t)"));
  assert_false(world_compile(world, "bar.x"));
}

static void dependence_is_limited(void **state) {
  World *world = *state;
  world->scope.what = "the mass of body \"bar\"";
  world->scope.time_allowed = false;
  world->scope.state_allowed = false;
  assert_true(world_compile(world, "2*m + L"));
  assert_false(world_compile(world, "2*t"));
  assert_int_equal(world->diag.messages[0].code, DIAG_EXPR_DEPENDS);
  assert_int_equal(world->diag.messages[0].mark.column, 13);
  assert_string_equal(
      world->diag.messages[0].text,
      "the mass of body \"bar\" may depend on parameters only, not on the time \"t\"");
  assert_false(world_compile(world, "m*bar.x"));
  assert_int_equal(world->diag.messages[0].code, DIAG_EXPR_DEPENDS);
  assert_int_equal(world->diag.messages[0].mark.column, 13);
  assert_int_equal(world->diag.messages[0].mark.end_column, 18);
  world->scope.time_allowed = true;
  assert_true(world_compile(world, "2*t"));
  assert_false(world_compile(world, "t*q"));
  assert_non_null(strstr(world->diag.messages[0].text, "parameters and the time, not on"));
  world->scope.state_allowed = true;
  assert_true(world_compile(world, "t*q"));
  assert_true(world->program.uses_time && world->program.uses_state);
  assert_false(world->program.uses_parameters);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      WORLD_TEST(literals_become_si),
      WORLD_TEST(units_end_where_documented),
      WORLD_TEST(names_and_units_may_be_ambiguous),
      WORLD_TEST(wrong_units_are_refused),
      WORLD_TEST(too_small_numbers_are_warned_of),
      WORLD_TEST(dimensions_are_followed),
      WORLD_TEST(mixtures_are_refused),
      WORLD_TEST(the_field_has_a_dimension),
      WORLD_TEST(dependence_is_limited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
