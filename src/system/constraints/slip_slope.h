// SPDX-License-Identifier: BSD-3-Clause
// slip_slope.h: derivatives of velocities at a point (elements/pairs/slip.h) by the complex step.
//
// The formulas over complex numbers: the imaginary part is the derivative to the last bits
// (Squire, Trapp 1998). Everything here is double, whoever includes it.
#ifndef MBS_SYSTEM_CONSTRAINTS_SLIP_SLOPE_H
#define MBS_SYSTEM_CONSTRAINTS_SLIP_SLOPE_H

#include "elements/frames/element.h"

// Where the two markers stand in their bodies, and how large the shape is; or changes of these.
typedef struct SlipMarkers {
  double s[2][3], R[2][9], size[3];
} SlipMarkers;

// Both bodies with their accelerations, and the derivatives of A by the coordinates of their turns.
typedef struct SlipPoint {
  int form, along, normal, shape; // as in Slip
  const BodyKind *kind[2];
  SlipMarkers markers;
  struct SlipPointEnd {
    double r[3], A[9], v[3], w[3], a[3], alpha[3];
    const double (*dA)[9];
  } end[2];
} SlipPoint;

// As PairDerivatives (elements/pairs/pair.h) for one row; force_q with a multiplier of 1.
typedef struct SlipSlopes {
  double phi_q[2][BODY_Q], rate_q[2][BODY_Q], second_q[2][BODY_Q], second_v[2][BODY_V];
  double force_q[2][BODY_V][2][BODY_Q];
} SlipSlopes;
void slip_slopes(const SlipPoint *at, SlipSlopes *out);

typedef struct SlipRowChange {
  double phi, rate, bias, J[2][BODY_V];
} SlipRowChange;
void slip_row_change(const SlipPoint *at, const SlipMarkers *by, SlipRowChange *change);

// Number k of a body's velocities among those of a body in space.
static inline int slip_place(const BodyKind *kind, int k) {
  const int turn = k - kind->translations;
  return turn < 0 ? k : 3 + turn + (kind->rotations == 1 ? 2 : 0);
}

#endif
