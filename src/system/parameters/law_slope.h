// SPDX-License-Identifier: BSD-3-Clause
// law_slope.h: how the expression of a relation changes along the motion when its inputs do.
//
//   f(x + i h d) = f(x) + i h f'(x) d + O(h^2),  h = 1e-40
// The evaluator (expr/programs/eval.h) and the geometry of a roller (elements/pairs/roller.h) over
// complex numbers: the imaginary part is the derivative to the last bits (Squire, Trapp 1998).
#ifndef MBS_SYSTEM_PARAMETERS_LAW_SLOPE_H
#define MBS_SYSTEM_PARAMETERS_LAW_SLOPE_H

#include <stdbool.h>

#include "expr/text/code.h"

// An expression at a point: each input with two time derivatives, and the change of all three.
typedef struct LawInputs {
  const Program *program;
  const double *x[3], *change[3];
  double *room; // LAW_SLOPE_ROOM (inputs + instructions)
} LawInputs;

enum { LAW_SLOPE_ROOM = 12 };

// Change of F, F' and F'', and of its gradient [inputs].
void law_slope_jet(const LawInputs *at, double change[static 3]);
void law_slope_gradient(const LawInputs *at, double *change);

// A roller on the curve F: its place (x, y) with two time derivatives, the change of these, and its
// foot.
typedef struct LawRoller {
  LawInputs curve;
  int argument, time; // inputs, or -1
  bool polar, wraps, moves;
  double P[2][3], dP[2][3], foot;
} LawRoller;

// Change of the distance with two time derivatives, and of the normal.
void law_slope_roller(const LawRoller *at, double distance[static 3], double normal[static 2]);

#endif
