// SPDX-License-Identifier: BSD-3-Clause
// primitive_coincide.c: two points coincide, in space and in the plane.
//
//   phi_k = x_jk - x_ik, k = x .. z (x .. y)    [m];   gradient constant, Hessian 0
#include "elements/frames/vector.h"
#include "elements/registry.h"

static inline void first_rows(int count, const real m[12], real phi[], real G[][12]) {
  for (int k = 0; k < count; k++) {
    phi[k] = m[6 + k] - m[k];
  }
  for (int k = 0; G != NULL && k < count; k++) {
    vector_zero(12, G[k]);
    G[k][k] = -1;
    G[k][6 + k] = 1;
  }
}

static void rows(const real m[12], real phi[], real G[][12]) {
  first_rows(3, m, phi, G);
}

static void rows_planar(const real m[12], real phi[], real G[][12]) {
  first_rows(2, m, phi, G);
}

const PrimitiveKind MBS_NAME(primitive_coincide) = {
    .name = "coincide",
    .equation = "x_j - x_i = 0",
    .row_count = 3,
    .reads = READS_POINTS,
    .rows = rows,
};

const PrimitiveKind MBS_NAME(primitive_coincide_planar) = {
    .name = "coincide_planar",
    .equation = "x_j - x_i = 0 along x and y",
    .row_count = 2,
    .reads = READS_POINTS,
    .rows = rows_planar,
};
