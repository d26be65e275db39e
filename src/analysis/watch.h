// SPDX-License-Identifier: BSD-3-Clause
// watch.h: the switching functions of a mechanism: where its equations jump or kink with the
// motion.
//
// During a step every branch is held, so that the integrator sees a smooth system; a step that
// leaves a branch is cut where it does (root.h). A mechanism without such switches has an empty
// list and pays nothing.
#ifndef MBS_ANALYSIS_WATCH_H
#define MBS_ANALYSIS_WATCH_H

#include <stdbool.h>

#include "expr/hold.h"
#include "system/state.h"

// One switching function, as people know it.
typedef struct Watch {
  const char *path; // "forces.push.force"
  Mark mark;        // of the expression
  const char *text; // of the switching function as written
} Watch;

typedef struct Watches {
  State *state;
  Hold *holds; // of the running numbers that switch with the motion
  const Hold **held;
  int *numbers;
  int hold_count;
  Watch *list;
  int count;
} Watches;

// False when memory ran out. Branches stay live until watch_hold.
bool watch_open(Watches *watches, State *state, Arena *arena);

// Whether a mechanism has switching functions on the state.
bool watch_needed(const System *system);

// Holds the branches of the state's present point.
void watch_hold(Watches *watches);
// Branches are live again.
void watch_release(Watches *watches);

// excess[count] of the state's present point: > 0 where the held branch has been left.
void watch_look(Watches *watches, double *excess);

#endif
