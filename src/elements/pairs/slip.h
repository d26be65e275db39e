// SPDX-License-Identifier: BSD-3-Clause
// slip.h: relative velocities u of two bodies i and j at a point, along a direction d.
//
//   u = d . (V_j - V_i),   V_b = v_b + A_b (w_b x pi_b)       pi_b: the point in axes of body b
//   u = J v,   J_j = (d, pi_j x A_j' d),  J_i = -(d, pi_i x A_i' d),   u' = J a + bias
// Only the rate of a gap is the rate of a coordinate. All other rows u = 0 are not holonomic.
//
//   rolling  of body j on the plane z = 0 of marker_i (in plane models the line y = 0), with the
//            normal n. c is the origin and R are the axes of marker_j, in ground axes. The point is
//            c + rho, the farthest one of the body along -n, with rho = R p(m), m = -R' n
//            (support.h). d is n, or an axis of marker_i in the plane. Along n, the gap
//            phi = n . (c + rho - x_i) has the rate u, since rho' = w_j x rho + R p_m m' and
//            p_m m = 0
//   edge     the point is the origin of marker_j, d an axis of marker_j
//   spin     u = d . (w_j - w_i), d an axis of marker_j
#ifndef MBS_ELEMENTS_PAIRS_SLIP_H
#define MBS_ELEMENTS_PAIRS_SLIP_H

#include "elements/frames/element.h"
#include "elements/pairs/support.h"

typedef enum SlipForm { SLIP_ROLLING, SLIP_EDGE, SLIP_SPIN } SlipForm;

// The motion of a body (as in BodyMotion), and the frame (s, R) of a marker in its body axes.
typedef struct SlipEnd {
  real r[3], A[9], v[3], w[3];
  real s[3], R[9];
} SlipEnd;

typedef struct Slip {
  SlipForm form;
  int along;       // d is this axis, 0 1 2, of marker_i (rolling) or of marker_j
  int normal;      // rolling: the axis of marker_i that is n
  Support support; // rolling: the shape of body j
  SlipEnd end[2];
} Slip;

typedef struct SlipRow {
  real phi, rate, bias;     // phi: the gap where d = n, else zero; rate: u
  real J[2][6];             // by v and w of both bodies
  real force[3], torque[3]; // for a multiplier of -1: on body j at marker_j, in ground axes
  real point[3];            // where the force acts, in ground axes
} SlipRow;

// Computes the row at the poses and velocities of both ends.
void MBS_NAME(slip_row)(const Slip *slip, SlipRow *row);

#endif
