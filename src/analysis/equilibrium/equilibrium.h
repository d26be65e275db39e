// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h: one analysis of type equilibrium: a pose at which all forces hold each other.
//
//   J(q)' lambda = Q(0, q, 0),  Phi(q) = 0
//
// Newton's method with a line search (KINSOL), and relaxation where that fails; then a few plain
// steps down to round-off, and the eigenvalues there, which say whether the pose is stable.
#ifndef MBS_ANALYSIS_EQUILIBRIUM_EQUILIBRIUM_H
#define MBS_ANALYSIS_EQUILIBRIUM_EQUILIBRIUM_H

#include <stdbool.h>

#include "analysis/interface/input.h"

// Runs the analysis that result->analysis names from the state's present pose and leaves the state
// at the equilibrium. Fills the result (one row, at t = 0); failures stand there. Returns false
// only when memory ran out or a file of a check cannot be read (diag).
bool equilibrium_run(const AnalysisInput *input, Result *result, Arena *arena, Diag *diag);

#endif
