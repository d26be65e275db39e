// SPDX-License-Identifier: BSD-3-Clause
// frame.h: from the motion of a body to the motion of a frame fixed in it.
//
//   x = r + A s,  v = r' + A (w x s + s'),  axes A R,  angular velocity A (w + turn(R'))
// r, A and w are the motion of the body (element.h). s and R are the present pose of the frame in
// body axes; it depends on internal coordinates z alone (FrameShape). For a change R_a of R with
// columns r_a,k, turn is the rotation that belongs to it, from the columns r_k of R:
//   turn(R_a) = 1/2 sum of r_k x r_a,k over the columns
// The tangents are the derivatives of the frame with respect to one coordinate of the body. They
// are linear: a direction is the sum of its coordinates' parts.
#ifndef MBS_ELEMENTS_FRAMES_FRAME_H
#define MBS_ELEMENTS_FRAMES_FRAME_H

#include "elements/frames/element.h"

// The first body axis about which the body turns: z in the plane, x in space.
static inline int frame_first_axis(const BodyKind *kind) {
  return kind->rotations == 1 ? 2 : 0;
}

// Copies the generalized velocity of a body into motion->v, motion->w and motion->z_rate.
static inline void MBS_NAME(frame_set_velocity)(const BodyKind *kind, const real v[],
                                                BodyMotion *motion) {
  for (int k = 0; k < kind->translations; k++) {
    motion->v[k] = v[k];
  }
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    motion->w[axis + k] = v[kind->translations + k];
  }
  for (int k = 0; kind->inside != NULL && k < kind->inside->count; k++) {
    motion->z_rate[k] = v[kind->translations + kind->rotations + k];
  }
}

// Copies the generalized acceleration of a body into motion->a, motion->alpha and motion->z_second.
void MBS_NAME(frame_set_acceleration)(const BodyKind *kind, const real a[], BodyMotion *motion);

// Write the frame from the motion of its body. frame_of_planar: A is a rotation about z.
void MBS_NAME(frame_of)(const BodyMotion *motion, const FrameGeometry *geometry, Frame *frame);
void MBS_NAME(frame_of_planar)(const BodyMotion *motion, const FrameGeometry *geometry,
                               Frame *frame);

// Write the derivative d of the frame with respect to position coordinate k of its body (velocity
// coordinates held fixed), and with respect to velocity coordinate k. dA: from body_pose.
void MBS_NAME(frame_tangent_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                               const FrameGeometry *geometry, int k, Frame *d);
void MBS_NAME(frame_tangent_v)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, int k, Frame *d);

// Adds the generalized force of a wrench (f, t) at a frame's origin to Q[nv]:
//   Q = [ f ; s x A'f + A't ; s_z . A'f + turn(R_z) . A't ]       s_z, R_z: derivatives by z
void MBS_NAME(frame_pull_back)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, const Wrench *wrench, real Q[]);
// Adds the derivative of this generalized force with respect to position coordinate k, with the
// wrench held fixed.
void MBS_NAME(frame_pull_back_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                                 const FrameGeometry *geometry, int k, const Wrench *wrench,
                                 real Q[]);

// Writes the acceleration of a frame's origin and its angular acceleration, in ground axes.
void MBS_NAME(frame_acceleration)(const BodyMotion *motion, const FrameGeometry *geometry,
                                  real point[3], real turn[3]);

// The angle of a frame in the plane, where it depends on the internal coordinates z of the body:
//   angle'' = alpha_z + J z'' + bias        alpha_z: angular acceleration of the body
typedef struct FrameAngle {
  real rate, bias;                                 // angle', w_z included [rad/s]; bias
  real J[BODY_INSIDE];                             // derivative of the angle with respect to z
  real J_q[BODY_INSIDE][BODY_INSIDE];              // derivative of J with respect to z
  real rate_q[BODY_INSIDE], second_q[BODY_INSIDE]; // derivatives of angle' and of J z'' + bias
} FrameAngle;
void MBS_NAME(frame_angle)(const BodyMotion *motion, const FrameGeometry *geometry,
                           FrameAngle *angle);

// Writes the time derivatives of the pose Y = (s, R) of a frame in its body:
//   first = Y',   second = Y''
// accelerates: second contains the term of z'' (motion->z_second). j >= 0: the derivatives of Y'
// and Y'' with respect to internal coordinate j instead; j < 0: Y' and Y'' themselves. A vector u
// that is fixed in the frame then has, in body axes, the velocity w x u + u' and the acceleration
//   alpha x u + w x (w x u + u') + w x u' + u''
// beyond those of the origin of the body axes.
void MBS_NAME(frame_shape_rates)(const BodyMotion *motion, const FrameShape *shape, int j,
                                 bool accelerates, real first[FRAME_PLACE],
                                 real second[FRAME_PLACE]);

#endif
