// SPDX-License-Identifier: BSD-3-Clause
// law_kink.h: relations whose law has a kink on a surface s(q, t) = 0: couplers and curves with
// corners.
//
// On both sides of the surface the law is smooth, and it is continuous across. Its gradient jumps:
//   delta = f+ - f-        in velocity space, a multiple of the gradient of s
//   Delta = (J v + f_t)+   rate of the relation behind the surface with the old velocities
// The index - means before and + means behind the surface.
//
// An ideal constraint does no work, and a corner is the limit of a rounded corner as its radius
// goes to zero. Within a small radius only the velocity across the surface turns. The velocity
// along the surface stays, and the size of the one across stays in the norm of the masses, as for a
// refracted ray, or a geodesic that crosses the edge of a polyhedron. Let d+ and d- be the jumps dv
// under the impulse delta (impulse.h) with the rows behind and before. Then
//   v+ = v- + Delta (d+ / (D+ D-) - d- / D-^2),   D^2 = delta . d
// This conserves the kinetic energy (relative to a moving surface), does not depend on the shape of
// the rounding, and always leaves the surface. Where the drives alone determine how the surface is
// crossed (D = 0 on both sides), v+ is the only velocity that the rows behind allow, and the drives
// do work.
#ifndef MBS_SYSTEM_JUMPS_LAW_KINK_H
#define MBS_SYSTEM_JUMPS_LAW_KINK_H

#include "base/failure.h"
#include "system/jumps/impulse.h"

typedef struct LawKink {
  Impulse impulse;
  double *f;             // gradients f- of all coordinates of relations
  double *behind, *work; // d+ [nv]; scratch [nv]
} LawKink;

// False when memory ran out.
bool law_kink_open(LawKink *corner, State *state, Arena *arena);

// Passes a kink. At the state's present point the held branches of a relation end; the branches
// behind are the live ones. The velocities of the state become v+. False with a failure when the
// law itself jumps, or when v+ does not exist or is not unique; false with state->fault when the
// law has no value behind.
bool law_kink_pass(LawKink *corner, Failure *failure);

// Whether some law reads both coordinates and the time.
bool law_kink_has_clock(const System *system);

// Checks laws that read both coordinates and the time where they changed with the time, at the
// state's present point. False with a failure when one of them jumped or requires other velocities;
// false with state->fault when one has no value.
bool law_kink_clock(State *state, Failure *failure);

#endif
