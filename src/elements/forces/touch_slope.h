// SPDX-License-Identifier: BSD-3-Clause
// touch_slope.h: the directional derivative of a contact in space, by the complex step.
//
// touch.c is compiled over complex numbers: the imaginary part of its results is the derivative to
// the last bits (Squire, Trapp 1998). All numbers in this header are double, in both compilations
// (real.h).
#ifndef MBS_ELEMENTS_FORCES_TOUCH_SLOPE_H
#define MBS_ELEMENTS_FORCES_TOUCH_SLOPE_H

enum { TOUCH_SLOPE_NUMBERS = 24, TOUCH_SLOPE_FRAME = 18 };

// A contact and a direction of change: the numbers, the frames (x, A, v, w), and their changes.
typedef struct TouchPoint {
  int count, point; // of par, the numbers from `count` on are zero; Touch.point
  double par[TOUCH_SLOPE_NUMBERS], frame[2][TOUCH_SLOPE_FRAME];
  double dpar[TOUCH_SLOPE_NUMBERS], dframe[2][TOUCH_SLOPE_FRAME];
  int branch[2]; // Touch.branch
  double *kept;  // ForceArgs.kept
} TouchPoint;

// The changes of the gap, of the force on j, and of the torques on i and j (TouchForce).
typedef struct TouchChange {
  double gap, f[3], t[2][3];
} TouchChange;

void touch_slope(const TouchPoint *at, TouchChange *change);

#endif
