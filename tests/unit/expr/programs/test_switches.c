// SPDX-License-Identifier: BSD-3-Clause
// test_expr_switches.c: when laws of time change their branch.
#include "unit/expr_support.h"

static const double pi = 3.14159265358979323846;

static double value_at(World *world, double t) {
  world_set(world, "t", t);
  return program_value(&world->program, world->inputs, world->work);
}

static double next(World *world, double t, double end) {
  return program_next_switch(&world->program, world->inputs, t, end, world->work);
}

typedef struct SwitchCase {
  const char *text;
  double t, end, event; // event < 0: none
} SwitchCase;

// Piecewise linear laws: exact.
static const SwitchCase exact_cases[] = {
    {"if(t < 1, 2, 3)", 0, 10, 1},
    {"if(t < 1, 2, 3)", 1, 10, -1},
    {"if(t < 1, 2, 3)", 0, 0.5, -1},
    {"if(t < 1, 2, 3)", 0, 1, 1},
    {"if(t >= 1, 2, 3)", 0, 10, 1},
    {"if(t <= 1, 2, 3)", 0, 10, 1 + 0x1p-52},
    {"if(t > 1, 2, 3)", 0, 10, 1 + 0x1p-52},
    {"if(1 < t, 2, 3)", 0, 10, 1 + 0x1p-52},
    {"if(t == 1, 2, 3)", 0, 10, 1 + 0x1p-52},
    {"sign(t - 1)", 0, 10, 1 + 0x1p-52},
    {"sign(t)", 0, 10, -1},
    {"abs(t - 0.3)", 0, 10, 0.3},
    {"min(t, 0.3)", 0, 10, 0.3},
    {"max(2 - t, t)", 0, 10, 1 + 0x1p-52},
    {"if(t < 0.1, 1, 0) + if(t < 0.2, 1, 0)", 0, 10, 0.1},
    {"if(t < 0.1, 1, 0) + if(t < 0.2, 1, 0)", 0.1, 10, 0.2},
    {"if(t < 0.1 or t > 5, 1, 0)", 0.1, 10, 5 + 0x1p-50},
    {"if(not (t < 0.1 and q > 0), 1, 0)", 0, 10, 0.1},
    {"if(L*t > 7, 1, 0)", 0, 10, 3.5 + 0x1p-51},
    {"if(t - L, 1, 0)", 0, 10, 2 + 0x1p-51},
    {"step(t, 1, 0, 3, 5)", 0, 10, 1},
    {"step(t, 1, 0, 3, 5)", 1, 10, 3},
    {"step(t, 1, 0, 3, 5)", 3, 10, -1},
    {"step5(t, 1, 0, L, 5)", 1, 10, 2},
    {"havsin(2*t, 1, 0, 3, 5)", 0, 10, 0.5},
    {"floor(t)", 0, 10, 1},
    {"floor(t)", 1, 10, 2},
    {"floor(3 - t)", 0.25, 10, 1 + 0x1p-52},
    {"ceil(t)", 0.25, 10, 1 + 0x1p-52},
    {"ceil(3 - t)", 0.25, 10, 1 - 0x1p-52}, // 3 - t is 2 already
    {"mod(t, 0.25)", 0.1, 10, 0.25},
    {"mod(t, 0.25)", 0.25, 10, 0.5},
    {"mod(2*t + 1, 4)", 0, 10, 1.5},
    {"if(mod(t, 2) < 0.5, 1, 0)", 0, 10, 0.5},
    {"if(mod(t, 2) < 0.5, 1, 0)", 0.5, 10, 2},
    {"if(mod(t, 2) < 0.5, 1, 0)", 2, 10, 2.5},
    {"if(abs(t - 3) < 1, 1, 0)", 0, 10, 2 + 0x1p-51},
    {"if(abs(t - 3) < 1, 1, 0)", 2 + 0x1p-51, 10, 3},
    {"if(abs(t - 3) < 1, 1, 0)", 3, 10, 4},
    {"if(if(t < 2, t, 4 - t) < 1, 5, 6)", 1, 10, 2},
    {"if(if(t < 2, t, 4 - t) < 1, 5, 6)", 2, 10, 3 + 0x1p-51},
    {"if(floor(t)*(t - 2.5) > 0, 5, 6)", 2, 10, 2.5 + 0x1p-51},
    {"abs(q)*t", 0, 10, -1},
    {"sin(t)", 0, 10, -1},
    {"if(L < 3, t, 2*t)", 0, 10, -1},
    {"2", 0, 10, -1},
};

static void piecewise_linear_switches_are_exact(void **state) {
  World *world = *state;
  for (size_t k = 0; k < sizeof exact_cases / sizeof exact_cases[0]; k++) {
    const SwitchCase *one = &exact_cases[k];
    world_must_compile(world, one->text);
    const double found = next(world, one->t, one->end);
    if (one->event < 0) {
      assert_true(found > one->end);
    } else {
      assert_same(found, one->event, one->text);
    }
  }
}

// At the event the new value holds, just before it the old one.
static void events_are_the_first_double_of_the_new_branch(void **state) {
  World *world = *state;
  static const char *const laws[] = {"if(t < 1/3, 1, 2)",
                                     "if(t >= 0.1 + 0.2, 1, 2)",
                                     "if(3*t <= 0.7, 1, 2)",
                                     "if(t*t > 0.5, 1, 2)",
                                     "if(sin(t) < 0.5, 1, 2)",
                                     "if(exp(t) >= 2, 1, 2)",
                                     "floor(7*t)",
                                     "ceil(t/0.3)",
                                     "t - mod(t, 0.3)",
                                     "floor(sin(t)*3)",
                                     "if(cos(3*t) > 0, 1, 2)",
                                     "sign(t - 0.1)",
                                     "if(t^3 - 1 < 0, L, m)",
                                     "if(t + 1e6 < 1000001.1, 1, 2)"};
  for (size_t k = 0; k < sizeof laws / sizeof laws[0]; k++) {
    world_must_compile(world, laws[k]);
    double t = 0.05;
    for (int count = 0; count < 3; count++) {
      const double event = next(world, t, 5);
      if (event > 5) {
        break;
      }
      assert_true(event > t);
      const double before = nextafter(nextafter(event, 0), 0);
      const double old_value = value_at(world, before);
      const double new_value = value_at(world, event);
      if (!(fabs(new_value - old_value) > 1e-3)) {
        fail_msg("%s: no change at %.17g", laws[k], event);
      }
      assert_near(value_at(world, t + 1e-9), old_value, 1e-5, laws[k]);
      t = event;
    }
    assert_true(t > 0.05);
  }
}

static void other_switches_are_isolated(void **state) {
  World *world = *state;
  world_must_compile(world, "abs(sin(3*t))");
  double t = 0;
  for (int k = 1; k < 9; k++) {
    t = next(world, t, 10);
    assert_near(t, k * pi / 3, 1e-15, "sine");
  }
  world_must_compile(world, "if(exp(-t) < 0.25, 1, 2)");
  assert_near(next(world, 0, 10), log(4), 1e-15, "exp");
  world_must_compile(world, "if(t^2 > 2, 1, 2) + if(t < 1.5, 1, 2)");
  assert_near(next(world, 0, 10), sqrt(2), 1e-15, "square");
  assert_same(next(world, 1.45, 10), 1.5, "linear behind it");
}

// However short, and however many of them there are.
static void short_dips_are_seen(void **state) {
  World *world = *state;
  world_must_compile(world, "max(0, 0.001 - (t - 1.2345)^2)");
  const double half = sqrt(0.001);
  assert_near(next(world, 0, 10), 1.2345 - half, 1e-12, "entering");
  assert_near(next(world, 1.2345, 10), 1.2345 + half, 1e-12, "leaving");
  world_must_compile(world, "if(cos(1000*t) > 0.9999999, 1, 2)");
  double t = 1e-3;
  for (int k = 1; k <= 1500; k++) {
    const double inside = acos(0.9999999) / 1000, top = 2e-3 * pi * k;
    t = next(world, t, 10);
    assert_near(t, top - inside, 1e-11, "into a window");
    t = next(world, t, 10);
    assert_near(t, top + inside, 1e-11, "out of it");
  }
  world_must_compile(world, "max(0, 1e-14 - (t - 1.2345)^2)");
  assert_near(next(world, 0, 1e6), 1.2345 - 1e-7, 1e-12, "one window in a long time");
}

static double reached(World *world, double t, double end, const Reach *reach) {
  return program_next_reach(&world->program, world->inputs, t, end, reach, world->work);
}

// A number of time reaches a level, from below and from above.
static void numbers_reach_levels(void **state) {
  World *world = *state;
  world_must_compile(world, "L*sin(2*pi*t/0.01 - 0.1)");
  double t = 0;
  for (int k = 0; k < 200; k++) {
    const Reach up = {.sign = 1}, down = {.sign = -1, .level = 0.5, .beyond = true};
    const bool rises = k % 2 == 0;
    const double wanted = rises ? 0.1 : 0.1 + pi + asin(0.25);
    t = reached(world, t, 10, rises ? &up : &down);
    assert_near(t, (wanted + pi * (k - k % 2)) * 0.01 / (2 * pi), 1e-15, "periods");
    const double here = value_at(world, t), before = value_at(world, nextafter(t, 0));
    assert_true(rises ? here >= 0 && before < 0 : here < -0.5 && before >= -0.5);
  }
  const Reach zero = {.sign = 1}, fall = {.sign = -1}, over = {.sign = 1, .beyond = true};
  world_must_compile(world, "t - 10");
  assert_same(reached(world, 0, 10, &zero), 10, "the end");
  assert_same(reached(world, 0, 11, &over), nextafter(10, 11), "behind it");
  assert_true(reached(world, 0, 10, &over) > 10 && reached(world, 0, 9, &zero) > 9);
  world_must_compile(world, "10 - t");
  assert_same(reached(world, 0, 10, &fall), 10, "the end, falling");
}

// Switches on state are listed, not searched for.
static void switches_know_what_they_depend_on(void **state) {
  World *world = *state;
  static const struct {
    const char *text;
    int count;
    bool on_state, linear;
  } cases[] = {{"abs(q)", 1, true, false},
               {"abs(q*t)", 1, true, false},
               {"abs(t)", 1, false, true},
               {"abs(t^2)", 1, false, false},
               {"abs(L*t + 2)", 1, false, true},
               {"abs(t/L)", 1, false, true},
               {"abs(L/t)", 1, false, false},
               {"abs(L)", 0, false, false},
               {"q + t", 0, false, false},
               {"if(q < t, 1, 2)", 1, true, false},
               {"step(t, 0, 0, 1, 1)", 2, false, true},
               {"step(q, 0, 0, 1, 1)", 2, true, false},
               {"step(L, 0, 0, t, 1)", 1, false, true},
               {"abs(t) + abs(t) + sign(q - q)", 2, false, true},
               {"if(t < 1, 1, 2) + if(t < 1, 3, 4)", 1, false, true},
               {"if(t < 1 and t < 2, 1, 2)", 2, false, true},
               {"min(t, sin(t))", 1, false, false},
               {"floor(t) + mod(t, L)", 2, false, true}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    world_must_compile(world, cases[k].text);
    const Program *program = &world->program;
    if (program->switch_count != cases[k].count) {
      fail_msg("%s: %d switches", cases[k].text, program->switch_count);
    }
    if (cases[k].count > 0) {
      assert_int_equal(program->switches[0].on_state, cases[k].on_state);
      if (!cases[k].on_state) {
        assert_int_equal(program->switches[0].linear, cases[k].linear);
      }
    }
  }
  world_must_compile(world, "if(q < t, 1, 2)");
  assert_true(next(world, 0, 10) > 10);
}

// Where the function does not exist nothing is found, and nothing hangs.
static void undefined_stretches_are_skipped(void **state) {
  World *world = *state;
  world_must_compile(world, "if(t > 1 and sqrt(t - 1) < 2, 1, 0)");
  assert_same(next(world, 0, 10), 1 + 0x1p-52, "beginning");
  assert_near(next(world, 1 + 0x1p-52, 10), 5, 1e-15, "end");
  world_must_compile(world, "abs(log(-1 - t))");
  assert_true(next(world, 0, 10) > 10);
  world_must_compile(world, "abs(sin(1e9*t))");
  assert_true(next(world, 0, 1) < 1e-5);
  assert_true(next(world, 1e9, 1e9) > 1e9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      WORLD_TEST(piecewise_linear_switches_are_exact),
      WORLD_TEST(events_are_the_first_double_of_the_new_branch),
      WORLD_TEST(other_switches_are_isolated),
      WORLD_TEST(short_dips_are_seen),
      WORLD_TEST(numbers_reach_levels),
      WORLD_TEST(switches_know_what_they_depend_on),
      WORLD_TEST(undefined_stretches_are_skipped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
