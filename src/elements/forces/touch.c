// SPDX-License-Identifier: BSD-3-Clause
// touch.c: contact of two bodies in space at one point (see touch.h).
#include "elements/forces/touch.h"

#include <string.h>

#include "elements/frames/vector.h"
#include "elements/pairs/support.h"

// Where j faces i: the middle of its round part from its marker, the normal from i to j, and the
// gap but for what is round.
typedef struct Facing {
  real arm[3], n[3], gap;
  bool lost; // n is any of those that it may be
} Facing;

static bool stands(const Touch *touch, int number) {
  return re(touch->par[number]) > 0;
}

static real within(real x, real limit) {
  return re(x) > re(limit) ? limit : re(x) < -re(limit) ? -limit : x;
}

static void axis_of(const Frame *frame, real axis[3]) {
  vec_column(frame->A, 2, axis);
  const real size = vec_norm(axis);
  for (int k = 0; k < 3; k++) {
    axis[k] /= size;
  }
}

// s and t of the nearest points x_i + s a, x_j + t b of two axes with these halves of lengths.
static void nearest(const real e[3], const real a[3], const real b[3], const real half[2], real *s,
                    real *t) {
  enum { PARALLEL_BITS = 40 };
  const real cosine = vec_dot(a, b), on_a = vec_dot(a, e), on_b = vec_dot(b, e);
  const real square = 1 - cosine * cosine;
  if (re(square) > ldexp(1, -PARALLEL_BITS)) {
    *s = within((on_a - cosine * on_b) / square, half[0]);
  } else { // side by side from -half or on_a - half to half or on_a + half
    const real low = re(on_a - half[1]) > -re(half[0]) ? on_a - half[1] : -half[0];
    const real high = re(on_a + half[1]) < re(half[0]) ? on_a + half[1] : half[0];
    *s = within((low + high) / 2, half[0]);
  }
  *t = *s * cosine - on_b;
  if (re(*t) > re(half[1]) || re(*t) < -re(half[1])) {
    *t = within(*t, half[1]);
    *s = within(on_a + *t * cosine, half[0]);
  }
}

// Between two axes: capsules, balls, cylinders.
static void face_axes(const Touch *touch, const real e[3], Facing *at) {
  const real *par = touch->par;
  const bool endless = stands(touch, TOUCH_CYLINDER);
  const real half[2] = {endless ? HUGE_VAL : par[TOUCH_LENGTH_I] / 2, par[TOUCH_LENGTH_J] / 2};
  real a[3], b[3], m[3], s, t;
  axis_of(&touch->frame[0], a);
  axis_of(&touch->frame[1], b);
  nearest(e, a, b, half, &s, &t);
  for (int k = 0; k < 3; k++) {
    at->arm[k] = t * b[k];
    m[k] = e[k] + at->arm[k] - s * a[k];
  }
  const real length = vec_norm(m);
  for (int k = 0; k < 3; k++) {
    at->n[k] = m[k] / length;
  }
  at->gap = length - par[endless ? TOUCH_CYLINDER : TOUCH_BALL];
}

// Outside of a box, or below one of its faces. In the middle between two faces there is no normal.
static void face_box(const Touch *touch, const real e[3], Facing *at) {
  const real *A = touch->frame[0].A;
  real x[3], m[3];
  int face = 0;
  vec_rotate_back(A, e, x);
  for (int k = 0; k < 3; k++) {
    const real half = touch->par[TOUCH_BOX_I + k] / 2, size = real_abs(x[k]) - half;
    m[k] = x[k] - within(x[k], half);
    if (k == 0 || re(size) > re(at->gap)) {
      at->gap = size;
      face = k;
    }
  }
  if (re(at->gap) > 0) {
    at->gap = vec_norm(m);
  } else {
    memset(m, 0, sizeof m);
    m[face] = re(x[face]) > 0 ? 1 : re(x[face]) < 0 ? -1 : (real)NAN;
  }
  vec_rotate(A, m, at->n);
  const real length = re(at->gap) > 0 ? at->gap : 1;
  for (int k = 0; k < 3; k++) {
    at->n[k] /= length;
  }
}

// The inside or outside of a round surface about a point or an axis, or a plane.
static void face_round(const Touch *touch, const real e[3], Facing *at) {
  const real *par = touch->par;
  const bool ball = stands(touch, TOUCH_BALL), tube = stands(touch, TOUCH_TUBE);
  real axis[3];
  vec_column(touch->frame[0].A, 2, axis);
  if (!ball && !tube && !stands(touch, TOUCH_CYLINDER)) {
    vector_copy(3, axis, at->n);
    at->gap = vec_dot(axis, e);
    return;
  }
  const real along = ball ? 0 : vec_dot(e, axis) / vec_dot(axis, axis);
  for (int k = 0; k < 3; k++) {
    at->n[k] = e[k] - along * axis[k];
  }
  const real length = vec_norm(at->n), sign = tube ? -1 : 1;
  at->lost = tube && re(length) == 0; // on its axis: how far the wall is, not where
  if (at->lost) {
    vec_column(touch->frame[0].A, 0, at->n);
  }
  for (int k = 0; k < 3 && !at->lost; k++) {
    at->n[k] = sign * at->n[k] / length;
  }
  at->gap = sign * length - sign * (ball   ? par[TOUCH_BALL]
                                    : tube ? par[TOUCH_TUBE]
                                           : par[TOUCH_CYLINDER]);
}

// The middle of an end, or a corner, from the marker of j, ground axes.
static void end_of(const Touch *touch, real arm[3]) {
  const real *par = touch->par;
  const bool box = stands(touch, TOUCH_BOX_J);
  real own[3] = {0, 0, (touch->point == 0 ? -1 : 1) * par[TOUCH_LENGTH_J] / 2};
  for (int k = 0; box && k < 3; k++) {
    own[k] = ((touch->point >> k & 1) == 0 ? -1 : 1) * par[TOUCH_BOX_J + k] / 2;
  }
  vec_rotate(touch->frame[1].A, own, arm);
}

static void face(const Touch *touch, Facing *at) {
  const bool ball = stands(touch, TOUCH_BALL), cylinder = stands(touch, TOUCH_CYLINDER);
  const bool long_i = stands(touch, TOUCH_LENGTH_I), long_j = stands(touch, TOUCH_LENGTH_J);
  real e[3];
  vector_zero(3, at->arm);
  at->lost = false;
  vector_subtract(touch->frame[1].x, touch->frame[0].x, e);
  if (touch_is_of_axes(ball, cylinder, long_i, long_j)) {
    face_axes(touch, e, at);
  } else if (stands(touch, TOUCH_BOX_I)) {
    face_box(touch, e, at);
  } else {
    if (long_j || stands(touch, TOUCH_BOX_J)) {
      end_of(touch, at->arm);
      for (int k = 0; k < 3; k++) {
        e[k] += at->arm[k];
      }
    }
    face_round(touch, e, at);
  }
}

// The farthest point of the round part of j along -n, from its middle, ground axes.
static void reach(const Touch *touch, const real n[3], real rho[3]) {
  const real *par = touch->par;
  const Frame *j = &touch->frame[1];
  const bool edge = re(par[TOUCH_EDGE]) > 0;
  Support support = {.shape = edge ? SUPPORT_WHEEL : SUPPORT_ELLIPSOID};
  real m[3], p[3], p_m[9];
  if (!edge && !(re(par[TOUCH_AXES]) > 0)) {
    for (int k = 0; k < 3; k++) {
      rho[k] = -par[TOUCH_RADIUS] * n[k];
    }
    return;
  }
  support.size[0] = par[edge ? TOUCH_EDGE : TOUCH_AXES];
  support.size[1] = par[edge ? TOUCH_CROWN : TOUCH_AXES + 1];
  support.size[2] = par[TOUCH_AXES + 2];
  vec_rotate_back(j->A, n, m);
  for (int k = 0; k < 3; k++) {
    m[k] = -m[k];
  }
  MBS_NAME(support_point)(&support, m, p, p_m);
  vec_rotate(j->A, p, rho);
}

ContactLaw MBS_NAME(touch_law)(const real par[], double *kept) {
  const bool rebounds = re(par[TOUCH_RESTITUTION]) > 0;
  return (ContactLaw){.stiffness = par[TOUCH_STIFFNESS],
                      .exponent = par[TOUCH_EXPONENT],
                      .damping = rebounds ? contact_rebound(par[TOUCH_RESTITUTION], kept) /
                                                par[TOUCH_AT_SPEED]
                                          : par[TOUCH_DAMPING]};
}

// Velocity of j relative to i where they touch; its rate is that of the gap.
static void slide(const Touch *touch, const real n[3], const real rho[3], TouchForce *out,
                  real arm[3], real w[3]) {
  const Frame *i = &touch->frame[0], *j = &touch->frame[1];
  real turn_i[3], turn_j[3];
  for (int k = 0; k < 3; k++) {
    out->point[k] = j->x[k] + rho[k];
    arm[k] = out->point[k] - i->x[k];
  }
  vec_cross(i->w, arm, turn_i);
  vec_cross(j->w, rho, turn_j);
  for (int k = 0; k < 3; k++) {
    w[k] = j->v[k] + turn_j[k] - i->v[k] - turn_i[k];
  }
  out->rate = vec_dot(n, w);
}

static void push(const Touch *touch, const real n[3], const real rho[3], const real arm[3],
                 real w[3], TouchForce *out) {
  const real *par = touch->par;
  real across = 0;
  for (int k = 0; k < 3; k++) {
    w[k] -= n[k] * out->rate;
    across += w[k] * w[k];
  }
  const real speed = par[TOUCH_TRANSITION];
  const real share = re(par[TOUCH_FRICTION]) == 0
                         ? 0
                         : par[TOUCH_FRICTION] * out->normal / sqrt(across + speed * speed);
  for (int k = 0; k < 3; k++) {
    out->f[k] = out->normal * n[k] - share * w[k];
  }
  out->slip = re(across) > 0 ? sqrt(across) : 0;
  out->friction = share * out->slip;
  vec_cross(rho, out->f, out->t[1]);
  vec_cross(out->f, arm, out->t[0]);
}

void MBS_NAME(touch_force)(const Touch *touch, TouchForce *out) {
  const bool held = touch->branch[0] >= 0;
  Facing at;
  real rho[3], arm[3], w[3];
  memset(out, 0, sizeof *out);
  face(touch, &at);
  reach(touch, at.n, rho);
  out->gap = at.gap + vec_dot(at.n, rho);
  const bool touches = held ? touch->branch[0] == 1 : re(out->gap) < 0;
  const bool apart = !touches && re(out->gap) >= 0; // without a normal all is undefined
  if (touch->force_only && apart) {
    return;
  }
  if (at.lost && !apart) {
    at.n[0] = (real)NAN;
  }
  for (int k = 0; k < 3; k++) {
    rho[k] += at.arm[k];
  }
  slide(touch, at.n, rho, out, arm, w);
  if (apart) {
    return;
  }
  const ContactLaw law = MBS_NAME(touch_law)(touch->par, touch->kept);
  const ContactState state = {.depth = -out->gap,
                              .rate = -out->rate,
                              .touches = touches,
                              .pulls =
                                  held ? touch->branch[1] == 1 : re(law.damping * out->rate) > 1};
  out->normal = contact_force(&law, &state);
  push(touch, at.n, rho, arm, w, out);
}
