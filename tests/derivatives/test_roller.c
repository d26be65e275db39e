// SPDX-License-Identifier: BSD-3-Clause
// test_roller.c: the distance of a point from a curve and its normal by complex step, at random
// places and motions: the gradient of the distance is the normal, jets along a motion are the
// derivatives of the value and of the first jet along it, with curves that change with time. And
// the closed form of a circle beside the origin.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// after those four
#include <cmocka.h>

#include <string.h>

#include "derivatives/step.h"
#include "elements/pairs/roller.h"

enum { ROOM = 64, WORK = 512 };

typedef struct Rim {
  const char *text;
  bool polar;
  double u[2], d[2]; // feet and distances between
} Rim;

// u is the measure; b a parameter.
static const Rim curves[] = {
    {"b*sin(2*u + 0.4*t) + 0.1*u^2", false, {-2, 2}, {-0.2, 0.2}},
    {"b*u", false, {-3, 3}, {-2, 2}},
    {"0.5 - t", false, {-3, 3}, {-2, 2}},
    {"1 + 0.1*cos(3*u) + 0.2*b*sin(t)", true, {0, 6.2}, {-0.2, 0.5}},
    {"2 + t^2", true, {0, 6.2}, {-0.5, 3}},
    {"exp(0.2*u)*(1 + b*t)", true, {0.1, 6.1}, {0, 1}},
};

typedef struct Bench {
  Allocator allocator;
  Arena arena;
  Diag diag;
  int zeros[128];
  Program program;
  real inputs[ROOM], room[ROOM], work[WORK];
} Bench;

static bool find(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context;
  (void)mark;
  (void)diag;
  *symbol = (Symbol){.kind = name[0] == 'b' ? SYMBOL_PARAMETER : SYMBOL_MEASURE};
  return name[1] == '\0' && (name[0] == 'b' || name[0] == 'u');
}

static double between(Random *random, const double range[2]) {
  return range[0] + (range[1] - range[0]) * 0.5 * (1 + creal(random_number(random)));
}

static Roller open_roller(Bench *bench, const Rim *rim, double t) {
  const Scope scope = {.find = find, .time_allowed = true, .state_allowed = true};
  const Passage passage = {.text = rim->text,
                           .length = (int)strlen(rim->text),
                           .line = bench->zeros,
                           .column = bench->zeros};
  if (!program_compile(&passage, &scope, &bench->program, &bench->arena, &bench->diag)) {
    fail_msg("%s does not compile", rim->text);
  }
  assert_true(6 * bench->program.count <= WORK && 5 * bench->program.input_count <= ROOM);
  Roller roller = {.program = &bench->program,
                   .argument = -1,
                   .time = -1,
                   .polar = rim->polar,
                   .inputs = bench->inputs,
                   .room = bench->room,
                   .work = bench->work};
  for (int i = 0; i < bench->program.input_count; i++) {
    const SymbolKind kind = bench->program.inputs[i].kind;
    roller.argument = kind == SYMBOL_MEASURE ? i : roller.argument;
    roller.time = kind == SYMBOL_TIME ? i : roller.time;
    bench->inputs[i] = kind == SYMBOL_TIME ? t : 0.3;
  }
  return roller;
}

// The point at a distance above a foot.
static void place(const Roller *roller, double u, double d, real P[2]) {
  real gradient[ROOM] = {0};
  if (roller->argument >= 0) {
    roller->inputs[roller->argument] = u;
  }
  const real F = program_gradient_complex(roller->program, roller->inputs, gradient, roller->work);
  const real slope = roller->argument >= 0 ? gradient[roller->argument] : 0;
  const real size = sqrt((roller->polar ? F * F : 1) + slope * slope);
  if (roller->polar) {
    const real out = F + d * F / size, along = -d * slope / size;
    P[0] = out * cos(u) - along * sin(u);
    P[1] = out * sin(u) + along * cos(u);
  } else {
    P[0] = u - d * slope / size;
    P[1] = F + d / size;
  }
}

static double relative(real analytic, real stepped) {
  return fabs(creal(analytic) - creal(step_derivative(stepped))) / fmax(1, fabs(creal(analytic)));
}

// One place of one curve.
static double worst_at(const Roller *roller, Random *random, double u, double d) {
  real P[2], motion[4];
  place(roller, u, d, P);
  random_vector(random, 4, motion);
  const real foot = roller_foot_complex(roller, P, u + 0.01);
  assert_true(fabs(creal(foot) - u) < 1e-9);
  const Jet at[2] = {{P[0], motion[0], motion[2]}, {P[1], motion[1], motion[3]}};
  RollerPoint out, there;
  roller_at_complex(roller, foot, at, true, ROLLER_BEND, &out);
  assert_true(fabs(creal(out.distance.value) - d) < 1e-12 * (1 + fabs(d)) && creal(out.margin) > 0);
  const real step = (real)I * STEP;
  const Jet beyond[2] = {{at[0].value + step * at[0].first, at[0].first + step * at[0].second, 0},
                         {at[1].value + step * at[1].first, at[1].first + step * at[1].second, 0}};
  const real Q[2] = {beyond[0].value, beyond[1].value};
  if (roller->time >= 0) {
    roller->inputs[roller->time] += step;
  }
  const real moved = roller_foot_complex(roller, Q, foot);
  roller_at_complex(roller, moved, beyond, true, ROLLER_BEND, &there);
  if (roller->time >= 0) {
    roller->inputs[roller->time] -= step;
  }
  double worst = relative(out.foot_rate, moved);
  worst = step_worst(worst, relative(out.distance.first, there.distance.value));
  worst = step_worst(worst, relative(out.distance.second, there.distance.first));
  for (int k = 0; k < 2; k++) {
    worst = step_worst(worst, relative(out.n[k].first, there.n[k].value));
    worst = step_worst(worst, relative(out.n[k].second, there.n[k].first));
  }
  // without time the rate of the distance is the normal's share of the velocity
  roller_at_complex(roller, foot, at, false, ROLLER_BEND, &out);
  const real along = out.n[0].value * motion[0] + out.n[1].value * motion[1];
  return step_worst(worst, fabs(creal(out.distance.first - along)));
}

static void test_complex_step(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof curves / sizeof *curves; k++) {
    Bench bench = {.allocator = {0}};
    arena_open(&bench.arena, &bench.allocator);
    diag_open(&bench.diag, &bench.arena);
    Random random = {k + 1};
    const Rim *rim = &curves[k];
    double worst = 0;
    for (int n = 0; n < STATES; n++) {
      const Roller roller = open_roller(&bench, rim, creal(random_number(&random)));
      const double u = between(&random, rim->u), d = between(&random, rim->d);
      worst = step_worst(worst, worst_at(&roller, &random, u, d));
    }
    print_message("%s: %.1e\n", rim->text, worst);
    assert_true(worst < 1e-11);
    arena_close(&bench.arena);
  }
}

// A circle of radius R whose centre lies e beside the origin: the distance is that from the centre
// less R, all around, from a guess that looks around.
static void test_circle(void **state) {
  (void)state;
  static const Rim circle = {"0.3*cos(u) + sqrt(1 - 0.09*sin(u)^2)", true, {0, 6.2}, {0, 0}};
  Bench bench = {.allocator = {0}};
  arena_open(&bench.arena, &bench.allocator);
  diag_open(&bench.diag, &bench.arena);
  Random random = {7};
  const Roller roller = open_roller(&bench, &circle, 0);
  for (int n = 0; n < STATES; n++) {
    const double angle = 3.2 * creal(random_number(&random));
    const double far = 1.4 + creal(random_number(&random));
    const double P[2] = {0.3 + far * cos(angle), far * sin(angle)};
    const real Q[2] = {P[0], P[1]};
    const real foot = roller_foot_complex(&roller, Q, roller_look_complex(&roller, P));
    const Jet at[2] = {{P[0], 0, 0}, {P[1], 0, 0}};
    RollerPoint out;
    roller_at_complex(&roller, foot, at, false, ROLLER_BEND, &out);
    assert_true(fabs(creal(out.distance.value) - (far - 1)) < 1e-13);
    assert_true(fabs(creal(out.n[0].value) - cos(angle)) < 1e-13);
    assert_true(fabs(creal(out.n[1].value) - sin(angle)) < 1e-13);
    // 1 - d/R with R = -1: the centre of curvature lies on the other side
    assert_true(fabs(creal(out.margin) - far) < 1e-12);
  }
  assert_true(isnan(creal(roller_foot_complex(&roller, (const real[]){(double)NAN, 0}, 0))));
  arena_close(&bench.arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_complex_step),
      cmocka_unit_test(test_circle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
