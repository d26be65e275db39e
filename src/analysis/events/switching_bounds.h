// SPDX-License-Identifier: BSD-3-Clause
// switching_bounds.h: the switching functions of a mechanism along a step, within bounds: what
// tells for certain whether a branch is left (expr/enclosures/isolate.h).
//
// A function may leave its branch on two sides: 1 above, -1 below. Functions of the clock alone are
// looked for before the step (events_clock.h). Rollers, whose foot is implicit, have no
// bounds: they are sampled, and the summary names them.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_BOUNDS_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_BOUNDS_H

#include "analysis/events/switching.h"
#include "system/observe/bounds.h"

typedef struct SwitchingBounds {
  Switching *switching;
  Bounds bounds;
  bool bends; // some body among those read has internal coordinates: no bounds
} SwitchingBounds;

// False when memory ran out.
bool switching_bounds_open(SwitchingBounds *of, Switching *switching, Arena *arena);

// Whether a function has bounds; whether its branch ends on a side, in this step.
bool switching_bounds_certain(const SwitchingBounds *of, int which);
bool switching_bounds_ends(const SwitchingBounds *of, int which, int side);

// A function of shapes that are apart, and stay so far from each other throughout the step that
// nothing else has to be looked at: how many of theirs follow it, itself included; else 0.
int switching_bounds_rests(SwitchingBounds *of, int which);

// How far it is beyond on a side, on the stretch [low, high] of the step; below zero on the branch.
void switching_bounds_excess(SwitchingBounds *of, int which, int side, double low, double high,
                             int order, Enclosure *excess);

#endif
