// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues.h: one analysis of type linearize: eigenvalues, labels, mode shapes, stability.
#ifndef MBS_ANALYSIS_MODES_EIGENVALUES_H
#define MBS_ANALYSIS_MODES_EIGENVALUES_H

#include <stdbool.h>

#include "analysis/interface/input.h"

// Up to this unbalanced force, relative to the largest, a state counts as an equilibrium.
#define EIGENVALUES_BALANCED 1e-8

// Runs the analysis that result->analysis names at the state's present point (t, q, v), to which
// input->mobility belongs. Fills the result, also with a failure of the solution. Returns false
// only when memory ran out.
bool eigenvalues_run(const AnalysisInput *input, Result *result, Arena *arena);

// The stability of the state's present point. *growing: the number of small motions that grow.
// STABILITY_UNKNOWN when the system is too large or its eigenvalues cannot be computed. Returns
// false when memory ran out.
bool eigenvalues_stability(State *state, Stability *stability, int *growing, Arena *arena);

// Fills result->checks with the checks of eigenvalues that apply to the analysis. False when memory
// ran out.
bool eigenvalues_check(const State *state, Result *result, Arena *arena);

// The words for a stability: "asymptotically stable", ...
const char *eigenvalues_stability_word(Stability stability);

#endif
