// SPDX-License-Identifier: BSD-3-Clause
// instant.h: one analysis of type instant: everything at the point where it starts.
#ifndef MBS_ANALYSIS_DYNAMICS_INSTANT_H
#define MBS_ANALYSIS_DYNAMICS_INSTANT_H

#include "analysis/dynamics/dynamics.h"

// Fills the result with one row, at t = 0, of the state's present point. Returns false only when
// memory ran out or a file of a check cannot be read (diag).
bool instant_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);

#endif
