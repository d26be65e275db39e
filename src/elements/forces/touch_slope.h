// SPDX-License-Identifier: BSD-3-Clause
// touch_slope.h: how a contact in space changes along a direction, by the complex step.
//
// The formulas of touch.c over complex numbers: the imaginary part is the derivative to the last
// bits (Squire, Trapp 1998). Everything here is double, whoever includes it.
#ifndef MBS_ELEMENTS_FORCES_TOUCH_SLOPE_H
#define MBS_ELEMENTS_FORCES_TOUCH_SLOPE_H

enum { TOUCH_SLOPE_NUMBERS = 24, TOUCH_SLOPE_FRAME = 18 };

// Numbers and frames (x, A, v, w), and what they change by; numbers from `count` on are zero.
typedef struct TouchPoint {
  int count, point;
  double par[TOUCH_SLOPE_NUMBERS], frame[2][TOUCH_SLOPE_FRAME];
  double dpar[TOUCH_SLOPE_NUMBERS], dframe[2][TOUCH_SLOPE_FRAME];
  int branch[2];
  double *kept; // as of ForceArgs
} TouchPoint;

// Change of the gap, and of the force on j and the torques on i and j.
typedef struct TouchChange {
  double gap, f[3], t[2][3];
} TouchChange;

void touch_slope(const TouchPoint *at, TouchChange *change);

#endif
