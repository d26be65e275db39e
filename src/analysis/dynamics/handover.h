// SPDX-License-Identifier: BSD-3-Clause
// handover.h: what one analysis hands to those that start from it: its end, or points on its way.
#ifndef MBS_ANALYSIS_DYNAMICS_HANDOVER_H
#define MBS_ANALYSIS_DYNAMICS_HANDOVER_H

#include "analysis/interface/result.h"
#include "system/state/state.h"

// Where an analysis ended; q is NULL where it did not.
typedef struct Endpoint {
  double t;
  double *q, *v;
} Endpoint;

// Where the state stands. False when memory ran out.
bool endpoint_keep(const State *state, Endpoint *end, Arena *arena);

// Times of the result's analysis at which later ones start. False when memory ran out.
bool snapshots_open(const State *state, Result *result, Arena *arena);

// Puts the state where the result's analysis starts: at the end of an earlier one, or at a time of
// it. ends: of all analyses of the model; results: of those that ran. False when the earlier one
// did not get there; the result says so.
bool endpoint_take(State *state, const Endpoint *ends, const Result *results, int count,
                   Result *result);

#endif
