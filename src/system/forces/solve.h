// SPDX-License-Identifier: BSD-3-Clause
// solve.h: accelerations and multipliers at a point, joint friction included.
#ifndef MBS_SYSTEM_FORCES_SOLVE_H
#define MBS_SYSTEM_FORCES_SOLVE_H

#include "integrators/equations.h"
#include "system/state/state.h"

// Solves
//   M a + J' lambda = Q,   J a = -c
// for the accelerations a [nv] and multipliers lambda [nc] at the state's present point, whose rows
// are evaluated up to the bias c. Q is evaluated and the matrix is factored exactly; the factors
// remain. EQUATIONS_NOT_FINITE: state->fault says what is not finite.
EquationsOutcome solve_saddle_point(State *state, double *a, double *lambda);

// The same a and lambda by the equations that move the state (State.moved), which may leave no
// factors.
EquationsOutcome solve_equations(State *state, double *a, double *lambda);

// The same, of which only a is wanted; lambda is room [nc]. Rows are evaluated where they are
// needed.
EquationsOutcome solve_motion(State *state, double *a, double *lambda);

// solve_saddle_point with the last exact factors, for the present Q and bias. Always true without
// joint friction; with it, false as friction_solve (friction.h).
bool solve_accelerations(State *state, double *a, double *lambda);

#endif
