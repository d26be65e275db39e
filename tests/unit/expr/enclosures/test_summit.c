// SPDX-License-Identifier: BSD-3-Clause
// test_expr_summit.c: highest values against what was put there; calm expressions; sizes.
//
// Pulses of random height, place and width, down to 1e-9 of the stretch, stand on something wide:
// the highest of them must be found from the value at one end, whatever points show. A segment of
// 1e-16 counts as a point: nine high over 1e-9, a corner is known to 1e-6.
#include "support/random.h"
#include "unit/expr_support.h"

#include "expr/enclosures/calm.h"
#include "expr/enclosures/enclose.h"
#include "expr/enclosures/summit.h"
#include "expr/programs/size.h"

enum { ROUNDS = 400, PULSES = 4, POINTS = 17, SAMPLES = 4000, INPUTS = 2 };

typedef struct Climb {
  World world;
  double known;
  Enclosure *work;
} Climb;

static double value_at(Climb *climb, double x) {
  climb->world.inputs[0] = x;
  return program_value(&climb->world.program, climb->world.inputs, climb->world.work);
}

static void enclose(void *context, double low, double high, int order, Enclosure *f) {
  Climb *climb = context;
  const Program *program = &climb->world.program;
  Enclosure inputs[INPUTS];
  assert_true(program->input_count <= INPUTS);
  for (int k = 0; k < program->input_count; k++) {
    inputs[k] = program->inputs[k].kind == SYMBOL_MEASURE
                    ? (Enclosure){{{low, high}, {1, 1}, {0, 0}}}
                    : enclosure_constant(interval_point(climb->world.inputs[k]));
  }
  program_enclose(program, inputs, order, program->count, climb->work);
  *f = enclosure_shift(&climb->work[program->result], -climb->known - 1e-9);
}

static bool reach(void *context, double x) {
  Climb *climb = context;
  climb->known = fmax(climb->known, value_at(climb, x));
  return true;
}

static void open_climb(Climb *climb, const char *text) {
  world_open(&climb->world);
  world_must_compile(&climb->world, text);
  climb->work = arena_array(&climb->world.arena, Enclosure, climb->world.program.count);
  assert_non_null(climb->work);
  climb->known = value_at(climb, 0);
}

static Unseen rise(Climb *climb, long budget, long *segments) {
  Summit summit = {
      .enclose = enclose, .reach = reach, .context = climb, .least = 1e-16, .budget = budget};
  Unseen unseen;
  assert_true(summit_rise(&summit, 0, 1, &unseen));
  *segments = summit.segments;
  return unseen;
}

// One pulse of height a at c, and the least that its highest value is.
static int print_pulse(char *text, int room, double a, double c, double wide) {
  switch ((int)random_between(0, 4)) {
  case 0:
    return snprintf(text, (size_t)room, " + %.17g*exp(-((x - %.17g)/%.17g)^2)", a, c, wide);
  case 1:
    return snprintf(text, (size_t)room, " + if(x > %.17g and x < %.17g, %.17g, 0)", c - wide,
                    c + wide, a);
  case 2:
    return snprintf(text, (size_t)room, " + %.17g/(1 + ((x - %.17g)/%.17g)^2)", a, c, wide);
  default:
    return snprintf(text, (size_t)room, " + %.17g*max(0, 1 - abs(x - %.17g)/%.17g)", a, c, wide);
  }
}

static void test_pulses(void **unused) {
  (void)unused;
  long most = 0;
  for (int round = 0; round < ROUNDS; round++) {
    char text[2048];
    double c[PULSES];
    int length = snprintf(text, sizeof text, "x*(%.17g - x)", random_between(-1, 1));
    const int count = 1 + (int)random_between(0, PULSES);
    for (int k = 0; k < count; k++) {
      c[k] = random_between(0.001, 0.999);
      length += print_pulse(text + length, (int)sizeof text - length, random_between(0.5, 9), c[k],
                            pow(10, random_between(-9, -2)));
    }
    Climb climb = {0};
    long segments = 0;
    open_climb(&climb, text);
    const Unseen unseen = rise(&climb, 20000, &segments);
    most = segments > most ? segments : most;
    assert_true(unseen.above == 0);
    for (int k = 0; k < SAMPLES + count; k++) {
      const double x = k < SAMPLES ? (double)k / SAMPLES : c[k - SAMPLES];
      if (value_at(&climb, x) > climb.known + 1e-6) {
        fail_msg("%s: %.17g at %.17g, found %.17g", text, value_at(&climb, x), x, climb.known);
      }
    }
    world_close(&climb.world);
  }
  print_message("%ld segments at most\n", most);
  assert_true(most < 4000);
}

// What cannot be searched is told: nothing is higher than known + above.
static void test_budget(void **unused) {
  (void)unused;
  Climb climb = {0};
  long segments = 0;
  open_climb(&climb, "sin(1e9*x)*sin(1.3e9*x)");
  const Unseen unseen = rise(&climb, 500, &segments);
  assert_true(segments == 500);
  assert_true(unseen.above > 0 && climb.known + unseen.above >= 1 - 1e-9);
  assert_true(unseen.low >= 0 && unseen.low < unseen.high && unseen.high <= 1);
  world_close(&climb.world);
}

// What is calm on a stretch shows itself at its points.
static void test_calm(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    bool calm, always;
  } cases[] = {{"x^3 - 2*x + 1", true, true},
               {"x*sin(2*x) - cos(x)", true, false},
               {"1/(x + 0.2) + sqrt(x + 0.1)", true, false},
               {"exp(-((x - 0.4)/0.5)^2)", true, false},
               {"abs(x + 1) + max(x, 2) + if(x < 3, 1, 0)", true, false},
               {"atan2(x, 1) + hypot(x, 1) + log(x + 1)", true, false},
               {"(x + 1)^4.2", true, false},
               {"x*cos(L)", true, true}, // of a parameter
               {"sin(40*x)", false, false},
               {"exp(-((x - 0.4)/0.05)^2)", false, false},
               {"1/(x - 0.5)", false, false},
               {"1/(1e-4 + (x - 0.5)^2)", false, false},
               {"abs(x - 0.5)", false, false},
               {"if(x > 0.5 and x < 0.500001, 1, 0)", false, false},
               {"(1 - x)^200", false, false},
               {"tanh(100*(x - 0.3))", false, false},
               {"step(x, 0.2, 0, 0.2001, 1)", false, false}};
  for (int k = 0; k < (int)(sizeof cases / sizeof cases[0]); k++) {
    Climb climb = {0};
    Enclosure f;
    open_climb(&climb, cases[k].text);
    enclose(&climb, 0, 1, 0, &f);
    const Program *program = &climb.world.program;
    if (calm_there(program, climb.work) != cases[k].calm ||
        calm_always(program) != cases[k].always) {
      fail_msg("%s", cases[k].text);
    }
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int p = 0; cases[k].calm && p < POINTS; p++) {
      const double value = value_at(&climb, (double)p / (POINTS - 1));
      low = fmin(low, value);
      high = fmax(high, value);
    }
    for (int p = 0; cases[k].calm && p < SAMPLES; p++) {
      const double value = value_at(&climb, (double)p / SAMPLES);
      assert_true(value < high + 0.05 * (high - low) && value > low - 0.05 * (high - low));
    }
    world_close(&climb.world);
  }
}

static void test_sizes(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    double x, size;
  } cases[] = {{"x - 1", 1, 1},
               {"1e6*(x - 1)", 1, 1e6},
               {"hypot(x - 3, x - 3)", 3, 3},
               {"(x - 2)^2", 2, 0}, // of second order
               {"exp(-((x - 1)/1e-9)^2)", 1, 1},
               {"5 + exp(-((x - 1)/1e-9)^2)", 0, 5},
               {"x*1000 - 1000*x", 2, 2000}};
  for (int k = 0; k < (int)(sizeof cases / sizeof cases[0]); k++) {
    Climb climb = {0};
    open_climb(&climb, cases[k].text);
    climb.world.inputs[0] = cases[k].x;
    const double size = program_size(&climb.world.program, climb.world.inputs, climb.world.work);
    assert_near(size, cases[k].size, 1e-12, cases[k].text);
    world_close(&climb.world);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pulses),
      cmocka_unit_test(test_budget),
      cmocka_unit_test(test_calm),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
