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
// What is zero to within round-off, or that move, without passing is a touch: points beside it are
// looked at, since nobody can tell. What is zero throughout the step never leaves its branch by
// more, and touches beside the root that ends the step, or beside the event it began with, belong
// to these. A step of which too many parts would be needed ends where the certain part does. What
// has no bounds, or no such part, is sampled: looked at at the ends of four parts of the step, and
// where three of these points say that a function turns round near or beyond its threshold. Both
// are counted, and named.
#ifndef MBS_ANALYSIS_EVENTS_EVENT_LOCATION_H
#define MBS_ANALYSIS_EVENTS_EVENT_LOCATION_H

#include <stdbool.h>

#include "analysis/events/switching_bounds.h"
#include "analysis/recording/step_moves.h"

enum { ROOT_PARTS = 4 };

// How a function was searched for.
typedef struct RootTold {
  long touches, given_up;             // given up: sampled instead
  long cuts;                          // steps that ended for it
  double first_passed;                // time at which it was passed first, behind 0; 0: never
  double first_touch, first_given_up; // times
  long touching;                      // in this step,
  double touch_low, touch_high;       // the first of them, or of a row of such
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
