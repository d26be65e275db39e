// SPDX-License-Identifier: BSD-3-Clause
// solve.h: accelerations and multipliers at a point, joint friction included.
#ifndef MBS_SYSTEM_FORCES_SOLVE_H
#define MBS_SYSTEM_FORCES_SOLVE_H

#include "integrators/equations.h"
#include "system/state/state.h"

// a [nv] and lambda [nc] at the state's present point, whose rows stand at all levels:
//   M a + J' lambda = Q,   J a = -c
// with the forces Q there, from exact factors, which stay. state->fault tells what is not finite.
EquationsOutcome solve_equations(State *state, double *a, double *lambda);

// The same with the last exact factors, for the present Q and bias. False when friction leaves them
// without a unique value (friction.h); always true without it.
bool solve_accelerations(State *state, double *a, double *lambda);

#endif
