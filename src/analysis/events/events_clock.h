// SPDX-License-Identifier: BSD-3-Clause
// events_clock.h: what the clock alone makes happen, or lets happen: stop times. Those of events,
// and those at which a force or a motion's law jumps or kinks. Switches on the state are watched
// (switching.h).
//
// A number or a condition that reads time and parameters alone is isolated before the steps
// (program_next_reach, program_next_switch); so are those switches of a condition that do. Actions
// may change parameters: ask again after each event.
#ifndef MBS_ANALYSIS_EVENTS_EVENTS_CLOCK_H
#define MBS_ANALYSIS_EVENTS_EVENTS_CLOCK_H

#include "analysis/events/events.h"

// The next time in (t, end] at which some running number switches; end when there is none.
double events_clock_switch(State *state, double t, double end);

// The next time of an event in (t, end], or INFINITY.
double events_clock_next(Events *events, double t, double end);

// At such a time, where the state stands: whether an event happens, for events_pass. What it only
// arms goes on from here.
bool events_clock_happens(Events *events);

#endif
