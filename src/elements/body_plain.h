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

#endif
