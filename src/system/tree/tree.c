// SPDX-License-Identifier: BSD-3-Clause
// tree.c: poses, velocities and bias accelerations of a tree, from the ground out (see tree.h).
#include "system/tree/tree.h"

#include <string.h>

#include "system/tree/tree_inside.h"

// A u and A B with constants u and B.
MBS_SIZED void rotate(const real A[9], const double u[3], real out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = A[3 * i] * u[0] + A[3 * i + 1] * u[1] + A[3 * i + 2] * u[2];
  }
}
MBS_SIZED void product(const real A[9], const double B[9], real out[9]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      out[3 * i + k] = A[3 * i] * B[k] + A[3 * i + 1] * B[3 + k] + A[3 * i + 2] * B[6 + k];
    }
  }
}

// ---- one joint ----

// The frame that is carried from the parent through the freedoms: axes C, origin r from where the
// joint begins (which may be far away), and its motion.
typedef struct Carried {
  real C[9], r[3];
  real w[3], v[3], bw[3], bv[3];
} Carried;

static int axis_of(Freedom kind) {
  return (int)(kind >= FREEDOM_TURN_X ? kind - FREEDOM_TURN_X : kind - FREEDOM_SLIDE_X);
}

// C := C turned about its axis k.
MBS_SIZED void turn(real C[9], int k, real angle) {
  const real c = cos(angle), s = sin(angle);
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  for (int row = 0; row < 9; row += 3) {
    const real x = C[row + i], y = C[row + j];
    C[row + i] = c * x + s * y;
    C[row + j] = c * y - s * x;
  }
}

// The frame turns on at the rate `rate` in ground axes.
MBS_SIZED void spin(Carried *at, const real rate[3]) {
  add_cross(at->w, rate, at->bw);
  add(rate, at->w);
}

// A fixed step, or one along an axis of the frame that grows at `rate`.
MBS_SIZED void step(Carried *at, const real by[3], const real rate[3]) {
  real speed[3];
  vec_cross(at->w, by, speed);
  add(speed, at->v);
  add_cross(at->bw, by, at->bv);
  for (int k = 0; rate != NULL && k < 3; k++) {
    at->v[k] += rate[k];
    speed[k] += 2 * rate[k];
  }
  add_cross(at->w, speed, at->bv);
  add(by, at->r);
}

static void slide(const TreeFreedom *freedom, real q, real v, Carried *at, TreeColumn *column) {
  real axis[3], by[3], rate[3];
  column->given = 0;
  vec_column(at->C, axis_of(freedom->kind), axis);
  for (int k = 0; k < 3; k++) {
    axis[k] *= freedom->sign;
    by[k] = q * axis[k];
    rate[k] = v * axis[k];
    column->S[k] = 0;
    column->S[3 + k] = axis[k];
  }
  step(at, by, rate);
}

MBS_SIZED void turn_about(const TreeFreedom *freedom, real q, real v, Carried *at,
                          TreeColumn *column) {
  real rate[3];
  const int axis = axis_of(freedom->kind);
  column->given = 0;
  vec_column(at->C, axis, column->S);
  for (int k = 0; k < 3; k++) {
    column->S[k] *= freedom->sign;
    rate[k] = v * column->S[k];
    column->arm[k] = at->r[k];
  }
  spin(at, rate);
  turn(at->C, axis, freedom->sign * q);
}

// The axes of the three velocities are those in which the ball leaves the frame.
static void ball(const real *q, const real *v, Carried *at, TreeColumn *column) {
  real A[9], C[9], rate[3] = {0};
  const real square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  vec_of_euler(q, A);
  for (int k = 0; k < 9; k++) {
    A[k] /= square;
  }
  vec_product(at->C, A, C);
  memcpy(at->C, C, sizeof C);
  for (int j = 0; j < 3; j++) {
    vec_column(C, j, column[j].S);
    for (int k = 0; k < 3; k++) {
      rate[k] += v[j] * column[j].S[k];
      column[j].arm[k] = at->r[k];
    }
  }
  spin(at, rate);
}

// ---- out: poses, velocities, bias ----

// J in ground axes, and w x J w.
static void place_inertia(const TreeLink *link, TreeBody *body) {
  real T[9], L[3];
  const real *R = body->R;
  const double *J = link->J;
  for (int i = 0; i < 9; i += 3) {
    T[i] = R[i] * J[0] + R[i + 1] * J[3] + R[i + 2] * J[4];
    T[i + 1] = R[i] * J[3] + R[i + 1] * J[1] + R[i + 2] * J[5];
    T[i + 2] = R[i] * J[4] + R[i + 1] * J[5] + R[i + 2] * J[2];
  }
  body->Jw[0] = vec_dot(T, R);
  body->Jw[1] = vec_dot(T + 3, R + 3);
  body->Jw[2] = vec_dot(T + 6, R + 6);
  body->Jw[3] = vec_dot(T, R + 3);
  body->Jw[4] = vec_dot(T, R + 6);
  body->Jw[5] = vec_dot(T + 3, R + 6);
  symmetric(body->Jw, body->w, L);
  vec_cross(body->w, L, body->h);
}

// Where the joint begins on the parent: `by` from its mass centre.
MBS_SIZED void begin(const TreeLink *link, const TreeBody *parent, Carried *at, real by[3]) {
  product(parent->R, link->B, at->C);
  rotate(parent->R, link->s, by);
  memcpy(at->w, parent->w, sizeof at->w);
  memcpy(at->v, parent->v, sizeof at->v);
  memcpy(at->bw, parent->bw, sizeof at->bw);
  memcpy(at->bv, parent->bv, sizeof at->bv);
  step(at, by, NULL);
  memset(at->r, 0, sizeof at->r);
}

// The columns that turn, at the mass centre, r from where the joint begins.
MBS_SIZED void finish_columns(const Tree *tree, const TreeLink *link, const real r[3]) {
  for (int j = link->v; j < link->v + link->nv; j++) {
    TreeColumn *column = &tree->columns[j];
    const real *axis = column->S;
    if (axis[0] != 0 || axis[1] != 0 || axis[2] != 0) {
      const real arm[3] = {r[0] - column->arm[0], r[1] - column->arm[1], r[2] - column->arm[2]};
      vec_cross(axis, arm, column->S + 3);
    }
  }
}

// The same for a hinge, which most links hang on: one turn about z of the joint.
static void place_hinge(const TreeLink *link, const TreeBody *parent, real sign, real q, real v,
                        TreeBody *body, TreeColumn *column) {
  real e[3], rate[3], before[3], around[3];
  real *z = column->S, *r = body->d;
  column->given = 0;
  product(parent->R, link->B, body->R);
  rotate(parent->R, link->s, r);
  for (int k = 0; k < 3; k++) {
    z[k] = sign * body->R[3 * k + 2];
    rate[k] = v * z[k];
    body->w[k] = parent->w[k] + rate[k];
    body->bw[k] = parent->bw[k];
  }
  turn(body->R, 2, sign * q);
  rotate(body->R, link->e, e);
  vec_cross(z, e, z + 3);
  vec_cross(parent->w, r, before);
  vec_cross(body->w, e, around);
  add_cross(parent->w, rate, body->bw);
  for (int k = 0; k < 3; k++) {
    body->v[k] = parent->v[k] + before[k] + around[k];
    body->bv[k] = parent->bv[k];
  }
  add_cross(parent->bw, r, body->bv);
  add_cross(parent->w, before, body->bv);
  add_cross(body->bw, e, body->bv);
  add_cross(body->w, around, body->bv);
  for (int k = 0; k < 3; k++) {
    r[k] += e[k];
    body->c[k] = parent->c[k] + r[k];
  }
  place_inertia(link, body);
}

static void place_link(Tree *tree, int i, const real *q, const real *v) {
  const TreeLink *link = &tree->links[i];
  const TreeBody *parent = parent_of(tree, link);
  TreeBody *body = &tree->bodies[i];
  const TreeFreedom *first = &tree->freedoms[link->first];
  Carried at;
  real e[3], by[3];
  if (link->count == 1 && first->kind == FREEDOM_TURN_Z) {
    place_hinge(link, parent, first->sign, q[first->q], v[first->v], body,
                &tree->columns[first->v]);
    return;
  }
  begin(link, parent, &at, by);
  for (int k = link->first; k < link->first + link->count; k++) {
    const TreeFreedom *freedom = &tree->freedoms[k];
    TreeColumn *column = &tree->columns[freedom->v];
    if (freedom->kind == FREEDOM_BALL) {
      ball(q + freedom->q, v + freedom->v, &at, column);
    } else if (freedom->kind >= FREEDOM_TURN_X) {
      turn_about(freedom, q[freedom->q], v[freedom->v], &at, column);
    } else {
      slide(freedom, q[freedom->q], v[freedom->v], &at, column);
    }
  }
  rotate(at.C, link->e, e);
  step(&at, e, NULL);
  memcpy(body->R, at.C, sizeof body->R);
  memcpy(body->w, at.w, sizeof body->w);
  memcpy(body->v, at.v, sizeof body->v);
  memcpy(body->bw, at.bw, sizeof body->bw);
  memcpy(body->bv, at.bv, sizeof body->bv);
  for (int k = 0; k < 3; k++) {
    body->d[k] = by[k] + at.r[k];
    body->c[k] = parent->c[k] + body->d[k];
  }
  finish_columns(tree, link, at.r);
  place_inertia(link, body);
}

void MBS_NAME(tree_place)(Tree *tree, const real *q, const real *v) {
  for (int i = 0; i < tree->count; i++) {
    place_link(tree, i, q, v);
  }
}

void MBS_NAME(tree_rate_of)(const TreeFreedom *freedom, const real *p, const real *w, real *out) {
  out[0] = w[0];
  if (freedom->kind == FREEDOM_BALL) {
    out[0] = 0.5 * (-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]);
    out[1] = 0.5 * (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]);
    out[2] = 0.5 * (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]);
    out[3] = 0.5 * (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]);
  }
}

void MBS_NAME(tree_rate)(const Tree *tree, const real *q, const real *v, real *q_rate) {
  for (int k = 0; k < tree->freedom_count; k++) {
    const TreeFreedom *freedom = &tree->freedoms[k];
    MBS_NAME(tree_rate_of)(freedom, q + freedom->q, v + freedom->v, q_rate + freedom->q);
  }
}
