// SPDX-License-Identifier: BSD-3-Clause
// switches.h: times at which a force or a motion's law jumps or kinks because of the clock: stop
// times.
//
// Switches on the state are watched (watch.h).
#ifndef MBS_ANALYSIS_SWITCHES_H
#define MBS_ANALYSIS_SWITCHES_H

#include "system/state.h"

// The next time in (t, end] at which some running number switches; end when there is none.
double switches_next(State *state, double t, double end);

#endif
