// SPDX-License-Identifier: BSD-3-Clause
// test_system_impulse.c: jumps of the velocities: balance of momentum, joints, energy.
#include "unit/system_support.h"

#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/jumps/impulse.h"
#include "system/observe/observe.h"
#include "system/saddle/project.h"

static void assert_near(double found, double expected, double allowed, const char *what) {
  if (!(fabs(found - expected) <= allowed * fmax(1, fabs(expected)))) {
    fail_msg("%s: expected %.17g, found %.17g", what, expected, found);
  }
}

// Some velocities that the joints allow.
static void set_moving(State *state) {
  for (int i = 0; i < state->system->nv; i++) {
    state->v[i] = 0.1 * (i % 7) - 0.25;
  }
  state_set_velocity(state, state->v);
  assert_true(project_velocity(state, 1e-14, false));
}

static double largest(const double *x, int count) {
  double size = 0;
  for (int k = 0; k < count; k++) {
    size = fmax(size, fabs(x[k]));
  }
  return size;
}

// M dv + J' Lambda = d and J dv = 0, to round-off of their terms.
static void check_balance(const Impulse *impulse) {
  const State *state = impulse->state;
  const int nv = state->system->nv, nc = state->system->nc;
  double momentum[64], forces[64] = {0}, rates[64];
  assert_true(nv <= 64 && nc <= 64);
  residual_times_mass(state, impulse->dv, momentum);
  rows_add_forces(state, 1, impulse->lambda, forces);
  const double size = largest(momentum, nv) + largest(forces, nv);
  for (int k = 0; k < nv; k++) {
    const double left = momentum[k] + forces[k] - impulse->direction[k];
    assert_true(fabs(left) <= 1e-14 * size);
  }
  rows_times(state, impulse->dv, rates);
  assert_true(largest(rates, nc) <= 1e-14 * fmax(1, largest(impulse->dv, nv)));
}

static int marker_called(const Model *model, const char *name) {
  for (int m = 0; m < model->marker_count; m++) {
    if (strcmp(model->markers[m].name, name) == 0) {
      return m;
    }
  }
  fail_msg("no marker %s", name);
  return -1;
}

static void jumps_balance(const char *text) {
  Mechanism mechanism;
  mechanism_open(&mechanism, text, true);
  State *state = mechanism.state;
  const Model *model = state->system->model;
  Impulse impulse;
  assert_true(impulse_open(&impulse, state, &mechanism.loaded.arena));
  set_moving(state);
  const double n[3] = {0.6, 0.8, 0};
  const int a = marker_called(model, "a"), q = marker_called(model, "b.q");
  impulse_between(&impulse, a, q, n);
  assert_true(impulse_solve(&impulse));
  check_balance(&impulse);
  // Newton's law of restitution, and the energy that it takes: half of (1 - e^2) m v^2
  assert_true(fabs(impulse_rate(&impulse)) > 0.01);
  const double before = impulse_rate(&impulse), energy = observe_kinetic(state);
  double answer = 0;
  for (int k = 0; k < state->system->nv; k++) {
    answer += impulse.direction[k] * impulse.dv[k];
  }
  const double e = 0.3, momentum = rows_norms(state, NULL).velocity;
  impulse_apply(&impulse, -(1 + e) * before / answer);
  assert_near(impulse_rate(&impulse), -e * before, 1e-13, "restitution");
  assert_near(observe_kinetic(state) - energy, -(1 - e * e) * before * before / (2 * answer), 1e-13,
              "energy");
  assert_true(rows_norms(state, NULL).velocity <= momentum + 1e-13);
  mechanism_close(&mechanism);
}

static void planar_jumps_balance(void **context) {
  (void)context;
  jumps_balance(SUPPORT_PLANAR);
}

static void spatial_jumps_balance(void **context) {
  (void)context;
  jumps_balance(SUPPORT_SPATIAL);
}

// d.v of a joint's coordinate is its rate.
static void rates_of_joints(void **context) {
  (void)context;
  static const char *const texts[] = {SUPPORT_PLANAR, SUPPORT_SPATIAL};
  for (int k = 0; k < 2; k++) {
    Mechanism mechanism;
    mechanism_open(&mechanism, texts[k], true);
    State *state = mechanism.state;
    const Model *model = state->system->model;
    Impulse impulse;
    assert_true(impulse_open(&impulse, state, &mechanism.loaded.arena));
    set_moving(state);
    for (int m = 0; m < model->measure_count; m++) {
      const Measure *measure = &model->measures[m];
      const bool rate = measure->kind->quantity == MEASURE_JOINT_ANGLE_RATE ||
                        measure->kind->quantity == MEASURE_JOINT_DISPLACEMENT_RATE;
      if (rate) {
        impulse_along_joint(&impulse, measure->object);
        assert_near(impulse_rate(&impulse), state_measure(state, m), 1e-14, measure->name);
      }
    }
    mechanism_close(&mechanism);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(planar_jumps_balance),
      cmocka_unit_test(spatial_jumps_balance),
      cmocka_unit_test(rates_of_joints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
