// SPDX-License-Identifier: BSD-3-Clause
// solve.c: accelerations and multipliers at a point (see solve.h).
#include "system/solve.h"

#include "system/friction.h"
#include "system/kkt.h"

bool solve_accelerations(State *state, double *a, double *lambda) {
  kkt_smooth_accelerations(state, a, lambda);
  return state->friction == NULL || friction_solve(state, a, lambda);
}

EquationsOutcome solve_equations(State *state, double *a, double *lambda) {
  if (!state_forces(state)) {
    return EQUATIONS_NOT_FINITE;
  }
  return kkt_factor(state, KKT_EXACT) && solve_accelerations(state, a, lambda) ? EQUATIONS_SOLVED
                                                                               : EQUATIONS_SINGULAR;
}
