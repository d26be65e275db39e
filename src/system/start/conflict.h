// SPDX-License-Identifier: BSD-3-Clause
// conflict.h: joints that no pose of the bodies satisfies together.
#ifndef MBS_SYSTEM_START_CONFLICT_H
#define MBS_SYSTEM_START_CONFLICT_H

#include "base/diag.h"
#include "system/state/state.h"

// The state stands at a pose that leaves joints open. Looks for one that closes them (closure.h);
// where there is none, names the joints of the least residual and what each misses, and returns
// true. The state is moved. False: they can be closed, or memory ran out.
bool conflict_told(State *state, Arena *arena, Diag *diag);

#endif
