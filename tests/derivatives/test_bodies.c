// SPDX-License-Identifier: BSD-3-Clause
// Every body in the registry: the derivatives of its pose, of its kinematics and of its gyroscopic
// force against the complex step; the kinematics against the law that defines angular velocity,
// also where Euler parameters have left the unit norm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/step.h"
#include "elements/frame.h"
#include "elements/registry.h"
#include "math/vec.h"

enum { PAR = 16 };

static int q_count(const BodyKind *kind) {
  return kind->translations + kind->orientation_count;
}
static int v_count(const BodyKind *kind) {
  return kind->translations + kind->rotations;
}

// A random state; Euler parameters are away from zero and off the unit norm.
static void random_state(Random *random, const BodyKind *kind, real q[BODY_Q], real v[BODY_V]) {
  random_vector(random, BODY_Q, q);
  random_vector(random, BODY_V, v);
  if (kind->orientation_count == 4) {
    q[kind->translations] += creal(q[kind->translations]) < 0 ? -0.3 : 0.3;
  }
}

// Parameters of a body that exists: positive mass, positive definite inertia.
static void random_par(Random *random, real par[PAR]) {
  random_vector(random, PAR, par);
  par[0] = 2 + par[0];
  for (int k = 1; k <= 3; k++) {
    par[k] = 4 + par[k];
  }
}

static void pose_along(const BodyKind *kind, const real q[], const real d[], BodyMotion *motion) {
  real moved[BODY_Q];
  memset(motion, 0, sizeof *motion);
  step_along(q_count(kind), q, d, moved);
  kind->pose(moved, motion);
}

static double pose_error(const BodyKind *kind, const real q[]) {
  real dA[BODY_ORIENTATION][9];
  double worst = 0;
  kind->pose_q(q, dA);
  for (int k = 0; k < q_count(kind); k++) {
    real unit[BODY_Q] = {0};
    BodyMotion motion;
    unit[k] = 1;
    pose_along(kind, q, unit, &motion);
    const int turn = k - kind->translations;
    real dr[3] = {0};
    real still[9] = {0};
    if (turn < 0) {
      dr[k] = 1;
    }
    worst = step_worst(step_error(3, dr, motion.r), worst);
    worst = step_worst(step_error(9, turn < 0 ? still : dA[turn], motion.A), worst);
    const real dangle = turn >= 0 && kind->orientation_count == 1 ? 1 : 0;
    worst = step_worst(step_error(1, &dangle, &motion.angle), worst);
  }
  return worst;
}

// T v = rate, T is linear in v and D is its derivative.
static double rate_error(const BodyKind *kind, const real q[], const real v[]) {
  const int nq = q_count(kind);
  const int nv = v_count(kind);
  real T[BODY_Q * BODY_V];
  real D[BODY_Q * BODY_Q];
  real qdot[BODY_Q];
  kind->rate_parts(q, v, T, D);
  double worst = 0;
  for (int k = 0; k < nq + nv; k++) {
    real q_moved[BODY_Q];
    real v_moved[BODY_V];
    real unit[BODY_Q + BODY_V] = {0};
    real column[BODY_Q];
    unit[k] = 1;
    step_along(nq, q, unit, q_moved);
    step_along(nv, v, unit + nq, v_moved);
    kind->rate(q_moved, v_moved, qdot);
    for (int i = 0; i < nq; i++) {
      column[i] = k < nq ? D[i * nq + k] : T[i * nv + k - nq];
    }
    worst = step_worst(step_error(nq, column, qdot), worst);
  }
  return worst;
}

// A' = A w~ and r' = v for q' = T v.
static double kinematics_error(const BodyKind *kind, const real q[], const real v[]) {
  real qdot[BODY_Q];
  BodyMotion moved;
  BodyMotion motion;
  kind->rate(q, v, qdot);
  pose_along(kind, q, qdot, &moved);
  memset(&motion, 0, sizeof motion);
  kind->pose(q, &motion);
  MBS_NAME(frame_set_velocity)(kind, v, &motion);
  const real *const w = motion.w;
  const real spin[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
  real A_rate[9];
  vec_product(motion.A, spin, A_rate);
  return step_worst(step_error(9, A_rate, moved.A), step_error(3, motion.v, moved.r));
}

static double gyroscopic_error(const BodyKind *kind, const real par[], const real v[]) {
  const int nv = v_count(kind);
  real M[BODY_V * BODY_V];
  real h[BODY_V];
  real h_v[BODY_V * BODY_V];
  kind->mass(par, M);
  kind->gyroscopic(M, v, h, h_v);
  double worst = 0;
  for (int k = 0; k < nv; k++) {
    real unit[BODY_V] = {0};
    real moved[BODY_V];
    real column[BODY_V];
    unit[k] = 1;
    step_along(nv, v, unit, moved);
    kind->gyroscopic(M, moved, h, NULL);
    for (int i = 0; i < nv; i++) {
      column[i] = h_v[i * nv + k];
    }
    worst = step_worst(step_error(nv, column, h), worst);
  }
  return worst;
}

// At constant w the angular momentum in ground axes changes at the rate A h, and h does no work.
static double momentum_error(const BodyKind *kind, const real par[], real q[], const real v[]) {
  const int nv = v_count(kind);
  const int first = kind->translations;
  real M[BODY_V * BODY_V];
  real h[BODY_V];
  kind->mass(par, M);
  kind->gyroscopic(M, v, h, NULL);
  real power = 0;
  for (int i = 0; i < nv; i++) {
    power += h[i] * v[i];
  }
  const real nothing = 0;
  double worst = step_difference(1, &power, &nothing);
  if (kind->rotations != 3) {
    return worst;
  }
  real norm = 0;
  for (int i = 0; i < 4; i++) {
    norm += q[first + i] * q[first + i];
  }
  for (int i = 0; i < 4; i++) {
    q[first + i] /= sqrt(norm);
  }
  real qdot[BODY_Q];
  real momentum[3];
  real turned[3];
  real torque[3];
  BodyMotion moved;
  BodyMotion motion;
  kind->rate(q, v, qdot);
  pose_along(kind, q, qdot, &moved);
  for (int i = 0; i < 3; i++) {
    momentum[i] = 0;
    for (int k = 0; k < 3; k++) {
      momentum[i] += M[(first + i) * nv + first + k] * v[first + k];
    }
  }
  vec_rotate(moved.A, momentum, turned);
  kind->pose(q, &motion);
  vec_rotate(motion.A, h + first, torque);
  return step_worst(step_error(3, torque, turned), worst);
}

enum { POSE, RATE, KINEMATICS, GYROSCOPIC, MOMENTUM, CHECKS };

static void errors_of(const BodyKind *kind, double error[CHECKS]) {
  Random random = {2};
  memset(error, 0, CHECKS * sizeof(double));
  for (int n = 0; n < STATES; n++) {
    real q[BODY_Q];
    real v[BODY_V];
    real par[PAR];
    random_state(&random, kind, q, v);
    random_par(&random, par);
    error[POSE] = step_worst(pose_error(kind, q), error[POSE]);
    error[RATE] = step_worst(rate_error(kind, q, v), error[RATE]);
    error[KINEMATICS] = step_worst(kinematics_error(kind, q, v), error[KINEMATICS]);
    error[GYROSCOPIC] = step_worst(gyroscopic_error(kind, par, v), error[GYROSCOPIC]);
    error[MOMENTUM] = step_worst(momentum_error(kind, par, q, v), error[MOMENTUM]);
  }
}

static void test_every_body_is_exact(void **state) {
  (void)state;
  for (int i = 0; i < MBS_NAME(registry_body_count)(); i++) {
    const BodyKind *const kind = MBS_NAME(body_kinds)[i];
    double error[CHECKS];
    errors_of(kind, error);
    print_message("%-10s %d+%d pose %.1e, rate %.1e, A' = A w~ %.1e, gyroscopic %.1e, "
                  "momentum %.1e\n",
                  kind->type, kind->translations, kind->orientation_count, error[POSE], error[RATE],
                  error[KINEMATICS], error[GYROSCOPIC], error[MOMENTUM]);
    for (int k = 0; k < CHECKS; k++) {
      assert_true(error[k] < EXACT);
    }
  }
}

static const BodyKind *original;

static void wrong_pose_q(const real q[], real dA[BODY_ORIENTATION][9]) {
  original->pose_q(q, dA);
  step_mutate(9, dA[0]);
}

static void wrong_T(const real q[], const real v[], real T[], real D[]) {
  original->rate_parts(q, v, T, D);
  step_mutate(q_count(original) * v_count(original), T);
}

static void wrong_D(const real q[], const real v[], real T[], real D[]) {
  original->rate_parts(q, v, T, D);
  step_mutate(q_count(original) * q_count(original), D);
}

static void wrong_rate(const real q[], const real v[], real qdot[]) {
  original->rate(q, v, qdot);
  step_mutate(q_count(original), qdot);
}

static void wrong_h_v(const real M[], const real v[], real h[], real h_v[]) {
  original->gyroscopic(M, v, h, h_v);
  if (h_v) {
    step_mutate(v_count(original) * v_count(original), h_v);
  }
}

// A constant factor on the whole gyroscopic force is consistent with its own derivative.
static void wrong_h(const real M[], const real v[], real h[], real h_v[]) {
  original->gyroscopic(M, v, h, h_v);
  step_mutate(v_count(original), h);
}

static void assert_caught(const BodyKind *wrong, int check) {
  double error[CHECKS];
  errors_of(wrong, error);
  assert_true(error[check] > WRONG);
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (int i = 0; i < MBS_NAME(registry_body_count)(); i++) {
    original = MBS_NAME(body_kinds)[i];
    if (v_count(original) == 0) {
      continue; // the ground has nothing to be wrong about
    }
    BodyKind wrong = *original;
    wrong.rate_parts = wrong_T;
    assert_caught(&wrong, RATE);
    wrong.rate_parts = wrong_D;
    assert_caught(&wrong, RATE);
    wrong = *original;
    wrong.rate = wrong_rate;
    assert_caught(&wrong, KINEMATICS);
    wrong = *original;
    wrong.gyroscopic = wrong_h_v;
    assert_caught(&wrong, GYROSCOPIC);
    wrong.gyroscopic = wrong_h;
    assert_caught(&wrong, MOMENTUM);
    if (original->orientation_count > 0) {
      wrong = *original;
      wrong.pose_q = wrong_pose_q;
      assert_caught(&wrong, POSE);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_body_is_exact),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
