// SPDX-License-Identifier: BSD-3-Clause
// Measures: the names that users rely on exist in the spaces where they mean something, no name is
// ambiguous, and signs and axes are the stated ones.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "elements/frames/measure.h"
#include "elements/registry.h"
#include "math/vec.h"

static const MeasureKind *find(MeasureOwner owner, const char *name, int space) {
  for (int i = 0; i < measure_kind_count(); i++) {
    const MeasureKind *const kind = &measure_kinds[i];
    if (kind->owner == owner && (kind->spaces & space) != 0 && strcmp(kind->name, name) == 0) {
      return kind;
    }
  }
  return NULL;
}

typedef struct Row {
  MeasureOwner owner;
  const char *names; // separated by blanks
  int spaces;
} Row;

static const Row expected[] = {
    {MEASURE_OF_FRAME, "x y vx vy ax ay", IN_BOTH},
    {MEASURE_OF_FRAME, "z vz az qw qx qy qz wx wy wz wx_rate wy_rate wz_rate", IN_SPACE},
    {MEASURE_OF_FRAME, "angle angle_rate angle_acceleration", IN_PLANE},
    {MEASURE_OF_JOINT, "angle angle_rate displacement displacement_rate", IN_BOTH},
    {MEASURE_OF_JOINT, "x y", IN_BOTH}, // point_on_curve; joints in space that leave it free
    {MEASURE_OF_JOINT, "radius bearing", IN_PLANE},
    {MEASURE_OF_JOINT, "z x_rate y_rate z_rate", IN_SPACE},
    {MEASURE_OF_JOINT, "reaction.x reaction.y reaction.tz tension", IN_BOTH},
    {MEASURE_OF_JOINT, "multiplier_1 multiplier_2 multiplier_3", IN_BOTH},
    {MEASURE_OF_JOINT, "method_multiplier_1 method_multiplier_2 method_multiplier_3", IN_BOTH},
    {MEASURE_OF_JOINT, "method_multiplier_4 method_multiplier_5 method_multiplier_6", IN_SPACE},
    {MEASURE_OF_JOINT, "reaction.z reaction.tx reaction.ty", IN_SPACE},
    {MEASURE_OF_JOINT, "angle_1 angle_2 angle_1_rate angle_2_rate", IN_SPACE},
    {MEASURE_OF_JOINT, "multiplier_4 multiplier_5 multiplier_6", IN_SPACE},
    {MEASURE_OF_SPRING, "length length_rate force energy", IN_BOTH},
    {MEASURE_OF_ROTARY_SPRING, "torque energy", IN_BOTH},
    {MEASURE_OF_FORCE, "force.x force.y power", IN_BOTH}, // force
    {MEASURE_OF_FORCE, "force.z torque.x torque.y torque.z", IN_SPACE},
    {MEASURE_OF_FORCE, "torque", IN_BOTH},                        // torque
    {MEASURE_OF_FORCE, "force torque", IN_BOTH},                  // coordinate_force
    {MEASURE_OF_FORCE, "force.x force.y torque energy", IN_BOTH}, // bushing
    {MEASURE_OF_FORCE, "force.z torque.x torque.y torque.z", IN_SPACE},
    {MEASURE_OF_FORCE, "force speed", IN_BOTH}, // drag
    {MEASURE_OF_FORCE, "friction", IN_BOTH},    // contact
    {MEASURE_OF_FORCE, "force gap penetration energy", IN_BOTH},
    {MEASURE_OF_FORCE, "force torque gap penetration energy", IN_BOTH}, // joint_limit
    {MEASURE_OF_MOTION, "torque force power multiplier", IN_BOTH},
    {MEASURE_OF_COUPLER, "torque_1 torque_2", IN_BOTH}, // gear
    {MEASURE_OF_COUPLER, "torque_1 torque_2", IN_BOTH}, // belt
    {MEASURE_OF_COUPLER, "torque force multiplier", IN_BOTH},
    {MEASURE_OF_FORCE, "normal_force", IN_BOTH}, // friction
    {MEASURE_OF_FORCE, "force torque", IN_BOTH},
    {MEASURE_OF_MODEL, "energy.kinetic energy.potential energy.total energy.work energy.drift",
     IN_BOTH},
    {MEASURE_OF_MODEL, "momentum.x momentum.y angular_momentum.z", IN_BOTH},
    {MEASURE_OF_MODEL, "momentum.z angular_momentum.x angular_momentum.y", IN_SPACE},
    {MEASURE_OF_MODEL, "constraints.position constraints.velocity constraints.acceleration",
     IN_BOTH},
};

// Rows that the list does not name are new ones.
static void test_every_measure_of_the_list_is_there(void **state) {
  (void)state;
  int count = 0;
  for (int i = 0; i < (int)(sizeof expected / sizeof expected[0]); i++) {
    char names[128];
    char *rest = names;
    assert_true(snprintf(names, sizeof names, "%s", expected[i].names) < (int)sizeof names);
    for (char *name = strtok_r(rest, " ", &rest); name; name = strtok_r(rest, " ", &rest)) {
      for (int space = IN_PLANE; space <= IN_SPACE; space++) {
        const bool wanted = (expected[i].spaces & space) != 0;
        assert_true((find(expected[i].owner, name, space) != NULL) == wanted);
      }
      count++;
    }
  }
  assert_true(count <= measure_kind_count());
}

static void test_rows_are_unambiguous_and_told(void **state) {
  (void)state;
  for (int i = 0; i < measure_kind_count(); i++) {
    const MeasureKind *const kind = &measure_kinds[i];
    assert_true(strlen(kind->summary) > 10);
    assert_true(kind->unit < QUANTITY_COUNT);
    for (int k = 0; k < i; k++) {
      const MeasureKind *const other = &measure_kinds[k];
      assert_false(
          other->owner == kind->owner && strcmp(other->name, kind->name) == 0 &&
          (other->spaces & kind->spaces) != 0 &&
          (other->type == NULL || kind->type == NULL || strcmp(other->type, kind->type) == 0));
    }
  }
}

// A marker may not be named like a measure: the words before a dot of a joint or a model do not
// matter, those of a frame do.
static void test_frame_measures_have_no_dots(void **state) {
  (void)state;
  for (int i = 0; i < measure_kind_count(); i++) {
    assert_true(measure_kinds[i].owner != MEASURE_OF_FRAME ||
                strchr(measure_kinds[i].name, '.') == NULL);
  }
}

static void frames_about_z(Frame frame[2]) {
  memset(frame, 0, 2 * sizeof frame[0]);
  frame[0].angle = 0.25;
  frame[1].angle = 1.0;
  vec_about_z(0.25, frame[0].A);
  vec_about_z(1.0, frame[1].A);
  frame[0].x[0] = 1;
  frame[0].x[2] = 2;
  frame[1].x[0] = 4;
  frame[1].x[1] = -4;
  frame[1].x[2] = 2;
}

static void test_joint_coordinates(void **state) {
  (void)state;
  Frame frame[2];
  frames_about_z(frame);
  const double turn = 4 * acos(-1.0);
  frame[0].w[2] = 0.5;
  frame[1].w[2] = 2.0;
  for (int planar = 0; planar < 2; planar++) {
    const double angle = measure_value(MEASURE_JOINT_ANGLE, 0, AXIS_Z, planar == 1, frame, turn);
    assert_true(fabs(angle - 0.75 - turn) < 1e-14);
    assert_true(measure_value(MEASURE_JOINT_ANGLE_RATE, 0, AXIS_Z, planar == 1, frame, 0) == 1.5);
  }
  const double x = measure_value(MEASURE_JOINT_DISPLACEMENT, 0, AXIS_X, true, frame, 0);
  assert_true(fabs(x - (3 * cos(0.25) - 4 * sin(0.25))) < 1e-14);
  // marker_i turns at 0.5 rad/s about its own origin: the point seen from it moves backwards
  const double rate = measure_value(MEASURE_JOINT_DISPLACEMENT_RATE, 0, AXIS_X, true, frame, 0);
  assert_true(fabs(rate - 0.5 * (-3 * sin(0.25) - 4 * cos(0.25))) < 1e-14);
  assert_true(measure_value(MEASURE_DISTANCE, 0, AXIS_NONE, true, frame, 0) == 5);
  frame[1].v[1] = 10;
  assert_true(fabs(measure_value(MEASURE_DISTANCE_RATE, 0, AXIS_NONE, true, frame, 0) + 8) < 1e-14);
}

static void test_rate_of_a_vanishing_distance(void **state) {
  (void)state;
  Frame frame[2];
  memset(frame, 0, sizeof frame);
  frame[1].v[0] = 3;
  frame[1].v[1] = -4;
  assert_true(measure_value(MEASURE_DISTANCE_RATE, 0, AXIS_NONE, true, frame, 0) == 5);
}

static void test_body_rates_are_in_own_axes(void **state) {
  (void)state;
  Frame frame[2];
  memset(frame, 0, sizeof frame);
  vec_about_z(acos(-1.0) / 2, frame[1].A);
  frame[1].w[0] = 3; // ground x is minus y of the frame
  assert_true(fabs(measure_value(MEASURE_BODY_RATE, 0, AXIS_NONE, false, frame, 0)) < 1e-15);
  assert_true(fabs(measure_value(MEASURE_BODY_RATE, 1, AXIS_NONE, false, frame, 0) + 3) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_measure_of_the_list_is_there),
      cmocka_unit_test(test_rows_are_unambiguous_and_told),
      cmocka_unit_test(test_frame_measures_have_no_dots),
      cmocka_unit_test(test_joint_coordinates),
      cmocka_unit_test(test_rate_of_a_vanishing_distance),
      cmocka_unit_test(test_body_rates_are_in_own_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
