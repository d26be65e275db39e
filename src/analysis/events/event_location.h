// SPDX-License-Identifier: BSD-3-Clause
// event_location.h: the first time inside a step at which a switching function leaves its branch.
//
// For certain: the functions are bounded along the step's polynomials, first over the whole of it,
// then on parts of it until there is provably no root, or one (switching_bounds.h,
// expr/enclosures/isolate.h). Events happen on points that satisfy the constraints, and the
// polynomials are off by what a projection moves them: the bounds are wider by four times the
// largest such move in this step and the one before. A root is closed in (math/bracket.h) on
// projected points, down to round-off of the time; the time returned is the first of the two
// neighbours that lies beyond, so that the branch found there is the new one.
//
// Touches. Where a function is within round-off of zero, or within the move of a projection, nobody
// can tell whether it passes zero there. Such an interval is a touch. The function is evaluated at
// its end: beyond zero, the passage is located inside the interval; else the touch is counted and
// told in the summary. Three kinds of touches are not counted: one that borders on the event at
// the start of the step, one that borders on the root at its end (both are the same zero), and a
// function that is zero in the whole step.
//
// Limits. A step that would need too many parts ends where its certain part does. A function
// without bounds is sampled: at the ends of four parts of the step, and where three of these points
// say that it turns round near its threshold or beyond. Both cases are counted and named.
#ifndef MBS_ANALYSIS_EVENTS_EVENT_LOCATION_H
#define MBS_ANALYSIS_EVENTS_EVENT_LOCATION_H

#include <stdbool.h>

#include "analysis/events/switching_bounds.h"
#include "analysis/recording/step_moves.h"

enum { ROOT_PARTS = 4 };

// How a function was searched for.
typedef struct RootTold {
  long touches;                       // intervals in which nobody can tell
  long given_up;                      // steps in which it was sampled instead of bounded
  long cuts;                          // steps that were ended early for its sake
  double first_passed;                // time of its first passage after the start [s]; 0: none
  double first_touch, first_given_up; // times of the first ones [s]
  long touching;                      // touches in this step
  double touch_low, touch_high;       // the first of them, joined with those that border on it
} RootTold;

typedef struct EventLocation {
  Switching *switching;
  const StepMotion *step;
  SwitchingBounds bounds;
  double start;  // of the part of the step that is looked at
  double cut;    // where the certain part of the step ends
  double part;   // from where on events stand as they do now; infinite where one was found
  double before; // in the last quarter of the part before it
  double *trial;
  double least;    // round-off of the time
  long segments;   // of all searches
  RootTold *told;  // of every function
  int sampled;     // functions without bounds
  StepMoves moves; // by projections
} EventLocation;

bool event_location_open(EventLocation *root, Switching *switching, const StepMotion *step,
                         double duration, Arena *arena);

// A step starts at the state's present point.
void event_location_start(EventLocation *root, double t);

// The excess of one function at a time inside the last step, where the state then stands; where the
// constraints cannot be satisfied it leaves none.
double event_location_look(EventLocation *root, int which, double t);

// A function that is beyond its held branch at a time inside the last step, where the state stands,
// by more than what a projection moves it; -1: none. Such a one was passed unseen.
int event_location_contradicted(EventLocation *root, double t);

// The first root in (start, end], or INFINITY; *which: the function, or -1 where the step is only
// to end there. The state stands there. A step without one becomes the start of the next.
double event_location_first(EventLocation *root, double end, int *which);

#endif
