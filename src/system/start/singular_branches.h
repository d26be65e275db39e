// SPDX-License-Identifier: BSD-3-Clause
// singular_branches.h: the branches of motion that leave a singular pose.
#ifndef MBS_SYSTEM_START_SINGULAR_BRANCHES_H
#define MBS_SYSTEM_START_SINGULAR_BRANCHES_H

#include "base/diag.h"
#include "system/state/state.h"

// The state stands at a pose where one equation depends on the others, and where the mechanism has
// two degrees of freedom instead of one. In the plane, the function adds a hint to the last
// message: the directions of the branches that leave the pose, as rates of the bodies' angles with
// the largest equal to 1, or that no motion can leave it. There is no hint in space, or where the
// computation fails. The state is left where it was.
void singular_branches_hint(State *state, Arena *arena, Diag *diag);

// The state stands at rest at a pose where one equation depends on the others. d [nv]: velocities
// that the rows allow at first order. Returns whether d is along no branch: along a branch the form
// B(d, d) of singular_branches.c is zero, and here |B(d, d)| / |d|^2 exceeds 1e-3 of the largest
// such value of random velocities that the rows allow. The state is left where it was, with zero
// velocities.
bool singular_branches_none_along(State *state, const double *d, Arena *arena);

#endif
