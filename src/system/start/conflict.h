// SPDX-License-Identifier: BSD-3-Clause
// conflict.h: names the joints that no pose of the bodies satisfies together.
#ifndef MBS_SYSTEM_START_CONFLICT_H
#define MBS_SYSTEM_START_CONFLICT_H

#include "base/diag.h"
#include "system/state/state.h"

// The state stands at a pose that leaves joints open. The function searches a pose that closes them
// (closure.h). Where it finds none, a message names the joints with a residual at the pose of least
// gaps, and the residual of each; then it returns true. It returns false when the joints can be
// closed, when the system has more than 2000 equations (these are not searched), or when memory ran
// out. The state is moved.
bool conflict_told(State *state, Arena *arena, Diag *diag);

#endif
