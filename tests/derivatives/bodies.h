// SPDX-License-Identifier: BSD-3-Clause
// bodies.h: two bodies of any kinds in random motion, as one vector of coordinates.
#ifndef MBS_DERIVATIVES_BODIES_H
#define MBS_DERIVATIVES_BODIES_H

#include <string.h>

#include "derivatives/step.h"
#include "elements/frames/body.h"
#include "elements/frames/frame.h"
#include "elements/registry.h"
#include "support/hinged_body.h"

// State of two bodies: positions, velocities and accelerations of each.
typedef struct Two {
  const BodyKind *kind[2];
  real q[2][BODY_Q], v[2][BODY_V], a[2][BODY_V];
} Two;

// Euler parameters are away from zero and off the unit norm.
static inline void bodies_random(Random *random, const BodyKind *i, const BodyKind *j, Two *two) {
  two->kind[0] = i;
  two->kind[1] = j;
  for (int b = 0; b < 2; b++) {
    random_vector(random, BODY_Q, two->q[b]);
    random_vector(random, BODY_V, two->v[b]);
    random_vector(random, BODY_V, two->a[b]);
    if (two->kind[b]->rotations == 3) {
      real *const e0 = &two->q[b][two->kind[b]->translations];
      *e0 += creal(*e0) < 0 ? -0.3 : 0.3;
    }
  }
}

static inline void bodies_motion(const Two *two, int b, BodyMotion *motion) {
  memset(motion, 0, sizeof *motion);
  MBS_NAME(body_pose)(two->kind[b], two->q[b], motion, NULL);
  MBS_NAME(frame_set_velocity)(two->kind[b], two->v[b], motion);
  MBS_NAME(frame_set_acceleration)(two->kind[b], two->a[b], motion);
}

// A complex step of one coordinate.
static inline void bodies_step_q(const Two *two, int b, int k, Two *moved) {
  *moved = *two;
  moved->q[b][k] += (real)I * STEP;
}

static inline void bodies_step_v(const Two *two, int b, int k, Two *moved) {
  *moved = *two;
  moved->v[b][k] += (real)I * STEP;
}

// A complex step of time: q' = T v, v' = a.
static inline void bodies_step_time(const Two *two, Two *moved) {
  *moved = *two;
  for (int b = 0; b < 2; b++) {
    real qdot[BODY_Q];
    MBS_NAME(body_rate)(two->kind[b], two->q[b], two->v[b], qdot);
    step_along(body_nq(two->kind[b]), two->q[b], qdot, moved->q[b]);
    step_along(body_nv(two->kind[b]), two->v[b], two->a[b], moved->v[b]);
  }
}

// Every kind: those of the registry, and one with an internal coordinate.
static inline int bodies_kind_count(void) {
  return MBS_NAME(registry_body_count)() + 2;
}

static inline const BodyKind *bodies_kind(int i) {
  const int own = i - MBS_NAME(registry_body_count)();
  return own < 0 ? MBS_NAME(body_kinds)[i] : own == 0 ? &hinged_planar : &hinged_spatial;
}

// Its hinge has points of (-1, 1) on both sides.
static const real bodies_par[HINGED_PAR] = {5, 2, 0.3, 3, 0.7, 0.1, 0.45, 13};

// A frame of body b that rests at `rest` where the body's internal coordinates are zero.
static inline void bodies_place(const Two *two, int b, const BodyMotion *motion,
                                const FrameGeometry *rest, FrameGeometry *now, FrameShape *shape) {
  const BodyInside *const inside = two->kind[b]->inside;
  *now = *rest;
  if (inside != NULL) {
    now->shape = shape;
    inside->shape(bodies_par, two->q[b] + body_nq(two->kind[b]) - inside->count, motion->z_rate,
                  rest, now, shape);
  }
}

// Calls a test for each two bodies that exist in one space.
static inline void bodies_for_each_pair(void (*test)(const BodyKind *i, const BodyKind *j,
                                                     int space, void *context),
                                        void *context) {
  for (int space = IN_PLANE; space <= IN_SPACE; space++) {
    for (int i = 0; i < bodies_kind_count(); i++) {
      for (int j = 0; j < bodies_kind_count(); j++) {
        const BodyKind *const first = bodies_kind(i);
        const BodyKind *const second = bodies_kind(j);
        if ((first->spaces & second->spaces & space) != 0) {
          test(first, second, space, context);
        }
      }
    }
  }
}

#endif
