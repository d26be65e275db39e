// SPDX-License-Identifier: BSD-3-Clause
// primitive_dot.c: two axes stay perpendicular.
//
//   phi   = a_i . a_j                                              [-]
//   dphi  = a_j . da_i + a_i . da_j
//   H u   = (0, u_aj, 0, u_ai)       constant, so that its rate is 0
//
// Also zero when one axis is turned over: the branch of a joint tells (joint_branches).
#include "elements/frames/vector.h"
#include "elements/registry.h"

static void rows(const real m[12], real phi[], real G[][12]) {
  phi[0] = vec_dot(m + 3, m + 9);
  for (int i = 0; i < 3; i++) {
    G[0][i] = 0;
    G[0][3 + i] = m[9 + i];
    G[0][6 + i] = 0;
    G[0][9 + i] = m[3 + i];
  }
}

static void curve(const real m[12], const real u[12], real HU[][12], real D[][12]) {
  (void)m;
  for (int i = 0; i < 3; i++) {
    HU[0][i] = 0;
    HU[0][3 + i] = u[9 + i];
    HU[0][6 + i] = 0;
    HU[0][9 + i] = u[3 + i];
  }
  if (D != NULL) {
    vector_zero(12, D[0]);
  }
}

// 2 a_i' . a_j'
static void swing(const real m[12], const real G[][12], const real u[12], real c[]) {
  (void)m;
  (void)G;
  c[0] = 2 * vec_dot(u + 3, u + 9);
}

const PrimitiveKind MBS_NAME(primitive_dot) = {
    .name = "dot",
    .equation = "a_i . a_j = 0",
    .row_count = 1,
    .reads = READS_AXES,
    .rows = rows,
    .curve = curve,
    .swing = swing,
    .pure_number = true,
};
