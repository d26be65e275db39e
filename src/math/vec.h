// SPDX-License-Identifier: BSD-3-Clause
// vec.h: vectors of three, 3 x 3 matrices (row-major) and Euler parameters, on real numbers.
//
// Euler parameters p = (e0, e1, e2, e3), A(p) = E(p) G(p)' with
//   E = [ -e, e0 I + e~ ],  G = [ -e, e0 I - e~ ]
// A is homogeneous of degree two in p, so that A' = A w~ holds for p' = G' w / 2 also when |p| is
// not one; for unit p it maps body axes to ground axes.
#ifndef MBS_MATH_VEC_H
#define MBS_MATH_VEC_H

#include <string.h>

#include "base/hot.h"
#include "base/real.h"

MBS_SIZED real vec_dot(const real a[3], const real b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// out may not be a or b.
MBS_SIZED void vec_cross(const real a[3], const real b[3], real out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline real vec_norm(const real a[3]) {
  return sqrt(vec_dot(a, a));
}

// |a - b|^2
static inline real vec_distance_square(const real a[3], const real b[3]) {
  const real d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return vec_dot(d, d);
}

// out = A u; out may not be u.
MBS_SIZED void vec_rotate(const real A[9], const real u[3], real out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = A[3 * i] * u[0] + A[3 * i + 1] * u[1] + A[3 * i + 2] * u[2];
  }
}

// out = A' u; out may not be u.
MBS_SIZED void vec_rotate_back(const real A[9], const real u[3], real out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = A[i] * u[0] + A[3 + i] * u[1] + A[6 + i] * u[2];
  }
}

// C = A B; C may not be A or B.
static inline void vec_product(const real A[9], const real B[9], real C[9]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      C[3 * i + k] = A[3 * i] * B[k] + A[3 * i + 1] * B[3 + k] + A[3 * i + 2] * B[6 + k];
    }
  }
}

// C = A' B; C may not be A or B.
static inline void vec_product_back(const real A[9], const real B[9], real C[9]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      C[3 * i + k] = A[i] * B[k] + A[3 + i] * B[3 + k] + A[6 + i] * B[6 + k];
    }
  }
}

// Column k of a matrix.
static inline void vec_column(const real A[9], int k, real out[3]) {
  out[0] = A[k];
  out[1] = A[3 + k];
  out[2] = A[6 + k];
}

// out = w~ A: how the axes of a frame that turns at w move; out may not be A.
static inline void vec_turn(const real w[3], const real A[9], real out[9]) {
  for (int k = 0; k < 3; k++) {
    real axis[3], turned[3];
    vec_column(A, k, axis);
    vec_cross(w, axis, turned);
    for (int i = 0; i < 3; i++) {
      out[3 * i + k] = turned[i];
    }
  }
}

static inline void vec_identity(real A[9]) {
  memset(A, 0, 9 * sizeof(real));
  A[0] = A[4] = A[8] = 1;
}

// Matrix of a rotation about z.
static inline void vec_about_z(real angle, real A[9]) {
  const real c = cos(angle), s = sin(angle);
  vec_identity(A);
  A[0] = c;
  A[1] = -s;
  A[3] = s;
  A[4] = c;
}

// A = E(p) G(p)'.
static inline void vec_of_euler(const real p[4], real A[9]) {
  const real a = p[0] * p[0], b = p[1] * p[1], c = p[2] * p[2], d = p[3] * p[3];
  A[0] = a + b - c - d;
  A[4] = a - b + c - d;
  A[8] = a - b - c + d;
  A[1] = 2 * (p[1] * p[2] - p[0] * p[3]);
  A[3] = 2 * (p[1] * p[2] + p[0] * p[3]);
  A[2] = 2 * (p[1] * p[3] + p[0] * p[2]);
  A[6] = 2 * (p[1] * p[3] - p[0] * p[2]);
  A[5] = 2 * (p[2] * p[3] - p[0] * p[1]);
  A[7] = 2 * (p[2] * p[3] + p[0] * p[1]);
}

// out = p * s, the quaternion product: first turn by s, then by p (frames: p of the body, s of a
// frame fixed in it).
static inline void vec_euler_product(const real p[4], const real s[4], real out[4]) {
  out[0] = p[0] * s[0] - p[1] * s[1] - p[2] * s[2] - p[3] * s[3];
  out[1] = p[0] * s[1] + p[1] * s[0] + p[2] * s[3] - p[3] * s[2];
  out[2] = p[0] * s[2] - p[1] * s[3] + p[2] * s[0] + p[3] * s[1];
  out[3] = p[0] * s[3] + p[1] * s[2] - p[2] * s[1] + p[3] * s[0];
}

#endif
