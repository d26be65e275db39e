// SPDX-License-Identifier: BSD-3-Clause
// mechanism_equations.h: the Equations of a mechanism: bodies in absolute coordinates, and all
// joints as constraint rows.
//
//   y = (q, v) of all bodies (system.h)
// Every operation moves the state of the mechanism to the point at which it evaluates.
#ifndef MBS_SYSTEM_EQUATIONS_MECHANISM_EQUATIONS_H
#define MBS_SYSTEM_EQUATIONS_MECHANISM_EQUATIONS_H

#include "integrators/equations.h"
#include "system/state/state.h"

// The equations of a state; their `self` is this state. NULL when memory ran out.
Equations *mechanism_equations_open(State *state, Arena *arena);

extern const EquationsRank cartesian_rank; // its distance is kkt_closeness (kkt.h)

#endif
