// SPDX-License-Identifier: BSD-3-Clause
// inverse_dynamics.h: what the drives of a mechanism give where they are more than its freedoms.
#ifndef MBS_ANALYSIS_DYNAMICS_INVERSE_DYNAMICS_H
#define MBS_ANALYSIS_DYNAMICS_INVERSE_DYNAMICS_H

#include "analysis/dynamics/dynamics.h"

// From here on motions that hold the same share what they carry: the sum of their forces' squares
// is the least. What they give is determined then, and told. False when memory ran out.
bool inverse_dynamics_begin(AnalysisInput *input, Arena *arena, Diag *diag);
void inverse_dynamics_end(const AnalysisInput *input);

#endif
