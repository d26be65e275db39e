// SPDX-License-Identifier: BSD-3-Clause
// primitive_bearing.c: in the plane, the direction in which a point is seen from another one.
//
//   phi   = arg(d) - arg(a_i) in [0, 2 pi),  d = x_j - x_i,  arg(u) = Im log(u_x + i u_y)   [rad]
// With z = u_x + i u_y, and directions of change as complex numbers too:
//   d arg      = Im(w / z)
//   H u        = -(Im(u / z^2), Re(u / z^2))
//   u'H u      = -Im(u^2 / z^2)
//   d(u'H u)   = 2 (Im(u^2 / z^3), Re(u^2 / z^3))
// Undefined at d = 0.
#include "elements/frames/vector.h"
#include "elements/registry.h"

#define ONE_TURN 6.283185307179586476925286766559

// A complex number in two reals, since the complex step takes the imaginary unit.
typedef struct Pair {
  real x, y;
} Pair;

static Pair times(Pair a, Pair b) {
  return (Pair){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

static Pair inverse(Pair z) {
  const real square = z.x * z.x + z.y * z.y;
  return (Pair){z.x / square, -z.y / square};
}

static Pair direction(const real m[12]) {
  return (Pair){m[6] - m[0], m[7] - m[1]};
}

// Writes a gradient by d and one by a_i over the twelve numbers.
static void spread(Pair by_d, Pair by_a, real out[12]) {
  vector_zero(12, out);
  out[0] = -by_d.x;
  out[1] = -by_d.y;
  out[3] = -by_a.x;
  out[4] = -by_a.y;
  out[6] = by_d.x;
  out[7] = by_d.y;
}

static Pair gradient(Pair z) {
  const Pair w = inverse(z);
  return (Pair){w.y, w.x};
}

static Pair curved(Pair z, Pair u) {
  const Pair w = inverse(z), c = times(times(w, w), u);
  return (Pair){-c.y, -c.x};
}

static Pair bent(Pair z, Pair u) {
  const Pair w = inverse(z), s = times(w, u), c = times(times(s, s), w);
  return (Pair){2 * c.y, 2 * c.x};
}

static void rows(const real m[12], real phi[], real G[][12]) {
  const Pair d = direction(m), a = {m[3], m[4]};
  phi[0] = real_atan2(a.x * d.y - a.y * d.x, a.x * d.x + a.y * d.y);
  phi[0] += re(phi[0]) < 0 ? ONE_TURN : 0;
  spread(gradient(d), gradient(a), G[0]);
}

static void curve(const real m[12], const real u[12], real HU[][12], real D[][12]) {
  const Pair d = direction(m), dd = direction(u), a = {m[3], m[4]}, da = {u[3], u[4]};
  spread(curved(d, dd), curved(a, da), HU[0]);
  if (D != NULL) {
    spread(bent(d, dd), bent(a, da), D[0]);
  }
}

static void swing(const real m[12], const real G[][12], const real u[12], real c[]) {
  const Pair a = {m[3], m[4]}, da = {u[3], u[4]};
  const Pair s = times(inverse(direction(m)), direction(u)), t = times(inverse(a), da);
  (void)G;
  c[0] = -times(s, s).y + times(t, t).y;
}

const PrimitiveKind MBS_NAME(primitive_bearing) = {
    .name = "bearing",
    .equation = "arg(x_j - x_i) - arg(a_i) = 0",
    .row_count = 1,
    .rows = rows,
    .curve = curve,
    .swing = swing,
    .pure_number = true,
};
