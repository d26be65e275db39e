// SPDX-License-Identifier: BSD-3-Clause
// test_system_length.c: every group of bodies that joints hold together has its own length,
// whatever stands beside it and wherever it stands.
#include "unit/system_support.h"

#include "system/state/length.h"

static double length_of(const char *yaml, int body) {
  Mechanism m;
  mechanism_open(&m, yaml, false);
  assert_true(m.accepted);
  const double length = length_of_body(m.state, body);
  mechanism_close(&m);
  return length;
}

static void assert_near(double value, double expected) {
  if (!(fabs(value - expected) <= 1e-8 * expected)) {
    fail_msg("%.17g instead of %.17g", value, expected);
  }
}

#define PENDULUM(off)                                                                              \
  "ground: {markers: {o: {position: [" off ", 0]}, q: {position: [1e6, 0]}}}\n"                    \
  "bodies:\n"                                                                                      \
  "  P: {type: point_mass, mass: 1, initial: {position: [1 + " off ", 0]}}\n"
#define ROD "joints: {rod: {type: distance, marker_i: ground.o, marker_j: P, length: 1}}\n"

// The ground joins nobody, and only its markers that hold something count.
static void anchored(void **unused) {
  (void)unused;
  assert_near(length_of(PLANAR PENDULUM("0") ROD, 1), 1);
  assert_near(length_of(PLANAR PENDULUM("7e6") ROD, 1), 1);
  const char *const beside = PLANAR PENDULUM(
      "3") "  far: {type: point_mass, mass: 1, initial: {position: [1e9, 0]}}\n"
           "  other: {type: point_mass, mass: 1, initial: {position: [1e6, 1e-3]}}\n"
           "joints:\n"
           "  rod: {type: distance, marker_i: ground.o, marker_j: P, length: 1}\n"
           "  wire: {type: distance, marker_i: ground.q, marker_j: other, "
           "length: 1e-3}\n";
  Mechanism m;
  mechanism_open(&m, beside, false);
  assert_true(m.accepted);
  assert_near(length_of_body(m.state, 1), 1);
  assert_near(length_of_body(m.state, 2), 1e-3); // nothing of its own: the smallest of the others
  assert_near(length_of_body(m.state, 3), 1e-3);
  assert_near(m.state->length, 1);
  assert_near(m.state->row_unit[0], 1);
  assert_near(m.state->row_unit[1], 1e-3);
  mechanism_close(&m);
}

static void floating(void **unused) {
  (void)unused;
  assert_near(length_of(PLANAR
                        "bodies:\n"
                        "  A: {type: point_mass, mass: 9, initial: {position: [7e6, 0]}}\n"
                        "  B: {type: point_mass, mass: 1, initial: {position: [7e6, 10]}}\n"
                        "joints: {boom: {type: distance, marker_i: A, marker_j: B, length: 10}}\n",
                        1),
              10);
  // held by a spring alone, and by one to the ground
  const char *const springs = PLANAR
      "bodies:\n"
      "  A: {type: point_mass, mass: 9, initial: {position: [7e6, 0]}}\n"
      "  B: {type: point_mass, mass: 1, initial: {position: [7e6, 10]}}\n"
      "  C: {type: point_mass, mass: 1, initial: {position: [1, -1e-4]}}\n"
      "ground: {markers: {hook: {position: [1, 0]}}}\n"
      "forces:\n"
      "  boom: {type: spring_damper, marker_i: A, marker_j: B, stiffness: 1, free_length: 1}\n"
      "  coil: {type: spring_damper, marker_i: ground.hook, marker_j: C, stiffness: 1, "
      "free_length: 1}\n";
  assert_near(length_of(springs, 1), 10);
  assert_near(length_of(springs, 3), 1e-4);
}

// Where a slide has its origin says nothing of a cart that is far along it.
static void on_slides(void **unused) {
  (void)unused;
  static const char *const CART =
      PLANAR "parameters: {x: %s}\n"
             "bodies:\n"
             "  cart: {type: rigid, mass: 1, inertia: 1, initial: {position: [x, 0]}}\n"
             "  bob: {type: point_mass, mass: 1, initial: {position: [x, -2]}}\n"
             "joints:\n"
             "  rail: {type: prismatic, marker_i: ground, marker_j: cart}\n"
             "  rod: {type: distance, marker_i: cart, marker_j: bob, length: 2}\n";
  char yaml[1024];
  snprintf(yaml, sizeof yaml, CART, "1e6");
  assert_near(length_of(yaml, 1), 2);
  snprintf(yaml, sizeof yaml, CART, "3");
  assert_near(length_of(yaml, 2), 3);
  // a block alone has nothing else
  assert_near(length_of(PLANAR "bodies: {B: {type: rigid, mass: 1, inertia: 1, initial: {position: "
                               "[0.4, 0]}}}\n"
                               "joints: {rail: {type: prismatic, marker_i: ground, marker_j: B}}\n",
                        1),
              0.4);
}

// Nor does a place along a slide that is next to nothing, or where the body's own marker lies.
static void by_accident(void **unused) {
  (void)unused;
  const char *const three =
      PLANAR "bodies:\n"
             "  A: {type: rigid, mass: 1, inertia: 1, initial: {position: [0, 0]}}\n"
             "  B: {type: rigid, mass: 1, inertia: 1, initial: {position: [2e-7, 2]}}\n"
             "joints:\n"
             "  a: {type: prismatic, body_i: ground, body_j: A, at: [0, 0], axis: [1, 0]}\n"
             "  b: {type: prismatic, body_i: ground, body_j: B, at: [0, 2], axis: [1, 0]}\n";
  assert_near(length_of(three, 1), 1);
  assert_near(length_of(three, 2), 1);
}

// Round-off of coinciding markers is no length.
static void points(void **unused) {
  (void)unused;
  assert_near(length_of(PLANAR
                        "bodies: {B: {type: rigid, mass: 1, inertia: 1, initial: {position: "
                        "[7e6/3, 1e6/7], angle: 0.3}}}\n"
                        "joints: {hinge: {type: revolute, body_i: ground, body_j: B, at: [7e6/3, "
                        "1e6/7]}}\n",
                        1),
              1);
  assert_near(length_of(PLANAR "bodies:\n"
                               "  A: {type: rigid, mass: 1, inertia: 1}\n"
                               "  B: {type: rigid, mass: 1, inertia: 1, initial: {position: "
                               "[0.05, 0]}}\n"
                               "joints:\n"
                               "  a: {type: revolute, body_i: ground, body_j: A, at: [0, 0]}\n"
                               "  b: {type: revolute, body_i: ground, body_j: B, at: [0.05, 0]}\n",
                        1),
              0.05);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(anchored), cmocka_unit_test(floating),
                                     cmocka_unit_test(on_slides), cmocka_unit_test(by_accident),
                                     cmocka_unit_test(points)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
