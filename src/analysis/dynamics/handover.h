// SPDX-License-Identifier: BSD-3-Clause
// handover.h: what one analysis hands to those that start from it: its end, or points on its way.
//
// Both are whole states (state_copy.h): turns are counted on, and parameters keep what events gave
// them. Time begins at 0 again, but for linearize, which is a moment of the motion before.
#ifndef MBS_ANALYSIS_DYNAMICS_HANDOVER_H
#define MBS_ANALYSIS_DYNAMICS_HANDOVER_H

#include "analysis/interface/result.h"

// Times of the result's analysis at which later ones start. False when memory ran out.
bool snapshots_open(const State *state, Result *result, Arena *arena);

// Puts the state where the result's analysis starts: at the end of an earlier one, or at a time of
// it. ends: of all analyses of the model; results: of those that ran. False when the earlier one
// did not get there; the result says so.
bool handover_take(State *state, const StateCopy *ends, const Result *results, int count,
                   Result *result);

#endif
