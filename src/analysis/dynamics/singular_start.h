// SPDX-License-Identifier: BSD-3-Clause
// singular_start.h: a mechanism that starts at rest at a singular pose and is pushed off its
// branches.
//
// At first order the pose allows more velocities than the branches that leave it have. The
// accelerations a of the equations of motion are among the former; the motion x = a t^2/2 breaks
// the constraints at fourth order unless B(a, a) = 0 (system/start/singular_branches.h). Three rods
// in one line between two points that do not move: reactions grow without bound, and a run would
// crawl.
#ifndef MBS_ANALYSIS_DYNAMICS_SINGULAR_START_H
#define MBS_ANALYSIS_DYNAMICS_SINGULAR_START_H

#include "analysis/interface/result.h"
#include "base/failure.h"
#include "system/state/state.h"

// The state stands at the pose of mobility, at its start. True with the failure when it is such a
// start.
bool singular_start_fails(State *state, const Mobility *mobility, Arena *arena, Failure *failure);

#endif
