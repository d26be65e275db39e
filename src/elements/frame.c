// SPDX-License-Identifier: BSD-3-Clause
// frame.c: from the motion of a body to the motion of a frame fixed in it (see frame.h).
#include "elements/frame.h"

#include <string.h>

#include "math/vec.h"

void MBS_NAME(frame_set_acceleration)(const BodyKind *kind, const real a[], BodyMotion *motion) {
  for (int k = 0; k < kind->translations; k++) {
    motion->a[k] = a[k];
  }
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    motion->alpha[axis + k] = a[kind->translations + k];
  }
}

// Constant geometry as real numbers, for the functions of vec.h.
static void point_of(const FrameGeometry *geometry, real s[3]) {
  for (int i = 0; i < 3; i++) {
    s[i] = geometry->s[i];
  }
}

static void axes_of(const FrameGeometry *geometry, real R[9]) {
  for (int i = 0; i < 9; i++) {
    R[i] = geometry->R[i];
  }
}

static void add_to(real sum[3], const real term[3]) {
  for (int i = 0; i < 3; i++) {
    sum[i] += term[i];
  }
}

void MBS_NAME(frame_of)(const BodyMotion *motion, const FrameGeometry *geometry, Frame *frame) {
  real s[3], R[9], ws[3];
  point_of(geometry, s);
  axes_of(geometry, R);
  vec_rotate(motion->A, s, frame->x);
  add_to(frame->x, motion->r);
  vec_cross(motion->w, s, ws);
  vec_rotate(motion->A, ws, frame->v);
  add_to(frame->v, motion->v);
  vec_product(motion->A, R, frame->A);
  vec_rotate(motion->A, motion->w, frame->w);
  frame->angle = motion->angle + geometry->angle;
  const real own[4] = {geometry->p[0], geometry->p[1], geometry->p[2], geometry->p[3]};
  vec_euler_product(motion->p, own, frame->p);
}

// As frame_of with A about z, without what is zero then.
void MBS_NAME(frame_of_planar)(const BodyMotion *motion, const FrameGeometry *geometry,
                               Frame *frame) {
  const real *A = motion->A, w = motion->w[2];
  const double *s = geometry->s, *R = geometry->R;
  const real along = -(w * s[1]), across = w * s[0];
  frame->x[0] = A[0] * s[0] + A[1] * s[1] + motion->r[0];
  frame->x[1] = A[3] * s[0] + A[4] * s[1] + motion->r[1];
  frame->x[2] = s[2] + motion->r[2];
  frame->v[0] = A[0] * along + A[1] * across + motion->v[0];
  frame->v[1] = A[3] * along + A[4] * across + motion->v[1];
  frame->v[2] = motion->v[2];
  for (int k = 0; k < 3; k++) {
    frame->A[k] = A[0] * R[k] + A[1] * R[3 + k];
    frame->A[3 + k] = A[3] * R[k] + A[4] * R[3 + k];
    frame->A[6 + k] = R[6 + k];
  }
  frame->w[0] = frame->w[1] = 0;
  frame->w[2] = w;
  frame->angle = motion->angle + geometry->angle;
  for (int k = 0; k < 4; k++) {
    frame->p[k] = geometry->p[k];
  }
}

void MBS_NAME(frame_tangent_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                               const FrameGeometry *geometry, int k, Frame *d) {
  memset(d, 0, sizeof *d);
  if (k < kind->translations) {
    d->x[k] = 1;
    return;
  }
  const int turn = k - kind->translations;
  real s[3], R[9], ws[3];
  point_of(geometry, s);
  axes_of(geometry, R);
  vec_rotate(dA[turn], s, d->x);
  vec_cross(motion->w, s, ws);
  vec_rotate(dA[turn], ws, d->v);
  vec_product(dA[turn], R, d->A);
  vec_rotate(dA[turn], motion->w, d->w);
  if (kind->orientation_count == 1) {
    d->angle = 1;
  } else {
    const real own[4] = {geometry->p[0], geometry->p[1], geometry->p[2], geometry->p[3]};
    real unit[4] = {0, 0, 0, 0};
    unit[turn] = 1;
    vec_euler_product(unit, own, d->p);
  }
}

void MBS_NAME(frame_tangent_v)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, int k, Frame *d) {
  memset(d, 0, sizeof *d);
  if (k < kind->translations) {
    d->v[k] = 1;
    return;
  }
  real s[3], unit[3] = {0, 0, 0}, ws[3];
  point_of(geometry, s);
  unit[frame_first_axis(kind) + k - kind->translations] = 1;
  vec_cross(unit, s, ws);
  vec_rotate(motion->A, ws, d->v);
  vec_rotate(motion->A, unit, d->w);
}

void MBS_NAME(frame_pull_back)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, const Wrench *wrench, real Q[]) {
  for (int k = 0; k < kind->translations; k++) {
    Q[k] += wrench->f[k];
  }
  MBS_NAME(frame_pull_back_q)(kind, motion->A, geometry, wrench, Q);
}

void MBS_NAME(frame_pull_back_q)(const BodyKind *kind, const real dA[9],
                                 const FrameGeometry *geometry, const Wrench *wrench, real Q[]) {
  if (kind->rotations == 0) {
    return;
  }
  if (kind->rotations == 1) { // about z
    const real *f = wrench->f;
    const double *at = geometry->s;
    const real along = dA[0] * f[0] + dA[3] * f[1], across = dA[1] * f[0] + dA[4] * f[1];
    Q[kind->translations] += at[0] * across - at[1] * along + dA[8] * wrench->t[2];
    return;
  }
  real s[3], f[3], t[3], moment[3];
  point_of(geometry, s);
  vec_rotate_back(dA, wrench->f, f);
  vec_rotate_back(dA, wrench->t, t);
  vec_cross(s, f, moment);
  add_to(moment, t);
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    Q[kind->translations + k] += moment[axis + k];
  }
}
