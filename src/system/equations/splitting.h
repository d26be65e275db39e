// SPDX-License-Identifier: BSD-3-Clause
// splitting.h: rigid bodies under forces of position, as kicks and free flights between them.
//
//   kick    v += h M^-1 F(q), and onto J v = 0
//   flight  every body moves freely over h, from velocities that the impulses of the joints have
//           made such that Phi = 0 at the end
// The gyroscopic terms are part of the free motion, which turns bodies exactly (math/rotor.h).
// Multipliers are never formed: impulses along M^-1 J' are corrections of the velocity, solved with
// the factors of J M^-1 J' + eps S (system/saddle/kkt.h), which redundant rows do not disturb.
//   positions   Phi(q1(v)) = 0, v += dv, J0 dv = -Phi/h, until round-off
//   velocities  J1 dv = -J1 v
// The sums q0 + h v carry what rounding took from them into the next flight.
#ifndef MBS_SYSTEM_EQUATIONS_SPLITTING_H
#define MBS_SYSTEM_EQUATIONS_SPLITTING_H

#include "integrators/equations.h"
#include "system/state/state.h"

// The parts of a state's motion (EquationsWords.splits must hold). NULL when memory ran out.
Splitting *splitting_open(State *state, Arena *arena);

#endif
