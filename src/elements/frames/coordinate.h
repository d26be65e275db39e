// SPDX-License-Identifier: BSD-3-Clause
// coordinate.h: a generalized force on the coordinate of a joint as wrenches on its two markers.
//
//   angle          torque +value c on j, -value c on i
//   displacement   force +value c on j at x_j, -value c on i at the same point of space
// c is the axis of the coordinate, an axis of marker_i; for the second pin of a universal joint it
// is an axis of marker_j. value is the generalized force, with power = value * rate of the
// coordinate. Index of frame and wrench: 0 marker_i, 1 marker_j.
#ifndef MBS_ELEMENTS_FRAMES_COORDINATE_H
#define MBS_ELEMENTS_FRAMES_COORDINATE_H

#include "elements/frames/couple.h"
#include "elements/frames/measure.h"

enum { COORDINATE_ON_I, COORDINATE_ON_J };

// out = value c, where `axes` has the axis c.
static inline void coordinate_along(const ForceArgs *in, const Frame *axes, real value,
                                    real out[3]) {
  vec_column(axes->A, (int)in->axis - (int)AXIS_X, out);
  for (int k = 0; k < 3; k++) {
    out[k] *= value;
  }
}

// The marker that has the axis c.
static inline int coordinate_side(const ForceArgs *in) {
  return in->on_j ? COORDINATE_ON_J : COORDINATE_ON_I;
}

static inline MeasureQuantity coordinate_quantity(const ForceArgs *in) {
  return in->on_j                             ? MEASURE_PIN_ANGLE
         : in->coordinate == COORDINATE_ANGLE ? MEASURE_JOINT_ANGLE
                                              : MEASURE_JOINT_DISPLACEMENT;
}

static inline MeasureQuantity coordinate_rate_quantity(const ForceArgs *in) {
  return in->on_j                             ? MEASURE_PIN_ANGLE_RATE
         : in->coordinate == COORDINATE_ANGLE ? MEASURE_JOINT_ANGLE_RATE
                                              : MEASURE_JOINT_DISPLACEMENT_RATE;
}

// The coordinate (an angle is counted over turns), its rate, and the derivatives of both for a
// change of the frames.
static inline real coordinate_value(const ForceArgs *in) {
  const real raw = MBS_NAME(measure_value)(coordinate_quantity(in), in->on_j, in->axis, in->planar,
                                           in->frame, in->turn);
  return in->on_j ? raw + in->turn : raw;
}

static inline real coordinate_rate(const ForceArgs *in) {
  return MBS_NAME(measure_value)(coordinate_rate_quantity(in), in->on_j, in->axis, in->planar,
                                 in->frame, 0);
}

static inline real coordinate_value_tangent(const ForceArgs *in, const Frame dframe[2]) {
  return MBS_NAME(measure_tangent)(coordinate_quantity(in), in->on_j, in->axis, in->planar,
                                   in->frame, dframe);
}

static inline real coordinate_rate_tangent(const ForceArgs *in, const Frame dframe[2]) {
  return MBS_NAME(measure_tangent)(coordinate_rate_quantity(in), in->on_j, in->axis, in->planar,
                                   in->frame, dframe);
}

#define COORDINATE_KEYS                                                                            \
  KEY_WORD("coordinate", ONE_OF("angle", "displacement"), "which one, if the joint has both",      \
           .spaces = IN_PLANE),                                                                    \
      KEY_WORD("coordinate", ONE_OF("angle", "displacement", "angle_1", "angle_2", "x", "y", "z"), \
               "which one, if the joint has several: for a universal joint the angle about a "     \
               "pin; x, y or z is the position of marker_j along that axis of marker_i, if the "   \
               "joint leaves it free",                                                             \
               .spaces = IN_SPACE)

// Writes the wrenches of `value`. With a change (else NULL) it writes their derivative, where the
// value changes by dvalue.
static inline void coordinate_wrench(const ForceArgs *in, const ForceChange *change, real value,
                                     real dvalue, Wrench wrench[2]) {
  const Frame *const frame = in->frame;
  real f[3], df[3], turned[3];
  const int side = coordinate_side(in);
  coordinate_along(in, &frame[side], value, f);
  if (change != NULL) {
    coordinate_along(in, &frame[side], dvalue, df);
    coordinate_along(in, &change->frame[side], value, turned);
    for (int k = 0; k < 3; k++) {
      df[k] += turned[k];
    }
  }
  if (in->coordinate == COORDINATE_ANGLE) {
    couple_torque(change == NULL ? f : df, &wrench[COORDINATE_ON_J], &wrench[COORDINATE_ON_I]);
  } else if (change == NULL) {
    couple_force(&frame[COORDINATE_ON_J], &frame[COORDINATE_ON_I], f, &wrench[COORDINATE_ON_J],
                 &wrench[COORDINATE_ON_I]);
  } else {
    const Frame both[2] = {frame[COORDINATE_ON_J], frame[COORDINATE_ON_I]};
    const Frame moved[2] = {change->frame[COORDINATE_ON_J], change->frame[COORDINATE_ON_I]};
    Wrench swapped[2];
    couple_force_tangent(both, moved, f, df, swapped);
    wrench[COORDINATE_ON_J] = swapped[0];
    wrench[COORDINATE_ON_I] = swapped[1];
  }
}

#endif
