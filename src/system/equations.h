// SPDX-License-Identifier: BSD-3-Clause
// equations.h: the seam between the equations of motion and what carries them through time.
#ifndef MBS_SYSTEM_EQUATIONS_H
#define MBS_SYSTEM_EQUATIONS_H

#include "system/state.h"

typedef enum EquationsOutcome {
  EQUATIONS_SOLVED,
  EQUATIONS_NOT_FINITE, // a force or a law has no value: state->fault
  EQUATIONS_SINGULAR    // rows contradict each other, or friction has no solution
} EquationsOutcome;

// a [nv] and lambda [nc] at the state's present point, whose rows stand at all levels:
//   M a + J' lambda = Q,   J a = -c
// with the forces Q there, from exact factors, which stay.
EquationsOutcome equations_solve(State *state, double *a, double *lambda);

#endif
