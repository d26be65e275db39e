// SPDX-License-Identifier: BSD-3-Clause
// rubbing.h: the normal force N of a joint with friction, from the joint's reaction.
//
// The reaction is a force R and a torque T at marker_j. N is the sum of the sizes of the forces on
// the pads (bearings, guides, faces) of the joint, plus a preload p. With a smoothing s the size of
// a force x is |x| = sqrt(x.x + s^2) - s.
//   in the plane
//     hinge     |(R_x, R_y)|
//     slide     |R_y/2 + T/b| + |R_y/2 - T/b|: two pads on body_j, at the distance b/2 before and
//               behind marker_j along the axis; for b = 0: |R_y|
//   in space, with the unit vector c along the joint's axis
//     F, G = (R - c c.R)/2 +- (T x c)/b: two bearings or pads at +-b/2 along the axis; for b = 0:
//     F = R - c c.R, G = 0, and the torque causes no friction
//     pin       |F| + |G| + (r_s/r) |c.R|     a hinge, or one pin of a universal joint; r is the
//               radius of the pin, r_s that of its shoulder, or 0
//     slide     |F| + |G| + |c.T|/r_k         r_k is the distance of the key from the axis; where
//               it is not given, c.T causes no friction
//     shaft     |F| + |G| + |(R_z, T_z/r)|    slides and turns; the last term is the force on the
//               flank of a thread at its mean radius r, and zero in a cylindrical joint
//     ball      |R|
//     plate     a ring of diameter b bears R_z evenly, and T_x and T_y linearly: at the angle phi
//               the force per angle is (R_z + (4/b) (T_x sin phi - T_y cos phi))/(2 pi). With X =
//               4/b |(T_x, T_y)| and F = |R_z| the integral of its size over the ring is
//               F for X <= F,  2/pi (sqrt(X^2 - F^2) + F asin(F/X)) beyond;  for b = 0: F
//     point     |R_z|: a point on a plane
// For s = 0 the gradient of a size at zero is taken as zero.
#ifndef MBS_ELEMENTS_FORCES_RUBBING_H
#define MBS_ELEMENTS_FORCES_RUBBING_H

#include "elements/frames/element.h"

// The numbers of the force friction, in the order of its fields (force_friction.c).
enum {
  FRICTION_STATIC,
  FRICTION_KINETIC,
  FRICTION_STRIBECK, // 0 (not given): the static coefficient has no influence
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

// N [N] from in->reaction.
real MBS_NAME(rubbing_normal)(const ForceArgs *in);
// out: the gradient of N with respect to the reaction, times a factor.
void MBS_NAME(rubbing_gradient)(const ForceArgs *in, real factor, real out[REACTION]);
// The change of N with changes of the numbers, the frames and the reaction.
real MBS_NAME(rubbing_tangent)(const ForceArgs *in, const ForceChange *change);
// A bound of the change of N with a change of the reaction, since | |x + dx| - |x| | <= |dx|.
real MBS_NAME(rubbing_bound)(const ForceArgs *in, const real dreaction[REACTION]);

#endif
