// SPDX-License-Identifier: BSD-3-Clause
// inertia.h: what bodies answer about their inertia: M and h of M v' + h = Q, and their
// derivatives.
//
// A body that keeps its shape has a constant M, inverted once, no weight in h, and h(v) from M. One
// with internal coordinates (BodyInside) answers at every point, together with where its frames are
// in it; everything that follows reads State.mass, mass_inverse and geometry alone.
#ifndef MBS_SYSTEM_INERTIA_H
#define MBS_SYSTEM_INERTIA_H

#include "base/hot.h"
#include "system/system.h"

// Room for bodies with internal coordinates, and their markers' geometry tied to it.
bool inertia_open(State *state, Arena *arena);

// Masses, weights, and where frames rest, from parameters. Fails where an inertia is not positive.
bool inertia_refresh(State *state, Failure *failure);

// Brings all of this to the bodies' present motion; asked where State.inertia is there.
MBS_APART void inertia_place(State *state);

// Subtracts h at the present point from Q.
MBS_APART void inertia_add_forces(State *state);

// F_q [nv x nq] and F_v [nv x nv] of F = M a + h of one body with the accelerations of its motion.
// False where F_q is zero, which then is not written.
bool inertia_slopes(const State *state, int body, double *F_q, double *F_v);

// h [nv] of a body with internal coordinates.
const double *inertia_h(const State *state, int body);

// Energy of a body with internal coordinates: of its weight and its own forces [J].
double inertia_energy(const State *state, int body);

#endif
