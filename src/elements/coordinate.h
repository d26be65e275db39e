// SPDX-License-Identifier: BSD-3-Clause
// coordinate.h: a generalized force on the coordinate of a joint as wrenches on its two markers.
//
//   c the coordinate's axis on marker_i;  power = value * rate of the coordinate
//   angle          torque +value c on j, -value c on i
//   displacement   force +value c on j at x_j, -value c on i at the same point of space
// frame and wrench: 0 marker_i, 1 marker_j.
#ifndef MBS_ELEMENTS_COORDINATE_H
#define MBS_ELEMENTS_COORDINATE_H

#include "elements/couple.h"

enum { COORDINATE_ON_I, COORDINATE_ON_J };

static inline void coordinate_along(const ForceArgs *in, const Frame *axes, real value,
                                    real out[3]) {
  vec_column(axes->A, (int)in->axis - (int)AXIS_X, out);
  for (int k = 0; k < 3; k++) {
    out[k] *= value;
  }
}

// Of value, or, with a change, their change when the value changes by dvalue.
static inline void coordinate_wrench(const ForceArgs *in, const ForceChange *change, real value,
                                     real dvalue, Wrench wrench[2]) {
  const Frame *const frame = in->frame;
  real f[3], df[3], turned[3];
  coordinate_along(in, &frame[COORDINATE_ON_I], value, f);
  if (change != NULL) {
    coordinate_along(in, &frame[COORDINATE_ON_I], dvalue, df);
    coordinate_along(in, &change->frame[COORDINATE_ON_I], value, turned);
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
