// SPDX-License-Identifier: BSD-3-Clause
// rubbing.h: the normal force of a joint that rubs, from its reaction (R, T) at marker_j.
//
//   N = sum of the sizes of the pads' forces + p;  |x| = sqrt(x.x + s^2) - s for a smoothing s
//   in the plane
//     hinge     |(R_x, R_y)|
//     slide     |R_y/2 + T/b| + |R_y/2 - T/b|: two pads on body_j, at b/2 before and behind
//               marker_j along the axis; for b = 0: |R_y|
//   in space, c the joint's axis
//     F, G = (R - c c.R)/2 +- (T x c)/b: two bearings or pads at b/2 along the axis; for b = 0:
//     F = R - c c.R, G = 0, and the torque does not rub
//     pin       |F| + |G| + (r_s/r) |c.R|     a hinge, one pin of a universal joint; r_s: radius of
//               the shoulder, or 0
//     slide     |F| + |G| + |c.T|/r_k         r_k: of the key from the axis; unstated: none
//     shaft     |F| + |G| + |(R_z, T_z/r)|    what slides and turns: the last is the force on the
//               flank of a thread, at its mean radius, and zero of a cylindrical joint
//     ball      |R|
//     plate     the sum of |p| over a ring of diameter b that bears R_z, T_x and T_y by an even
//               and a linear share, p = R_z/(2 pi) + (4/b) (T_x sin - T_y cos)/(2 pi): with X =
//               4/b |(T_x, T_y)| and F = |R_z| it is
//               F for X <= F,  2/pi (sqrt(X^2 - F^2) + F asin(F/X)) beyond;  for b = 0: F
//     point     |R_z|: on a plane
// For s = 0 the gradient of a size at zero is taken as zero.
#ifndef MBS_ELEMENTS_FORCES_RUBBING_H
#define MBS_ELEMENTS_FORCES_RUBBING_H

#include "elements/frames/element.h"

// Numbers of friction, in the order of its fields.
enum {
  FRICTION_STATIC,
  FRICTION_KINETIC,
  FRICTION_STRIBECK, // 0 (unstated): the static coefficient does not count
  FRICTION_TRANSITION,
  FRICTION_VISCOUS,
  FRICTION_RADIUS,
  FRICTION_OVERLAP,
  FRICTION_PRELOAD,
  FRICTION_SMOOTHING,
  FRICTION_BEARING,
  FRICTION_SHOULDER,
  FRICTION_KEY
};

// N of in->reaction, and its gradient by the reaction, times a factor.
real MBS_NAME(rubbing_normal)(const ForceArgs *in);
void MBS_NAME(rubbing_gradient)(const ForceArgs *in, real factor, real out[REACTION]);
// Its change with the numbers, the axes and the reaction.
real MBS_NAME(rubbing_tangent)(const ForceArgs *in, const ForceChange *change);
// The most that a change of the reaction can change it: | |x + dx| - |x| | <= |dx|.
real MBS_NAME(rubbing_bound)(const ForceArgs *in, const real dreaction[REACTION]);

#endif
