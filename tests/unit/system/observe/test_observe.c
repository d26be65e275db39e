// SPDX-License-Identifier: BSD-3-Clause
// test_system_observe.c: accelerations, energies, powers and reactions against each other and
// against differences along the motion.
//
// The equations of motion come from J' lambda and virtual work; the recheck sums forces and
// reactions as reported on each body by Newton and Euler. That both agree to round-off proves
// sign, point and frame of every reaction, force and inertia at once.
#include "unit/system_support.h"

#include "system/forces/forces.h"
#include "system/forces/solve.h"
#include "system/observe/equation_defect.h"
#include "system/observe/observe.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"

typedef struct Point {
  double q[64], v[64], a[64], lambda[64], q_rate[64];
} Point;

// A moving, assembled point of the mechanism, with its accelerations.
static void find_point(State *state, Point *point) {
  const System *system = state->system;
  assert_true(system->nq <= 64 && system->nv <= 64 && system->nc <= 64);
  unsigned seed = 3;
  for (int i = 0; i < system->nv; i++) {
    seed = seed * 1664525U + 1013904223U;
    state->v[i] = (double)(seed >> 8) / 8388608.0 - 1;
  }
  state_set(state, 0.37, state->q, state->v);
  assert_true(project_velocity(state, 1e-13, false));
  assert_true(state_forces(state) && kkt_factor(state, KKT_EXACT));
  solve_accelerations(state, point->a, point->lambda);
  memcpy(point->q, state->q, sizeof(double) * (size_t)system->nq);
  memcpy(point->v, state->v, sizeof(double) * (size_t)system->nv);
  state_rate(state, state->v, point->q_rate);
}

// The state a little later (or earlier) on the motion, to second order in h.
static void move(State *state, const Point *point, double h) {
  const System *system = state->system;
  double q[64], v[64], middle[64], rate[64];
  for (int i = 0; i < system->nv; i++) {
    v[i] = point->v[i] + h * point->a[i];
    middle[i] = point->v[i] + 0.5 * h * point->a[i];
  }
  for (int i = 0; i < system->nq; i++) {
    q[i] = point->q[i] + 0.5 * h * point->q_rate[i];
  }
  state_set(state, 0.37, q, v);
  state_rate(state, middle, rate);
  for (int i = 0; i < system->nq; i++) {
    q[i] = point->q[i] + h * rate[i];
  }
  state_set(state, 0.37 + h, q, v);
}

static double energy(State *state) {
  assert_true(state_forces(state));
  return observe_kinetic(state) + forces_potential(state);
}

// The largest part that is off, of two kinds.
static double defect_of(const EquationDefect *defect, int bodies) {
  double largest = 0;
  for (int b = 1; b < bodies; b++) {
    const DefectBody *of = &defect->of[b];
    largest = fmax(largest, fmax(of->going.off, of->swinging.off));
    largest = fmax(largest, fmax(of->moving.off, of->turning.off));
  }
  return largest;
}

static double free_body_of(const EquationDefect *defect, int bodies) {
  double largest = 0;
  for (int b = 1; b < bodies; b++) {
    const DefectBody *of = &defect->of[b];
    largest = fmax(largest, of->force.off / fmax(of->force.size, 1e-3));
    largest = fmax(largest, of->moment.off / fmax(of->moment.size + of->force.size, 1e-3));
  }
  return largest;
}

// Newton and Euler agree with virtual work.
static void check_free_bodies(const char *text) {
  Mechanism m;
  Point point;
  EquationDefect defect;
  mechanism_open(&m, text, true);
  assert_true(m.accepted);
  find_point(m.state, &point);
  const int bodies = m.state->system->body_count;
  assert_true(equation_defect_open(&defect, m.state, &m.loaded.arena));
  defect.t = m.state->t - 1; // a second passed
  equation_defect_at(&defect, m.state, point.a, point.lambda, 0.1, point.q_rate, point.a);
  assert_true(defect_of(&defect, bodies) < 1e-13);
  assert_true(free_body_of(&defect, bodies) < 1e-11);
  // and a wrong reaction is seen
  point.lambda[0] *= 1.001;
  point.lambda[0] += 0.01;
  defect.t = m.state->t - 1;
  equation_defect_at(&defect, m.state, point.a, point.lambda, 0.1, point.q_rate, point.a);
  assert_true(free_body_of(&defect, bodies) > 1e-6);
  mechanism_close(&m);
}

// d(T + V)/dt is the power of what stores no energy.
static void check_power(const char *text) {
  Mechanism m;
  Point point;
  const double h = 1e-4;
  mechanism_open(&m, text, true);
  find_point(m.state, &point);
  assert_true(state_forces(m.state));
  double gross = 0;
  const double power = forces_power(m.state, &gross);
  assert_true(gross >= fabs(power));
  move(m.state, &point, h);
  const double later = energy(m.state);
  move(m.state, &point, -h);
  const double earlier = energy(m.state);
  assert_true(fabs(power) > 0.1);
  assert_true(fabs((later - earlier) / (2 * h) - power) < 1e-5 * (1 + fabs(power)));
  mechanism_close(&m);
}

// Measures of accelerations against differences of those of velocities.
static void check_accelerations(const char *text, const char *outputs, int pairs) {
  char whole[8192];
  snprintf(whole, sizeof whole, "%s%s", text, outputs);
  Mechanism m;
  Point point;
  const double h = 1e-4;
  mechanism_open(&m, whole, true);
  find_point(m.state, &point);
  const Model *model = m.state->system->model;
  Observation observation = {.a = point.a, .lambda = point.lambda};
  double exact[32], change[32] = {0};
  int rate[32], acceleration[32];
  for (int k = 0; k < pairs; k++) {
    rate[k] = model->numbers[model->outputs[2 * k].number].program.inputs[0].index;
    acceleration[k] = model->numbers[model->outputs[2 * k + 1].number].program.inputs[0].index;
  }
  observe_ledger(m.state, &observation);
  observe_measures(m.state, &observation, acceleration, pairs);
  for (int k = 0; k < pairs; k++) {
    exact[k] = m.state->measures[acceleration[k]];
  }
  for (int sign = -1; sign <= 1; sign += 2) {
    move(m.state, &point, sign * h);
    for (int k = 0; k < pairs; k++) {
      change[k] += sign * state_measure(m.state, rate[k]) / (2 * h);
    }
  }
  for (int k = 0; k < pairs; k++) {
    if (!(fabs(exact[k]) > 1e-3 && fabs(exact[k] - change[k]) < 1e-5 * (1 + fabs(exact[k])))) {
      print_error("pair %d: exact %.9g, difference %.9g\n", k, exact[k], change[k]);
    }
    assert_true(fabs(exact[k]) > 1e-3);
    assert_true(fabs(exact[k] - change[k]) < 1e-5 * (1 + fabs(exact[k])));
  }
  mechanism_close(&m);
}

static void free_bodies(void **unused) {
  (void)unused;
  check_free_bodies(SUPPORT_PLANAR);
  check_free_bodies(SUPPORT_SPATIAL);
}

static void power(void **unused) {
  (void)unused;
  check_power(SUPPORT_PLANAR);
  check_power(SUPPORT_SPATIAL);
}

static void accelerations(void **unused) {
  (void)unused;
  check_accelerations(SUPPORT_PLANAR,
                      "outputs: {a: a.vx, b: a.ax, c: b.q.vy, d: b.q.ay, e: d.angle_rate,\n"
                      "  f: d.angle_acceleration}\n",
                      3);
  check_accelerations(SUPPORT_SPATIAL,
                      "outputs: {a: b.q.vx, b: b.q.ax, c: e.vz, d: e.az, e: e.wx, f: e.wx_rate,\n"
                      "  g: b.q.wy, h: b.q.wy_rate}\n",
                      4);
}

// The hanging pendulum: reaction equal to the weight, upwards on the body; momentum of a spin.
static void known_values(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(&m,
                 PLANAR
                 "bodies: {bar: {type: rigid, mass: 2, inertia: 0.5,\n"
                 "  initial: {position: [0, -1], velocity: [0, 0], angle_rate: 0},\n"
                 "  markers: {top: {position: [0, 1]}}}}\n"
                 "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar.top}}\n"
                 "outputs: {y: hinge.reaction.y, x: hinge.reaction.x, l: angular_momentum.z}\n",
                 false);
  Point point;
  assert_true(state_forces(m.state) && kkt_factor(m.state, KKT_EXACT));
  solve_accelerations(m.state, point.a, point.lambda);
  Observation observation = {.a = point.a, .lambda = point.lambda};
  const int all[3] = {0, 1, 2};
  observe_ledger(m.state, &observation);
  observe_measures(m.state, &observation, all, 3);
  assert_true(fabs(m.state->measures[0] - 2 * 9.81) < 1e-10);
  assert_true(fabs(m.state->measures[1]) < 1e-10);
  assert_true(fabs(m.state->measures[2]) < 1e-12);
  assert_true(fabs(observation.potential + 2 * 9.81) < 1e-12);
  mechanism_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_bodies),
      cmocka_unit_test(power),
      cmocka_unit_test(accelerations),
      cmocka_unit_test(known_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
