// SPDX-License-Identifier: BSD-3-Clause
// kkt_rows.h: which rows count, where some always depend on others.
//
// The accelerations of a redundant mechanism are determined, its multipliers are not. As many rows
// as are redundant for good (mobility.h) are left out by name, and lambda is zero there; the choice
// stays while the others remain independent, so that nothing jumps from one evaluation to the next.
#ifndef MBS_SYSTEM_SADDLE_KKT_ROWS_H
#define MBS_SYSTEM_SADDLE_KKT_ROWS_H

#include "system/state/state.h"

// Leaves out `count` rows of closed loops, chosen at the state's present point so that the others
// are as independent as may be: L D L' of J M^-1 J' with diagonal pivoting. Returns false when
// memory ran out.
bool kkt_rows_choose(State *state, int count, Arena *arena);

// lambda with the least sum of S lambda^2 among those of the same constraint forces, with the last
// exact factors: how the rows share what they carry, whichever were left out.
void kkt_rows_share(State *state, double *lambda);

// The same with the least sum of weight lambda^2; rows of weight zero follow from the others.
void kkt_rows_least(State *state, const double *weight, double *lambda);

#endif
