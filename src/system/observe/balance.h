// SPDX-License-Identifier: BSD-3-Clause
// balance.h: how far the forces on the bodies are from equilibrium at a point.
#ifndef MBS_SYSTEM_OBSERVE_BALANCE_H
#define MBS_SYSTEM_OBSERVE_BALANCE_H

#include "system/state/state.h"

typedef struct Balance {
  double unbalanced; // largest |M a| of a body; torques count divided by its length [N]
  double largest;    // largest weight, applied force or constraint force on a body, likewise [N]
  int body;          // the body with the largest unbalanced force; -1: none
} Balance;

// The balance of all bodies at the state's present point, after state_forces. a: its accelerations.
Balance balance_of(const State *state, const double *a);

// The balance of every group in one pass: of [group_count]; heavy [group_count]: gravity acts on
// it.
void balance_of_groups(const State *state, const double *a, Balance *of, bool *heavy);

#endif
