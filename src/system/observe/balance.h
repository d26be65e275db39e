// SPDX-License-Identifier: BSD-3-Clause
// balance.h: how far forces are from holding each other at a point.
#ifndef MBS_SYSTEM_OBSERVE_BALANCE_H
#define MBS_SYSTEM_OBSERVE_BALANCE_H

#include "system/state/state.h"

typedef struct Balance {
  double unbalanced; // largest |M a| of a body; torques divided by the length scale [N]
  double largest;    // largest applied or constraint force on a body, likewise [N]
  int body;          // the one with the largest unbalanced force, or -1
} Balance;

// At the state's present point, where state_forces was called; a: its accelerations.
Balance balance_of(const State *state, const double *a);

// Of every group in one pass: `of` [groups], and whether it has a weight.
void balance_of_groups(const State *state, const double *a, Balance *of, bool *heavy);

#endif
