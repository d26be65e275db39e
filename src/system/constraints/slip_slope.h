// SPDX-License-Identifier: BSD-3-Clause
// slip_slope.h: derivatives of velocities at a point (elements/pairs/slip.h) by the complex step.
//
// The formulas are evaluated over complex numbers; the imaginary part is the derivative to the last
// bits (Squire, Trapp 1998). All types in this header are double, in complex compilations as well.
#ifndef MBS_SYSTEM_CONSTRAINTS_SLIP_SLOPE_H
#define MBS_SYSTEM_CONSTRAINTS_SLIP_SLOPE_H

#include "elements/frames/element.h"

// The frames (s, R) of both markers in their bodies and the sizes of the shape, or changes of them.
typedef struct SlipMarkers {
  double s[2][3], R[2][9], size[3];
} SlipMarkers;

// The motions of both bodies with their accelerations; dA: derivatives of A with respect to the
// coordinates of the orientation.
typedef struct SlipPoint {
  int form, along, normal, shape; // as in Slip (elements/pairs/slip.h)
  const BodyKind *kind[2];
  SlipMarkers markers;
  struct SlipPointEnd {
    double r[3], A[9], v[3], w[3], a[3], alpha[3];
    const double (*dA)[9];
  } end[2];
} SlipPoint;

// PairDerivatives (elements/pairs/pair.h) of one row; force_q for a multiplier of 1.
typedef struct SlipSlopes {
  double phi_q[2][BODY_Q], rate_q[2][BODY_Q], second_q[2][BODY_Q], second_v[2][BODY_V];
  double force_q[2][BODY_V][2][BODY_Q];
} SlipSlopes;
void slip_slopes(const SlipPoint *at, SlipSlopes *out);

typedef struct SlipRowChange {
  double phi, rate, bias, J[2][BODY_V];
} SlipRowChange;
void slip_row_change(const SlipPoint *at, const SlipMarkers *by, SlipRowChange *change);

// The index of velocity k of a body among the six velocities of a body in space.
static inline int slip_place(const BodyKind *kind, int k) {
  const int turn = k - kind->translations;
  return turn < 0 ? k : 3 + turn + (kind->rotations == 1 ? 2 : 0);
}

#endif
