// SPDX-License-Identifier: BSD-3-Clause
// inverse_dynamics.h: forces of the drives, where there are more drives than degrees of freedom.
#ifndef MBS_ANALYSIS_DYNAMICS_INVERSE_DYNAMICS_H
#define MBS_ANALYSIS_DYNAMICS_INVERSE_DYNAMICS_H

#include "analysis/dynamics/dynamics.h"

// From here on redundant motions share their load so that the sum of squares of their forces is
// least, with forces multiplied by the length of the group and torques as they are. Their forces
// are then determined, and a message in diag names these motions. False when memory ran out.
bool inverse_dynamics_begin(AnalysisInput *input, Arena *arena, Diag *diag);
// Ends the sharing.
void inverse_dynamics_end(const AnalysisInput *input);

#endif
