// SPDX-License-Identifier: BSD-3-Clause
// events.h: discontinuities of a motion: located, carried out, and told apart from endless ones.
//
// A step under held branches that leaves one of them ends where it does; there the branches are
// chosen anew, the events of the model that happen there act, and the scheme restarts. Energy that
// an action brings in counts as work.
//
// What follows itself without end stops the run with a diagnosis:
//   chattering  a hundred events within next to no time, unless they are the noise of what rests
//   Zeno        intervals d_n of one event that shrink by a factor r: they end at
//               t* = t_n + d_n r/(1 - r)
//   rest        an impact after which the bodies do not separate
//
// Bodies in touch pass impacts on: those whose numbers are at zero and inward hit each other, one
// pair after the other, until none approaches.
#ifndef MBS_ANALYSIS_EVENTS_EVENTS_H
#define MBS_ANALYSIS_EVENTS_EVENTS_H

#include "analysis/events/actions.h"
#include "analysis/events/event_location.h"
#include "analysis/events/switching_event.h"
#include "analysis/interface/result.h"
#include "analysis/recording/recorder.h"
#include "integrators/scheme.h"
#include "system/jumps/law_kink.h"

enum { EVENTS_RING = 100 };

// How the intervals of one event shrink.
typedef struct Sequence {
  double t, interval, ratio;
  int length;  // intervals in a row that were shorter than the one before, by a like factor
  long seen;   // how often it happened
  bool parted; // armed again since the last impact
} Sequence;

// Where switches go to and fro on noise (events_rest.c).
typedef struct Rest {
  double relative, *absolute, *weight; // of a tolerance
  double *q, *v, *a, *other, *lambda;  // room
  bool *bodies;
} Rest;

typedef struct Events {
  Switching switching;
  EventLocation root;
  Actions actions;
  LawKink corner;
  bool active; // there is something to watch
  int which;   // the switching function of the last event
  double ring[EVENTS_RING];
  long passed; // how many stand or stood in the ring
  Rest rest;
  double short_time;   // so many events within it are chattering
  Sequence *sequences; // of the events of the model
  bool *happened;      // of these, at this instant
  EventRecord **notes; // of these, likewise
  long hits;           // impacts that happened again at this instant
  EventRecord lost;    // of more events than are kept: written, never read
  EventSides lost_sides;
  Arena *arena;
  Recorder *recorder;
  Result *result;
} Events;

// False when memory ran out.
bool events_open(Events *events, Recorder *recorder, const StepMotion *inside, double output_step,
                 const SchemeSettings *settings, Result *result, Arena *arena);
// The branches are live again, and the parameters those of the file.
void events_close(Events *events);

// The state's present point is where the motion starts: holds the branches of an instant later.
// *acts: events happen there, for events_pass. False with a failure.
bool events_start(Events *events, bool *acts, Failure *failure);
// Likewise where it goes on after an event or a switch of the clock.
bool events_go_on(Events *events, Failure *failure);

// The first event in the last step, up to `end`, or, with `which` -1, where it is to end without
// one; INFINITY without one, NAN with a failure. The state stands there.
double events_find(Events *events, double end, Failure *failure);

// A row at a time inside the last step, where the state stands, up to the event at `reached`: false
// with a failure where it contradicts a branch that the step held.
bool events_row_agrees(Events *events, double t, double reached, Failure *failure);

// Whether the function that was found leaves the motion as it is: it arms an event, or a condition
// whose truth stays. Such an event goes on from here.
bool events_is_quiet(Events *events);

typedef enum EventsOutcome { EVENTS_GO_ON, EVENTS_STOP, EVENTS_FAIL } EventsOutcome;

// Whether the event found last is an impact of the model's.
bool events_impact(const Events *events);

// The event found last, at the state's present point, to which the ledger has been summed up: takes
// note, and acts; the velocities of the state may have changed. EVENTS_FAIL with a failure.
EventsOutcome events_pass(Events *events, Failure *failure);

#endif
