// SPDX-License-Identifier: BSD-3-Clause
// places.h: where all bodies are at 32 rows of a motion and at its last, to hold another motion
// against them.
#ifndef MBS_ANALYSIS_RECORDING_PLACES_H
#define MBS_ANALYSIS_RECORDING_PLACES_H

#include "analysis/interface/result.h"
#include "system/state/state.h"

// Opens the places of a motion of about so many rows. False when memory ran out.
bool places_open(Result *result, const System *system, double rows, Arena *arena);

// At every row, where the state stands.
void places_row(Result *result, double t, const State *state);

#endif
