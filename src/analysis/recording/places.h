// SPDX-License-Identifier: BSD-3-Clause
// places.h: coordinates at about 32 rows of a motion, for comparison with another motion.
#ifndef MBS_ANALYSIS_RECORDING_PLACES_H
#define MBS_ANALYSIS_RECORDING_PLACES_H

#include "analysis/interface/result.h"

// Opens result->places for a motion of about `rows` rows. Every n-th row will be kept, with
// n = rows/32 rounded down, at least 1 (1 for a run with result->only), and at most 34 rows. False
// when memory ran out.
bool places_open(Result *result, const System *system, double rows, Arena *arena);

// Notes a row at time t [s], for which the state is at the point of the row. Call it at every row.
void places_row(Result *result, double t, const State *state);

#endif
