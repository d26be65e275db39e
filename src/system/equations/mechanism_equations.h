// SPDX-License-Identifier: BSD-3-Clause
// mechanism_equations.h: rigid bodies in Cartesian coordinates, all joints as rows, as Equations.
//
//   y = (q, v) of all bodies (system.h); the state of the mechanism stands where they are asked.
#ifndef MBS_SYSTEM_EQUATIONS_MECHANISM_EQUATIONS_H
#define MBS_SYSTEM_EQUATIONS_MECHANISM_EQUATIONS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// The equations of a state, which is their self and keeps them. NULL when memory ran out.
Equations *mechanism_equations_open(State *state, Arena *arena);

extern const EquationsRank cartesian_rank; // kkt_closeness of kkt.h

#endif
