// SPDX-License-Identifier: BSD-3-Clause
// events_inside.h: detection of sequences of events that have no end within the run.
#ifndef MBS_ANALYSIS_EVENTS_EVENTS_INSIDE_H
#define MBS_ANALYSIS_EVENTS_EVENTS_INSIDE_H

#include "analysis/events/events.h"

// False when memory ran out.
bool endless_open(Events *events, const SchemeSettings *settings, Arena *arena);

// EVENTS_RING events within this time are chattering [s]: the output step, or 1e-3 of the duration
// where that is less.
double endless_short_time(double output_step, double duration);

// Notes the time of an event. True, with a failure, when the events are chattering.
bool endless_chatters(Events *events, const SwitchingFunction *function, Failure *failure);

// Whether the switch passed last, at the state's present point, oscillates with the round-off of a
// body at rest, and without effect on the motion. Its branch is then kept farther beyond zero from
// now on (events_rest.c).
bool endless_settles(Events *events);

// Notes the time of an event of the model. False, with a failure, when its intervals shrink so that
// their sequence ends before the end of the run.
bool endless_follows(Events *events, int event, Failure *failure);

// At the end of a step without events: true, with a failure, when the bodies of an impact have not
// separated and penetrate each other further, by the number of the event.
bool endless_rests(Events *events, Failure *failure);

#endif
