// SPDX-License-Identifier: BSD-3-Clause
// events_clock.h: stop times, known before the steps.
//
// Stop times are the times of events that depend on time alone, and the times at which a force or a
// law jumps or kinks by a function of time.
//
// The roots of a number, a condition, or a single switch of a condition that reads only time and
// parameters are isolated before the steps (program_next_reach, program_next_switch). Actions may
// change parameters, so that these times have to be computed again after each event. Switches that
// depend on the state are watched during the steps (switching.h).
#ifndef MBS_ANALYSIS_EVENTS_EVENTS_CLOCK_H
#define MBS_ANALYSIS_EVENTS_EVENTS_CLOCK_H

#include "analysis/events/events.h"

// The next time in (t, end] at which a number of a force or a law switches [s], or INFINITY.
double events_clock_switch(State *state, double t, double end);

// Where a number of a force or a law jumps at the start, 0, a time some roundings behind it, at
// which the motion starts with what holds from then on; else 0.
double events_clock_start(State *state, double end);

// The next time in (t, end] at which an event happens or is armed [s], or INFINITY.
double events_clock_next(Events *events, double t, double end);

// Whether an event happens at such a time, the state's present point; events_pass carries it out.
// An event that is only armed there is armed.
bool events_clock_happens(Events *events);

#endif
