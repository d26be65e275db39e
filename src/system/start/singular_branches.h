// SPDX-License-Identifier: BSD-3-Clause
// singular_branches.h: the motions that leave a singular pose.
#ifndef MBS_SYSTEM_START_SINGULAR_BRANCHES_H
#define MBS_SYSTEM_START_SINGULAR_BRANCHES_H

#include "base/diag.h"
#include "system/state/state.h"

// The state stands at a pose that lost one equation's independence and has two degrees of freedom
// where nearby poses have one. In the plane, gives the last message the directions in which motions
// can leave it as a hint: rates of the bodies' angles, largest 1. No hint where that says nothing.
// The state is left where it was.
void singular_branches_hint(State *state, Arena *arena, Diag *diag);

// The state stands at rest at a pose that lost one equation's independence. Whether velocities
// along d [nv], which the rows allow at first order, lead off every branch: |B(d, d)| is not small
// beside that of other such velocities. The state is left where it was, with rates of zero.
bool singular_branches_none_along(State *state, const double *d, Arena *arena);

#endif
