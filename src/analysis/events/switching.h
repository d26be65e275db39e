// SPDX-License-Identifier: BSD-3-Clause
// switching.h: the switching functions of a mechanism: where its equations jump or kink with the
// motion, and where its events happen.
//
// During a step every branch is held, so that the integrator sees a smooth system; a step that
// leaves a branch is cut where it does (event_location.h). A mechanism without such switches and
// events has an empty list and pays nothing.
//
// An event whose `when` is a number g (its sign turned for falling) is armed while g < 0 and
// happens where g >= 0; it is armed again below -rearm. One with a condition watches the switches
// of the condition and happens where its truth changes in the wanted direction (switching_event.h).
//
// Branches are those of an instant later, by the signs of the switching functions and their
// derivatives along q + q' s + q'' s^2/2, v + a s: where a sign needs the accelerations, those
// under the branches chosen last, until nothing changes (branch_choice.c).
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_H

#include <stdbool.h>

#include "analysis/events/switching_relation.h"
#include "expr/enclosures/hold.h"
#include "system/state/state.h"

typedef enum SwitchingKind {
  SWITCHING_NUMBER, // of a force
  SWITCHING_FORCE,  // that switches by itself
  SWITCHING_SIZE,   // a measure of a number of a force, that passes zero
  SWITCHING_RELATION,
  SWITCHING_CONDITION, // of an event
  SWITCHING_EVENT      // whose number is watched
} SwitchingKind;

// One switching function: as people know it, and where it comes from.
typedef struct SwitchingFunction {
  const char *path; // "forces.push.force"
  Origin origin;    // of the expression
  const char *text; // of the switching function as written
  int event;        // of Switching.events, or -1: a force or a relation
  SwitchingKind kind;
  int object; // hold, force, size, relation or event
  int item;   // which of its functions
  bool clock; // depends on time and parameters alone
} SwitchingFunction;

// A force that switches by itself.
typedef struct SwitchingForce {
  const SystemForce *force;
  bool branch[FORCE_SWITCHES];
  double slack[FORCE_SWITCHES]; // of each: what it must be beyond by, where it is at zero
  double reach; // farther apart than this its two frames have nothing to do with each other
} SwitchingForce;

// A measure that is the size of a vector.
typedef struct SwitchingSize {
  int measure;
  double largest; // so far
} SwitchingSize;

typedef struct SwitchingEvent {
  const Event *event;
  Hold hold;    // of a condition, held; of a number, room to look an instant later
  Hold cuts;    // of a number, held: where an angle in it starts anew it does not pass zero
  bool armed;   // of a number
  bool holds;   // the condition
  bool spent;   // happened, and will not again
  double slack; // of a number that rests at zero: what it must exceed
} SwitchingEvent;

typedef struct Switching {
  State *state;
  Hold *holds; // of the running numbers that switch with the motion
  const Hold **held;
  int hold_count;
  SwitchingForce *forces;
  const bool **branches;
  int *present; // forces on whose branches something is left
  int force_count;
  SwitchingSize *sizes;
  int size_count;
  double (*kept)[FORCE_KEPT];   // of every measure (State.size_sides)
  SwitchingRelation *relations; // couplers and curves
  int relation_count;
  SwitchingEvent *events;
  int event_count;
  const int *measures; // that they read
  int measure_count;
  SwitchingFunction *list;
  int count, number_count; // of all; of those of numbers, which come first
  double duration;
  double step; // the part of a step that is looked at
  double ball; // of the length of the mechanism: nearer to zero length no direction is told
  Powers *powers, *inputs; // room for one program
  double *before;          // branches [count]
  double *a, *lambda;      // accelerations under the held branches
  bool accelerated;        // a is of the present point
  bool holding;            // branches have been held
} Switching;

// relative: tolerance of the motion. False when memory ran out. Branches stay live until
// switching_start.
bool switching_open(Switching *switching, State *state, double duration, double relative,
                    Arena *arena);

// Whether a mechanism has something to watch, but for lines that may pass zero length.
bool switching_needed(const System *system);

// Evaluates the measures that switches and events read, at the state's present point.
void switching_measures(Switching *switching);

// Holds the branches of an instant after the state's present point. False with the failure where
// each choice of branches leads to another one; the last one is held then.
bool switching_hold(Switching *switching, Failure *failure);
// What a number or a measure is an instant later, and the accelerations for it: false where there
// are none.
double switching_instant(const Switching *switching);
bool switching_accelerate(Switching *switching);
// Whether the root of a function, where the state stands, leaves its number as it is: a held angle
// goes on from another half turn.
bool switching_only_centres(Switching *switching, int which);
// The gauge whose angle starts anew where a force is left by this function, or NULL.
const Gauge *switching_gauge(const Switching *switching, int which);
// Branches are live again.
void switching_release(Switching *switching);

// excess[count] of the state's present point: > 0 where the held branch has been left. That of
// shapes far apart is a bound. Of one function alone, exactly; room: [count].
void switching_look(Switching *switching, double *excess);
double switching_look_at(Switching *switching, int which, double *room);
// Measures of running numbers that are sizes (switching_lines.c): how many, and room for them,
// false when memory ran out; d . u of one at the state's present point.
int switching_lines_sizes(const System *system);
bool switching_lines_open(Switching *switching, Arena *arena);
double switching_line_side(const Switching *switching, const SwitchingSize *one);
// Likewise of one event: > 0 where it has left its state (switching_event.c).
void switching_event_look(Switching *switching, SwitchingEvent *one, double *excess);

// The switching functions of a force at the present point; bound: of shapes far apart what their
// gaps are at least will do.
void switching_force_look(const Switching *switching, const SwitchingForce *one, bool bound,
                          double *value);

// Whether a force rests on its branches, so far as nothing but the distance of its frames tells.
bool switching_force_rests(const SwitchingForce *one);
// The present reach of a force whose numbers do not move.
double switching_force_reach(const Switching *switching, const SwitchingForce *one);

#endif
