// SPDX-License-Identifier: BSD-3-Clause
// assembly.h: one analysis of type assemble: the initial state from a rough guess
// (system/start/closure.h).
//
// Positions: bodies are moved by the least weighted move until all joints are closed; `fixed`
// values, and the `initial` coordinates of joints, are met exactly. Velocities: stated ones are
// changed by the least weighted change until joints keep closed, with fixed rates met exactly;
// those not stated follow, the least. The model's mobility is that of the assembled pose.
#ifndef MBS_ANALYSIS_ASSEMBLY_ASSEMBLY_H
#define MBS_ANALYSIS_ASSEMBLY_ASSEMBLY_H

#include "analysis/interface/input.h"

// Runs it; result->assembly says what moved by how much, and on failure which joints stay open.
// mobility and undetermined are filled. Returns false when memory ran out or the assembled model is
// refused (then diag says why).
bool assembly_run(const AnalysisInput *input, Mobility *mobility, unsigned *undetermined,
                  Result *result, Arena *arena, Diag *diag);

// The same without rows and checks.
bool assembly_solve(const AnalysisInput *input, Mobility *mobility, unsigned *undetermined,
                    Result *result, Arena *arena, Diag *diag);

// Fills the branches: how each closed chain of the plane is bent at its points. guess: coordinates.
bool assembly_loops(State *state, const double *guess, AssemblyResult *out, Arena *arena);

#endif
