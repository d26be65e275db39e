// SPDX-License-Identifier: BSD-3-Clause
// test_model_parameters.c: parameters in any order of dependency, cycles as chains, dimensions and
// ranges through parameters.
#include "unit/model_support.h"

static void any_order(void **state) {
  (void)state;
  // r = sqrt(a^2 + b^2) with a = 3 s, b = 4 s, s = 2: r = 10.
  static const char *const orders[] = {
      "{s: 2, a: 3*s, b: 4*s, r: sqrt(a^2 + b^2)}", "{r: sqrt(a^2 + b^2), a: 3*s, b: 4*s, s: 2}",
      "{b: 4*s, r: sqrt(a^2 + b^2), s: 2, a: 3*s}", "{a: 3*s, s: 2, r: sqrt(a^2 + b^2), b: 4*s}"};
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
    char text[512];
    (void)snprintf(text, sizeof text,
                   PLANAR
                   "parameters: %s\nbodies:\n  bar: {type: rigid, mass: r, inertia: 0.1}\n" HINGE,
                   orders[k]);
    Loaded loaded;
    loaded_open(&loaded, text, NULL, 0);
    const Model *model = loaded_model(&loaded);
    assert_int_equal(loaded.diag.count, 0);
    assert_value(model, model->bodies[1].first_number, 10); // also that each needs earlier ones
    loaded_close(&loaded);
  }
}

static void file_order_where_there_is_a_choice(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR "parameters: {c: 1, a: 2, b: a + c}\nbodies:\n  bar: {type: rigid, mass: b, "
                     "inertia: 0.1}\n" HINGE,
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  assert_string_equal(model->parameters[0].name, "c");
  assert_string_equal(model->parameters[1].name, "a");
  assert_string_equal(model->parameters[2].name, "b");
  loaded_close(&loaded);
}

static const DiagMessage *find(const Loaded *loaded, DiagCode code, int number) {
  for (int k = 0; k < loaded->diag.count; k++) {
    if (loaded->diag.messages[k].code == code && number-- == 0) {
      return &loaded->diag.messages[k];
    }
  }
  return NULL;
}

static void two_cycles_are_two_chains(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(
      &loaded,
      PLANAR
      "parameters:\n  a: b + 1\n  b: 2*a\n  x: y\n  y: sin(z)\n  z: x\n  tail: a\n" BAR HINGE,
      NULL, 0);
  assert_null(loaded.model);
  assert_int_equal(loaded.diag.error_count, 2);
  const DiagMessage *first = find(&loaded, DIAG_NAME_CYCLE, 0);
  const DiagMessage *second = find(&loaded, DIAG_NAME_CYCLE, 1);
  assert_non_null(first);
  assert_non_null(second);
  assert_non_null(strstr(first->text, "a -> b -> a"));
  assert_non_null(strstr(second->text, "x -> y -> z -> x"));
  assert_int_equal(first->related_count, 2);
  assert_int_equal(first->related[1].mark.line, 6);
  assert_int_equal(second->mark.line, 7);
  assert_int_equal(second->related_count, 3);
  loaded_close(&loaded);
}

static void dimensions_travel(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR "parameters: {mass: 2*other, other: base, base: 3 m}\nbodies:\n  bar: {type: "
                     "rigid, mass: base + 1, inertia: 0.1}\n" HINGE,
              NULL, 0);
  assert_null(loaded.model);
  assert_true(loaded_says(&loaded, DIAG_UNIT_DIMENSION, 0, 0));
  loaded_close(&loaded);
}

static void ranges_are_checked_with_the_value(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR "parameters: {a: b - 5, b: 2}\nbodies:\n  bar: {type: rigid, mass: 2*a, "
                     "inertia: 0.1}\n" HINGE,
              NULL, 0);
  assert_null(loaded.model);
  const DiagMessage *message = find(&loaded, DIAG_PHYSICS_MASS, 0);
  assert_non_null(message);
  assert_non_null(strstr(message->text, "found -6 kg"));
  loaded_close(&loaded);
}

static void a_parameter_is_no_element(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded, PLANAR "parameters: {a: 2*bar.x, b: t, c: [1], d: }\n" BAR HINGE, NULL, 0);
  assert_true(loaded_says(&loaded, DIAG_EXPR_DEPENDS, 4, 19));
  assert_true(loaded_says(&loaded, DIAG_EXPR_DEPENDS, 4, 29));
  assert_true(loaded_says(&loaded, DIAG_SCHEMA_SHAPE, 4, 35));
  assert_true(loaded_says(&loaded, DIAG_SCHEMA_EMPTY, 4, 40));
  assert_int_equal(loaded.diag.count, 4);
  loaded_close(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_order),
      cmocka_unit_test(file_order_where_there_is_a_choice),
      cmocka_unit_test(two_cycles_are_two_chains),
      cmocka_unit_test(dimensions_travel),
      cmocka_unit_test(ranges_are_checked_with_the_value),
      cmocka_unit_test(a_parameter_is_no_element),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
