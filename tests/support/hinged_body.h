// SPDX-License-Identifier: BSD-3-Clause
// hinged_body.h: a body kind with one internal coordinate, for tests: two rigid links on a hinge
// inside the body, with a spring.
//
//   q = (r, orientation, z): r and the axes are those of the first link at its mass centre; points
//   with s_x > c lie on the second link and turn about z through (c, 0, 0) by the angle z
//   e = A (c, 0), d = A Rz(z) (l, 0): to the hinge, from it to the mass centre of the second link
//   v_2 = r' + Je w + Jd (w + z'),  J u = (-u_y, u_x)
//   a_2 = r'' + Je w' + Jd (w' + z'') - e w^2 - d (w + z')^2
//   F = M a + h:  r: m1 r'' + m2 a_2 - (m1 + m2) g
//                 angle: I1 w' + I2 (w' + z'') + m2 (Je + Jd) . (a_2 - g)
//                 z: I2 (w' + z'') + m2 Jd . (a_2 - g) + k z
// It is two rigid bodies on a hinge once more, so that its motion is known. par: m1 + m2, m1, I1,
// m2, I2, c, l, k. In space it answers for its frames alone.
#ifndef MBS_SUPPORT_HINGED_BODY_H
#define MBS_SUPPORT_HINGED_BODY_H

#include <string.h>

#include "elements/frames/element.h"
#include "elements/frames/vector.h"

enum { HINGED_M = 1, HINGED_I, HINGED_M2, HINGED_I2, HINGED_C, HINGED_L, HINGED_K, HINGED_PAR };
enum { HINGED_N = 4 }; // coordinates in the plane

// The n-th derivative by z of a point that turns about (c, 0, 0), and of axes.
static inline void hinged_turn(const FrameGeometry *rest, real z, real c, int n,
                               real Y[FRAME_PLACE]) {
  const real cosine[4] = {cos(z), -sin(z), -cos(z), sin(z)};
  const real sine[4] = {sin(z), cos(z), -sin(z), -cos(z)};
  const real R[9] = {cosine[n], -sine[n], 0, sine[n], cosine[n], 0, 0, 0, n == 0};
  const real from[3] = {rest->s[0] - c, rest->s[1], rest->s[2]};
  vec_rotate(R, from, Y);
  Y[0] += n == 0 ? c : 0;
  vec_product(R, rest->R, Y + 3);
}

static inline void hinged_shape(const real par[], const real z[], const real z_rate[],
                                const FrameGeometry *rest, FrameGeometry *now, FrameShape *shape) {
  const FrameShape *const kept = now->shape;
  real Y[FRAME_PLACE];
  *now = *rest;
  now->shape = kept;
  memset(shape, 0, sizeof *shape);
  if (!(re(rest->s[0]) > re(par[HINGED_C]))) {
    return;
  }
  hinged_turn(rest, z[0], par[HINGED_C], 0, Y);
  vector_copy(3, Y, now->s);
  vector_copy(9, Y + 3, now->R);
  const real half[4] = {cos(0.5 * z[0]), 0, 0, sin(0.5 * z[0])};
  vec_euler_product(half, rest->p, now->p);
  hinged_turn(rest, z[0], par[HINGED_C], 1, shape->d[0]);
  hinged_turn(rest, z[0], par[HINGED_C], 2, shape->dd[0][0]);
  hinged_turn(rest, z[0], par[HINGED_C], 3, shape->ddd[0]);
  for (int i = 0; i < FRAME_PLACE; i++) {
    shape->ddd[0][i] *= z_rate[0] * z_rate[0];
  }
}

static inline void hinged_shape_planar(const real par[], const real z[], const real z_rate[],
                                       const FrameGeometry *rest, FrameGeometry *now,
                                       FrameShape *shape) {
  hinged_shape(par, z, z_rate, rest, now, shape);
  now->angle += re(rest->s[0]) > re(par[HINGED_C]) ? z[0] : 0;
}

// Je and Jd.
static inline void hinged_arms(const real par[], const real q[], real Je[2], real Jd[2]) {
  Je[0] = -par[HINGED_C] * sin(q[2]);
  Je[1] = par[HINGED_C] * cos(q[2]);
  Jd[0] = -par[HINGED_L] * sin(q[2] + q[3]);
  Jd[1] = par[HINGED_L] * cos(q[2] + q[3]);
}

static inline real hinged_dot(const real a[2], const real b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}

// a_2 - g, and the two sums Je + Jd, Jd of which the rows of F are made.
static inline void hinged_fall(const real par[], const real g[], const real q[], const real v[],
                               const real a[], real fall[2], real arm[2][2]) {
  real Je[2], Jd[2];
  const real both = v[2] + v[3], w = v[2];
  hinged_arms(par, q, Je, Jd);
  for (int i = 0; i < 2; i++) {
    const real e = i == 0 ? Je[1] : -Je[0], d = i == 0 ? Jd[1] : -Jd[0];
    fall[i] = a[i] + Je[i] * a[2] + Jd[i] * (a[2] + a[3]) - e * w * w - d * both * both - g[i];
    arm[0][i] = Je[i] + Jd[i];
    arm[1][i] = Jd[i];
  }
}

static inline void hinged_force(const real par[], const real g[], const real q[], const real v[],
                                const real a[], real F[HINGED_N]) {
  real fall[2], arm[2][2];
  hinged_fall(par, g, q, v, a, fall, arm);
  const real spin = par[HINGED_I2] * (a[2] + a[3]);
  for (int i = 0; i < 2; i++) {
    F[i] = par[HINGED_M] * (a[i] - g[i]) + par[HINGED_M2] * fall[i];
  }
  F[2] = par[HINGED_I] * a[2] + spin + par[HINGED_M2] * hinged_dot(arm[0], fall);
  F[3] = spin + par[HINGED_M2] * hinged_dot(arm[1], fall) + par[HINGED_K] * q[3];
}

static inline void hinged_inertia(const real par[], const real g[3], const real q[], const real v[],
                                  real M[], real h[], real *energy) {
  const real still[HINGED_N] = {0, 0, 0, 0}, no_weight[3] = {0, 0, 0};
  real Je[2], Jd[2], spring[HINGED_N];
  hinged_force(par, g, q, v, still, h);
  hinged_force(par, no_weight, q, still, still, spring);
  for (int k = 0; k < HINGED_N; k++) { // column k: F at a unit acceleration, at rest, unloaded
    real unit[HINGED_N] = {0, 0, 0, 0}, column[HINGED_N];
    unit[k] = 1;
    hinged_force(par, no_weight, q, still, unit, column);
    for (int i = 0; i < HINGED_N; i++) {
      M[i * HINGED_N + k] = column[i] - spring[i];
    }
  }
  hinged_arms(par, q, Je, Jd);
  const real place[2] = {q[0] + Je[1] + Jd[1], q[1] - Je[0] - Jd[0]};
  *energy = -par[HINGED_M] * hinged_dot(g, q) - par[HINGED_M2] * hinged_dot(g, place) +
            0.5 * par[HINGED_K] * q[3] * q[3];
}

// Its rows by the change of a_2 (dfall) and of the arms (darm).
static inline void hinged_column(const real par[], const real fall[2], real arm[2][2],
                                 const real dfall[2], real darm[2][2], int columns, real *column) {
  for (int i = 0; i < 2; i++) {
    column[i * columns] = par[HINGED_M2] * dfall[i];
    column[(2 + i) * columns] =
        par[HINGED_M2] * (hinged_dot(arm[i], dfall) + hinged_dot(darm[i], fall));
  }
}

static inline void hinged_slopes(const real par[], const real g[3], const real q[], const real v[],
                                 const real a[], real F_q[], real F_v[]) {
  const real w = v[2], both = v[2] + v[3], turning = a[2] + a[3];
  real fall[2], arm[2][2], Je[2], Jd[2], none[2][2] = {{0, 0}, {0, 0}};
  vector_zero(HINGED_N * HINGED_N, F_q);
  vector_zero(HINGED_N * HINGED_N, F_v);
  hinged_fall(par, g, q, v, a, fall, arm);
  hinged_arms(par, q, Je, Jd);
  const real e[2] = {Je[1], -Je[0]}, d[2] = {Jd[1], -Jd[0]};
  real turn[2], bend[2], by_w[2], by_z[2], turned[2][2], bent[2][2];
  for (int i = 0; i < 2; i++) {
    bend[i] = -d[i] * turning - Jd[i] * both * both;
    turn[i] = bend[i] - e[i] * a[2] - Je[i] * w * w;
    by_z[i] = -2 * d[i] * both;
    by_w[i] = by_z[i] - 2 * e[i] * w;
    turned[0][i] = -e[i] - d[i];
    turned[1][i] = bent[0][i] = bent[1][i] = -d[i];
  }
  hinged_column(par, fall, arm, turn, turned, HINGED_N, F_q + 2);
  hinged_column(par, fall, arm, bend, bent, HINGED_N, F_q + 3);
  hinged_column(par, fall, arm, by_w, none, HINGED_N, F_v + 2);
  hinged_column(par, fall, arm, by_z, none, HINGED_N, F_v + 3);
  F_q[HINGED_N * HINGED_N - 1] += par[HINGED_K];
}

static const BodyInside hinged_inside_planar = {
    .count = 1, .shape = hinged_shape_planar, .inertia = hinged_inertia, .slopes = hinged_slopes};
static const BodyInside hinged_inside_spatial = {.count = 1, .shape = hinged_shape};

static const BodyKind hinged_planar = {.type = "hinged",
                                       .spaces = IN_PLANE,
                                       .translations = 2,
                                       .rotations = 1,
                                       .inside = &hinged_inside_planar};
static const BodyKind hinged_spatial = {.type = "hinged",
                                        .spaces = IN_SPACE,
                                        .translations = 3,
                                        .rotations = 3,
                                        .inside = &hinged_inside_spatial};

#endif
