// SPDX-License-Identifier: BSD-3-Clause
// equations.c: rigid bodies by rows as equations (see equations.h).
#include "system/equations.h"

#include "system/kkt.h"

EquationsOutcome equations_solve(State *state, double *a, double *lambda) {
  if (!state_forces(state)) {
    return EQUATIONS_NOT_FINITE;
  }
  return kkt_factor(state, KKT_EXACT) && kkt_accelerations(state, a, lambda) ? EQUATIONS_SOLVED
                                                                             : EQUATIONS_SINGULAR;
}
