// SPDX-License-Identifier: BSD-3-Clause
// law_slope.h: the change of a relation's expression, and of its time derivatives, with its inputs.
//
//   f(x + i h d) = f(x) + i h f'(x) d + O(h^2),  h = 1e-40
// x: the inputs, d: their change. The evaluator (expr/programs/eval.h) and the geometry of a roller
// (elements/pairs/roller.h) run over complex numbers. The imaginary part, divided by h, is the
// derivative to the last bits (Squire, Trapp 1998).
#ifndef MBS_SYSTEM_PARAMETERS_LAW_SLOPE_H
#define MBS_SYSTEM_PARAMETERS_LAW_SLOPE_H

#include <stdbool.h>

#include "expr/text/code.h"

// An expression F at a point: its inputs with two time derivatives, and the changes of all three.
typedef struct LawInputs {
  const Program *program;
  const double *x[3], *change[3];
  double *room; // LAW_SLOPE_ROOM (inputs + instructions) numbers
} LawInputs;

enum { LAW_SLOPE_ROOM = 12 };

// Writes the change of F, F' and F''; writes the change of the gradient of F [inputs].
void law_slope_jet(const LawInputs *at, double change[static 3]);
void law_slope_gradient(const LawInputs *at, double *change);

// A roller on the curve F.
typedef struct LawRoller {
  LawInputs curve;
  int argument, time;             // as in Roller
  bool polar, wraps, moves;       // as in Roller and roller_at
  double P[2][3], dP[2][3], foot; // position (x, y) with two time derivatives; its change; the foot
} LawRoller;

// Writes the change of the distance with its two time derivatives, and of the normal.
void law_slope_roller(const LawRoller *at, double distance[static 3], double normal[static 2]);

#endif
