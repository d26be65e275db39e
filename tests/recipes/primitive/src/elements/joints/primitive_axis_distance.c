// SPDX-License-Identifier: BSD-3-Clause
// primitive_axis_distance.c: the distance of a point from an axis (a point on a cylinder; its
// radius is the offset).
//
//   phi   = r = |c|,  c = a x d,  a = a_i,  d = x_j - x_i,  n = c / r          [m]
//   dphi  = (n x a) . dd + (d x n) . da
// Along a direction u, with D = u_xj - u_xi and A = u_ai:
//   c'    = A x d + a x D,   c'' = 2 A x D,   r' = n . c',   n' = (c' - r' n) / r
//   H u   = (n' x a + n x A,  D x n + d x n')      by d, by a
//   u'H u = (c'.c' + c.c'' - r'^2) / r
//   its gradient  (2 c' x A + c'' x a,  2 D x c' + d x c'') / r - (2 r' H u + u'H u dphi) / r
//
// Undefined on the axis: a joint requires a positive radius.
#include "elements/frames/element.h"
#include "elements/frames/vector.h"

// c and n at a point, and their rates along u (NULL: none).
typedef struct Arm {
  real d[3], c[3], n[3], r;
  real D[3], dc[3], ddc[3], dn[3], dr;
} Arm;

static void arm_of(const real m[12], const real *u, Arm *arm) {
  real swept[3], carried[3];
  vector_subtract(m + 6, m, arm->d);
  vec_cross(m + 3, arm->d, arm->c);
  arm->r = sqrt(vec_dot(arm->c, arm->c));
  for (int i = 0; i < 3; i++) {
    arm->n[i] = arm->c[i] / arm->r;
  }
  if (u == NULL) {
    return;
  }
  vector_subtract(u + 6, u, arm->D);
  vec_cross(u + 3, arm->d, swept);
  vec_cross(m + 3, arm->D, carried);
  vec_cross(u + 3, arm->D, arm->ddc);
  for (int i = 0; i < 3; i++) {
    arm->dc[i] = swept[i] + carried[i];
    arm->ddc[i] *= 2;
  }
  arm->dr = vec_dot(arm->n, arm->dc);
  for (int i = 0; i < 3; i++) {
    arm->dn[i] = (arm->dc[i] - arm->dr * arm->n[i]) / arm->r;
  }
}

// out += factor (p x q) by d = x_j - x_i (at 0), or by the axis (at 3).
static void add_cross(real factor, const real p[3], const real q[3], int at, real out[12]) {
  real g[3];
  vec_cross(p, q, g);
  for (int i = 0; i < 3; i++) {
    out[at + i] += at == 0 ? -factor * g[i] : factor * g[i];
    out[6 + i] += at == 0 ? factor * g[i] : 0;
  }
}

static void rows(const real m[12], real phi[], real G[][12]) {
  Arm arm;
  arm_of(m, NULL, &arm);
  phi[0] = arm.r;
  vector_zero(12, G[0]);
  add_cross(1, arm.n, m + 3, 0, G[0]);
  add_cross(1, arm.d, arm.n, 3, G[0]);
}

static real bend(const Arm *arm) {
  return (vec_dot(arm->dc, arm->dc) + vec_dot(arm->c, arm->ddc) - arm->dr * arm->dr) / arm->r;
}

static void curve(const real m[12], const real u[12], real HU[][12], real D[][12]) {
  Arm arm;
  real phi[1], G[1][12];
  arm_of(m, u, &arm);
  vector_zero(12, HU[0]);
  add_cross(1, arm.dn, m + 3, 0, HU[0]);
  add_cross(1, arm.n, u + 3, 0, HU[0]);
  add_cross(1, arm.D, arm.n, 3, HU[0]);
  add_cross(1, arm.d, arm.dn, 3, HU[0]);
  if (D == NULL) {
    return;
  }
  rows(m, phi, G);
  vector_zero(12, D[0]);
  add_cross(2, arm.dc, u + 3, 0, D[0]);
  add_cross(1, arm.ddc, m + 3, 0, D[0]);
  add_cross(2, arm.D, arm.dc, 3, D[0]);
  add_cross(1, arm.d, arm.ddc, 3, D[0]);
  for (int k = 0; k < 12; k++) {
    D[0][k] = (D[0][k] - 2 * arm.dr * HU[0][k] - bend(&arm) * G[0][k]) / arm.r;
  }
}

static void swing(const real m[12], const real G[][12], const real u[12], real c[]) {
  Arm arm;
  (void)G;
  arm_of(m, u, &arm);
  c[0] = bend(&arm);
}

const PrimitiveKind MBS_NAME(primitive_axis_distance) = {
    .name = "axis_distance",
    .equation = "|a_i x (x_j - x_i)| = radius",
    .row_count = 1,
    .rows = rows,
    .curve = curve,
    .swing = swing,
};
