// SPDX-License-Identifier: BSD-3-Clause
// events.h: discontinuities of a motion: located, counted, and told apart from chattering.
//
// A step under held branches that leaves one of them ends where it does; there the branches are
// chosen anew and the scheme restarts. Events that follow each other without end inside a time
// that is next to nothing end the run with a diagnosis.
#ifndef MBS_ANALYSIS_EVENTS_H
#define MBS_ANALYSIS_EVENTS_H

#include "analysis/root.h"
#include "system/result.h"

enum { EVENTS_RING = 100 };

typedef struct Events {
  Watches watches;
  Root root;
  bool active; // there is something to watch
  int which;   // the switching function of the last event
  double ring[EVENTS_RING];
  double short_time; // so many events within it are chattering
  Result *result;
} Events;

// False when memory ran out.
bool events_open(Events *events, State *state, const RootStep *inside, double output_step,
                 Result *result, Arena *arena);
// The branches are live again.
void events_close(Events *events);

// The state's present point is the start, or a new one: holds the branches as they are there.
void events_start(Events *events);

// The first event in the last step, up to `end`; INFINITY without one. The state stands there.
double events_find(Events *events, double end);

// Takes note of the event found last. False with a failure when it is one of an endless sequence.
bool events_note(Events *events, double t, Failure *failure);

#endif
