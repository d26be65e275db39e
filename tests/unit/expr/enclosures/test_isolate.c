// SPDX-License-Identifier: BSD-3-Clause
// test_expr_isolate.c: first passages against samples.
//
// Four coordinates are random polynomials of x in [0, 1], as those of a step; functions that people
// watch are read from them, with 1 to 100 passages. Where samples see a passage, isolation must
// find a root, or a touch, not behind it; where it says that there is none, no sample may be
// beyond.
#include "support/random.h"
#include "unit/expr_support.h"

#include "expr/enclosures/enclose.h"
#include "expr/enclosures/isolate.h"

enum { COORDINATES = 4, DEGREE = 7, ROUNDS = 150, SAMPLES = 20000, MANY = 1000000 };

typedef struct Step {
  World world;
  char text[256];
  double p[COORDINATES][DEGREE + 1];
  double sign; // f = sign g is below 0 at the start
  double widening;
  Enclosure *work;
} Step;

static int coordinate_of(const Symbol *symbol) {
  const char *name = world_symbols[symbol->index].name;
  return name[0] == 'q' ? 0 : name[0] == 'w' ? 1 : name[0] == 'x' ? 2 : 3;
}

static double value_at(Step *step, double x) {
  const Program *program = &step->world.program;
  for (int i = 0; i < program->input_count; i++) {
    const double *p = step->p[coordinate_of(&program->inputs[i])];
    double sum = 0;
    for (int k = DEGREE; k >= 0; k--) {
      sum = sum * x + p[k];
    }
    step->world.inputs[i] = sum;
  }
  return step->sign * program_value(program, step->world.inputs, step->world.work);
}

static void enclose(void *context, double low, double high, int order, Enclosure *f) {
  Step *step = context;
  const Program *program = &step->world.program;
  Enclosure inputs[COORDINATES];
  for (int i = 0; i < program->input_count; i++) {
    enclosure_polynomial(step->p[coordinate_of(&program->inputs[i])], DEGREE, step->widening, low,
                         high, order, &inputs[i]);
  }
  program_enclose(program, inputs, order, program->result + 1, step->work);
  *f = step->work[program->result];
  if (step->sign < 0) {
    *f = enclosure_negate(f, order);
  }
}

// An expression with random numbers in it: %a in [-1, 1], %b in [0, 1], %n the passages.
static void write_text(const char *form, double passages, char text[256]) {
  int n = 0;
  for (const char *at = form; *at != '\0'; at++) {
    if (*at == '%') {
      at++;
      const double number = *at == 'n' ? passages : random_between(*at == 'a' ? -1 : 0, 1);
      n += snprintf(text + n, 256 - (size_t)n, "(%.17g)", number);
    } else {
      text[n++] = *at;
    }
  }
  text[n] = '\0';
}

static const char *const forms[] = {
    "x - %a",
    "sin(3*%n*x + %a)",
    "cos(6*%n*x) - 0.9999",
    "hypot(q - w, x - y) - 0.02 - 0.4*%b",
    "100*q - (50 + 250*%b)*w*q^2",
    "q + (0.2 + %b)*sin(%n*w) + (0.2 + %b)*cos(%n*w) - %a",
    "exp(-(3*%n*(x - %a))^2) - 0.2 - 0.7*%b",
    "x*y/(w^2 + 0.1)^1.5 - %a",
    "sqrt(1.5 + x)*log(2.5 + y) - %b*atan2(q, w + 3)",
    "tanh(3*%n*q) + x/2 - %a/2",
    "(q + 1.01)^2.5 - (w + 1.2)^1.5*%b",
    "if(x > 2, 1, 2)*q^3 - y^4 + %a/3",
    "acos(x/4)*asin(y/4) - %a/20",
    "cosh(q) - 1.3 + sinh(x)*tan(y/3)",
    "step5(x, -1.5, -1, 1.5, 1) - %a + havsin(y, -2, 0, 2, %b)",
    "poly(x, %a, %a, %a, %a, %a)*cheby(y/4, 0, %a, 1, %a, 1, 1)",
};
enum { FORMS = sizeof forms / sizeof forms[0] };

static bool open_step(Step *step, const char *form, double passages) {
  write_text(form, passages, step->text);
  world_open(&step->world);
  assert_true(world_compile(&step->world, step->text));
  const int count = step->world.program.count;
  step->world.work = arena_array(&step->world.arena, double, 2 * count);
  step->work = arena_array(&step->world.arena, Enclosure, count);
  step->sign = 1;
  step->widening = 0;
  for (int i = 0; i < COORDINATES; i++) {
    for (int k = 0; k <= DEGREE; k++) {
      step->p[i][k] = random_between(-1, 1) * pow(0.35, k > 1 ? k - 1 : 0);
    }
  }
  const double start = value_at(step, 0);
  step->sign = start > 0 ? -1 : 1;
  return fabs(start) > 1e-9;
}

static double first_beyond(Step *step, int samples) {
  for (int k = 1; k <= samples; k++) {
    if (value_at(step, (double)k / samples) > 0) {
      return (double)k / samples;
    }
  }
  return (double)INFINITY;
}

typedef struct Tally {
  long roots, none, touches, given_up, segments;
} Tally;

static void check_step(Step *step, int samples, Tally *tally) {
  Isolate isolate = {.enclose = enclose, .context = step, .least = 1e-15, .budget = ISOLATE_BUDGET};
  const Isolated isolated = isolate_first(&isolate, 0, 1);
  const double seen = first_beyond(step, samples);
  tally->segments += isolate.segments;
  tally->roots += isolated.kind == ISOLATED_ROOT;
  tally->none += isolated.kind == ISOLATED_NONE;
  tally->touches += isolated.kind == ISOLATED_TOUCH;
  tally->given_up += isolated.kind == ISOLATED_GIVEN_UP;
  if (isolated.kind == ISOLATED_NONE && isfinite(seen)) {
    fail_msg("\"%s\" is beyond at %.17g: missed", step->world.program.text.text, seen);
  }
  if (isolated.kind == ISOLATED_ROOT) {
    assert_true(value_at(step, isolated.high) > 0);
    if (!(isolated.low <= seen)) {
      fail_msg("\"%s\" is beyond at %.17g already, not first at %.17g",
               step->world.program.text.text, seen, isolated.low);
    }
    for (int k = 0; k < 100; k++) {
      assert_true(value_at(step, isolated.low * k / 100) <= 0);
    }
  }
}

static void run(int rounds, int samples, Tally *tally) {
  for (int n = 0; n < rounds; n++) {
    for (int form = 0; form < FORMS; form++) {
      Step step = {.sign = 1};
      if (open_step(&step, forms[form],
                    n % 2 == 0 ? random_between(1, 4) : random_between(10, 100))) {
        check_step(&step, samples, tally);
      }
      world_close(&step.world);
    }
  }
}

static void test_samples(void **state) {
  (void)state;
  Tally tally = {0};
  run(ROUNDS, SAMPLES, &tally);
  print_message("%ld roots, %ld none, %ld touches, %ld given up, %ld segments\n", tally.roots,
                tally.none, tally.touches, tally.given_up, tally.segments);
  assert_int_equal(tally.given_up, 0);
  assert_true(tally.touches <= 2); // a summit may be 0 to round-off
  assert_true(tally.roots > ROUNDS * FORMS / 4 && tally.none > ROUNDS * FORMS / 4);
  assert_true(tally.segments < 20L * ROUNDS * FORMS);
}

static void test_many_samples(void **state) {
  (void)state;
  Tally tally = {0};
  run(3, MANY, &tally);
}

// Two circles that pass at 1 + e of their distance: told apart down to round-off.
static void test_grazing(void **state) {
  (void)state;
  for (int k = 2; k <= 16; k++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      Step step = {.sign = 1};
      world_open(&step.world);
      assert_true(world_compile(&step.world, "0.1 - hypot(x, y)"));
      step.world.work = arena_array(&step.world.arena, double, step.world.program.count);
      step.work = arena_array(&step.world.arena, Enclosure, step.world.program.count);
      step.p[2][0] = -1;
      step.p[2][1] = 2.1;
      step.p[3][0] = 0.1 * (1 + sign * pow(10, -k));
      Isolate isolate = {
          .enclose = enclose, .context = &step, .least = 1e-15, .budget = ISOLATE_BUDGET};
      const Isolated isolated = isolate_first(&isolate, 0, 1);
      const IsolatedKind wanted = sign < 0 ? ISOLATED_ROOT : ISOLATED_NONE;
      assert_true(isolated.kind == wanted || (k >= 15 && isolated.kind == ISOLATED_TOUCH));
      assert_true(isolate.segments < 100);
      if (isolated.kind == ISOLATED_TOUCH) {
        assert_true(fabs(isolated.high - 1 / 2.1) < 1e-6);
        assert_true(isolate_first(&isolate, isolated.high, 1).kind != ISOLATED_ROOT);
      }
      world_close(&step.world);
    }
  }
}

// From a zero: what departs from it, however slowly, is on its side; what comes back passes.
static void test_departure(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double root; // 2: none
  } cases[] = {{"-x", 2},
               {"x^2 - x", 2},
               {"-x^2", 2},
               {"-x*sqrt(x)", 2},
               {"-x^3", 2},
               {"x^3 - x^2*0.5", 0.5},
               {"sin(7*x) - 8*x", 2},
               {"-sin(7*x)", 0.448798950512827},
               {"x^2*1.5 - x", 2.0 / 3}};
  for (int k = 0; k < (int)(sizeof cases / sizeof cases[0]); k++) {
    Step step = {.sign = 1};
    world_open(&step.world);
    assert_true(world_compile(&step.world, cases[k].text));
    step.world.work = arena_array(&step.world.arena, double, step.world.program.count);
    step.work = arena_array(&step.world.arena, Enclosure, step.world.program.count);
    step.p[2][1] = 0.999; // x^2 - x and the like are below zero at the end
    Isolate isolate = {
        .enclose = enclose, .context = &step, .least = 1e-15, .budget = ISOLATE_BUDGET};
    const Isolated isolated = isolate_first(&isolate, 0, 1);
    if (cases[k].root > 1) {
      assert_true(isolated.kind == ISOLATED_NONE);
    } else {
      assert_true(isolated.kind == ISOLATED_ROOT);
      assert_true(isolated.low <= cases[k].root / 0.999 && isolated.high >= cases[k].root / 0.999);
    }
    assert_true(isolate.segments < 200);
    world_close(&step.world);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples),
      cmocka_unit_test(test_many_samples),
      cmocka_unit_test(test_grazing),
      cmocka_unit_test(test_departure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
