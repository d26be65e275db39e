// SPDX-License-Identifier: BSD-3-Clause
// locked.h: what a mechanism whose motions drive it tells where they cannot: it holds, or is free.
#ifndef MBS_ANALYSIS_GUARDS_LOCKED_H
#define MBS_ANALYSIS_GUARDS_LOCKED_H

#include "analysis/guards/guard.h"

// No pose is found a step further: the joints and motions that hold against each other are those
// with the largest multipliers near the singular pose where the state stands. lambda: room for nc.
// Always false.
bool locked_tell(State *state, double *lambda, double *a, Failure *failure);

// Geometry alone does not tell the motion: the result's failure names what can still move. Returns
// false when memory ran out.
bool locked_tell_free(State *state, const Mobility *mobility, Result *result, Arena *arena);

#endif
