// SPDX-License-Identifier: BSD-3-Clause
// primitive_distance.c: the distance of two points (a massless rod; its length is the offset).
//
//   phi   = l = |d|,  d = x_j - x_i,  n = d / l                    [m]
//   dphi  = n . (dx_j - dx_i)
//   H u   = (-P s / l, 0, P s / l, 0),  s = u_xj - u_xi,  P = I - n n'
//   u'H u = (s.s - (n.s)^2) / l
//   d(u'H u)/dd = (-(s.s) n + 3 (n.s)^2 n - 2 (n.s) s) / l^2
//
// Undefined at d = 0: a joint requires a positive length.
#include "elements/frames/vector.h"
#include "elements/registry.h"

// Writes n and returns l.
static real direction(const real m[12], real n[3]) {
  vector_subtract(m + 6, m, n);
  const real square = vec_dot(n, n);
  const real l = sqrt(square);
  const real inverse = l * (1 / square); // the division does not wait for the root
  for (int i = 0; i < 3; i++) {
    n[i] *= inverse;
  }
  return l;
}

// A gradient with respect to d, spread over the two points.
static void spread(const real g[3], real out[12]) {
  for (int i = 0; i < 3; i++) {
    out[i] = -g[i];
    out[3 + i] = 0;
    out[6 + i] = g[i];
    out[9 + i] = 0;
  }
}

static void rows(const real m[12], real phi[], real G[][12]) {
  real n[3];
  phi[0] = direction(m, n);
  spread(n, G[0]);
}

static void curve(const real m[12], const real u[12], real HU[][12], real D[][12]) {
  real n[3], s[3], across[3], g[3];
  const real l = direction(m, n), inverse = 1 / l;
  vector_subtract(u + 6, u, s);
  const real along = vec_dot(n, s), square = vec_dot(s, s);
  for (int i = 0; i < 3; i++) {
    across[i] = (s[i] - along * n[i]) * inverse;
    g[i] = ((3 * along * along - square) * n[i] - 2 * along * s[i]) / (l * l);
  }
  spread(across, HU[0]);
  if (D != NULL) {
    spread(g, D[0]);
  }
}

// n and l = n.d from the gradient: no second root; 1/l = l (1/d.d), the division not waiting for
// it.
static void swing(const real m[12], const real G[][12], const real u[12], real c[]) {
  const real *n = G[0] + 6;
  real d[3], s[3];
  vector_subtract(m + 6, m, d);
  vector_subtract(u + 6, u, s);
  const real along = vec_dot(n, s), square = vec_dot(d, d);
  c[0] = (vec_dot(s, s) - along * along) * (vec_dot(n, d) * (1 / square));
}

const PrimitiveKind MBS_NAME(primitive_distance) = {
    .name = "distance",
    .equation = "|x_j - x_i| = length",
    .row_count = 1,
    .reads = READS_POINTS,
    .rows = rows,
    .curve = curve,
    .swing = swing,
};
