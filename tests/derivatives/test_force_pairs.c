// SPDX-License-Identifier: BSD-3-Clause
// Every force between frames on every two bodies: frames and generalized forces of frame.c and
// their derivatives against the complex step, and the principle of virtual power.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/bodies.h"
#include "derivatives/frames.h"
#include "derivatives/step.h"
#include "elements/frames/body.h"
#include "elements/frames/frame.h"
#include "elements/registry.h"

enum { FORCE_STATES = 40, PAR = FORCE_NUMBERS, FORCE_N = 2 * BODY_V };
enum { FRAME_Q, FRAME_V, FRAME_TIME, Q_Q, Q_V, POWER, CHECKS };
static const char *const check_names[CHECKS] = {"frame_q", "frame_v", "frame_t",
                                                "Q_q",     "Q_v",     "virtual power"};

typedef struct Case {
  const ForceKind *kind;
  bool planar;
  Two two;
  FrameGeometry geometry[2];
  bool slides;                       // the force's joint has a displacement
  real par[PAR], reaction[REACTION]; // the reaction is held while the bodies move
  int wrong;
} Case;

// A point and axes in the body; in the plane the axes turn about z only.
static void random_geometry(Random *random, bool planar, FrameGeometry *geometry) {
  Frame frame;
  memset(geometry, 0, sizeof *geometry);
  frames_random(random, planar, &frame);
  for (int i = 0; i < 3; i++) {
    geometry->s[i] = creal(frame.x[i]);
  }
  for (int i = 0; i < 9; i++) {
    geometry->R[i] = creal(frame.A[i]);
  }
  geometry->angle = creal(frame.angle);
  for (int i = 0; i < 4; i++) {
    geometry->p[i] = creal(frame.p[i]);
  }
}

static void random_case(Random *random, Case *trial) {
  random_vector(random, PAR, trial->par);
  random_vector(random, REACTION, trial->reaction);
  trial->slides = random_number(random) > 0;
  for (int b = 0; b < 2; b++) {
    random_geometry(random, trial->planar, &trial->geometry[b]);
  }
}

// Body b and its frame at a moment.
typedef struct Standing {
  BodyMotion motion;
  FrameGeometry now;
  FrameShape shape;
} Standing;

static void stand(const Case *trial, const Two *two, int b, Standing *it) {
  bodies_motion(two, b, &it->motion);
  bodies_place(two, b, &it->motion, &trial->geometry[b], &it->now, &it->shape);
}

static void frame_on(const Case *trial, const Two *two, int b, Frame *frame) {
  Standing it;
  stand(trial, two, b, &it);
  MBS_NAME(frame_of)(&it.motion, &it.now, frame);
}

// The third frame, which only gives axes, is the second once more.
static void frames_on(const Case *trial, const Two *two, Frame frame[FORCE_FRAMES]) {
  for (int b = 0; b < FORCE_FRAMES; b++) {
    frame_on(trial, two, b < 2 ? b : 1, &frame[b]);
  }
}

static ForceArgs arguments(const Case *trial, const Frame frame[]) {
  return (ForceArgs){.par = trial->par,
                     .frame = frame,
                     .reaction = trial->reaction,
                     .planar = trial->planar,
                     .coordinate = trial->slides ? COORDINATE_DISPLACEMENT : COORDINATE_ANGLE,
                     .axis = trial->slides && trial->planar ? AXIS_X : AXIS_Z};
}

static int acts(const Case *trial) {
  return MBS_NAME(force_layout)(trial->kind).wrench_count;
}

// Generalized forces on both bodies and the power that the wrenches give.
static void force_of(const Case *trial, const Two *two, real Q[FORCE_N], real *power) {
  Frame frame[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES];
  frames_on(trial, two, frame);
  const ForceArgs in = arguments(trial, frame);
  trial->kind->apply(&in, NULL, wrench);
  memset(Q, 0, FORCE_N * sizeof(real));
  *power = 0;
  for (int b = 0; b < acts(trial); b++) {
    Standing it;
    stand(trial, two, b, &it);
    MBS_NAME(frame_pull_back)(two->kind[b], &it.motion, &it.now, &wrench[b], Q + b * BODY_V);
    *power += vec_dot(wrench[b].f, frame[b].v) + vec_dot(wrench[b].t, frame[b].w);
  }
}

// Change of Q when frame b changes by d, with position coordinate k of body b, or (-1) a velocity.
static void force_tangent(const Case *trial, int b, const Frame *d, int k, const real dA[][9],
                          real dQ[FORCE_N]) {
  Frame frame[FORCE_FRAMES];
  Frame dframe[FORCE_FRAMES];
  Wrench wrench[FORCE_FRAMES];
  Wrench dwrench[FORCE_FRAMES];
  const real dpar[PAR] = {0};
  memset(dframe, 0, sizeof dframe);
  dframe[b] = *d;
  dframe[2] = dframe[1];
  frames_on(trial, &trial->two, frame);
  const ForceArgs in = arguments(trial, frame);
  trial->kind->apply(&in, NULL, wrench);
  const ForceChange change = {.par = dpar, .frame = dframe};
  trial->kind->apply(&in, &change, dwrench);
  memset(dQ, 0, FORCE_N * sizeof(real));
  for (int c = 0; c < acts(trial); c++) {
    Standing it;
    stand(trial, &trial->two, c, &it);
    MBS_NAME(frame_pull_back)
    (trial->two.kind[c], &it.motion, &it.now, &dwrench[c], dQ + c * BODY_V);
    if (c == b && k >= 0) {
      MBS_NAME(frame_pull_back_q)
      (trial->two.kind[c], &it.motion, dA, &it.now, k, &wrench[c], dQ + c * BODY_V);
    }
  }
}

static void judge(const Case *trial, int check, int count, real analytic[], const real stepped[],
                  double error[CHECKS]) {
  if (trial->wrong == check) {
    step_mutate(count, analytic);
  }
  error[check] = step_worst(step_error(count, analytic, stepped), error[check]);
}

static void judge_frame(const Case *trial, int check, const Frame *d, const Two *moved, int b,
                        double error[CHECKS]) {
  Frame frame;
  real analytic[FRAME_NUMBERS];
  real stepped[FRAME_NUMBERS];
  frame_on(trial, moved, b, &frame);
  frames_to_numbers(d, analytic);
  frames_to_numbers(&frame, stepped);
  judge(trial, check, FRAME_NUMBERS, analytic, stepped, error);
}

static void check_coordinates(const Case *trial, int b, double error[CHECKS]) {
  const BodyKind *const kind = trial->two.kind[b];
  real dA[BODY_ORIENTATION][9];
  real dQ[FORCE_N];
  real Q[FORCE_N];
  real power;
  BodyMotion posed;
  Standing it;
  Two moved;
  Frame d;
  stand(trial, &trial->two, b, &it);
  MBS_NAME(body_pose)(kind, trial->two.q[b], &posed, dA);
  for (int k = 0; k < body_nq(kind); k++) {
    bodies_step_q(&trial->two, b, k, &moved);
    MBS_NAME(frame_tangent_q)(kind, &it.motion, (const real(*)[9])dA, &it.now, k, &d);
    judge_frame(trial, FRAME_Q, &d, &moved, b, error);
    force_tangent(trial, b, &d, k, (const real(*)[9])dA, dQ);
    force_of(trial, &moved, Q, &power);
    judge(trial, Q_Q, FORCE_N, dQ, Q, error);
  }
  for (int k = 0; k < body_nv(kind); k++) {
    bodies_step_v(&trial->two, b, k, &moved);
    MBS_NAME(frame_tangent_v)(kind, &it.motion, &it.now, k, &d);
    judge_frame(trial, FRAME_V, &d, &moved, b, error);
    force_tangent(trial, b, &d, -1, (const real(*)[9])dA, dQ);
    force_of(trial, &moved, Q, &power);
    judge(trial, Q_V, FORCE_N, dQ, Q, error);
  }
}

// The frame's own velocities are the rates of its origin and axes.
static void check_time(const Case *trial, int b, double error[CHECKS]) {
  Two moved;
  Frame frame;
  Frame after;
  Frame d;
  bodies_step_time(&trial->two, &moved);
  frame_on(trial, &trial->two, b, &frame);
  frame_on(trial, &moved, b, &after);
  if (trial->two.kind[b]->rotations == 3) {
    // off the unit norm the axes are longer by |p|^2, and so is w in ground axes
    real square = 0;
    for (int i = 0; i < 4; i++) {
      square += trial->two.q[b][3 + i] * trial->two.q[b][3 + i];
    }
    for (int i = 0; i < 3; i++) {
      frame.w[i] /= square;
    }
  }
  frames_motion(&frame, &d);
  real analytic[13];
  real stepped[13];
  memcpy(analytic, d.x, 3 * sizeof(real));
  memcpy(analytic + 3, d.A, 9 * sizeof(real));
  analytic[12] = trial->planar ? d.angle : 0;
  memcpy(stepped, after.x, 3 * sizeof(real));
  memcpy(stepped + 3, after.A, 9 * sizeof(real));
  stepped[12] = after.angle;
  judge(trial, FRAME_TIME, 13, analytic, stepped, error);
}

// Q . v = sum of f . x' + t . w for unit Euler parameters, where the body can turn at all.
static void check_power(const Case *trial, double error[CHECKS]) {
  Two unit = trial->two;
  real Q[FORCE_N];
  real power;
  for (int b = 0; b < 2; b++) {
    if (unit.kind[b]->rotations == 3) {
      frames_unit(unit.q[b] + 3);
    }
  }
  force_of(trial, &unit, Q, &power);
  real product = 0;
  for (int n = 0; n < FORCE_N; n++) {
    product +=
        n % BODY_V < body_nv(unit.kind[n / BODY_V]) ? Q[n] * unit.v[n / BODY_V][n % BODY_V] : 0;
  }
  if (trial->wrong == POWER) {
    step_mutate(1, &product);
  }
  error[POWER] = step_worst(step_difference(1, &product, &power), error[POWER]);
}

typedef struct Sweep {
  int wrong, pairs;
  double error[CHECKS];
} Sweep;

static void check_force(const ForceKind *kind, const BodyKind *i, const BodyKind *j, int space,
                        Sweep *sweep) {
  Random random = {12};
  double error[CHECKS] = {0};
  for (int n = 0; n < FORCE_STATES; n++) {
    Case trial = {.kind = kind, .planar = space == IN_PLANE, .wrong = sweep->wrong};
    bodies_random(&random, i, j, &trial.two);
    random_case(&random, &trial);
    for (int b = 0; b < 2; b++) {
      check_coordinates(&trial, b, error);
      check_time(&trial, b, error);
    }
    check_power(&trial, error);
  }
  for (int k = 0; k < CHECKS; k++) {
    if (sweep->wrong < 0 && !(error[k] < EXACT)) {
      fail_msg("%s between %s and %s: %s is off by %.1e", kind->type, i->type, j->type,
               check_names[k], error[k]);
    }
    sweep->error[k] = step_worst(error[k], sweep->error[k]);
  }
  if (sweep->wrong >= 0 && body_nv(i) + body_nv(j) > 0) {
    assert_true(error[sweep->wrong] > WRONG);
  }
  sweep->pairs++;
}

static void check_pair(const BodyKind *i, const BodyKind *j, int space, void *context) {
  for (int f = 0; f < MBS_NAME(registry_force_count)(); f++) {
    const ForceKind *const kind = MBS_NAME(force_kinds)[f];
    if ((kind->spaces & space) != 0) {
      check_force(kind, i, j, space, context);
    }
  }
}

static void test_every_force_between_bodies_is_exact(void **state) {
  (void)state;
  Sweep sweep = {.wrong = -1};
  bodies_for_each_pair(check_pair, &sweep);
  assert_true(sweep.pairs >= 18 * 4);
  for (int k = 0; k < CHECKS; k++) {
    print_message("%-14s %.1e\n", check_names[k], sweep.error[k]);
  }
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (int k = 0; k < CHECKS; k++) {
    Sweep sweep = {.wrong = k};
    bodies_for_each_pair(check_pair, &sweep);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_force_between_bodies_is_exact),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
