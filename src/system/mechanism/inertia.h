// SPDX-License-Identifier: BSD-3-Clause
// inertia.h: the inertia of bodies: M and h of M v' + h = Q, and their derivatives.
//
// A rigid body has a constant M, which is inverted once; its h(v) follows from M and contains no
// weight. A body with internal coordinates (BodyInside) evaluates M, h and the positions of its
// markers in the body at every point; its h contains its weight and its own forces. All other code
// reads State.mass, mass_inverse and geometry, and need not distinguish the two.
#ifndef MBS_SYSTEM_MECHANISM_INERTIA_H
#define MBS_SYSTEM_MECHANISM_INERTIA_H

#include "base/hot.h"
#include "system/mechanism/system.h"

// Bodies with internal coordinates z at the present point.
struct Inertia {
  FrameGeometry *rest; // of every marker: its geometry at z = 0
  FrameShape *shape;   // of every marker on such a body
  double (*h)[BODY_V]; // of every body
  double *energy;      // of every body: energy of its weight and its own forces [J]
};

// out := M x for one body with nv velocities. M couples the first t of them to no others.
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

// Allocates State.inertia where some body has internal coordinates, and connects the geometry of
// markers with it. False when memory ran out.
bool inertia_open(State *state, Arena *arena);

// Computes masses, weights and the rest positions of markers from parameters. False with a failure
// when an inertia is negative.
bool inertia_refresh(State *state, Failure *failure);

// Brings M, h and the geometry of markers to the present motion, for bodies with internal
// coordinates. State.inertia is not NULL.
MBS_APART void inertia_place(State *state);

// Subtracts h of bodies with internal coordinates at the present point from Q.
MBS_APART void inertia_add_forces(State *state);

// F_q [nv x nq] and F_v [nv x nv] of F = M a + h for one body, with the accelerations a in its
// BodyMotion. False where F_q is zero and is not written.
bool inertia_slopes(const State *state, int body, double *F_q, double *F_v);

#endif
