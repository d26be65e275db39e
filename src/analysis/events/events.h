// SPDX-License-Identifier: BSD-3-Clause
// events.h: the discontinuities of a motion: how they are found and carried out.
//
// Every branch is held during a step. A step that leaves a branch ends at that point. There the
// branches are chosen again, the events of the model act, and the scheme restarts. The energy that
// an action brings in counts as work.
//
// Some sequences of events have no end. They stop the run with a diagnosis:
//   chattering  100 events within a very short time, unless they are round-off of a body at rest
//   Zeno        the intervals d_n of one event shrink by a factor r, so that the sequence ends at
//               t* = t_n + d_n r/(1 - r)
//   rest        after an impact the bodies do not separate
//
// Bodies that touch pass an impact on: pairs whose gap is zero and closing hit each other, one pair
// after the other, until no pair approaches.
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

// How the intervals between two occurrences of one event shrink.
typedef struct Sequence {
  double t;        // time of the last occurrence [s]
  double interval; // between the last two [s]
  double ratio;    // of this interval to the one before
  int length;      // intervals in a row that shrank by about the same ratio
  long seen;       // occurrences so far
  bool parted;     // the event was armed again since its last impact
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
  bool active;              // the mechanism has switching functions or events
  int which;                // the switching function of the last event
  double ring[EVENTS_RING]; // times of the last events [s]
  long passed;              // events so far: the ring holds the last of them
  Rest rest;
  double short_time;   // EVENTS_RING events within this time are chattering [s]
  Sequence *sequences; // one for each event of the model
  bool *happened;      // whether each event of the model happened at this instant
  bool *due;           // it happens by the motion up to there, whatever others do to it
  EventRecord **notes; // the record of each, where it happened at this instant
  long hits;           // impacts that happened again at this instant
  EventRecord lost;    // takes what exceeds the records that are kept; nobody reads it
  EventSides lost_sides;
  Arena *arena;
  Recorder *recorder;
  Result *result;
} Events;

// False when memory ran out.
bool events_open(Events *events, Recorder *recorder, const StepMotion *inside, double output_step,
                 const SchemeSettings *settings, Result *result, Arena *arena);
// Branches follow the motion again, and parameters have the values of the file.
void events_close(Events *events);

// Holds the branches of an instant after the state's present point, where the motion starts.
// from: as switching_start_event. *acts: events happen at the start, and events_pass is to be
// called. False with a failure.
bool events_start(Events *events, EventsFrom from, bool *acts, Failure *failure);
// The same where the motion continues after an event or a switch of the clock.
bool events_go_on(Events *events, Failure *failure);

// The time of the first event in the last step, up to `end` [s]. With events->which == -1 it is a
// time at which the step has to end without an event. INFINITY: no event. NAN: a failure. The state
// stands at that time.
double events_find(Events *events, double end, Failure *failure);

// A row at a time inside the last step, where the state stands, up to the event at `reached`: false
// with a failure where it contradicts a branch that the step held.
bool events_row_agrees(Events *events, double t, double reached, Failure *failure);

// Whether the function that was found leaves the motion as it is: it only arms an event, or it
// belongs to a condition whose truth does not change.
bool events_is_quiet(Events *events);

typedef enum EventsOutcome { EVENTS_GO_ON, EVENTS_STOP, EVENTS_FAIL } EventsOutcome;

// Whether the event found last is an impact of the model's.
bool events_impact(const Events *events);

// Carries out the event found last, at the state's present point, and records it. The work has been
// summed up to this point. The velocities of the state may change. EVENTS_FAIL: with a failure.
EventsOutcome events_pass(Events *events, Failure *failure);

#endif
