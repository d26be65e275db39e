// SPDX-License-Identifier: BSD-3-Clause
// rotation_vector.h: the rotation vector between two frames, its rate, and their derivatives.
//
//   (w, s) = conj(p_i) p_j,  theta = 2 atan2(|s|, w),  phi = s theta / |s|
// p_i and p_j are the Euler parameters of frames i and j, (w, s) those of j relative to i, theta
// the angle of rotation. (w, s) and -(w, s) are the same orientation. With half = 0, phi belongs to
// the sign with w >= 0, the shorter rotation. With half = 1 or -1, (w, s) is multiplied by this
// number, and theta may exceed half a turn. With the relative angular velocity u in the axes of
// frame i
//   phi' = L u,  L = I - phi~/2 + c phi~^2,  c = (1 - (theta/2) cot(theta/2)) / theta^2
// (Bortz 1971), where phi~ u = phi x u. rotation_vector_pull computes
//   L' m = m + phi x m / 2 + c phi x (phi x m)
// Near zero, series are used.
#ifndef MBS_ELEMENTS_FRAMES_ROTATION_VECTOR_H
#define MBS_ELEMENTS_FRAMES_ROTATION_VECTOR_H

#include "elements/frames/vector.h"

// conj(p) q
static inline void rotation_vector_between(const real p[4], const real q[4], real out[4]) {
  const real conjugate[4] = {p[0], -p[1], -p[2], -p[3]};
  vec_euler_product(conjugate, q, out);
}

// g = theta / |s| = 2 atan(r) / (r w), r = |s| / w, and its derivatives with respect to w and to
// y = s . s. For r < 0.1 and w >= 0 it uses eleven terms of the series of atan(r) / r in r^2, which
// are exact to the last bit.
static inline real rotation_vector_factor(real w, real y, real *by_w, real *by_y) {
  const real square = y / (w * w);
  if (re(y) >= 0.01 * re(w) * re(w) || re(w) < 0) {
    const real s = sqrt(y);
    const real theta = 2 * real_atan2(s, w);
    const real norm = y + w * w;
    *by_w = -2 / norm;
    *by_y = (w / norm - theta / (2 * s)) / y;
    return theta / s;
  }
  real h = 0;
  real slope = 0; // dh / d(r^2)
  for (int k = 10; k >= 0; k--) {
    const double coefficient = (k % 2 == 0 ? 1.0 : -1.0) / (2 * k + 1);
    slope = slope * square + h;
    h = h * square + coefficient;
  }
  *by_y = 2 * slope / (w * w * w);
  *by_w = -2 * (h + 2 * square * slope) / (w * w);
  return 2 * h / w;
}

// The sign by which (w, s) = r is multiplied.
static inline double rotation_vector_sign(const real r[4], int half) {
  return half != 0 ? half : re(r[0]) < 0 ? -1 : 1;
}

// phi [3] from frame i with the Euler parameters p to frame j with q.
static inline void rotation_vector(const real p[4], const real q[4], int half, real phi[3]) {
  real r[4];
  real by_w;
  real by_y;
  rotation_vector_between(p, q, r);
  const double sign = rotation_vector_sign(r, half);
  const real g = rotation_vector_factor(sign * r[0], vec_dot(r + 1, r + 1), &by_w, &by_y);
  for (int k = 0; k < 3; k++) {
    phi[k] = sign * g * r[1 + k];
  }
}

// The change of phi when p and q change by dp and dq.
static inline void rotation_vector_tangent(const real p[4], const real q[4], const real dp[4],
                                           const real dq[4], int half, real dphi[3]) {
  real r[4];
  real dr[4];
  real by_q[4];
  real by_w;
  real by_y;
  rotation_vector_between(p, q, r);
  rotation_vector_between(dp, q, dr);
  rotation_vector_between(p, dq, by_q);
  for (int k = 0; k < 4; k++) {
    dr[k] += by_q[k];
  }
  const double sign = rotation_vector_sign(r, half);
  const real g = rotation_vector_factor(sign * r[0], vec_dot(r + 1, r + 1), &by_w, &by_y);
  const real dg = by_w * sign * dr[0] + by_y * 2 * vec_dot(r + 1, dr + 1);
  for (int k = 0; k < 3; k++) {
    dphi[k] = sign * (g * dr[1 + k] + dg * r[1 + k]);
  }
}

// c as a function of x = theta^2, and dc/dx. For theta <= 0.5 by its series (Bernoulli numbers).
static inline real rotation_vector_curve(real x, real *slope) {
  if (re(x) > 0.25) {
    const real theta = sqrt(x);
    const real half = 0.5 * theta;
    const real cot = cos(half) / sin(half);
    const real c = (1 - half * cot) / x;
    // d(half cot)/dx = (cot - half (1 + cot^2)) / (4 theta)
    *slope = -(0.25 * (cot - half * (1 + cot * cot)) / theta + c) / x;
    return c;
  }
  static const double series[] = {1.0 / 12,
                                  1.0 / 720,
                                  1.0 / 30240,
                                  1.0 / 1209600,
                                  1.0 / 47900160,
                                  691.0 / 1307674368000.0,
                                  1.0 / 74724249600.0,
                                  3617.0 / 10670622842880000.0};
  real c = 0;
  *slope = 0;
  for (int k = (int)(sizeof series / sizeof *series) - 1; k >= 0; k--) {
    *slope = *slope * x + c;
    c = c * x + series[k];
  }
  return c;
}

// out = L(phi)' m
static inline void rotation_vector_pull(const real phi[3], const real m[3], real out[3]) {
  real once[3];
  real twice[3];
  real slope;
  const real c = rotation_vector_curve(vec_dot(phi, phi), &slope);
  vec_cross(phi, m, once);
  vec_cross(phi, once, twice);
  for (int k = 0; k < 3; k++) {
    out[k] = m[k] + 0.5 * once[k] + c * twice[k];
  }
}

// The change of L(phi)' m when phi and m change by dphi and dm.
static inline void rotation_vector_pull_tangent(const real phi[3], const real m[3],
                                                const real dphi[3], const real dm[3],
                                                real dout[3]) {
  real once[3];
  real twice[3];
  real donce[3];
  real dtwice[3];
  real part[3];
  real slope;
  const real c = rotation_vector_curve(vec_dot(phi, phi), &slope);
  const real dc = slope * 2 * vec_dot(phi, dphi);
  vec_cross(phi, m, once);
  vec_cross(phi, once, twice);
  vec_cross(dphi, m, donce);
  vec_cross(phi, dm, part);
  for (int k = 0; k < 3; k++) {
    donce[k] += part[k];
  }
  vec_cross(dphi, once, dtwice);
  vec_cross(phi, donce, part);
  for (int k = 0; k < 3; k++) {
    dout[k] = dm[k] + 0.5 * donce[k] + c * (dtwice[k] + part[k]) + dc * twice[k];
  }
}

#endif
