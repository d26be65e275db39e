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
// of the condition and happens where its truth changes in the wanted direction (watch_event.h).
//
// Branches are those of an instant later, by the signs of the switching functions and their
// derivatives along q + q' s + q'' s^2/2, v + a s: where a sign needs the accelerations, those
// under the branches chosen last, until nothing changes (watch_hold.c).
#ifndef MBS_ANALYSIS_EVENTS_WATCH_H
#define MBS_ANALYSIS_EVENTS_WATCH_H

#include <stdbool.h>

#include "analysis/events/watch_relation.h"
#include "expr/enclosures/hold.h"
#include "system/state/state.h"

typedef enum WatchKind {
  WATCH_NUMBER, // of a force
  WATCH_FORCE,  // that switches by itself
  WATCH_SIZE,   // a measure of a number of a force, that passes zero
  WATCH_RELATION,
  WATCH_CONDITION, // of an event
  WATCH_EVENT      // whose number is watched
} WatchKind;

// One switching function: as people know it, and where it comes from.
typedef struct Watch {
  const char *path; // "forces.push.force"
  Origin origin;    // of the expression
  const char *text; // of the switching function as written
  int event;        // of Watches.events, or -1: a force or a relation
  WatchKind kind;
  int object; // hold, force, size, relation or event
  int item;   // which of its functions
  bool clock; // depends on time and parameters alone
} Watch;

// A force that switches by itself.
typedef struct ForceWatch {
  const SystemForce *force;
  bool branch[FORCE_SWITCHES];
  double slack[FORCE_SWITCHES]; // of each: what it must be beyond by, where it is at zero
  double reach; // farther apart than this its two frames have nothing to do with each other
} ForceWatch;

// A measure that is the size of a vector.
typedef struct SizeWatch {
  int measure;
  double largest; // so far
} SizeWatch;

typedef struct EventWatch {
  const Event *event;
  Hold hold;    // of a condition, held; of a number, room to look an instant later
  Hold cuts;    // of a number, held: where an angle in it starts anew it does not pass zero
  bool armed;   // of a number
  bool holds;   // the condition
  bool spent;   // happened, and will not again
  double slack; // of a number that rests at zero: what it must exceed
} EventWatch;

typedef struct Watches {
  State *state;
  Hold *holds; // of the running numbers that switch with the motion
  const Hold **held;
  int hold_count;
  ForceWatch *forces;
  const bool **branches;
  int *present; // forces on whose branches something is left
  int force_count;
  SizeWatch *sizes;
  int size_count;
  double (*kept)[FORCE_KEPT]; // of every measure (State.size_sides)
  RelationWatch *relations;   // couplers and curves
  int relation_count;
  EventWatch *events;
  int event_count;
  const int *measures; // that they read
  int measure_count;
  Watch *list;
  int count, number_count; // of all; of those of numbers, which come first
  double duration;
  double step; // the part of a step that is looked at
  double ball; // of the length of the mechanism: nearer to zero length no direction is told
  Germ *germs, *inputs; // room for one program
  double *before;       // branches [count]
  double *a, *lambda;   // accelerations under the held branches
  bool accelerated;     // a is of the present point
  bool holding;         // branches have been held
} Watches;

// relative: tolerance of the motion. False when memory ran out. Branches stay live until
// watch_start.
bool watch_open(Watches *watches, State *state, double duration, double relative, Arena *arena);

// Whether a mechanism has something to watch, but for lines that may pass zero length.
bool watch_needed(const System *system);

// Evaluates the measures that switches and events read, at the state's present point.
void watch_measures(Watches *watches);

// Holds the branches of an instant after the state's present point. False with the failure where
// each choice of branches leads to another one; the last one is held then.
bool watch_hold(Watches *watches, Failure *failure);
// What a number or a measure is an instant later, and the accelerations for it: false where there
// are none.
double watch_instant(const Watches *watches);
bool watch_accelerate(Watches *watches);
// Whether the root of a function, where the state stands, leaves its number as it is: a held angle
// goes on from another half turn.
bool watch_only_centres(Watches *watches, int which);
// The gauge whose angle starts anew where a force is left by this function, or NULL.
const Gauge *watch_gauge(const Watches *watches, int which);
// Branches are live again.
void watch_release(Watches *watches);

// excess[count] of the state's present point: > 0 where the held branch has been left. That of
// shapes far apart is a bound. Of one function alone, exactly; room: [count].
void watch_look(Watches *watches, double *excess);
double watch_look_at(Watches *watches, int which, double *room);
// Measures of running numbers that are sizes (watch_lines.c): how many, and room for them, false
// when memory ran out; d . u of one at the state's present point.
int watch_lines_sizes(const System *system);
bool watch_lines_open(Watches *watches, Arena *arena);
double watch_line_side(const Watches *watches, const SizeWatch *one);
// Likewise of one event: > 0 where it has left its state (watch_event.c).
void watch_event_look(Watches *watches, EventWatch *one, double *excess);

// The switching functions of a force at the present point; bound: of shapes far apart what their
// gaps are at least will do.
void watch_force_look(const Watches *watches, const ForceWatch *one, bool bound, double *value);

// Whether a force rests on its branches, so far as nothing but the distance of its frames tells.
bool watch_force_rests(const ForceWatch *one);
// The present reach of a force whose numbers do not move.
double watch_force_reach(const Watches *watches, const ForceWatch *one);

#endif
