// SPDX-License-Identifier: BSD-3-Clause
// A mechanism made by a program, without a text: a bar on a hinge of the ground, released at an
// angle. The program of this test is linked with the floors of the mechanics alone, so that it
// links proves that none of them needs the language.
//
//   (I + m c^2) a'' = -m g c sin a        a from the vertical, I about the mass centre
//   its period from an amplitude A: 4 K(sin A/2) / w, w^2 = m g c/(I + m c^2), by the mean of Gauss
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/run.h"

static const double MASS = 2.5, INERTIA = 0.12, CENTRE = 0.4, GRAVITY = 9.81, AMPLITUDE = 1.1;
enum { NUMBERS = 40, PERIODS = 2, BAR_ORIGIN = 7, MASS_ORIGIN = 8 };

typedef struct Made {
  Allocator allocator;
  Arena arena;
  Diag diag;
  Model model;
  Number numbers[NUMBERS];
  Body bodies[2];
  Marker markers[2];
  Joint joint;
  Measure measure;
  Output output;
  Analysis analysis;
} Made;

// ---- numbers ----

static bool find_angle(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag) {
  (void)context;
  if (strcmp(name, "angle") != 0) {
    return diag_add(diag, DIAG_EXPR_NAME, mark, "\"%s\" is not known", name);
  }
  *symbol = (Symbol){.kind = SYMBOL_MEASURE, .dimension = dimension_make(0, 0, 0)};
  return true;
}

// The number of an expression; stated.
static int expression(Made *made, const char *text) {
  const Scope scope = {.find = find_angle,
                       .time_allowed = true,
                       .state_allowed = true,
                       .dimension = dimension_unknown(),
                       .what = "a number"};
  const Passage passage = {.text = text, .length = (int)strlen(text)};
  Number *number = &made->numbers[made->model.number_count];
  assert_true(made->model.number_count < NUMBERS);
  *number = (Number){.stated = true, .path = text, .component = -1};
  assert_true(program_compile(&passage, &scope, &number->program, &made->arena, &made->diag));
  return made->model.number_count++;
}

static int value(Made *made, double x) {
  char text[40];
  (void)snprintf(text, sizeof text, "%.17g", x);
  return expression(made, arena_copy(&made->arena, text, strlen(text)));
}

// `count` numbers that nobody states.
static int unstated(Made *made, int count) {
  const int first = made->model.number_count;
  for (int k = 0; k < count; k++) {
    made->numbers[value(made, 0)].stated = false;
  }
  return first;
}

// ---- parts ----

static Body body(const char *name, const BodyKind *kind) {
  return (Body){.name = name,
                .kind = kind,
                .center_of_mass = -1,
                .inertia_about = -1,
                .position = -1,
                .velocity = -1,
                .frame = -1,
                .axes = -1,
                .within = -1,
                .angle = -1,
                .angle_rate = -1,
                .orientation = {.number = -1},
                .angular_velocity = -1};
}

static Marker marker_of(const char *name, int body) {
  return (Marker){.name = name,
                  .body = body,
                  .position = -1,
                  .orientation = {.number = -1},
                  .axis = -1,
                  .axis_2 = -1,
                  .frame = -1};
}

// The fields of a rigid body in the plane, in their order (elements/body_rigid_planar.c).
static void make_bar(Made *made) {
  Body *bar = &made->bodies[1];
  *bar = body("bar", registry_body("rigid", IN_PLANE));
  bar->origin = (Origin){.id = BAR_ORIGIN};
  bar->first_number = value(made, MASS);
  made->numbers[bar->first_number].range = RANGE_POSITIVE;
  made->numbers[bar->first_number].origin = (Origin){.id = MASS_ORIGIN};
  (void)value(made, INERTIA);
  bar->center_of_mass = value(made, 0);
  (void)value(made, -CENTRE);
  (void)value(made, 0);
  bar->position = unstated(made, 3);
  bar->angle = value(made, AMPLITUDE);
  bar->orientation_stated = true;
  bar->velocity = unstated(made, 3);
  bar->angle_rate = value(made, 0);
  bar->angular_velocity_stated = true;
}

static const MeasureKind *angle_of_a_joint(void) {
  const MeasureKind *kind = measure_kinds;
  while (kind->owner != MEASURE_OF_JOINT || strcmp(kind->name, "angle") != 0) {
    kind++;
  }
  return kind;
}

static void make_joint(Made *made) {
  made->joint = (Joint){.name = "hinge",
                        .kind = registry_joint("revolute", IN_PLANE),
                        .marker_j = 1,
                        .relation = -1,
                        .first_number = unstated(made, 2)};
  for (int k = 0; k < JOINT_PARTS; k++) {
    made->joint.part_offset[k] = -1;
  }
  made->joint.start =
      (JointStart){.axes = {.number = -1}, .spin = -1, .direction = -1, .length = -1};
  for (int k = 0; k < JOINT_STARTS; k++) {
    made->joint.start.place[k] = made->joint.start.rate[k] = -1;
  }
  made->joint.initial_coordinate = made->joint.first_number;
  made->joint.initial_rate = made->joint.first_number + 1;
  made->measure = (Measure){.name = "hinge.angle", .kind = angle_of_a_joint()};
}

static void make_analysis(Made *made, double duration) {
  made->analysis = (Analysis){.name = "swing", .kind = ANALYSIS_DYNAMICS, .from = -1, .at = -1};
  made->analysis.duration = value(made, duration);
  made->analysis.output_step = value(made, duration / 100);
  const int none = unstated(made, 1), relative = value(made, 1e-10);
  made->analysis.integrator = (Integrator){.relative = relative,
                                           .absolute = none,
                                           .absolute_length = -1,
                                           .absolute_angle = -1,
                                           .absolute_time = -1,
                                           .max_step = none,
                                           .initial_step = none,
                                           .alpha = none,
                                           .beta = none,
                                           .step = none,
                                           .newmark_beta = none,
                                           .newmark_gamma = none,
                                           .hht_alpha = none,
                                           .spectral_radius = none};
}

static void make(Made *made, double duration) {
  memset(made, 0, sizeof *made);
  arena_open(&made->arena, &made->allocator);
  diag_open(&made->diag, &made->arena);
  made->bodies[0] = body("ground", registry_ground(IN_PLANE));
  made->markers[0] = marker_of("ground", 0);
  made->markers[1] = marker_of("bar", 1);
  make_bar(made);
  make_joint(made);
  make_analysis(made, duration);
  made->output = (Output){.name = "angle", .number = expression(made, "angle")};
  const int gravity = value(made, 0);
  (void)value(made, -GRAVITY);
  (void)value(made, 0);
  const int numbers = made->model.number_count;
  made->model = (Model){.planar = true,
                        .gravity = gravity,
                        .numbers = made->numbers,
                        .number_count = numbers,
                        .bodies = made->bodies,
                        .body_count = 2,
                        .markers = made->markers,
                        .marker_count = 2,
                        .joints = &made->joint,
                        .joint_count = 1,
                        .measures = &made->measure,
                        .measure_count = 1,
                        .analyses = &made->analysis,
                        .analysis_count = 1,
                        .outputs = &made->output,
                        .output_count = 1};
}

static void forget(Made *made) {
  arena_close(&made->arena);
  assert_int_equal(made->allocator.used, 0);
}

// ---- what it does ----

static double period(void) {
  double a = 1, b = cos(AMPLITUDE / 2);
  for (int k = 0; k < 8; k++) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  const double w = sqrt(MASS * GRAVITY * CENTRE / (INERTIA + MASS * CENTRE * CENTRE));
  return 2 * acos(-1.0) / (w * a);
}

static void swings(void **state) {
  (void)state;
  Made made;
  Run run;
  make(&made, PERIODS * period());
  const RunOptions options = {.time_limit = 0};
  assert_true(run_model(&made.model, NULL, &options, &run, &made.arena, &made.diag));
  const Result *result = &run.results[0];
  assert_int_equal(result->status, RUN_OK);
  assert_int_equal(result->row_count, 101);
  assert_int_equal(result->channel_count, 2);
  assert_string_equal(result->channels[1].unit, "rad");
  static const double parts[] = {1, 0, -1, 0, 1, 0, -1, 0, 1}; // of the amplitude, each quarter
  for (int quarter = 0; quarter <= 4 * PERIODS; quarter++) {
    const double *row = result->rows + (size_t)2 * (size_t)(quarter * 25 / PERIODS);
    if (quarter * 25 % PERIODS == 0) {
      assert_true(fabs(row[1] - parts[quarter] * AMPLITUDE) < 1e-7);
    }
  }
  assert_true(result->audit.energy_drift < 1e-6);
  forget(&made);
}

// What is wrong with it is told by the numbers that it was given.
static void names_its_origin(void **state) {
  (void)state;
  Made made;
  Run run;
  make(&made, 1);
  const int mass = made.bodies[1].first_number;
  made.numbers[mass].program = made.numbers[value(&made, -1)].program;
  Failure failure = {.code = DIAG_NONE};
  const System *system = system_compile(&made.model, &made.arena);
  State *opened = state_open(system, &made.arena);
  assert_false(state_refresh(opened, NULL, &failure));
  assert_int_equal(failure.code, DIAG_VALUE_RANGE);
  assert_int_equal(failure.origin.id, MASS_ORIGIN);
  state_close(opened);

  OriginPlace places[MASS_ORIGIN + 1] = {{.passage = NULL}};
  static const SourceText source = {.name = "made by hand", .text = "m", .length = 1};
  places[MASS_ORIGIN].mark = (Mark){.source = &source, .line = 1, .column = 1, .end_column = 2};
  made.model.origins = (Origins){places, MASS_ORIGIN + 1};
  const RunOptions options = {.time_limit = 0};
  assert_false(run_model(&made.model, NULL, &options, &run, &made.arena, &made.diag));
  assert_int_equal(made.diag.count, 1);
  assert_ptr_equal(made.diag.messages[0].mark.source, &source);
  forget(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(swings),
      cmocka_unit_test(names_its_origin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
