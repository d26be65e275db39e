// SPDX-License-Identifier: BSD-3-Clause
// switching_bounds.h: bounds of switching functions along a step.
//
// The bounds decide with certainty whether a branch is left (expr/enclosures/isolate.h).
// A function may leave its branch on two sides: side 1 above, side -1 below. Functions that depend
// on time alone are isolated before the step (events_clock.h). Rollers, whose contact point with
// the curve is implicit, have no bounds: they are sampled, and the summary names them.
#ifndef MBS_ANALYSIS_EVENTS_SWITCHING_BOUNDS_H
#define MBS_ANALYSIS_EVENTS_SWITCHING_BOUNDS_H

#include "analysis/events/switching.h"
#include "system/observe/bounds.h"

typedef struct SwitchingBounds {
  Switching *switching;
  Bounds bounds;
  bool bends; // some body that the functions read has internal coordinates: there are no bounds
} SwitchingBounds;

// False when memory ran out.
bool switching_bounds_open(SwitchingBounds *of, Switching *switching, Arena *arena);

// Whether a function has bounds.
bool switching_bounds_certain(const SwitchingBounds *of, int which);
// Whether the branch of a function can be left on this side in the present step.
bool switching_bounds_ends(const SwitchingBounds *of, int which, int side);

// The number of functions from `which` on that certainly keep their branches in this step, so that
// none of them has to be examined: 1 for a line that keeps its side (switching_lines.h), or all
// functions of a pair of shapes that stay apart. 0: the function has to be examined.
int switching_bounds_rests(SwitchingBounds *of, int which);

// Encloses how far a function is beyond its branch on a side, on the stretch [low, high] of the
// step. It is below zero on the branch.
void switching_bounds_excess(SwitchingBounds *of, int which, int side, double low, double high,
                             int order, Enclosure *excess);

#endif
