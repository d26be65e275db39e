// SPDX-License-Identifier: BSD-3-Clause
// locked.h: messages for a driven mechanism that is locked, or that its motions leave free.
#ifndef MBS_ANALYSIS_MONITORS_LOCKED_H
#define MBS_ANALYSIS_MONITORS_LOCKED_H

#include "analysis/monitors/monitor.h"

#define LOCKED_NAMES 400

// Writes the names of the constraints whose rows have the largest entries of part [nc]: 'joint "a",
// motion "m"'. Returns the origin of the first motion among them, or else of the first constraint.
Origin locked_names(const State *state, const double *part, char names[LOCKED_NAMES]);

// Sets the result's failure where geometry alone does not determine the motion. The failure names
// the bodies that can still move. Returns false when memory ran out.
bool locked_tell_free(State *state, const Mobility *mobility, Result *result, Arena *arena);

#endif
