// SPDX-License-Identifier: BSD-3-Clause
// test_model_repeat.c: families become the elements that somebody would have typed.
#include "unit/model_support.h"

#define FAMILY                                                                                     \
  PLANAR "parameters: {N: 3, L: 2}\nbodies:\n  rod_(i): {repeat: {index: i, from: 1, to: N}, "     \
         "type: rigid, mass: 2*i, inertia: 1, initial: {position: [(i-1/2)*L, -i^2]}, markers: "   \
         "{hole_(k): {repeat: {index: k, from: 0, to: i}, position: [k*L, i]}}}\n"

static void a_family(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded, FAMILY, NULL, 0);
  const Model *model = loaded_model(&loaded);
  assert_int_equal(model->body_count, 4);
  for (int i = 1; i <= 3; i++) {
    const Body *body = &model->bodies[i];
    char name[16];
    (void)snprintf(name, sizeof name, "rod_%d", i);
    assert_string_equal(body->name, name);
    assert_value(model, body->first_number, 2 * i);
    assert_value(model, body->position, (i - 0.5) * 2);
    assert_value(model, body->position + 1, -i * i);
  }
  // ground, three bodies, and markers 0 ... i of each
  assert_int_equal(model->marker_count, 4 + 2 + 3 + 4);
  assert_string_equal(model->markers[12].name, "rod_3.hole_3");
  assert_value(model, model->markers[12].position, 6);
  assert_value(model, model->markers[12].position + 1, 3);
  assert_true(model->parameters[0].structural);
  assert_false(model->parameters[1].structural);
  loaded_close(&loaded);
}

static void two_indices_and_steps(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR BAR
              "outputs:\n"
              "  a_(i)_(j)_b: {repeat: [{index: i, from: 2, to: 0, step: -2}, {index: j, from: i, "
              "to: i+1}], value: i*10 + j + bar.x}\n"
              "  c_(2*2): bar.y\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  static const char *const names[] = {"a_2_2_b", "a_2_3_b", "a_0_0_b", "a_0_1_b", "c_4"};
  assert_int_equal(model->output_count, 5);
  for (int k = 0; k < 5; k++) {
    assert_string_equal(model->outputs[k].name, names[k]);
  }
  loaded_close(&loaded);
}

// A negative index goes into brackets, units are no names, and so is a dotted name's part.
static void what_is_a_name(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR BAR
              "outputs:\n"
              "  y_(i+2): {repeat: {index: i, from: -2, to: -1}, value: bar.x*0 + 2^i + 3 mm*0}\n"
              "  z_(x): {repeat: {index: x, from: 7, to: 7}, value: bar.x + x}\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  const Program *program = &model->numbers[model->outputs[0].number].program;
  assert_string_equal(program->text.text, "bar.x*0 + 2^(-2) + 3 mm*0");
  program = &model->numbers[model->outputs[2].number].program;
  assert_string_equal(program->text.text, "bar.x + 7");
  assert_int_equal(program->input_count, 1);
  loaded_close(&loaded);
}

static void overrides(void **state) {
  (void)state;
  Loaded loaded;
  const char *const sets[] = {"bodies.rod_2.mass=7", "N=2", "bodies.rod_(i).inertia=i"};
  loaded_open(&loaded, FAMILY, sets, 3);
  const Model *model = loaded_model(&loaded);
  assert_int_equal(model->body_count, 3);
  assert_value(model, model->bodies[2].first_number, 7);
  assert_value(model, model->bodies[1].first_number, 2);
  loaded_close(&loaded);
  const char *const wrong[] = {"bodies.rod_4.mass=7"};
  loaded_open(&loaded, FAMILY, wrong, 1);
  assert_null(loaded.model);
  assert_true(loaded_says(&loaded, DIAG_SET_PATH, 1, 8));
  loaded_close(&loaded);
}

// One message for all members, at the place in the file, with the first index at fault.
static void messages(void **state) {
  (void)state;
  Loaded loaded;
  const char *const sets[] = {"bodies.rod_(i).mass=1.5 - i"};
  loaded_open(&loaded, FAMILY, sets, 1);
  assert_null(loaded.model);
  assert_int_equal(loaded.diag.error_count, 1);
  assert_non_null(strstr(loaded.diag.messages[0].text, "rod_2"));
  assert_non_null(strstr(loaded.diag.messages[0].text, ", with i = 2"));
  loaded_close(&loaded);
}

// A million small members, or one large text a thousand times, end by the budget and quickly.
static void budgets(void **state) {
  (void)state;
  static char text[70000];
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR BAR "outputs:\n  a_(i)_(j): {repeat: [{index: i, from: 1, to: 1000000000}, "
                         "{index: j, from: 1, to: 0}], value: 1}\n",
              NULL, 0);
  assert_null(loaded.model);
  assert_true(loaded_says(&loaded, DIAG_LIMIT_EXPANSION, 7, 3));
  loaded_close(&loaded);
  int used = snprintf(text, sizeof text,
                      PLANAR BAR "outputs:\n  a_(i): {repeat: {index: i, from: 1, to: 400000}, "
                                 "value: \"");
  memset(text + used, ' ', 60000);
  (void)snprintf(text + used + 60000, sizeof text - (size_t)used - 60000, "i\"}\n");
  loaded_open(&loaded, text, NULL, 0);
  assert_null(loaded.model);
  assert_true(loaded_says(&loaded, DIAG_LIMIT_EXPANSION, 7, 3));
  loaded_close(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_family),       cmocka_unit_test(two_indices_and_steps),
      cmocka_unit_test(what_is_a_name), cmocka_unit_test(overrides),
      cmocka_unit_test(messages),       cmocka_unit_test(budgets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
