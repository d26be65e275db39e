// SPDX-License-Identifier: BSD-3-Clause
// root.h: the first time inside a step at which a switching function leaves its branch.
//
// The functions are looked at on the scheme's own dense output, projected onto the constraints: at
// the ends of four parts of the step, and where three of these points say that a function turns
// round near or beyond its threshold. Each root is closed in (math/bracket.h) down to round-off of
// the time; the time returned is the first of the two neighbours that lies beyond, so that the
// branch found there is the new one.
#ifndef MBS_ANALYSIS_ROOT_H
#define MBS_ANALYSIS_ROOT_H

#include <stdbool.h>

#include "analysis/watch.h"

enum { ROOT_PARTS = 4 };

// The motion inside the last step.
typedef struct RootStep {
  bool (*go)(void *context, double t); // puts the state there, projected; false: it cannot
  void *context;
} RootStep;

typedef struct Root {
  Watches *watches;
  const RootStep *step;
  double t[ROOT_PARTS + 1];
  double *excess[ROOT_PARTS + 1]; // of all functions at these times
  double *trial;
  double least; // round-off of the time
} Root;

bool root_open(Root *root, Watches *watches, const RootStep *step, double duration, Arena *arena);

// Remembers the functions at the state's present point, where a step starts. *beyond (or NULL): a
// function that is beyond already, or -1.
void root_start(Root *root, double t);

// The first root in (start, end], or INFINITY; *which: the function. The state stands there. A
// step without one becomes the start of the next.
double root_first(Root *root, double end, int *which);

#endif
