// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues.h: one analysis of type linearize: eigenvalues, labels, mode shapes, stability.
#ifndef MBS_ANALYSIS_MODES_EIGENVALUES_H
#define MBS_ANALYSIS_MODES_EIGENVALUES_H

#include <stdbool.h>

#include "analysis/interface/input.h"

// Unbalanced force, relative to the largest, up to which a state counts as an equilibrium.
#define EIGENVALUES_BALANCED 1e-8

// Runs the analysis that result->analysis names at the state's present point (t, q, v). mobility:
// of this point. Fills the result; failures of the solution stand there. Returns false only when
// memory ran out.
bool eigenvalues_run(const AnalysisInput *input, Result *result, Arena *arena);

// Whether small motions about the state's present point die out. *growing: motions that grow.
// Unknown when the system is too large, or its eigenvalues do not come out. Returns false when
// memory ran out.
bool eigenvalues_stability(State *state, Stability *stability, int *growing, Arena *arena);

// The checks of eigenvalues that apply to the analysis, into result->checks.
bool eigenvalues_check(const State *state, Result *result, Arena *arena);

const char *eigenvalues_stability_word(Stability stability);

#endif
