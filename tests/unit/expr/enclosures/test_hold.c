// SPDX-License-Identifier: BSD-3-Clause
// test_expr_hold.c: expressions whose branches are held, and the switching functions that tell when
// one was left.
#include "unit/expr_support.h"

#include "expr/enclosures/hold.h"

typedef struct HoldCase {
  const char *text;
  double at;    // the place of x where the branches are held
  double then;  // another place
  double held;  // the held value there
  int left;     // how many branches have been left there
  double first; // excess of the first switch there
} HoldCase;

// x is a measure.
static const HoldCase cases[] = {
    {"abs(x)", 1, -2, -2, 1, 2},
    {"abs(x)", -1, -2, 2, 0, -2},
    {"abs(x)", -1, 0, 0, 1, 0}, // zero belongs to the branch above
    {"abs(x)", 0, 0, 0, 0, 0},
    {"if(x < 1, x, 7)", 0, 3, 3, 1, 2},
    {"if(x < 1, x, 7)", 2, 0.5, 7, 1, 0.5},
    {"if(x <= 1, x, 7)", 1, 1, 1, 0, 0},
    {"sign(x)", 2, -3, 1, 1, 3},
    {"sign(x)", 0, 0, 0, 0, 0},
    {"sign(x)", 0, -0.5, 0, 1, 0.5},
    {"min(x, 1)", 0, 3, 3, 1, 2},
    {"max(x, 1)", 0, 3, 1, 1, 2},
    {"floor(x)", 1.5, 3.25, 1, 1, 1.25},
    {"floor(x)", 1.5, 0.5, 1, 1, 0.5},
    {"floor(x)", 1.5, 1.9, 1, 0, -0.1},
    {"ceil(x)", 1.5, 2.25, 2, 1, 0.25},
    {"ceil(x)", 1.5, 0.75, 2, 1, 0.25},
    {"mod(x, 2)", 5, 7, 3, 1, 0.5}, // in turns
    {"mod(x, 2)", 5, 5.5, 1.5, 0, -0.25},
    {"step(x, 0, 0, 1, 1)", -1, 0.5, 0, 1, 0.5},
    {"step(x, 0, 0, 1, 1)", 0.25, 2, -4, 1, -2}, // 3 x^2 - 2 x^3, beyond its end
    {"step(x, 0, 0, 1, 1)", 2, 0.5, 1, 1, -0.5},
    {"step(x, 1, 5, 0, 3)", 2, 0.5, 5, 1, 0.5},
    {"step(x, 1, 5, 0, 3)", -1, 0.5, 3, 1, -0.5},
    {"step(x, 1, 5, 0, 3)", 0.5, 0.25, 3.3125, 0, -0.75},
    {"abs(x) + if(x > 2, 1, 0)", 1, 3, 3, 1, -3},
    {"if(x > 0 and x < 2, x, 0)", 1, 3, 3, 1, -3},
};

static void branches_are_held(void **state) {
  static World world;
  (void)state;
  world_open(&world);
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const HoldCase *one = &cases[k];
    Hold hold;
    double excess[8];
    world_must_compile(&world, one->text);
    assert_true(hold_open(&hold, &world.program, false, &world.arena));
    assert_in_range(hold.count, 1, 8);
    world_set(&world, "x", one->at);
    const double live = program_value(&world.program, world.inputs, world.work);
    hold_take(&hold, world.inputs, world.work);
    assert_near(hold_value(&hold, world.inputs, NULL, world.work), live, 1e-15, one->text);
    hold_look(&hold, world.inputs, excess, world.work);
    for (int j = 0; j < hold.count; j++) {
      assert_true(excess[j] <= 0);
    }
    world_set(&world, "x", one->then);
    assert_near(hold_value(&hold, world.inputs, NULL, world.work), one->held, 1e-15, one->text);
    hold_look(&hold, world.inputs, excess, world.work);
    int left = 0;
    for (int j = 0; j < hold.count; j++) {
      left += excess[j] > 0;
    }
    if (left != one->left) {
      fail_msg("%s: %d branches left, expected %d", one->text, left, one->left);
    }
    assert_near(excess[0], one->first, 1e-15, one->text);
  }
  world_close(&world);
}

// Beyond its branch x^1.5 has no value: then the live expression counts.
static void what_has_no_value_is_live(void **state) {
  static World world;
  (void)state;
  world_open(&world);
  world_must_compile(&world, "if(x > 0, x^1.5, 0)");
  Hold hold;
  double gradient[WORLD_SYMBOLS];
  assert_true(hold_open(&hold, &world.program, false, &world.arena));
  world_set(&world, "x", 4);
  hold_take(&hold, world.inputs, world.work);
  assert_true(hold_value(&hold, world.inputs, gradient, world.work) == 8);
  assert_near(gradient[world_input(&world, "x")], 3, 1e-15, "gradient");
  world_set(&world, "x", -1);
  assert_true(hold_value(&hold, world.inputs, gradient, world.work) == 0);
  assert_true(gradient[world_input(&world, "x")] == 0);
  world_close(&world);
}

static void only_what_is_watched_counts(void **state) {
  static World world;
  (void)state;
  world_open(&world);
  static const struct {
    const char *text;
    bool clock;
    int count;
  } counts[] = {
      {"x + y", false, 0},
      {"abs(t)", false, 0},
      {"abs(t - 1)", true, 1},
      {"abs(L)", true, 0},
      {"abs(x)*abs(t - 1)", false, 1},
      {"abs(x)*abs(t - 1)", true, 2},
      {"noevent(abs(x))", false, 0},
      {"noevent(abs(x)) + abs(x)", false, 1},
      {"noevent(if(x > 0, 1, 2))*abs(y)", false, 1},
      {"abs(noevent(abs(x)) - 1)", false, 1},
  };
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    Hold hold;
    world_must_compile(&world, counts[k].text);
    assert_true(hold_open(&hold, &world.program, counts[k].clock, &world.arena));
    if (hold.count != counts[k].count) {
      fail_msg("%s: %d switches, expected %d", counts[k].text, hold.count, counts[k].count);
    }
  }
  world_close(&world);
}

// What noevent covers stays live beside a branch that is held.
static void noevent_stays_live(void **state) {
  static World world;
  (void)state;
  world_open(&world);
  world_must_compile(&world, "abs(y) + noevent(abs(x))");
  Hold hold;
  assert_true(hold_open(&hold, &world.program, false, &world.arena));
  hold_take(&hold, world.inputs, world.work);
  world_set(&world, "x", -0.5);
  world_set(&world, "y", -3);
  assert_true(hold_value(&hold, world.inputs, NULL, world.work) == -2.5);
  world_close(&world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(branches_are_held),
      cmocka_unit_test(what_has_no_value_is_live),
      cmocka_unit_test(only_what_is_watched_counts),
      cmocka_unit_test(noevent_stays_live),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
