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

#include "derivatives/bodies.h"
#include "derivatives/step.h"
#include "elements/frames/body.h"
#include "math/vec.h"

enum { PAR = 16 };

// What is tested: body.h, or one with a wrong coefficient.
typedef struct Answers {
  void (*pose)(const BodyKind *kind, const real q[], BodyMotion *motion,
               real dA[BODY_ORIENTATION][9]);
  void (*rate)(const BodyKind *kind, const real q[], const real v[], real qdot[]);
  void (*rate_parts)(const BodyKind *kind, const real q[], const real v[], real T[], real D[]);
  void (*gyroscopic)(const real M[], const real v[], real h[], real h_v[]);
} Answers;

static const Answers right = {MBS_NAME(body_pose), MBS_NAME(body_rate), MBS_NAME(body_rate_parts),
                              MBS_NAME(body_gyroscopic)};
static Answers answers;

// A random state; Euler parameters are away from zero and off the unit norm.
static void random_state(Random *random, const BodyKind *kind, real q[BODY_Q], real v[BODY_V]) {
  random_vector(random, BODY_Q, q);
  random_vector(random, BODY_V, v);
  if (kind->rotations == 3) {
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
  step_along(body_nq(kind), q, d, moved);
  answers.pose(kind, moved, motion, NULL);
}

static double pose_error(const BodyKind *kind, const real q[]) {
  real dA[BODY_ORIENTATION][9];
  double worst = 0;
  BodyMotion at;
  answers.pose(kind, q, &at, dA);
  for (int k = 0; k < body_nq(kind); k++) {
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
    const bool turns = turn >= 0 && turn < body_orientations(kind);
    worst = step_worst(step_error(9, turns ? dA[turn] : still, motion.A), worst);
    const real dangle = turns && kind->rotations == 1 ? 1 : 0;
    worst = step_worst(step_error(1, &dangle, &motion.angle), worst);
  }
  return worst;
}

// T v = rate, T is linear in v and D is its derivative.
static double rate_error(const BodyKind *kind, const real q[], const real v[]) {
  const int nq = body_nq(kind);
  const int nv = body_nv(kind);
  real T[BODY_Q * BODY_V];
  real D[BODY_Q * BODY_Q];
  real qdot[BODY_Q];
  answers.rate_parts(kind, q, v, T, D);
  double worst = 0;
  for (int k = 0; k < nq + nv; k++) {
    real q_moved[BODY_Q];
    real v_moved[BODY_V];
    real unit[BODY_Q + BODY_V] = {0};
    real column[BODY_Q];
    unit[k] = 1;
    step_along(nq, q, unit, q_moved);
    step_along(nv, v, unit + nq, v_moved);
    answers.rate(kind, q_moved, v_moved, qdot);
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
  answers.rate(kind, q, v, qdot);
  pose_along(kind, q, qdot, &moved);
  memset(&motion, 0, sizeof motion);
  answers.pose(kind, q, &motion, NULL);
  MBS_NAME(frame_set_velocity)(kind, v, &motion);
  const real *const w = motion.w;
  const real spin[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
  real A_rate[9];
  vec_product(motion.A, spin, A_rate);
  return step_worst(step_error(9, A_rate, moved.A), step_error(3, motion.v, moved.r));
}

static double gyroscopic_error(const BodyKind *kind, const real par[], const real v[]) {
  if (!body_gyrates(kind)) {
    return 0;
  }
  const int nv = body_nv(kind);
  real M[BODY_V * BODY_V];
  real h[BODY_V];
  real h_v[BODY_V * BODY_V];
  MBS_NAME(body_mass)(kind, par, M);
  answers.gyroscopic(M, v, h, h_v);
  double worst = 0;
  for (int k = 0; k < nv; k++) {
    real unit[BODY_V] = {0};
    real moved[BODY_V];
    real column[BODY_V];
    unit[k] = 1;
    step_along(nv, v, unit, moved);
    answers.gyroscopic(M, moved, h, NULL);
    for (int i = 0; i < nv; i++) {
      column[i] = h_v[i * nv + k];
    }
    worst = step_worst(step_error(nv, column, h), worst);
  }
  return worst;
}

// At constant w the angular momentum in ground axes changes at the rate A h, and h does no work.
static double momentum_error(const BodyKind *kind, const real par[], real q[], const real v[]) {
  if (!body_gyrates(kind)) {
    return 0;
  }
  const int nv = body_nv(kind);
  const int first = kind->translations;
  real M[BODY_V * BODY_V];
  real h[BODY_V];
  MBS_NAME(body_mass)(kind, par, M);
  answers.gyroscopic(M, v, h, NULL);
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
  answers.rate(kind, q, v, qdot);
  pose_along(kind, q, qdot, &moved);
  for (int i = 0; i < 3; i++) {
    momentum[i] = 0;
    for (int k = 0; k < 3; k++) {
      momentum[i] += M[(first + i) * nv + first + k] * v[first + k];
    }
  }
  vec_rotate(moved.A, momentum, turned);
  answers.pose(kind, q, &motion, NULL);
  vec_rotate(motion.A, h + first, torque);
  return step_worst(step_error(3, torque, turned), worst);
}

// F = M a + h of a body with internal coordinates, and its energies.
typedef struct Answer {
  real F[BODY_V], kinetic, stored;
} Answer;

static const real inside_gravity[3] = {0.7, -9.8, 0};

static void answer_of(const BodyKind *kind, const real q[], const real v[], const real a[],
                      Answer *out) {
  const int nv = body_nv(kind);
  real M[BODY_V * BODY_V], h[BODY_V];
  kind->inside->inertia(bodies_par, inside_gravity, q, v, M, h, &out->stored);
  out->kinetic = 0;
  for (int i = 0; i < nv; i++) {
    out->F[i] = h[i];
    for (int k = 0; k < nv; k++) {
      out->F[i] += M[i * nv + k] * a[k];
      out->kinetic += 0.5 * v[i] * M[i * nv + k] * v[k];
    }
  }
}

static double slopes_error(const BodyKind *kind, const real q[], const real v[], const real a[]) {
  const int nq = body_nq(kind), nv = body_nv(kind);
  real F_q[BODY_V * BODY_Q], F_v[BODY_V * BODY_V];
  double worst = 0;
  kind->inside->slopes(bodies_par, inside_gravity, q, v, a, F_q, F_v);
  for (int k = 0; k < nq + nv; k++) {
    real unit[BODY_Q + BODY_V] = {0}, q_moved[BODY_Q], v_moved[BODY_V], column[BODY_V];
    Answer moved;
    unit[k] = 1;
    step_along(nq, q, unit, q_moved);
    step_along(nv, v, unit + nq, v_moved);
    answer_of(kind, q_moved, v_moved, a, &moved);
    for (int i = 0; i < nv; i++) {
      column[i] = k < nq ? F_q[i * nq + k] : F_v[i * nv + k - nq];
    }
    worst = step_worst(step_error(nv, column, moved.F), worst);
  }
  return worst;
}

// The power v . F is the rate of the energies along q' = T v, v' = a; the kinetic energy is that of
// its two links, by the frames at their mass centres.
static double energy_error(const BodyKind *kind, const real q[], const real v[], const real a[]) {
  const int nq = body_nq(kind), nv = body_nv(kind);
  real qdot[BODY_Q], q_moved[BODY_Q], v_moved[BODY_V], power = 0, links = 0;
  Answer here, moved;
  Two two = {.kind = {kind, kind}};
  BodyMotion motion;
  answers.rate(kind, q, v, qdot);
  step_along(nq, q, qdot, q_moved);
  step_along(nv, v, a, v_moved);
  answer_of(kind, q, v, a, &here);
  answer_of(kind, q_moved, v_moved, a, &moved);
  for (int i = 0; i < nv; i++) {
    power += v[i] * here.F[i];
  }
  const real energy = moved.kinetic + moved.stored;
  vector_copy(nq, q, two.q[0]);
  vector_copy(nv, v, two.v[0]);
  bodies_motion(&two, 0, &motion);
  for (int link = 0; link < 2; link++) {
    FrameGeometry rest = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {1, 0, 0, 0}}, now;
    FrameShape shape;
    Frame frame;
    rest.s[0] = link * (bodies_par[HINGED_C] + bodies_par[HINGED_L]);
    bodies_place(&two, 0, &motion, &rest, &now, &shape);
    MBS_NAME(frame_of)(&motion, &now, &frame);
    links += 0.5 * bodies_par[link == 0 ? HINGED_M : HINGED_M2] * vec_dot(frame.v, frame.v);
    links += 0.5 * bodies_par[link == 0 ? HINGED_I : HINGED_I2] * frame.w[2] * frame.w[2];
  }
  return step_worst(step_error(1, &power, &energy), step_difference(1, &here.kinetic, &links));
}

static int inside_mutant; // which of its answers is wrong: 0 none
static const BodyInside *inside_right;

static void wrong_inertia(const real par[], const real g[3], const real q[], const real v[],
                          real M[], real h[], real *energy) {
  inside_right->inertia(par, g, q, v, M, h, energy);
  step_mutate(inside_mutant == 1 ? HINGED_N * HINGED_N : HINGED_N, inside_mutant == 1 ? M : h);
}

static void wrong_slopes(const real par[], const real g[3], const real q[], const real v[],
                         const real a[], real F_q[], real F_v[]) {
  inside_right->slopes(par, g, q, v, a, F_q, F_v);
  step_mutate(HINGED_N * HINGED_N, inside_mutant == 3 ? F_q : F_v);
}

static void test_inertia_of_a_body_with_an_internal_coordinate_is_exact(void **state) {
  (void)state;
  BodyInside inside = *hinged_planar.inside;
  BodyKind kind = hinged_planar;
  answers = right;
  inside_right = hinged_planar.inside;
  kind.inside = &inside;
  for (inside_mutant = 0; inside_mutant <= 4; inside_mutant++) {
    Random random = {5};
    double slopes = 0, energy = 0;
    const bool of_energy = inside_mutant == 1 || inside_mutant == 2;
    inside.inertia = of_energy ? wrong_inertia : inside_right->inertia;
    inside.slopes = inside_mutant > 2 ? wrong_slopes : inside_right->slopes;
    for (int n = 0; n < STATES; n++) {
      real q[BODY_Q], v[BODY_V], a[BODY_V];
      random_state(&random, &kind, q, v);
      random_vector(&random, BODY_V, a);
      slopes = step_worst(slopes_error(&kind, q, v, a), slopes);
      energy = step_worst(energy_error(&kind, q, v, a), energy);
    }
    print_message("mutant %d: slopes %.1e, energy %.1e\n", inside_mutant, slopes, energy);
    assert_true(inside_mutant == 0 ? slopes < EXACT && energy < EXACT
                                   : (of_energy ? energy : slopes) > WRONG);
  }
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
  for (int i = 0; i < bodies_kind_count(); i++) {
    const BodyKind *const kind = bodies_kind(i);
    double error[CHECKS];
    answers = right;
    errors_of(kind, error);
    print_message("%-10s %d+%d pose %.1e, rate %.1e, A' = A w~ %.1e, gyroscopic %.1e, "
                  "momentum %.1e\n",
                  kind->type, kind->translations, body_orientations(kind), error[POSE], error[RATE],
                  error[KINEMATICS], error[GYROSCOPIC], error[MOMENTUM]);
    for (int k = 0; k < CHECKS; k++) {
      assert_true(error[k] < EXACT);
    }
  }
}

static void wrong_pose_q(const BodyKind *kind, const real q[], BodyMotion *motion,
                         real dA[BODY_ORIENTATION][9]) {
  right.pose(kind, q, motion, dA);
  if (dA != NULL) {
    step_mutate(9, dA[0]);
  }
}

static void wrong_T(const BodyKind *kind, const real q[], const real v[], real T[], real D[]) {
  right.rate_parts(kind, q, v, T, D);
  step_mutate(body_nq(kind) * body_nv(kind), T);
}

static void wrong_D(const BodyKind *kind, const real q[], const real v[], real T[], real D[]) {
  right.rate_parts(kind, q, v, T, D);
  step_mutate(body_nq(kind) * body_nq(kind), D);
}

static void wrong_rate(const BodyKind *kind, const real q[], const real v[], real qdot[]) {
  right.rate(kind, q, v, qdot);
  step_mutate(body_nq(kind), qdot);
}

static void wrong_h_v(const real M[], const real v[], real h[], real h_v[]) {
  right.gyroscopic(M, v, h, h_v);
  if (h_v) {
    step_mutate(6 * 6, h_v);
  }
}

// A constant factor on the whole gyroscopic force is consistent with its own derivative.
static void wrong_h(const real M[], const real v[], real h[], real h_v[]) {
  right.gyroscopic(M, v, h, h_v);
  step_mutate(6, h);
}

static void assert_caught(const BodyKind *kind, Answers wrong, int check) {
  double error[CHECKS];
  answers = wrong;
  errors_of(kind, error);
  answers = right;
  assert_true(error[check] > WRONG);
}

static void test_a_wrong_coefficient_is_caught(void **state) {
  (void)state;
  for (int i = 0; i < bodies_kind_count(); i++) {
    const BodyKind *const kind = bodies_kind(i);
    if (body_nv(kind) == 0) {
      continue; // the ground has nothing to be wrong about
    }
    Answers wrong = right;
    wrong.rate_parts = wrong_T;
    assert_caught(kind, wrong, RATE);
    wrong.rate_parts = wrong_D;
    assert_caught(kind, wrong, RATE);
    wrong = right;
    wrong.rate = wrong_rate;
    assert_caught(kind, wrong, KINEMATICS);
    wrong = right;
    if (body_gyrates(kind)) {
      wrong.gyroscopic = wrong_h_v;
      assert_caught(kind, wrong, GYROSCOPIC);
      wrong.gyroscopic = wrong_h;
      assert_caught(kind, wrong, MOMENTUM);
    }
    if (kind->rotations > 0) {
      wrong = right;
      wrong.pose = wrong_pose_q;
      assert_caught(kind, wrong, POSE);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_body_is_exact),
      cmocka_unit_test(test_inertia_of_a_body_with_an_internal_coordinate_is_exact),
      cmocka_unit_test(test_a_wrong_coefficient_is_caught),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
