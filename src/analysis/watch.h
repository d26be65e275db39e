// SPDX-License-Identifier: BSD-3-Clause
// watch.h: the switching functions of a mechanism: where its equations jump or kink with the
// motion, and where its events happen.
//
// During a step every branch is held, so that the integrator sees a smooth system; a step that
// leaves a branch is cut where it does (root.h). A mechanism without such switches and events has
// an empty list and pays nothing.
//
// An event whose `when` is a number g (its sign turned for falling) is armed while g < 0 and
// happens where g >= 0; it is armed again below -rearm. One with a condition watches the switches
// of the condition and happens where its truth changes in the wanted direction.
#ifndef MBS_ANALYSIS_WATCH_H
#define MBS_ANALYSIS_WATCH_H

#include <stdbool.h>

#include "analysis/watch_relation.h"
#include "expr/hold.h"
#include "system/state.h"

// One switching function, as people know it.
typedef struct Watch {
  const char *path; // "forces.push.force"
  Mark mark;        // of the expression
  const char *text; // of the switching function as written
  int event;        // of Watches.events, or -1: a force or a relation
} Watch;

// A force that switches by itself.
typedef struct ForceWatch {
  const SystemForce *force;
  bool branch[FORCE_SWITCHES];
} ForceWatch;

typedef struct EventWatch {
  const Event *event;
  Hold hold;  // of a condition
  bool armed; // of a number
  bool holds; // the condition
  bool spent; // happened, and will not again
} EventWatch;

typedef struct Watches {
  State *state;
  Hold *holds; // of the running numbers that switch with the motion
  const Hold **held;
  int hold_count;
  ForceWatch *forces;
  const bool **branches;
  int force_count;
  RelationWatch *relations; // couplers and curves
  int relation_count;
  EventWatch *events;
  int event_count;
  const int *measures; // that they read
  int measure_count;
  Watch *list;
  int count;
} Watches;

// False when memory ran out. Branches stay live until watch_start.
bool watch_open(Watches *watches, State *state, Arena *arena);

// Whether a mechanism has something to watch.
bool watch_needed(const System *system);

// Evaluates the measures that switches and events read, at the state's present point.
void watch_measures(Watches *watches);

// Holds the branches of the state's present point; arms the events, which watch_hold does not.
void watch_start(Watches *watches);
void watch_hold(Watches *watches);
// Branches are live again.
void watch_release(Watches *watches);

// excess[count] of the state's present point: > 0 where the held branch has been left.
void watch_look(Watches *watches, double *excess);

// What a passage of an event means at the state's present point, whose measures are evaluated:
// whether it happens. The event goes on from there.
bool watch_pass_event(Watches *watches, int event);
// Whether a root of this function can only arm an event, not make it happen.
bool watch_only_arms(const Watches *watches, int which);

#endif
