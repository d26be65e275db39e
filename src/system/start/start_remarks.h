// SPDX-License-Identifier: BSD-3-Clause
// start_remarks.h: remarks on the start of a model that has no errors (language/remarks.h).
#ifndef MBS_SYSTEM_START_START_REMARKS_H
#define MBS_SYSTEM_START_START_REMARKS_H

#include "system/state/state.h"

// Writes remarks at the present point, the start, to diag. They name bodies whose radius of
// gyration is more than 100 times the length of their group, and stops and contacts that start so
// far inside each other that they store more than 10 times all other energy of the mechanism. A
// model may accept either (accepts_inertias, accepts_loaded_stops).
void start_remarks(State *state, Diag *diag);

#endif
