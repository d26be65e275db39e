// SPDX-License-Identifier: BSD-3-Clause
// summit.h: nothing on a stretch is higher than what is known, for certain.
//
// f(x) is how far a function is above the highest value that is known, and below 0 where it is not.
// Each segment is proved to hold nothing (all values below 0), or its highest value stands at an
// end (monotonous, convex), or it is looked at in the middle and halved. Looking at a point raises
// what is known, and with it f. A feature of any width is closed in on, since the enclosures of the
// segments that hold it stay high until it is found. (R. E. Moore 1979: branch and bound.)
#ifndef MBS_EXPR_ENCLOSURES_SUMMIT_H
#define MBS_EXPR_ENCLOSURES_SUMMIT_H

#include "expr/enclosures/glance.h"

typedef struct Summit {
  GlanceEnclose enclose;
  bool (*reach)(void *context, double x); // looks at a point; false: the search is to end
  void *context;
  double least;  // segments this short are points
  long segments; // counted up
  long budget;   // more segments than this: given up
} Summit;

typedef struct Unseen {
  double above;     // how far f may be above 0 where that cannot be told; 0: it can everywhere
  double low, high; // around all of these
} Unseen;

// False when `reach` said so.
bool summit_rise(Summit *summit, double from, double end, Unseen *unseen);

#endif
