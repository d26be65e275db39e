// SPDX-License-Identifier: BSD-3-Clause
// enclosed.c: bodies and frames on enclosures (see enclosed.h).
//
//   x = r + A s,  x' = r' + A (w x s),  axes A R,  angular velocity A w
//   A(p) = E(p) G(p)'/|p|^2 in space, a turn by the angle in the plane, constant for points
#include "elements/forces/enclosed.h"

#include <stddef.h>
#include <string.h>

static Enclosure number(double x) {
  return enclosure_constant(interval_point(x));
}

static const Enclosure zero = {{{0, 0}, {0, 0}, {0, 0}}};

void enclosed_body_moves(const Enclosure v[], EnclosedBody *body) {
  const BodyKind *kind = body->kind;
  for (int k = 0; k < kind->translations; k++) {
    body->v[k] = v[k];
  }
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    body->w[axis + k] = v[kind->translations + k];
  }
}

void enclosed_body(const BodyKind *kind, const Enclosure q[], int order, EnclosedBody *body) {
  memset(body, 0, sizeof *body);
  body->order = order;
  body->kind = kind;
  body->p[0] = number(1);
  if (kind == NULL) {
    return;
  }
  for (int k = 0; k < kind->translations; k++) {
    body->r[k] = q[k];
  }
  body->spins = kind->rotations > 0;
  if (kind->rotations == 1) {
    body->angle = q[kind->translations];
  } else if (body->spins) {
    for (int k = 0; k < 4; k++) {
      body->p[k] = q[kind->translations + k];
    }
  }
}

// ---- axes ----

static void about_z(EnclosedBody *body) {
  const Enclosure c = enclosure_cos(&body->angle, body->order);
  const Enclosure s = enclosure_sin(&body->angle, body->order);
  body->A[0] = body->A[4] = c;
  body->A[1] = enclosure_negate(&s, body->order);
  body->A[3] = s;
  body->A[8] = number(1);
}

// 2 (p_i p_j + sign p_0 p_k).
static Enclosure twice(const EnclosedBody *body, int i, int j, int k, double sign) {
  const int order = body->order;
  const Enclosure ij = enclosure_multiply(&body->p[i], &body->p[j], order);
  Enclosure turned = enclosure_multiply(&body->p[0], &body->p[k], order);
  turned = enclosure_scale(&turned, sign, order);
  const Enclosure sum = enclosure_add(&ij, &turned, order);
  return enclosure_scale(&sum, 2, order);
}

static Enclosure signed_sum(const Enclosure square[4], const double sign[4], int order) {
  Enclosure sum = square[0];
  for (int k = 1; k < 4; k++) {
    const Enclosure term = enclosure_scale(&square[k], sign[k], order);
    sum = enclosure_add(&sum, &term, order);
  }
  return sum;
}

static void of_euler(EnclosedBody *body) {
  static const double signs[4][4] = {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, 1, 1}};
  const int order = body->order;
  Enclosure square[4], *const A = body->A;
  for (int k = 0; k < 4; k++) {
    square[k] = enclosure_square(&body->p[k], order);
  }
  const Enclosure length = signed_sum(square, signs[3], order);
  for (int k = 0; k < 3; k++) {
    A[4 * k] = signed_sum(square, signs[k], order);
  }
  A[1] = twice(body, 1, 2, 3, -1);
  A[3] = twice(body, 1, 2, 3, 1);
  A[2] = twice(body, 1, 3, 2, 1);
  A[6] = twice(body, 1, 3, 2, -1);
  A[5] = twice(body, 2, 3, 1, -1);
  A[7] = twice(body, 2, 3, 1, 1);
  for (int k = 0; k < 9; k++) {
    A[k] = enclosure_divide(&A[k], &length, order);
  }
}

static const Enclosure *axes_of(EnclosedBody *body) {
  if (!body->known_axes) {
    body->known_axes = true;
    if (!body->spins) {
      body->A[0] = body->A[4] = body->A[8] = number(1);
    } else if (body->kind->rotations == 1) {
      about_z(body);
    } else {
      of_euler(body);
    }
  }
  return body->A;
}

// ---- frames ----

Enclosure enclosed_dot(const Enclosure a[3], const Enclosure b[3], int order) {
  Enclosure sum = zero;
  for (int k = 0; k < 3; k++) {
    const Enclosure term = enclosure_multiply(&a[k], &b[k], order);
    sum = k == 0 ? term : enclosure_add(&sum, &term, order);
  }
  return sum;
}

// Row k of A times a constant vector in body axes.
static Enclosure turned(EnclosedBody *body, int k, const double s[3]) {
  const Enclosure *A = axes_of(body) + 3 * (ptrdiff_t)k;
  Enclosure sum = zero;
  for (int j = 0; j < 3; j++) {
    if (s[j] != 0) {
      const Enclosure term = enclosure_scale(&A[j], s[j], body->order);
      sum = enclosure_add(&sum, &term, body->order);
    }
  }
  return sum;
}

static bool is_zero(const double s[3]) {
  return s[0] == 0 && s[1] == 0 && s[2] == 0;
}

Enclosure enclosed_point(const EnclosedFrame *frame, int k) {
  const real *s = frame->geometry->s;
  EnclosedBody *body = frame->body;
  if (is_zero(s)) {
    return body->r[k];
  }
  const Enclosure arm = turned(body, k, s);
  return enclosure_add(&body->r[k], &arm, body->order);
}

Enclosure enclosed_point_rate(const EnclosedFrame *frame, int k) {
  const real *s = frame->geometry->s;
  EnclosedBody *body = frame->body;
  const int order = body->order;
  if (is_zero(s) || !body->spins) {
    return body->v[k];
  }
  Enclosure cross[3];
  for (int j = 0; j < 3; j++) { // w x s
    const Enclosure a = enclosure_scale(&body->w[(j + 1) % 3], s[(j + 2) % 3], order);
    const Enclosure b = enclosure_scale(&body->w[(j + 2) % 3], s[(j + 1) % 3], order);
    cross[j] = enclosure_subtract(&a, &b, order);
  }
  const Enclosure arm = enclosed_dot(axes_of(body) + 3 * (ptrdiff_t)k, cross, order);
  return enclosure_add(&body->v[k], &arm, order);
}

void enclosed_axis(const EnclosedFrame *frame, int column, Enclosure axis[3]) {
  const real *R = frame->geometry->R;
  const double own[3] = {R[column], R[3 + column], R[6 + column]};
  for (int k = 0; k < 3; k++) {
    axis[k] = turned(frame->body, k, own);
  }
}

void enclosed_spin(const EnclosedFrame *frame, Enclosure w[3]) {
  EnclosedBody *body = frame->body;
  if (!body->spins || body->kind->rotations == 1) { // about z alone
    memcpy(w, body->w, 3 * sizeof *w);
    return;
  }
  const Enclosure *A = axes_of(body);
  for (int k = 0; k < 3; k++) {
    w[k] = enclosed_dot(A + 3 * (ptrdiff_t)k, body->w, body->order);
  }
}
