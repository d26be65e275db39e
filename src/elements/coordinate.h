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

static inline void coordinate_wrench(const ForceArgs *in, real value, Wrench wrench[2]) {
  real along[3];
  coordinate_along(in, &in->frame[COORDINATE_ON_I], value, along);
  if (in->coordinate == COORDINATE_ANGLE) {
    couple_torque(along, &wrench[COORDINATE_ON_J], &wrench[COORDINATE_ON_I]);
  } else {
    couple_force(&in->frame[COORDINATE_ON_J], &in->frame[COORDINATE_ON_I], along,
                 &wrench[COORDINATE_ON_J], &wrench[COORDINATE_ON_I]);
  }
}

// Its change when the frames change by dframe and the value by dvalue.
static inline void coordinate_wrench_tangent(const ForceArgs *in, const Frame dframe[2], real value,
                                             real dvalue, Wrench dwrench[2]) {
  real f[3];
  real df[3];
  real turned[3];
  coordinate_along(in, &in->frame[COORDINATE_ON_I], value, f);
  coordinate_along(in, &in->frame[COORDINATE_ON_I], dvalue, df);
  coordinate_along(in, &dframe[COORDINATE_ON_I], value, turned);
  for (int k = 0; k < 3; k++) {
    df[k] += turned[k];
  }
  if (in->coordinate == COORDINATE_ANGLE) {
    couple_torque(df, &dwrench[COORDINATE_ON_J], &dwrench[COORDINATE_ON_I]);
    return;
  }
  const Frame frame[2] = {in->frame[COORDINATE_ON_J], in->frame[COORDINATE_ON_I]};
  const Frame change[2] = {dframe[COORDINATE_ON_J], dframe[COORDINATE_ON_I]};
  Wrench swapped[2];
  couple_force_tangent(frame, change, f, df, swapped);
  dwrench[COORDINATE_ON_J] = swapped[0];
  dwrench[COORDINATE_ON_I] = swapped[1];
}

#endif
