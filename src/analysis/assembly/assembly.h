// SPDX-License-Identifier: BSD-3-Clause
// assembly.h: one analysis of type assemble: the initial state from a rough guess.
//
// Positions: the bodies are moved by the least weighted move that closes all joints
// (system/start/closure.h). `fixed` values and the `initial` coordinates of joints are met exactly.
//
// Velocities: the velocities that the file gives are changed by the least weighted change with
// which the joints stay closed. Fixed rates are met exactly. The other velocities follow from the
// joints; where they are free they are the least.
//
// The mobility of the model is that of the assembled pose.
#ifndef MBS_ANALYSIS_ASSEMBLY_ASSEMBLY_H
#define MBS_ANALYSIS_ASSEMBLY_ASSEMBLY_H

#include "analysis/interface/input.h"

// Runs the analysis. result->assembly has the moves of the bodies, and after a failure the joints
// that stay open. mobility and undetermined (masks of reactions, see mobility.h) are filled for the
// assembled pose. Returns false when memory ran out or the assembled model is refused (diag).
bool assembly_run(const AnalysisInput *input, Mobility *mobility, unsigned *undetermined,
                  Result *result, Arena *arena, Diag *diag);

// The same without a row and checks.
bool assembly_solve(const AnalysisInput *input, Mobility *mobility, unsigned *undetermined,
                    Result *result, Arena *arena, Diag *diag);

// Fills out->loops: the bends of each closed chain of a planar mechanism, which name its branch.
// guess: the coordinates of the guess [nq]. False when memory ran out.
bool assembly_loops(State *state, const double *guess, AssemblyResult *out, Arena *arena);

#endif
