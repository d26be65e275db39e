// SPDX-License-Identifier: BSD-3-Clause
// body_plain.h: what bodies share whose coordinates are r, or r and an angle: q' = v, T = I, D = 0.
#ifndef MBS_ELEMENTS_BODY_PLAIN_H
#define MBS_ELEMENTS_BODY_PLAIN_H

#include "elements/element.h"
#include "elements/vector.h"

static inline void plain_rate_parts(int count, real T[], real D[]) {
  for (int i = 0; i < count * count; i++) {
    T[i] = i % (count + 1) == 0;
    D[i] = 0;
  }
}

// r from its first `count` coordinates; axes parallel to the ground's.
static inline void plain_pose(int count, const real q[], BodyMotion *motion) {
  for (int i = 0; i < 3; i++) {
    motion->r[i] = i < count ? q[i] : 0;
  }
  vec_identity(motion->A);
  motion->angle = 0;
  for (int i = 0; i < 4; i++) {
    motion->p[i] = i == 0;
  }
}

// (x, y, angle) in the plane.
static inline void plain_pose_turned(const real q[], BodyMotion *motion,
                                     real dA[BODY_ORIENTATION][9]) {
  real *const A = motion->A;
  vec_about_z(q[2], A);
  motion->r[0] = q[0];
  motion->r[1] = q[1];
  motion->r[2] = 0;
  motion->angle = q[2];
  for (int i = 0; i < 4; i++) {
    motion->p[i] = i == 0;
  }
  if (dA != NULL) {
    vector_zero(9, dA[0]);
    dA[0][0] = dA[0][4] = A[1];
    dA[0][1] = -A[0];
    dA[0][3] = A[0];
  }
}

#endif
