// SPDX-License-Identifier: BSD-3-Clause
// locked.h: what a mechanism whose motions drive it tells where they cannot: it holds, or is free.
#ifndef MBS_ANALYSIS_MONITORS_LOCKED_H
#define MBS_ANALYSIS_MONITORS_LOCKED_H

#include "analysis/monitors/monitor.h"

#define LOCKED_NAMES 400

// The constraints whose rows have the largest parts (nc numbers): 'joint "a", motion "m"'. Returns
// where the first motion of them stands, or else the first of them.
Origin locked_names(const State *state, const double *part, char names[LOCKED_NAMES]);

// Geometry alone does not tell the motion: the result's failure names what can still move. Returns
// false when memory ran out.
bool locked_tell_free(State *state, const Mobility *mobility, Result *result, Arena *arena);

#endif
