// SPDX-License-Identifier: BSD-3-Clause
// frame.c: from the motion of a body to the motion of a frame fixed in it (see frame.h).
#include "elements/frames/frame.h"

#include <string.h>

#include "base/hot.h"
#include "math/vec.h"

void MBS_NAME(frame_set_acceleration)(const BodyKind *kind, const real a[], BodyMotion *motion) {
  for (int k = 0; k < kind->translations; k++) {
    motion->a[k] = a[k];
  }
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    motion->alpha[axis + k] = a[kind->translations + k];
  }
  for (int k = 0; k < body_inside(kind); k++) {
    motion->z_second[k] = a[kind->translations + kind->rotations + k];
  }
}

static void add_to(real sum[3], const real term[3]) {
  for (int i = 0; i < 3; i++) {
    sum[i] += term[i];
  }
}

// ---- frames that move in their body ----

static void add_multiple(real sum[FRAME_PLACE], real factor, const real Y[FRAME_PLACE]) {
  for (int i = 0; i < FRAME_PLACE; i++) {
    sum[i] += factor * Y[i];
  }
}

void MBS_NAME(frame_shape_rates)(const BodyMotion *motion, const FrameShape *shape, int j,
                                 bool accelerates, real first[FRAME_PLACE],
                                 real second[FRAME_PLACE]) {
  memset(first, 0, FRAME_PLACE * sizeof(real));
  memset(second, 0, FRAME_PLACE * sizeof(real));
  for (int k = 0; k < BODY_INSIDE; k++) {
    const real *by = j < 0 ? shape->d[k] : shape->dd[j][k];
    add_multiple(first, motion->z_rate[k], by);
    if (accelerates) {
      add_multiple(second, motion->z_second[k], by);
    }
    for (int l = 0; l < BODY_INSIDE && j < 0; l++) {
      add_multiple(second, motion->z_rate[k] * motion->z_rate[l], shape->dd[k][l]);
    }
  }
  if (j >= 0) {
    add_multiple(second, 1, shape->ddd[j]);
  }
}

// turn += 1/2 sum of r_k x d_k over columns; R, D: 9 numbers each.
static void add_turn(const real R[9], const real D[9], real turn[3]) {
  for (int k = 0; k < 3; k++) {
    real r[3], d[3], cross[3];
    vec_column(R, k, r);
    vec_column(D, k, d);
    vec_cross(r, d, cross);
    for (int i = 0; i < 3; i++) {
      turn[i] += 0.5 * cross[i];
    }
  }
}

static real turn_about_z(const real R[9], const real D[9]) {
  real turn[3] = {0, 0, 0};
  add_turn(R, D, turn);
  return turn[2];
}

// Adds velocities of the frame in its body, turned by A.
MBS_APART static void add_own_rates(const BodyMotion *motion, const FrameGeometry *geometry,
                                    const real A[9], Frame *frame) {
  real first[FRAME_PLACE], second[FRAME_PLACE], turned[3], w[3] = {0, 0, 0};
  MBS_NAME(frame_shape_rates)(motion, geometry->shape, -1, false, first, second);
  add_turn(geometry->R, first + 3, w);
  vec_rotate(A, first, turned);
  add_to(frame->v, turned);
  vec_rotate(A, w, turned);
  add_to(frame->w, turned);
}

// ---- from the motion of the body ----

void MBS_NAME(frame_of)(const BodyMotion *motion, const FrameGeometry *geometry, Frame *frame) {
  real ws[3];
  vec_cross(motion->w, geometry->s, ws);
  vec_rotate(motion->A, geometry->s, frame->x);
  add_to(frame->x, motion->r);
  vec_rotate(motion->A, ws, frame->v);
  add_to(frame->v, motion->v);
  vec_product(motion->A, geometry->R, frame->A);
  vec_rotate(motion->A, motion->w, frame->w);
  if (geometry->shape != NULL) {
    add_own_rates(motion, geometry, motion->A, frame);
  }
  frame->angle = motion->angle + geometry->angle;
  vec_euler_product(motion->p, geometry->p, frame->p);
}

// As frame_of with A about z, without what is zero then.
void MBS_NAME(frame_of_planar)(const BodyMotion *motion, const FrameGeometry *geometry,
                               Frame *frame) {
  if (geometry->shape != NULL) {
    MBS_NAME(frame_of)(motion, geometry, frame);
    return;
  }
  const real *A = motion->A, w = motion->w[2];
  const real *s = geometry->s, *R = geometry->R;
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

void MBS_NAME(frame_acceleration)(const BodyMotion *motion, const FrameGeometry *geometry,
                                  real point[3], real turn[3]) {
  real ws[3], wws[3], as[3], own[3], alpha[3];
  memcpy(alpha, motion->alpha, sizeof alpha);
  vec_cross(motion->w, geometry->s, ws);
  vec_cross(motion->alpha, geometry->s, as);
  if (geometry->shape != NULL) {
    real first[FRAME_PLACE], second[FRAME_PLACE], spin[3] = {0, 0, 0};
    MBS_NAME(frame_shape_rates)(motion, geometry->shape, -1, true, first, second);
    vec_cross(motion->w, first, own);
    add_to(as, own);
    add_to(as, second);
    add_to(ws, first);
    add_turn(geometry->R, second + 3, alpha);
    add_turn(geometry->R, first + 3, spin);
    vec_cross(motion->w, spin, own);
    add_to(alpha, own);
  }
  vec_cross(motion->w, ws, wws);
  add_to(as, wws);
  vec_rotate(motion->A, as, point);
  vec_rotate(motion->A, alpha, turn);
  add_to(point, motion->a);
}

void MBS_NAME(frame_angle)(const BodyMotion *motion, const FrameGeometry *geometry,
                           FrameAngle *angle) {
  const FrameShape *const shape = geometry->shape;
  const real *const R = geometry->R;
  real first[FRAME_PLACE], second[FRAME_PLACE], bend[FRAME_PLACE];
  memset(angle, 0, sizeof *angle);
  angle->rate = motion->w[2];
  if (shape == NULL) {
    return;
  }
  MBS_NAME(frame_shape_rates)(motion, shape, -1, false, first, bend);
  MBS_NAME(frame_shape_rates)(motion, shape, -1, true, first, second);
  angle->rate += turn_about_z(R, first + 3);
  angle->bias = turn_about_z(R, bend + 3);
  for (int k = 0; k < BODY_INSIDE; k++) {
    const real *const D = shape->d[k] + 3;
    real change[FRAME_PLACE], swing[FRAME_PLACE];
    MBS_NAME(frame_shape_rates)(motion, shape, k, true, change, swing);
    angle->J[k] = turn_about_z(R, D);
    angle->rate_q[k] = turn_about_z(R, change + 3) + turn_about_z(D, first + 3);
    angle->second_q[k] = turn_about_z(R, swing + 3) + turn_about_z(D, second + 3);
    for (int l = 0; l < BODY_INSIDE; l++) {
      angle->J_q[k][l] = turn_about_z(R, shape->dd[k][l] + 3) + turn_about_z(shape->d[l] + 3, D);
    }
  }
}

// ---- its change with one coordinate ----

static void tangent_inside(const BodyKind *kind, const BodyMotion *motion,
                           const FrameGeometry *geometry, int j, Frame *d) {
  const real *const D = geometry->shape->d[j];
  real first[FRAME_PLACE], change[FRAME_PLACE], none[FRAME_PLACE];
  real local[3], spin[3] = {0, 0, 0}, half[4] = {0, 0, 0, 0}, turned[4];
  MBS_NAME(frame_shape_rates)(motion, geometry->shape, -1, false, first, none);
  MBS_NAME(frame_shape_rates)(motion, geometry->shape, j, false, change, none);
  vec_rotate(motion->A, D, d->x);
  vec_cross(motion->w, D, local);
  add_to(local, change);
  vec_rotate(motion->A, local, d->v);
  vec_product(motion->A, D + 3, d->A);
  add_turn(geometry->R, change + 3, spin);
  add_turn(D + 3, first + 3, spin);
  vec_rotate(motion->A, spin, d->w);
  add_turn(geometry->R, D + 3, half + 1);
  d->angle = kind->spaces == IN_PLANE ? half[3] : 0;
  for (int i = 1; i < 4; i++) {
    half[i] *= 0.5;
  }
  vec_euler_product(half, geometry->p, turned);
  vec_euler_product(motion->p, turned, d->p);
}

void MBS_NAME(frame_tangent_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                               const FrameGeometry *geometry, int k, Frame *d) {
  memset(d, 0, sizeof *d);
  if (k < kind->translations) {
    d->x[k] = 1;
    return;
  }
  const int turn = k - kind->translations;
  if (turn >= body_orientations(kind)) {
    tangent_inside(kind, motion, geometry, turn - body_orientations(kind), d);
    return;
  }
  real ws[3];
  vec_cross(motion->w, geometry->s, ws);
  vec_rotate(dA[turn], geometry->s, d->x);
  vec_rotate(dA[turn], ws, d->v);
  vec_product(dA[turn], geometry->R, d->A);
  vec_rotate(dA[turn], motion->w, d->w);
  if (geometry->shape != NULL) {
    add_own_rates(motion, geometry, dA[turn], d);
  }
  if (kind->rotations == 1) {
    d->angle = 1;
  } else {
    real unit[4] = {0, 0, 0, 0};
    unit[turn] = 1;
    vec_euler_product(unit, geometry->p, d->p);
  }
}

void MBS_NAME(frame_tangent_v)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, int k, Frame *d) {
  memset(d, 0, sizeof *d);
  if (k < kind->translations) {
    d->v[k] = 1;
    return;
  }
  const int turn = k - kind->translations;
  real unit[3] = {0, 0, 0}, ws[3];
  if (turn >= kind->rotations) {
    const real *const D = geometry->shape->d[turn - kind->rotations];
    vec_rotate(motion->A, D, d->v);
    add_turn(geometry->R, D + 3, unit);
  } else {
    unit[frame_first_axis(kind) + turn] = 1;
    vec_cross(unit, geometry->s, ws);
    vec_rotate(motion->A, ws, d->v);
  }
  vec_rotate(motion->A, unit, d->w);
}

// ---- generalized forces ----

MBS_APART static void pull_inside(const BodyKind *kind, const real A[9],
                                  const FrameGeometry *geometry, const Wrench *wrench,
                                  real Q[BODY_INSIDE]) {
  real f[3], t[3];
  vec_rotate_back(A, wrench->f, f);
  vec_rotate_back(A, wrench->t, t);
  for (int k = 0; k < body_inside(kind); k++) {
    real turn[3] = {0, 0, 0};
    add_turn(geometry->R, geometry->shape->d[k] + 3, turn);
    Q[k] += vec_dot(geometry->shape->d[k], f) + vec_dot(turn, t);
  }
}

// Adds s x A'f + A't on the rotations, and s_z . A'f + turn(R_z) . A't.
static void pull_back(const BodyKind *kind, const real A[9], const FrameGeometry *geometry,
                      const Wrench *wrench, real Q[]) {
  const real *const s = geometry->s;
  if (kind->rotations == 1 && geometry->shape == NULL) { // about z
    const real *f = wrench->f;
    const real along = A[0] * f[0] + A[3] * f[1], across = A[1] * f[0] + A[4] * f[1];
    Q[kind->translations] += s[0] * across - s[1] * along + A[8] * wrench->t[2];
    return;
  }
  if (kind->rotations == 0 && geometry->shape == NULL) {
    return;
  }
  real f[3], t[3], moment[3];
  vec_rotate_back(A, wrench->f, f);
  vec_rotate_back(A, wrench->t, t);
  vec_cross(s, f, moment);
  add_to(moment, t);
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    Q[kind->translations + k] += moment[axis + k];
  }
  if (geometry->shape != NULL) {
    pull_inside(kind, A, geometry, wrench, Q + kind->translations + kind->rotations);
  }
}

void MBS_NAME(frame_pull_back)(const BodyKind *kind, const BodyMotion *motion,
                               const FrameGeometry *geometry, const Wrench *wrench, real Q[]) {
  for (int k = 0; k < kind->translations; k++) {
    Q[k] += wrench->f[k];
  }
  pull_back(kind, motion->A, geometry, wrench, Q);
}

// With internal coordinate j: s and R change.
static void pull_back_inside(const BodyKind *kind, const BodyMotion *motion,
                             const FrameGeometry *geometry, int j, const Wrench *wrench, real Q[]) {
  const FrameShape *shape = geometry->shape;
  const int first = kind->translations, axis = frame_first_axis(kind);
  real f[3], t[3], moment[3];
  vec_rotate_back(motion->A, wrench->f, f);
  vec_rotate_back(motion->A, wrench->t, t);
  vec_cross(shape->d[j], f, moment);
  for (int k = 0; k < kind->rotations; k++) {
    Q[first + k] += moment[axis + k];
  }
  for (int k = 0; k < body_inside(kind); k++) {
    real turn[3] = {0, 0, 0};
    add_turn(geometry->R, shape->dd[j][k] + 3, turn);
    add_turn(shape->d[j] + 3, shape->d[k] + 3, turn);
    Q[first + kind->rotations + k] += vec_dot(shape->dd[j][k], f) + vec_dot(turn, t);
  }
}

void MBS_NAME(frame_pull_back_q)(const BodyKind *kind, const BodyMotion *motion, const real dA[][9],
                                 const FrameGeometry *geometry, int k, const Wrench *wrench,
                                 real Q[]) {
  const int turn = k - kind->translations;
  if (turn >= body_orientations(kind)) {
    pull_back_inside(kind, motion, geometry, turn - body_orientations(kind), wrench, Q);
  } else if (turn >= 0) {
    pull_back(kind, dA[turn], geometry, wrench, Q);
  }
}
