// SPDX-License-Identifier: BSD-3-Clause
// switching.h: the switching functions of a mechanism: where its equations jump or kink with the
// motion, and where its events happen.
//
// Every branch is held during a step, so that the integrator sees a smooth system. A step that
// leaves a branch is cut at that point (event_location.h). A mechanism without switches and events
// has an empty list and costs nothing.
//
// An event whose `when` is a number g (with its sign turned for `falling`) is armed while g < 0 and
// happens where g >= 0. It is armed again below -rearm. An event whose `when` is a condition
// follows the switches of the condition, and happens where its truth changes in the wanted
// direction (switching_event.h).
//
// Branches are chosen for an instant later: by the signs of the switching functions and of their
// derivatives along q + q' s + q'' s^2/2, v + a s. Where a sign depends on the accelerations a,
// these are computed under the branches chosen last, until nothing changes (branch_choice.c).
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_H

#include <stdbool.h>

#include "analysis/events/switching_relation.h"
#include "expr/enclosures/hold.h"

typedef enum SwitchingKind {
  SWITCHING_NUMBER,    // a branch in a number of a force
  SWITCHING_FORCE,     // a force that switches by itself: a contact, a stop
  SWITCHING_SIZE,      // a distance, speed or spin in a number of a force, where it is zero
  SWITCHING_RELATION,  // a branch in the law of a coupler or a curve
  SWITCHING_CONDITION, // a branch in the condition of an event
  SWITCHING_EVENT      // the number of an event
} SwitchingKind;

// One switching function: what people call it, and what it belongs to.
typedef struct SwitchingFunction {
  const char *path; // in the model, such as "forces.push.force"
  Origin origin;    // of the expression
  const char *text; // of the function, as written
  int event;        // index in Switching.events; -1: it belongs to a force or a relation
  SwitchingKind kind;
  int object; // index of the hold, force, size, relation or event
  int item;   // index among the functions of that object
  bool clock; // it depends on time and parameters alone
} SwitchingFunction;

// A force that switches by itself.
typedef struct SwitchingForce {
  const SystemForce *force;
  bool branch[FORCE_SWITCHES];
  double slack[FORCE_SWITCHES]; // by how much each must exceed zero, where it rests at zero
  double reach;                 // beyond this distance of its two frames the force is zero [m]
} SwitchingForce;

// A measure that is the size of a vector.
typedef struct SwitchingSize {
  int measure;
  double largest; // so far
} SwitchingSize;

typedef struct SwitchingEvent {
  const Event *event;
  Hold hold;    // a condition, held; for a number, room to look an instant ahead
  Hold cuts;    // a number, held: it does not pass zero where an angle in it starts again
  bool armed;   // a number: it has been below zero
  bool holds;   // a condition: it is true
  bool spent;   // the event happened and will not happen again
  double slack; // by how much a number must exceed zero, where it rests at zero
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
