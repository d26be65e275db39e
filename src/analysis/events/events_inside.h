// SPDX-License-Identifier: BSD-3-Clause
// events_inside.h: sequences of events that have no end within the run.
#ifndef MBS_ANALYSIS_EVENTS_EVENTS_INSIDE_H
#define MBS_ANALYSIS_EVENTS_EVENTS_INSIDE_H

#include "analysis/events/events.h"

// False when memory ran out.
bool endless_open(Events *events, const SchemeSettings *settings, Arena *arena);

// So many events as the ring holds within this time are chattering.
double endless_short_time(double output_step, double duration);

// Notes the time of an event. True, with a failure, when it is one of too many.
bool endless_chatters(Events *events, const SwitchingFunction *function, Failure *failure);

// Whether the switch that was passed last, at the state's present point, went to and fro on the
// noise of what rests, without effect: its branch is kept further from now on.
bool endless_settles(Events *events);

// Notes the time of an event of the model. False, with a failure, when its intervals shrink to
// nothing before the end of the run.
bool endless_follows(Events *events, int event, Failure *failure);

// At the end of a step without events: whether the bodies of an impact went on through each other,
// as the number of the event tells (with a failure).
bool endless_rests(Events *events, Failure *failure);

#endif
