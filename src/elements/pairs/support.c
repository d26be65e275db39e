// SPDX-License-Identifier: BSD-3-Clause
// support.c: farthest points of round bodies (see support.h).
#include "elements/pairs/support.h"

#include <string.h>

#include "math/vec.h"

// p += size D m/sqrt(m'D m) and its derivative size (D - (D m)(D m)'/(m'D m))/sqrt(m'D m).
static void add(const real D[3], real size, const real m[3], real p[3], real p_m[9]) {
  const real g[3] = {D[0] * m[0], D[1] * m[1], D[2] * m[2]};
  const real square = vec_dot(g, m), norm = sqrt(square);
  if (size == 0) {
    return; // of no size, it has one point whatever the direction
  }
  if (re(g[0]) == 0 && re(g[1]) == 0 && re(g[2]) == 0) { // any point of its face: the middle
    for (int i = 0; i < 9; i++) {
      p_m[i] = (real)NAN;
    }
    return;
  }
  for (int i = 0; i < 3; i++) {
    p[i] += size * g[i] / norm;
    for (int k = 0; k < 3; k++) {
      p_m[3 * i + k] += size * ((i == k ? D[i] : 0) - g[i] * g[k] / square) / norm;
    }
  }
}

void MBS_NAME(support_point)(const Support *support, const real m[3], real p[3], real p_m[9]) {
  static const real ROUND[3] = {1, 1, 1}, FLAT[3] = {1, 1, 0};
  const real *size = support->size;
  memset(p, 0, 3 * sizeof *p);
  memset(p_m, 0, 9 * sizeof *p_m);
  switch (support->shape) {
  case SUPPORT_SPHERE:
    add(ROUND, size[0], m, p, p_m);
    break;
  case SUPPORT_DISC:
    add(FLAT, size[0], m, p, p_m);
    break;
  case SUPPORT_ELLIPSOID:
    add((const real[3]){size[0] * size[0], size[1] * size[1], size[2] * size[2]}, 1, m, p, p_m);
    break;
  case SUPPORT_WHEEL: // a tread rounder than the wheel is no round body
    add(FLAT, re(size[0]) >= re(size[1]) ? size[0] - size[1] : (real)NAN, m, p, p_m);
    add(ROUND, size[1], m, p, p_m);
    break;
  }
}
