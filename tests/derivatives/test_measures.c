// SPDX-License-Identifier: BSD-3-Clause
// Every measure of positions and rates: its derivative against the complex step, and each rate
// against the change of its position measure along a motion.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/frames.h"
#include "derivatives/step.h"
#include "elements/registry.h"

static bool readable_by_forces(const MeasureKind *kind) {
  return MBS_NAME(measure_level)(kind->quantity) <= LEVEL_VELOCITY;
}

static real value_of(const MeasureKind *kind, Axis axis, bool planar, const Frame frame[2]) {
  return MBS_NAME(measure_value)(kind->quantity, kind->component, axis, planar, frame, 0);
}

typedef real (*Tangent)(MeasureQuantity quantity, int component, Axis axis, bool planar,
                        const Frame frame[2], const Frame dframe[2]);

static double tangent_error(const MeasureKind *kind, bool planar, Tangent tangent) {
  Random random = {3};
  double worst = 0;
  for (int n = 0; n < STATES; n++) {
    const Axis axis = planar ? (n % 2 == 0 ? AXIS_X : AXIS_Z) : (Axis)(AXIS_X + n % 3);
    Frame frame[2];
    Frame d[2];
    Frame moved[2];
    for (int b = 0; b < 2; b++) {
      frames_random(&random, planar, &frame[b]);
      frames_random_direction(&random, &d[b]);
      frames_step(&frame[b], &d[b], &moved[b]);
    }
    const real analytic = tangent(kind->quantity, kind->component, axis, planar, frame, d);
    const real stepped = value_of(kind, axis, planar, moved);
    worst = step_worst(step_error(1, &analytic, &stepped), worst);
  }
  return worst;
}

static Tangent wrong_original;

static real wrong_tangent(MeasureQuantity quantity, int component, Axis axis, bool planar,
                          const Frame frame[2], const Frame dframe[2]) {
  return (1 + MUTATION) * wrong_original(quantity, component, axis, planar, frame, dframe);
}

static void test_every_tangent_is_exact(void **state) {
  (void)state;
  int tested = 0;
  double worst = 0;
  wrong_original = MBS_NAME(measure_tangent);
  for (int i = 0; i < MBS_NAME(measure_kind_count)(); i++) {
    const MeasureKind *const kind = &MBS_NAME(measure_kinds)[i];
    for (int space = IN_PLANE; space <= IN_SPACE; space++) {
      if (!readable_by_forces(kind) || (kind->spaces & space) == 0) {
        continue;
      }
      const double error = tangent_error(kind, space == IN_PLANE, MBS_NAME(measure_tangent));
      if (!(error < EXACT)) {
        fail_msg("%s: error %.1e", kind->name, error);
      }
      assert_true(tangent_error(kind, space == IN_PLANE, wrong_tangent) > WRONG);
      worst = step_worst(error, worst);
      tested++;
    }
  }
  assert_true(tested >= 20);
  print_message("%d measures, largest error %.1e\n", tested, worst);
}

// A position measure and the measure that is its rate.
static const struct {
  MeasureQuantity position, rate;
  bool hinge; // only where the z axes agree, as a revolute joint keeps them
} pairs[] = {
    {MEASURE_POINT, MEASURE_POINT_RATE, false},
    {MEASURE_ANGLE, MEASURE_ANGLE_RATE, false},
    {MEASURE_JOINT_ANGLE, MEASURE_JOINT_ANGLE_RATE, true},
    {MEASURE_JOINT_DISPLACEMENT, MEASURE_JOINT_DISPLACEMENT_RATE, false},
    {MEASURE_DISTANCE, MEASURE_DISTANCE_RATE, false},
};

static void check_rate(int pair, bool planar, int component) {
  Random random = {4};
  const Axis axis = pairs[pair].hinge ? AXIS_Z : AXIS_X;
  for (int n = 0; n < STATES; n++) {
    Frame frame[2];
    Frame moved[2];
    for (int b = 0; b < 2; b++) {
      frames_random(&random, planar, &frame[b]);
    }
    if (pairs[pair].hinge) {
      frames_join_by_hinge(&random, planar, frame);
    }
    for (int b = 0; b < 2; b++) {
      Frame d;
      frames_motion(&frame[b], &d);
      frames_step(&frame[b], &d, &moved[b]);
    }
    const real rate = MBS_NAME(measure_value)(pairs[pair].rate, component, axis, planar, frame, 0);
    const real position =
        MBS_NAME(measure_value)(pairs[pair].position, component, axis, planar, moved, 0);
    assert_true(step_error(1, &rate, &position) < EXACT);
  }
}

static void test_rates_are_rates_of_their_positions(void **state) {
  (void)state;
  for (int i = 0; i < (int)(sizeof pairs / sizeof pairs[0]); i++) {
    const bool angle = pairs[i].position == MEASURE_ANGLE;
    for (int component = 0; component < (pairs[i].position == MEASURE_POINT ? 2 : 1); component++) {
      check_rate(i, true, component);
      if (!angle) {
        check_rate(i, false, component);
      }
    }
  }
}

// The pins of a universal joint, where x of marker_i and y of marker_j are square: rates of angles.
static void test_pins_turn_at_their_rates(void **state) {
  (void)state;
  Random random = {7};
  for (int n = 0; n < STATES; n++) {
    Frame frame[2];
    Frame moved[2];
    frames_random(&random, false, &frame[0]);
    frames_random(&random, false, &frame[1]);
    const double a = 3 * random_number(&random), b = 3 * random_number(&random);
    const double rate[2] = {random_number(&random), random_number(&random)};
    const real about_x[9] = {1, 0, 0, 0, cos(a), -sin(a), 0, sin(a), cos(a)};
    const real about_y[9] = {cos(b), 0, sin(b), 0, 1, 0, -sin(b), 0, cos(b)};
    real R[9];
    real pin[2][3];
    vec_product(about_x, about_y, R);
    vec_product(frame[0].A, R, frame[1].A);
    vec_column(frame[0].A, 0, pin[0]);
    vec_column(frame[1].A, 1, pin[1]);
    for (int i = 0; i < 3; i++) {
      frame[1].w[i] = frame[0].w[i] + rate[0] * pin[0][i] + rate[1] * pin[1][i];
    }
    for (int k = 0; k < 2; k++) {
      Frame d;
      frames_motion(&frame[k], &d);
      frames_step(&frame[k], &d, &moved[k]);
    }
    for (int k = 0; k < 2; k++) {
      const real found =
          MBS_NAME(measure_value)(MEASURE_PIN_ANGLE_RATE, k, AXIS_NONE, false, frame, 0);
      const real angle = MBS_NAME(measure_value)(MEASURE_PIN_ANGLE, k, AXIS_NONE, false, moved, 0);
      assert_true(step_error(1, &found, &angle) < EXACT);
      assert_true(fabs(creal(found) - rate[k]) < 1e-13);
    }
  }
}

// p' = G(p)' w / 2 with w in the frame's own axes: the quaternion and the body rates agree.
static void test_quaternion_follows_body_rates(void **state) {
  (void)state;
  Random random = {5};
  for (int n = 0; n < STATES; n++) {
    Frame frame[2];
    frames_random(&random, false, &frame[0]);
    frames_random(&random, false, &frame[1]);
    real w[3];
    real p[4];
    for (int k = 0; k < 3; k++) {
      w[k] = MBS_NAME(measure_value)(MEASURE_BODY_RATE, k, AXIS_NONE, false, frame, 0);
    }
    for (int k = 0; k < 4; k++) {
      p[k] = MBS_NAME(measure_value)(MEASURE_QUATERNION, k, AXIS_NONE, false, frame, 0);
    }
    const real half[4] = {0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
    real p_rate[4];
    real moved_p[4];
    real A[9];
    real A_rate[9];
    vec_euler_product(p, half, p_rate);
    step_along(4, p, p_rate, moved_p);
    vec_of_euler(moved_p, A);
    Frame d;
    frames_motion(&frame[1], &d);
    memcpy(A_rate, d.A, sizeof A_rate);
    assert_true(step_error(9, A_rate, A) < EXACT);
  }
}

// Turns are added to a spatial angle and to nothing else.
static void test_turns_count(void **state) {
  (void)state;
  Random random = {6};
  Frame frame[2];
  frames_random(&random, false, &frame[0]);
  frames_random(&random, false, &frame[1]);
  const double turn = 6 * acos(-1.0);
  const real with = MBS_NAME(measure_value)(MEASURE_JOINT_ANGLE, 0, AXIS_Z, false, frame, turn);
  const real without = MBS_NAME(measure_value)(MEASURE_JOINT_ANGLE, 0, AXIS_Z, false, frame, 0);
  assert_true(fabs(creal(with - without) - turn) < EXACT);
  const real rate =
      MBS_NAME(measure_value)(MEASURE_JOINT_ANGLE_RATE, 0, AXIS_Z, false, frame, turn);
  const real same = MBS_NAME(measure_value)(MEASURE_JOINT_ANGLE_RATE, 0, AXIS_Z, false, frame, 0);
  assert_true(creal(rate) == creal(same));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_tangent_is_exact),
      cmocka_unit_test(test_rates_are_rates_of_their_positions),
      cmocka_unit_test(test_pins_turn_at_their_rates),
      cmocka_unit_test(test_quaternion_follows_body_rates),
      cmocka_unit_test(test_turns_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
