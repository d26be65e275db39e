// SPDX-License-Identifier: BSD-3-Clause
// singular_start.h: starts at rest at a singular pose, with forces that push off its branches.
//
// At a singular pose the constraints allow, at first order, more velocities than the branches
// through the pose have. The accelerations a of the equations of motion belong to these velocities.
// The motion x = a t^2/2 violates the constraints at fourth order in t unless B(a, a) = 0, with the
// second-order form B of the constraints (system/start/singular_branches.h). Reactions then grow
// without bound, and the steps of a run would become extremely short. An example are three rods in
// one line between two fixed points.
#ifndef MBS_ANALYSIS_DYNAMICS_SINGULAR_START_H
#define MBS_ANALYSIS_DYNAMICS_SINGULAR_START_H

#include "analysis/interface/result.h"
#include "base/failure.h"

// Whether the state, at the pose of `mobility`, is such a start: then true with a failure. Only
// mechanisms of the plane with one redundant equation are examined.
bool singular_start_fails(State *state, const Mobility *mobility, Arena *arena, Failure *failure);

#endif
