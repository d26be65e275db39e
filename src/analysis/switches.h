// SPDX-License-Identifier: BSD-3-Clause
// switches.h: times at which a force jumps or kinks because of the clock: stop times.
//
// Switches on the state are integrated across, which is told once (W-EVENT-001).
#ifndef MBS_ANALYSIS_SWITCHES_H
#define MBS_ANALYSIS_SWITCHES_H

#include "base/diag.h"
#include "system/state.h"

// The next time in (t, end] at which some running number switches; end when there is none.
double switches_next(State *state, double t, double end);

// Warns of numbers that switch on the state.
void switches_warn(const State *state, Diag *diag);

#endif
