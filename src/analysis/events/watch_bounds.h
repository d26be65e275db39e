// SPDX-License-Identifier: BSD-3-Clause
// watch_bounds.h: the switching functions of a mechanism along a step, within bounds: what tells
// for certain whether a branch is left (expr/enclosures/isolate.h).
//
// A function may leave its branch on two sides: 1 above, -1 below. Functions of the clock alone are
// looked for before the step (events_clock.h). Rollers, whose foot is implicit, have no
// bounds: they are sampled, and the summary names them.
#ifndef MBS_ANALYSIS_EVENTS_WATCH_BOUNDS_H
#define MBS_ANALYSIS_EVENTS_WATCH_BOUNDS_H

#include "analysis/events/watch.h"
#include "system/observe/bounds.h"

typedef struct WatchBounds {
  Watches *watches;
  Bounds bounds;
  bool bends; // some body among those read has internal coordinates: no bounds
} WatchBounds;

// False when memory ran out.
bool watch_bounds_open(WatchBounds *of, Watches *watches, Arena *arena);

// Whether a function has bounds; whether its branch ends on a side, in this step.
bool watch_bounds_certain(const WatchBounds *of, int which);
bool watch_bounds_ends(const WatchBounds *of, int which, int side);

// A function of shapes that are apart, and stay so far from each other throughout the step that
// nothing else has to be looked at: how many of theirs follow it, itself included; else 0.
int watch_bounds_rests(WatchBounds *of, int which);

// How far it is beyond on a side, on the stretch [low, high] of the step; below zero on the branch.
void watch_bounds_excess(WatchBounds *of, int which, int side, double low, double high, int order,
                         Enclosure *excess);

#endif
