// SPDX-License-Identifier: BSD-3-Clause
// primitive_coincide.c: two points coincide.
//
//   phi_k = x_jk - x_ik, k = x .. z     [m];   gradient constant, Hessian 0
#include "elements/registry.h"
#include "elements/vector.h"

enum { ROWS = 3 };

static void rows(const real m[12], real phi[], real G[][12]) {
  for (int k = 0; k < ROWS; k++) {
    phi[k] = m[6 + k] - m[k];
    vector_zero(12, G[k]);
    G[k][k] = -1;
    G[k][6 + k] = 1;
  }
}

static void curve(const real m[12], const real u[12], real HU[][12]) {
  (void)m;
  (void)u;
  for (int k = 0; k < ROWS; k++) {
    vector_zero(12, HU[k]);
  }
}

static void curve_rate(const real m[12], const real u[12], real D[][12]) {
  curve(m, u, D);
}

const PrimitiveKind MBS_NAME(primitive_coincide) = {
    .name = "coincide",
    .equation = "x_j - x_i = 0",
    .summary = "two points coincide",
    .row_count = ROWS,
    .rows = rows,
    .curve = curve,
    .curve_rate = curve_rate,
};
