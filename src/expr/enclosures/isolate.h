// SPDX-License-Identifier: BSD-3-Clause
// isolate.h: the first place at which a function leaves its side of zero, for certain.
//
// f(x) is below 0 on its own side (excess: how far it is beyond). Leftmost segment first, each test
// is a proof by enclosures: all values below 0; monotonous, so that the ends decide; convex, so
// that they do; concave, so that the summit does; else the segment is halved. What is 0 within
// round-off (or within what the enclosures were widened by) without passing is a touch: nobody can
// tell. Only values at single points, never a wide range, make a root. Source: R. E. Moore 1979; T.
// Park, P. I. Barton 1996 exclude by intervals alone.
#ifndef MBS_EXPR_ENCLOSURES_ISOLATE_H
#define MBS_EXPR_ENCLOSURES_ISOLATE_H

#include "expr/enclosures/glance.h"

typedef struct Isolate {
  GlanceEnclose enclose;
  void *context;
  double least;  // segments this short are points
  long segments; // counted up
  long budget;   // more segments than this: given up
} Isolate;

enum { ISOLATE_BUDGET = 4000 };

typedef enum IsolatedKind {
  ISOLATED_NONE,
  ISOLATED_ROOT,    // f is beyond at high, and was not before low
  ISOLATED_TOUCH,   // f is 0 within round-off somewhere in [low, high]; before low it is below 0
  ISOLATED_GIVEN_UP // before low it is below 0; what comes then is not known
} IsolatedKind;

typedef struct Isolated {
  IsolatedKind kind;
  double low, high;
} Isolated;

// The first passage in (from, end]. At `from` itself f may be 0: then it counts as on its side.
Isolated isolate_first(Isolate *isolate, double from, double end);

#endif
