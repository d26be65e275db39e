// SPDX-License-Identifier: BSD-3-Clause
// inertia.h: what bodies answer about their inertia: M and h of M v' + h = Q, and their
// derivatives.
//
// A body that keeps its shape has a constant M, inverted once, no weight in h, and h(v) from M. One
// with internal coordinates (BodyInside) answers at every point, together with where its frames are
// in it; everything that follows reads State.mass, mass_inverse and geometry alone.
#ifndef MBS_SYSTEM_MECHANISM_INERTIA_H
#define MBS_SYSTEM_MECHANISM_INERTIA_H

#include "base/hot.h"
#include "system/mechanism/system.h"

// Of bodies with internal coordinates, at the present point.
struct Inertia {
  FrameGeometry *rest; // of every marker: where z = 0
  FrameShape *shape;   // of every marker of such a body
  double (*h)[BODY_V]; // of every body
  double *energy;      // of every body: of its weight and its own forces [J]
};

// out := M x of one body, of whose nv velocities M couples the first t to no others.
MBS_SIZED void inertia_times(const int nv, const int t, const double *M, const double *x,
                             double *out) {
  for (int i = 0; i < t; i++) {
    out[i] = M[i * nv + i] * x[i];
  }
  for (int i = t; i < nv; i++) {
    double sum = 0;
    for (int k = t; k < nv; k++) {
      sum += M[i * nv + k] * x[k];
    }
    out[i] = sum;
  }
}

// Room for bodies with internal coordinates, and their markers' geometry tied to it.
bool inertia_open(State *state, Arena *arena);

// Masses, weights, and where frames rest, from parameters. Fails where an inertia is negative.
bool inertia_refresh(State *state, Failure *failure);

// Brings all of this to the bodies' present motion; asked where State.inertia is there.
MBS_APART void inertia_place(State *state);

// Subtracts h at the present point from Q.
MBS_APART void inertia_add_forces(State *state);

// F_q [nv x nq] and F_v [nv x nv] of F = M a + h of one body with the accelerations of its motion.
// False where F_q is zero, which then is not written.
bool inertia_slopes(const State *state, int body, double *F_q, double *F_v);

#endif
