// SPDX-License-Identifier: BSD-3-Clause
// splitting.h: rigid bodies under forces that depend on the position alone: a symplectic splitting
// into kicks and free flights.
//
//   kick    v += h M^-1 F(q), then a projection onto J v = 0
//   flight  every body moves freely for a time h. Impulses of the joints at its start change the
//           velocities so that Phi = 0 at its end
// The free motion includes the gyroscopic terms and turns bodies by exact turns (math/rotor.h).
// Multipliers are not computed: impulses along M^-1 J' are corrections dv of the velocity, found
// with the factors of J M^-1 J', where redundant rows are left out (system/saddle/kkt.h). The
// indices 0 and 1 mean the start and the end of the flight:
//   positions   Phi(q1(v)) = 0:  v += dv, J0 dv = -Phi/h, until only round-off is left
//   velocities  J1 v = 0:        v += dv, J1 dv = -J1 v
// The round-off error of the sums q0 + h v is carried into the next flight (compensated summation).
#ifndef MBS_SYSTEM_EQUATIONS_SPLITTING_H
#define MBS_SYSTEM_EQUATIONS_SPLITTING_H

#include "integrators/equations.h"
#include "system/state/state.h"

// Opens kicks and flights for a state for which EquationsWords.splits is true. NULL when memory ran
// out.
Splitting *splitting_open(State *state, Arena *arena);

#endif
