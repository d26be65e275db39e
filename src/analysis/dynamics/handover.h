// SPDX-License-Identifier: BSD-3-Clause
// handover.h: the states from which later analyses start: the end of an analysis, or points of it.
//
// Both are complete states (state_copy.h): the counting of turns continues, and parameters keep the
// values that events set. Time begins at 0 again, except for linearize, which examines a moment of
// the earlier motion.
#ifndef MBS_ANALYSIS_DYNAMICS_HANDOVER_H
#define MBS_ANALYSIS_DYNAMICS_HANDOVER_H

#include "analysis/interface/result.h"

// Lists the times of the result's analysis at which later analyses start (result->snapshots). False
// when memory ran out.
bool snapshots_open(const State *state, Result *result, Arena *arena);

// Puts the state at the start of the result's analysis: the end of an earlier analysis, or a time
// of it. ends: one for each analysis of the model; results [count]: those of the analyses so far.
// False when the earlier analysis did not get there or a law of time does not agree with the start:
// the result then is skipped or has the failure.
bool handover_take(State *state, const StateCopy *ends, const Result *results, int count,
                   Result *result);

#endif
