// SPDX-License-Identifier: BSD-3-Clause
// tree_inside.h: what the recursions of a tree share. No other file includes it.
#ifndef MBS_SYSTEM_TREE_TREE_INSIDE_H
#define MBS_SYSTEM_TREE_TREE_INSIDE_H

#include "math/vec.h"
#include "system/tree/tree.h"

// out += a x b
MBS_SIZED void add_cross(const real a[3], const real b[3], real out[3]) {
  out[0] += a[1] * b[2] - a[2] * b[1];
  out[1] += a[2] * b[0] - a[0] * b[2];
  out[2] += a[0] * b[1] - a[1] * b[0];
}

MBS_SIZED void add(const real a[3], real out[3]) {
  for (int k = 0; k < 3; k++) {
    out[k] += a[k];
  }
}

// A symmetric matrix (xx yy zz xy xz yz) times u.
MBS_SIZED void symmetric(const real J[6], const real u[3], real out[3]) {
  out[0] = J[0] * u[0] + J[3] * u[1] + J[4] * u[2];
  out[1] = J[3] * u[0] + J[1] * u[1] + J[5] * u[2];
  out[2] = J[4] * u[0] + J[5] * u[1] + J[2] * u[2];
}

MBS_SIZED real six(const real a[6], const real b[6]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

// What a link hangs on; the ground does not move.
static inline const TreeBody *parent_of(const Tree *tree, const TreeLink *link) {
  static const TreeBody GROUND = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  return link->parent < 0 ? &GROUND : &tree->bodies[link->parent];
}

#endif
