// SPDX-License-Identifier: BSD-3-Clause
// test_system_initial.c: initial conditions are checked, never moved in silence; what is left
// unstated follows from the joints with the least kinetic energy.
#include "unit/system_support.h"

#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"

static double rate_of(const Mechanism *mechanism, int body, int k) {
  return mechanism->state->v[mechanism->state->system->bodies[body].v + k];
}

static const char *const ROD_AT = PLANAR
    "parameters: {d: 0}\n"
    "bodies: {P: {type: point_mass, mass: 1, initial: {position: [-1 - d, 0], velocity: [0, 0]}}}\n"
    "joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: 1}}\n";

static void open_rod(Mechanism *mechanism, const char *set, bool project) {
  const char *const sets[] = {set};
  loaded_open(&mechanism->loaded, ROD_AT, sets, 1);
  mechanism_start(mechanism, project);
}

// <= 1e-12: as it is; <= 1e-6: projected and told; larger: an error, unless project.
static void position_misfit(void **unused) {
  (void)unused;
  Mechanism m;
  open_rod(&m, "parameters.d=5e-13", false);
  assert_true(m.accepted && !m.report.moved);
  assert_true(m.state->q[0] == -1 - 5e-13);
  mechanism_close(&m);
  open_rod(&m, "parameters.d=1e-8", false);
  assert_true(m.accepted && m.report.moved);
  assert_true(fabs(m.report.moves[1].position - 1e-8) < 1e-14);
  assert_true(fabs(m.state->q[0] + 1) < 1e-11);
  mechanism_close(&m);
  open_rod(&m, "parameters.d=0.01", false);
  assert_false(m.accepted);
  assert_int_equal(mechanism_said(&m, DIAG_ERROR), DIAG_IC_POSITION);
  mechanism_close(&m);
  open_rod(&m, "parameters.d=0.01", true);
  assert_true(m.accepted && m.report.moved);
  assert_true(fabs(m.report.moves[1].position - 0.01) < 1e-9);
  mechanism_close(&m);
}

// Two rods, both stretched, and the second one more: it is named.
static void the_worst_is_named(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(&m,
                 PLANAR "bodies:\n"
                        "  A: {type: point_mass, mass: 1, initial: {position: [1.00000001, 0], "
                        "velocity: [1e-8, 1]}}\n"
                        "  B: {type: point_mass, mass: 1, initial: {position: [2.00000003, 0], "
                        "velocity: [4e-8, 1]}}\n"
                        "joints:\n"
                        "  first: {type: distance, marker_i: ground, marker_j: A, length: 1}\n"
                        "  second: {type: distance, marker_i: A, marker_j: B, length: 1}\n",
                 false);
  assert_true(m.accepted && m.report.moved);
  assert_string_equal(m.report.position_worst, "second");
  assert_string_equal(m.report.velocity_worst, "second");
  mechanism_close(&m);
  open_rod(&m, "parameters.d=0", false);
  assert_true(m.accepted);
  assert_null(m.report.position_worst);
  assert_null(m.report.velocity_worst);
  mechanism_close(&m);
}

// A bar on a hinge whose rate is stated: the mass centre must follow, v = w x r.
static void unstated_velocities_follow(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(
      &m,
      PLANAR "bodies: {bar: {type: rigid, mass: 2, inertia: 0.5, initial: {position: [0.5, 0]},\n"
             "  markers: {end: {position: [-0.5, 0]}}}}\n"
             "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar.end, initial: "
             "{rate: 3}}}\n",
      false);
  assert_true(m.accepted);
  assert_true(fabs(rate_of(&m, 1, 0)) < 1e-12);
  assert_true(fabs(rate_of(&m, 1, 1) - 1.5) < 1e-12);
  assert_true(fabs(rate_of(&m, 1, 2) - 3) < 1e-12);
  mechanism_close(&m);
}

// Two unequal masses on one massless rod in free flight, one velocity along the rod stated: the
// other has to follow along the rod, and stays at rest across it (least kinetic energy).
static void least_kinetic_energy(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(&m,
                 PLANAR
                 "bodies:\n"
                 "  a: {type: point_mass, mass: 3, initial: {position: [0, 0], velocity: [1, 2]}}\n"
                 "  b: {type: point_mass, mass: 1, initial: {position: [1, 0]}}\n"
                 "joints: {rod: {type: distance, marker_i: a, marker_j: b, length: 1}}\n",
                 false);
  assert_true(m.accepted);
  assert_true(rate_of(&m, 1, 0) == 1 && rate_of(&m, 1, 1) == 2);
  assert_true(fabs(rate_of(&m, 2, 0) - 1) < 1e-12);
  assert_true(fabs(rate_of(&m, 2, 1)) < 1e-12);
  mechanism_close(&m);
}

static void contradictions_are_named(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(
      &m,
      PLANAR
      "bodies: {P: {type: point_mass, mass: 1, initial: {position: [1, 0], velocity: [0.1, 0]}}}\n"
      "joints: {rod: {type: distance, marker_i: ground, marker_j: P, length: 1}}\n",
      false);
  assert_false(m.accepted);
  assert_int_equal(mechanism_said(&m, DIAG_ERROR), DIAG_IC_VELOCITY);
  mechanism_close(&m);
  mechanism_open(
      &m,
      PLANAR
      "bodies: {bar: {type: rigid, mass: 2, inertia: 0.5, initial: {angle_rate: 1}}}\n"
      "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar, initial: {rate: 3}}}\n",
      false);
  assert_false(m.accepted);
  assert_int_equal(mechanism_said(&m, DIAG_ERROR), DIAG_IC_CONFLICT);
  mechanism_close(&m);
  mechanism_open(
      &m,
      PLANAR
      "bodies: {bar: {type: rigid, mass: 2, inertia: 0.5, initial: {angle: 0.2}}}\n"
      "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar, initial: {angle: 0.3}}}\n",
      false);
  assert_false(m.accepted);
  assert_int_equal(mechanism_said(&m, DIAG_ERROR), DIAG_IC_CONFLICT);
  mechanism_close(&m);
}

// Spatial: a hinge whose axes point against each other satisfies every equation, and is refused.
static void mirrored_branch(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(&m,
                 SPATIAL "bodies: {bar: {type: rigid, mass: 2, inertia: {xx: 1, yy: 1, zz: 1},\n"
                         "  initial: {orientation: {axis_angle: {axis: [1, 0, 0], angle: pi}}}}}\n"
                         "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar}}\n",
                 false);
  assert_false(m.accepted);
  assert_int_equal(mechanism_said(&m, DIAG_ERROR), DIAG_IC_BRANCH);
  mechanism_close(&m);
}

// The stated angle of a spatial hinge chooses the turn.
static void stated_turn(void **unused) {
  (void)unused;
  Mechanism m;
  mechanism_open(&m,
                 SPATIAL "bodies: {bar: {type: rigid, mass: 2, inertia: {xx: 1, yy: 1, zz: 1},\n"
                         "  initial: {orientation: {axis_angle: {axis: [0, 0, 1], angle: 0.3}}}}}\n"
                         "joints: {hinge: {type: revolute, marker_i: ground, marker_j: bar,\n"
                         "  initial: {angle: 0.3 + 4*pi}}}\n"
                         "outputs: {angle: hinge.angle}\n",
                 false);
  assert_true(m.accepted);
  assert_true(fabs(state_measure(m.state, 0) - (0.3 + 4 * 3.14159265358979323846)) < 1e-12);
  mechanism_close(&m);
}

// a and lambda at the start against the closed form: rod at the side, free fall of the mass.
static void start_accelerations(void **unused) {
  (void)unused;
  Mechanism m;
  open_rod(&m, "parameters.d=0", false);
  double a[2], lambda[1];
  assert_true(state_forces(m.state) && kkt_factor(m.state, KKT_EXACT));
  solve_accelerations(m.state, a, lambda);
  assert_true(fabs(a[0]) < 1e-12 && fabs(a[1] + 9.81) < 1e-12 && fabs(lambda[0]) < 1e-12);
  mechanism_close(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(position_misfit),      cmocka_unit_test(unstated_velocities_follow),
      cmocka_unit_test(least_kinetic_energy), cmocka_unit_test(contradictions_are_named),
      cmocka_unit_test(mirrored_branch),      cmocka_unit_test(stated_turn),
      cmocka_unit_test(start_accelerations),  cmocka_unit_test(the_worst_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
