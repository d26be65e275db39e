// SPDX-License-Identifier: BSD-3-Clause
// kkt_rows.h: redundant constraints: the choice of the rows that are left out, and of multipliers.
//
// The accelerations of a redundant mechanism are determined, its multipliers are not. As many rows
// as depend on others at all poses (mobility.h) are left out, and their lambda is zero. The choice
// is made once, so that nothing jumps from one evaluation to the next.
#ifndef MBS_SYSTEM_SADDLE_KKT_ROWS_H
#define MBS_SYSTEM_SADDLE_KKT_ROWS_H

#include "system/state/state.h"

// Leaves out `count` rows of closed loops so that the others are as independent as possible at the
// state's present point: by L D L' of J M^-1 J' with diagonal pivoting. Rows that hold velocities
// are left out before rows that hold positions. With more than 400 rows of closed loops, where none
// holds a velocity, the rows with zero pivots in the order of elimination are left out instead.
// False when memory ran out.
bool kkt_rows_choose(State *state, int count, Arena *arena);

// lambda [nc] := the multipliers with the smallest sum of S lambda^2 among all with the same
// constraint forces. The result does not depend on which rows were left out. Needs exact factors.
void kkt_rows_share(State *state, double *lambda);

// The same with the smallest sum of weight lambda^2. Multipliers of weight zero may take any value:
// they follow from the others.
void kkt_rows_least(State *state, const double *weight, double *lambda);

#endif
