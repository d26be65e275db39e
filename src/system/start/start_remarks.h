// SPDX-License-Identifier: BSD-3-Clause
// start_remarks.h: what a good model is told about its start all the same (language/remarks.h).
#ifndef MBS_SYSTEM_START_START_REMARKS_H
#define MBS_SYSTEM_START_START_REMARKS_H

#include "system/state/state.h"

// Remarks at the present point, the start: bodies whose inertia is one of a far larger thing than
// the mechanism, stops and contacts that start far inside each other.
void start_remarks(State *state, Diag *diag);

#endif
