// SPDX-License-Identifier: BSD-3-Clause
// test_analysis_witness_modes.c: what looks at small motions agrees with right ones and tells wrong
// ones.
#include "unit/system_support.h"

#include "analysis/verification/witness.h"
#include "system/small_motions/linearize.h"

static const char *const texts[] = {
    // hangs at rest: springs, dampers, a gear
    PLANAR "bodies:\n"
           "  arm: {type: rigid, mass: 2, inertia: 0.3, initial: {position: [0, -0.5]}}\n"
           "  rod: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [0, -1.4]}}\n"
           "joints:\n"
           "  hinge: {type: revolute, body_i: ground, body_j: arm, at: [0, 0]}\n"
           "  knee: {type: revolute, body_i: arm, body_j: rod, at: [0, -1]}\n"
           "forces:\n"
           "  coil: {type: torsional_spring_damper, joint: knee, stiffness: 3, damping: 0.4}\n",
    // in space: a rod on a universal joint, its axle sprung
    SPATIAL "bodies:\n"
            "  rod: {type: rigid, mass: 2, inertia: {xx: 0.3, yy: 0.32, zz: 0.05}, initial: "
            "{position: [0, 0, -0.5]}}\n"
            "  bob: {type: rigid, mass: 0.5, inertia: {xx: 0.02, yy: 0.03, zz: 0.01}, initial: "
            "{position: [0, 0, -1]}}\n"
            "ground: {markers: {top: {}}}\n"
            "joints:\n"
            "  ball: {type: spherical, body_i: ground, body_j: rod, at: [0, 0, 0]}\n"
            "  pin: {type: revolute, body_i: rod, body_j: bob, at: [0, 0, -1], axis: [1, 2, 0]}\n"
            "forces:\n"
            "  twist: {type: torsional_spring_damper, joint: pin, stiffness: 2, damping: 0.1}\n",
    // undamped modes beside damped ones: a quarter turn on, the first displace nothing
    PLANAR "bodies:\n"
           "  free: {type: point_mass, mass: 2, initial: {position: [0, -0.49050000000000005]}}\n"
           "  slow: {type: point_mass, mass: 3, initial: {position: [0, -0.367875]}}\n"
           "forces:\n"
           "  one: {type: bushing, marker_i: ground, marker_j: free, stiffness: [100, 40]}\n"
           "  two: {type: bushing, marker_i: ground, marker_j: slow, stiffness: [100, 80],\n"
           "        damping: [2, 1]}\n"};

static double look(Mechanism *mechanism, const Spectrum *spectrum, int *instants) {
  const LinearResult linear = {.spectrum = spectrum};
  Witness witness;
  witness_open(&witness, NULL, 0, 0, false, &mechanism->loaded.arena);
  witness_look(&witness,
               &(Observed){.at = OBSERVE_REST, .state = mechanism->state, .linear = &linear});
  assert_true(witness.of[WITNESS_BALANCE].instants == 1);
  assert_true(witness.of[WITNESS_BALANCE].ratio <= 1);
  *instants = witness.of[WITNESS_MODES].instants;
  return witness.of[WITNESS_MODES].ratio;
}

static void tells_wrong_modes(void **unused) {
  (void)unused;
  for (size_t m = 0; m < sizeof texts / sizeof *texts; m++) {
    Mechanism mechanism;
    mechanism_open(&mechanism, texts[m], true);
    assert_non_null(mechanism.state);
    const System *system = mechanism.state->system;
    Linearization linearization;
    Spectrum s;
    int instants;
    assert_true(linearize_open(&linearization, mechanism.state, &mechanism.loaded.arena));
    assert_true(
        spectrum_open(&s, system->nv, system->nc, SPECTRUM_INDEX_3, &mechanism.loaded.arena));
    assert_true(linearize_at(&linearization, s.M, s.C, s.K, s.J));
    assert_true(spectrum_compute(&s));
    assert_true(look(&mechanism, &s, &instants) <= 1);
    assert_true(instants >= 2);
    int wrong = 0;
    for (int k = 0; k < s.count; k++) {
      Eigenvalue *value = &s.list[k];
      if (value->mode < 0 || value->im < 0 || hypot(value->re, value->im) == 0) {
        continue;
      }
      const Eigenvalue right = *value;
      value->re -= 1e-16 * value->im; // round-off of an undamped one
      assert_true(look(&mechanism, &s, &instants) <= 1);
      value->im *= 1 + 1e-6; // a stiffness that is off by 2e-6
      value->re *= 1 + 1e-6;
      assert_true(look(&mechanism, &s, &instants) > 1);
      *value = right;
      wrong++;
    }
    assert_true(wrong >= 2);
    mechanism_close(&mechanism);
  }
}

// Not at rest: the weight is not held.
static void tells_what_is_not_balanced(void **unused) {
  (void)unused;
  Mechanism mechanism;
  mechanism_open(&mechanism,
                 PLANAR
                 "bodies: {bob: {type: point_mass, mass: 1, initial: {position: [1, 0]}}}\n"
                 "joints: {rod: {type: distance, marker_i: ground, marker_j: bob, length: 1}}\n",
                 true);
  Witness witness;
  witness_open(&witness, NULL, 0, 0, false, &mechanism.loaded.arena);
  witness_look(&witness, &(Observed){.at = OBSERVE_REST, .state = mechanism.state});
  assert_true(witness.of[WITNESS_BALANCE].ratio > 1e3);
  assert_string_equal(witness.of[WITNESS_BALANCE].what, "bob");
  mechanism_close(&mechanism);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tells_wrong_modes),
      cmocka_unit_test(tells_what_is_not_balanced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
