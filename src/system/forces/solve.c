// SPDX-License-Identifier: BSD-3-Clause
// solve.c: accelerations and multipliers at a point (see solve.h).
#include "system/forces/solve.h"

#include "system/forces/friction.h"
#include "system/saddle/kkt.h"
#include "system/saddle/kkt_rows.h"

bool solve_accelerations(State *state, double *a, double *lambda) {
  kkt_smooth_accelerations(state, a, lambda);
  if (state->friction != NULL && !friction_solve(state, a, lambda)) {
    return false;
  }
  if (state->row_least != NULL) {
    kkt_rows_least(state, state->row_least, lambda);
  }
  return true;
}

EquationsOutcome solve_saddle_point(State *state, double *a, double *lambda) {
  if (!state_forces(state)) {
    return EQUATIONS_NOT_FINITE;
  }
  return kkt_factor(state, KKT_EXACT) && solve_accelerations(state, a, lambda) ? EQUATIONS_SOLVED
                                                                               : EQUATIONS_SINGULAR;
}

EquationsOutcome solve_motion(State *state, double *a, double *lambda) {
  Equations *moved = state->moved;
  if (moved != NULL) {
    return moved->shown->solve(moved, a, NULL);
  }
  state_rows(state, PAIR_ACCELERATION);
  return solve_saddle_point(state, a, lambda);
}

EquationsOutcome solve_equations(State *state, double *a, double *lambda) {
  Equations *moved = state->moved;
  return moved != NULL ? moved->shown->solve(moved, a, lambda)
                       : solve_saddle_point(state, a, lambda);
}
