// SPDX-License-Identifier: BSD-3-Clause
// test_system_independent.c: the witness's accelerations: Euler's equations in numbers of our own,
// and the saddle point's within what rounding allows.
#include "unit/system_support.h"

#include "system/constraints/rows.h"
#include "system/forces/solve.h"
#include "system/observe/independent.h"
#include "system/saddle/kkt_inside.h"

// Rows that read axes alone, on bodies that share them with rows of points.
#define SEEN_AXES                                                                                  \
  SPATIAL                                                                                          \
  "bodies:\n"                                                                                      \
  "  a: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.4, zz: 0.5, xy: 0.02},\n"                  \
  "      initial: {position: [0, 0, 1]}}\n"                                                        \
  "  b: {type: rigid, mass: 3, inertia: {xx: 0.2, yy: 0.25, zz: 0.3, yz: 0.03},\n"                 \
  "      initial: {position: [1, 0, 1]}}\n"                                                        \
  "joints:\n"                                                                                      \
  "  level: {type: parallel_axes, body_i: ground, body_j: a, at: [0, 0, 1], axis: [1, 2, 2]}\n"    \
  "  pin: {type: universal, body_i: a, body_j: b, at: [0.5, 0, 1], axis_1: [0, 1, 0],\n"           \
  "        axis_2: [0, 0, 1]}\n"

// A body that turns freely: J alpha = -w x J w, solved here with the principal moments.
static void free_body_obeys_euler(void **unused) {
  (void)unused;
  static const char text[] =
      SPATIAL "bodies:\n"
              "  nut: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.5, zz: 0.7},\n"
              "        initial: {position: [3, 2, 1], angular_velocity: [1.5, -2, 0.7]}}\n";
  Mechanism mechanism;
  mechanism_open(&mechanism, text, true);
  Independent independent;
  IndependentResult result;
  double a[6];
  const double w[3] = {1.5, -2, 0.7}, J[3] = {0.3, 0.5, 0.7};
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(mechanism.state->v[3 + k] - w[k]) <= 1e-15);
  }
  assert_true(independent_open(&independent, mechanism.state, 0, &mechanism.loaded.arena));
  assert_true(independent_accelerations(&independent, a, &result));
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    assert_true(fabs(a[3 + k] - (J[i] - J[j]) * w[i] * w[j] / J[k]) <= 1e-15);
  }
  // a thousandth of the swing is seen
  a[3] *= 0.999;
  assert_true(independent_check(&independent, a, &result));
  assert_true(result.determined && result.off > 1e6 * result.allowed);
  mechanism_close(&mechanism);
}

// Every joint, relation and force kind in plane and space.
static void agrees_with_the_saddle_point(void **unused) {
  (void)unused;
  static const char *const texts[] = {SUPPORT_PLANAR, SUPPORT_RELATIONS, SUPPORT_ANGLES,
                                      SUPPORT_SPATIAL, SEEN_AXES};
  for (size_t m = 0; m < sizeof texts / sizeof *texts; m++) {
    Mechanism mechanism;
    mechanism_open(&mechanism, texts[m], true);
    State *state = mechanism.state;
    double a[64], lambda[64];
    assert_true(state->system->nv <= 64 && state->system->nc <= 64);
    for (int i = 0; i < state->system->nv; i++) {
      state->v[i] = 0.1 * (i % 7) - 0.25;
    }
    state_set_velocity(state, state->v);
    assert_true(solve_equations(state, a, lambda) == EQUATIONS_SOLVED);
    Independent independent;
    IndependentResult result;
    assert_true(independent_open(&independent, state, 0, &mechanism.loaded.arena));
    assert_true(independent_check(&independent, a, &result));
    assert_true(result.determined);
    assert_true(result.off <= result.allowed);
    // and the same in twice the precision
    double b_c[64];
    rows_copy(state, ROW_BIAS, -1, b_c);
    assert_true(kkt_extended_solve(state, state->Q, b_c, a, lambda));
    assert_true(independent_check(&independent, a, &result));
    assert_true(result.off <= result.allowed);
    mechanism_close(&mechanism);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(free_body_obeys_euler),
      cmocka_unit_test(agrees_with_the_saddle_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
