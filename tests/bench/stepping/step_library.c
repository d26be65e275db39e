// SPDX-License-Identifier: BSD-3-Clause
// step_library.c: motions step by step through libmbsrun.
//
//   step_library pendulum STEPS        a double pendulum, driven by an input at each 1 ms: seconds
//                                      a step, kB of memory after a tenth and at the end, and how
//                                      far it is from one run whose torque is the sine itself
//   step_library cart_pole EPISODES [TOLERANCE]   cart_pole.h: seconds a step, angle at the end
//   step_library load FILE RUNS        seconds of one run of a model that is loaded
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cart_pole.h"
#include "mbsrun.h"

static int complain(const mbs_messages *messages) {
  fputs(mbs_messages_text(messages), stderr);
  return 1;
}

static long memory_now(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// ---- double pendulum ----

#define PENDULUM                                                                                   \
  "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                   \
  "parameters: {u: 0 N*m, drive: 0 N*m, end: 1000 s, apart: 1000 s}\n"                             \
  "bodies:\n"                                                                                      \
  "  upper: {type: rigid, mass: 1, inertia: 0.02, center_of_mass: [0, -0.5], markers: {tip: "      \
  "{position: [0, -1]}}}\n"                                                                        \
  "  lower: {type: rigid, mass: 1, inertia: 0.02, center_of_mass: [0, -0.5], initial: {position: " \
  "[0, -1], angle: 0.3}}\n"                                                                        \
  "joints:\n"                                                                                      \
  "  one: {type: revolute, marker_i: ground, marker_j: upper}\n"                                   \
  "  two: {type: revolute, marker_i: upper.tip, marker_j: lower}\n"                                \
  "forces:\n"                                                                                      \
  "  motor: {type: coordinate_force, joint: one, value: u + drive*sin(2*t/(1 s)) - 0.2 N*m*s * "   \
  "one.angle_rate}\n"                                                                              \
  "  drag: {type: coordinate_force, joint: two, value: -0.1 N*m*s * two.angle_rate}\n"             \
  "outputs: {a: one.angle, b: two.angle}\n"                                                        \
  "analyses:\n  swing: {type: dynamics, duration: end, output_step: apart}\n"

static int pendulum(long steps) {
  char end[40];
  const double h = 1e-3;
  (void)snprintf(end, sizeof end, "end=%.17g s", h * (double)steps);
  char apart[40];
  (void)snprintf(apart, sizeof apart, "apart=%.17g s", h * (double)steps);
  const char *const at_once[] = {end, apart, "drive=0.5 N*m"};
  mbs_load_options options = MBS_LOAD_OPTIONS;
  options.sets = at_once;
  options.set_count = 2;
  mbs_model *model, *whole;
  mbs_session *session;
  mbs_result *result;
  if (mbs_load_text(PENDULUM, strlen(PENDULUM), NULL, &options, &model) != MBS_OK ||
      mbs_session_open(model, NULL, &session) != MBS_OK) {
    return complain(mbs_model_messages(model));
  }
  const size_t u = (size_t)mbs_find(model, MBS_PARAMETER, "u");
  const double start = seconds_now();
  long early = 0;
  double values[2];
  for (long k = 0; k < steps; k++) {
    early = k == steps / 10 ? memory_now() : early;
    mbs_input_set(session, u, 0.5 * sin(2 * h * ((double)k + 0.5)));
    if (mbs_advance(session, h * (double)(k + 1), NULL) != MBS_OK ||
        mbs_output_read(session, NULL, 2, values) != MBS_OK) {
      return complain(mbs_session_messages(session));
    }
  }
  const double passed = seconds_now() - start;
  const long late = memory_now();
  options.set_count = 3;
  if (mbs_load_text(PENDULUM, strlen(PENDULUM), NULL, &options, &whole) != MBS_OK ||
      mbs_run(whole, NULL, &result) != MBS_OK) {
    return 1;
  }
  mbs_column a = {.size = sizeof a}, b = {.size = sizeof b};
  mbs_column_get(result, 0, 1, &a);
  mbs_column_get(result, 0, 2, &b);
  const double off =
      fmax(fabs(values[0] - a.values[a.stride]), fabs(values[1] - b.values[b.stride]));
  printf("%.17g %ld %ld %.17g\n", passed / (double)steps, early, late, off);
  mbs_result_free(result);
  mbs_session_free(session);
  mbs_model_free(model);
  mbs_model_free(whole);
  return 0;
}

// ---- cart and pole ----

#define CART_POLE                                                                                  \
  "mbs: 1\nspace: planar\ngravity: [0, -9.81]\n"                                                   \
  "parameters: {push: 0 N, tolerance: 1e-6}\n"                                                     \
  "bodies:\n  cart: {type: rigid, mass: 1, inertia: 1}\n"                                          \
  "  pole: {type: rigid, mass: 0.1, inertia: \"0.1/12\", center_of_mass: [0, 0.5], initial: "      \
  "{angle: 0.05}}\n"                                                                               \
  "joints:\n"                                                                                      \
  "  rail: {type: prismatic, body_i: ground, body_j: cart, at: [0, 0], axis: [1, 0]}\n"            \
  "  pivot: {type: revolute, marker_i: cart, marker_j: pole}\n"                                    \
  "forces:\n  motor: {type: coordinate_force, joint: rail, value: push}\n"                         \
  "outputs: {x: rail.displacement, v: rail.displacement_rate, angle: pivot.angle, rate: "          \
  "pivot.angle_rate}\n"                                                                            \
  "analyses:\n  episode: {type: dynamics, duration: 1, output_step: 1, integrator: {tolerances: "  \
  "{relative: tolerance}}}\n"

typedef struct World {
  mbs_session *session;
  size_t push;
  double seen[4];
} World;

static bool reset(void *of) {
  World *world = of;
  return mbs_session_reset(world->session) == MBS_OK;
}

static bool step(void *of, int k) {
  World *world = of;
  return mbs_input_set(world->session, world->push, push_at(k)) == MBS_OK &&
         mbs_advance(world->session, PERIOD * (k + 1), NULL) == MBS_OK &&
         mbs_output_read(world->session, NULL, 4, world->seen) == MBS_OK;
}

static double angle(void *of) {
  return ((World *)of)->seen[2];
}

static int cart_pole(long episodes, const char *tolerance) {
  char set[60];
  (void)snprintf(set, sizeof set, "tolerance=%s", tolerance);
  const char *const sets[] = {set};
  mbs_load_options options = MBS_LOAD_OPTIONS;
  options.sets = sets;
  options.set_count = 1;
  mbs_model *model;
  World world;
  if (mbs_load_text(CART_POLE, strlen(CART_POLE), NULL, &options, &model) != MBS_OK ||
      mbs_session_open(model, NULL, &world.session) != MBS_OK) {
    return complain(mbs_model_messages(model));
  }
  world.push = (size_t)mbs_find(model, MBS_PARAMETER, "push");
  const int status = play(&world, reset, step, angle, episodes);
  mbs_session_free(world.session);
  mbs_model_free(model);
  return status;
}

// ---- whole runs ----

static int runs(const char *path, long count) {
  mbs_model *model;
  if (mbs_load_file(path, NULL, &model) != MBS_OK) {
    return complain(mbs_model_messages(model));
  }
  const double start = seconds_now();
  for (long k = 0; k < count; k++) {
    mbs_result *result;
    if (mbs_run(model, NULL, &result) != MBS_OK) {
      return complain(mbs_result_messages(result));
    }
    mbs_result_free(result);
  }
  printf("%.17g\n", (seconds_now() - start) / (double)count);
  mbs_model_free(model);
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "pendulum") == 0) {
    return pendulum(atol(argv[2]));
  }
  if (argc > 2 && strcmp(argv[1], "cart_pole") == 0) {
    return cart_pole(atol(argv[2]), argc > 3 ? argv[3] : "1e-6");
  }
  return argc > 3 && strcmp(argv[1], "load") == 0 ? runs(argv[2], atol(argv[3])) : 2;
}
