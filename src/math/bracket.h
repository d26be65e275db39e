// SPDX-License-Identifier: BSD-3-Clause
// bracket.h: a root between two points, closed in by the regula falsi.
//
// f is taken to be below its threshold at `low` and beyond it at `high`. The next point is that of
// the chord; when the same end has moved twice, the value at the other one is scaled by
//   1 - f_new / f_old   (by a half where that is not positive)
// so that both ends come in (N. Anderson, A. Bjoerck 1973), and the middle is taken when four
// points have not halved the bracket, then after every single one that does not. Near an end the
// point steps over the root, so that the other end follows: the bracket closes down to `width`.
#ifndef MBS_MATH_BRACKET_H
#define MBS_MATH_BRACKET_H

#include <stdbool.h>

typedef struct Bracket {
  double low, at_low;   // a point, and f there, below
  double high, at_high; // beyond
  int moved;            // the end that moved last: -1, 1, 0 at first
  int points;           // looked at since the bracket was halved
  double before;        // its size then
} Bracket;

// The point to look at next; false when the bracket is closed, or cannot be divided any more.
bool bracket_next(Bracket *bracket, double width, double *at);

// What f is at that point.
void bracket_move(Bracket *bracket, double at, double value, bool beyond);

#endif
