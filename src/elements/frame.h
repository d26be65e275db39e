// SPDX-License-Identifier: BSD-3-Clause
// frame.h: from the motion of a body to the motion of a frame fixed in it.
//
//   x = r + A s,  v = r' + A (w x s),  axes A R,  angular velocity A w
// s and R are constant in body axes (s from the mass centre). The tangents give the change of the
// frame with one coordinate of the body at a time; they are linear, so directions add up.
#ifndef MBS_ELEMENTS_FRAME_H
#define MBS_ELEMENTS_FRAME_H

#include "elements/element.h"

// Where a frame is fixed in its body.
typedef struct FrameGeometry {
  double s[3];  // origin from the mass centre, body axes
  double R[9];  // axes of the frame in body axes, as columns
  double angle; // in the plane: of the frame in the body
  double p[4];  // in space: Euler parameters of R
} FrameGeometry;

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
//   Q = [ f ; s x A'f + A't ]
void MBS_NAME(frame_pull_back)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, const Wrench *wrench, real Q[]);
// Adds the part of its derivative with orientation coordinate k that comes from A itself.
void MBS_NAME(frame_pull_back_q)(const BodyKind *kind, const real dA[9],
                                 const FrameGeometry *geometry, const Wrench *wrench, real Q[]);

#endif
