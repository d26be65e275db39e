// SPDX-License-Identifier: BSD-3-Clause
// slip.h: velocities between two bodies at a point, along a direction: rolling, edges, spins.
//
//   u = d . (V_j - V_i),   V_b = v_b + A_b (w_b x pi_b)       pi_b: the point in axes of body b
//   u = J v,   J_j = (d, pi_j x A_j' d),  J_i = -(d, pi_i x A_i' d),   u' = J a + bias
// No u but the rate of a gap is the rate of a coordinate: rows u = 0 are not holonomic.
//
//   rolling  on the plane z = 0 of marker_i (y = 0 in the plane), with its normal n: the point is
//            c + rho, the farthest one of the body along -n, rho = R p(m), m = -R' n (support.h);
//            d is n or an axis of marker_i in the plane; along n also phi = n . (c + rho - x_i).
//            rho' = w_j x rho + R p_m m', p_m m = 0, so that phi' = u
//   edge     the point is the origin of marker_j, d an axis of marker_j
//   spin     u = d . (w_j - w_i), d an axis of marker_j
#ifndef MBS_ELEMENTS_PAIRS_SLIP_H
#define MBS_ELEMENTS_PAIRS_SLIP_H

#include "elements/frames/element.h"
#include "elements/pairs/support.h"

typedef enum SlipForm { SLIP_ROLLING, SLIP_EDGE, SLIP_SPIN } SlipForm;

// The motion of a body (as in BodyMotion) and the frame of a marker in its axes.
typedef struct SlipEnd {
  real r[3], A[9], v[3], w[3];
  real s[3], R[9];
} SlipEnd;

typedef struct Slip {
  SlipForm form;
  int along;  // axis of d: 0, 1, 2
  int normal; // of rolling: the axis of marker_i that is n
  Support support;
  SlipEnd end[2];
} Slip;

typedef struct SlipRow {
  real phi, rate, bias;     // phi: zero but along n
  real J[2][6];             // by v and w of both bodies
  real force[3], torque[3]; // what a multiplier of -1 exerts on body j at marker_j, ground axes
  real point[3];            // where it acts, ground axes
} SlipRow;

void MBS_NAME(slip_row)(const Slip *slip, SlipRow *row);

#endif
