// SPDX-License-Identifier: BSD-3-Clause
// frame.h: from the motion of a body to the motion of a frame fixed in it.
//
//   x = r + A s,  v = r' + A (w x s + s'),  axes A R,  angular velocity A (w + turn(R'))
// s and R are those of the present moment, in body axes; they change with internal coordinates
// alone (FrameShape). The axial vector of R_a R' where R changes by R_a:
//   turn(R_a) = 1/2 sum of r_k x r_a,k over the columns r_k of R
// The tangents give the change of the frame with one coordinate of the body at a time; they are
// linear, so directions add up.
#ifndef MBS_ELEMENTS_FRAMES_FRAME_H
#define MBS_ELEMENTS_FRAMES_FRAME_H

#include "elements/frames/element.h"

// The first body axis about which the body turns: z in the plane, x in space.
static inline int frame_first_axis(const BodyKind *kind) {
  return kind->rotations == 1 ? 2 : 0;
}

// Copies the generalized velocity of a body into motion->v and motion->w.
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

// Likewise an acceleration into motion->a and motion->alpha.
void MBS_NAME(frame_set_acceleration)(const BodyKind *kind, const real a[], BodyMotion *motion);

void MBS_NAME(frame_of)(const BodyMotion *motion, const FrameGeometry *geometry, Frame *frame);
void MBS_NAME(frame_of_planar)(const BodyMotion *motion, const FrameGeometry *geometry,
                               Frame *frame);

// Change of the frame with position coordinate k of its body (velocity coordinates held), and with
// velocity coordinate k. dA: from pose_q.
void MBS_NAME(frame_tangent_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                               const FrameGeometry *geometry, int k, Frame *d);
void MBS_NAME(frame_tangent_v)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, int k, Frame *d);

// Adds the generalized force of a wrench at a frame's origin to Q[nv]:
//   Q = [ f ; s x A'f + A't ; s_z . A'f + turn(R_z) . A't ]
void MBS_NAME(frame_pull_back)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, const Wrench *wrench, real Q[]);
// Adds its derivative with position coordinate k while the wrench is held.
void MBS_NAME(frame_pull_back_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                                 const FrameGeometry *geometry, int k, const Wrench *wrench,
                                 real Q[]);

// Acceleration of a frame's origin and its angular acceleration, ground axes.
void MBS_NAME(frame_acceleration)(const BodyMotion *motion, const FrameGeometry *geometry,
                                  real point[3], real turn[3]);

// The angle of a frame in the plane as its body's coordinates make it, beside r and the body's own.
typedef struct FrameAngle {
  real rate, bias;                    // with w_z; what its second derivative has beside J a
  real J[BODY_INSIDE];                // by z'
  real J_q[BODY_INSIDE][BODY_INSIDE]; // that by z
  real rate_q[BODY_INSIDE], second_q[BODY_INSIDE]; // rate, and J a + bias, by z
} FrameAngle;
void MBS_NAME(frame_angle)(const BodyMotion *motion, const FrameGeometry *geometry,
                           FrameAngle *angle);

// How Y moves: in time, or (j >= 0) the change of that with internal coordinate j:
//   first  = Y',   second = Y'' (z'' from the motion, or without it)
// and the part of a vector u that moves with first and second in body axes:
//   u + ..., w x u + u', alpha x u + w x (w x u + u') + w x u' + u''
void MBS_NAME(frame_shape_rates)(const BodyMotion *motion, const FrameShape *shape, int j,
                                 bool accelerates, real first[FRAME_PLACE],
                                 real second[FRAME_PLACE]);

#endif
