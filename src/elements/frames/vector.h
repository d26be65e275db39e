// SPDX-License-Identifier: BSD-3-Clause
// vector.h: operations on vectors that elements need beyond those of math/vec.h.
#ifndef MBS_ELEMENTS_FRAMES_VECTOR_H
#define MBS_ELEMENTS_FRAMES_VECTOR_H

#include "base/real.h"
#include "math/vec.h"

// c = a - b
static inline void vector_subtract(const real a[3], const real b[3], real c[3]) {
  for (int i = 0; i < 3; i++) {
    c[i] = a[i] - b[i];
  }
}

static inline void vector_copy(int count, const real a[], real b[]) {
  for (int i = 0; i < count; i++) {
    b[i] = a[i];
  }
}

static inline void vector_zero(int count, real a[]) {
  for (int i = 0; i < count; i++) {
    a[i] = 0;
  }
}

// out = dA x + A dx: the change of A x when A and x change by dA and dx.
static inline void vector_rotate_change(const real A[9], const real dA[9], const real x[3],
                                        const real dx[3], real out[3]) {
  real turned[3];
  vec_rotate(A, dx, out);
  vec_rotate(dA, x, turned);
  for (int i = 0; i < 3; i++) {
    out[i] += turned[i];
  }
}

#endif
