// SPDX-License-Identifier: BSD-3-Clause
// primitive_dot_difference.c: a point stays in a plane that moves with the other body.
//
//   phi   = a_i . d,  d = x_j - x_i                                [m]
//   dphi  = d . da_i + a_i . (dx_j - dx_i)
//   H u   = (-u_ai, u_xj - u_xi, u_ai, 0)       constant, so that its rate is 0
#include "elements/frames/vector.h"
#include "elements/registry.h"

static void rows(const real m[12], real phi[], real G[][12]) {
  real d[3];
  vector_subtract(m + 6, m, d);
  phi[0] = vec_dot(m + 3, d);
  for (int i = 0; i < 3; i++) {
    G[0][i] = -m[3 + i];
    G[0][3 + i] = d[i];
    G[0][6 + i] = m[3 + i];
    G[0][9 + i] = 0;
  }
}

static void curve(const real m[12], const real u[12], real HU[][12], real D[][12]) {
  (void)m;
  for (int i = 0; i < 3; i++) {
    HU[0][i] = -u[3 + i];
    HU[0][3 + i] = u[6 + i] - u[i];
    HU[0][6 + i] = u[3 + i];
    HU[0][9 + i] = 0;
  }
  if (D != NULL) {
    vector_zero(12, D[0]);
  }
}

// 2 a_i' . (x_j' - x_i')
static void swing(const real m[12], const real G[][12], const real u[12], real c[]) {
  (void)m;
  (void)G;
  real s[3];
  vector_subtract(u + 6, u, s);
  c[0] = 2 * vec_dot(u + 3, s);
}

const PrimitiveKind MBS_NAME(primitive_dot_difference) = {
    .name = "dot_difference",
    .equation = "a_i . (x_j - x_i) = 0",
    .row_count = 1,
    .rows = rows,
    .curve = curve,
    .swing = swing,
};
