// SPDX-License-Identifier: BSD-3-Clause
// places.h: coordinates at some tens of rows of a motion, for comparison with another motion.
//
// Every n-th row is kept, and always the last one: errors are largest at the end. n is about a 32nd
// of the expected rows. Where more rows come than expected (samples of checks between rows), every
// other kept row is dropped and n doubles, so that at most PLACES_KEPT + 1 rows are kept.
#ifndef MBS_ANALYSIS_RECORDING_PLACES_H
#define MBS_ANALYSIS_RECORDING_PLACES_H

#include "analysis/interface/result.h"
#include "system/state/state.h"

enum { PLACES_KEPT = 64 };

// Opens result->places for a motion of about `rows` rows. A run with result->only, whose rows are
// the kept rows of another run, keeps all of them. False when memory ran out.
bool places_open(Result *result, const System *system, double rows, Arena *arena);

// Notes a row at time t [s], for which the state is at the point of the row. Call it at every row.
// A row at the time of the row before it is not kept.
void places_row(Result *result, double t, const State *state);

#endif
