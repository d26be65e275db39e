// SPDX-License-Identifier: BSD-3-Clause
// symplectic_inside.h: what symplectic.c and symplectic_dense.c share.
#ifndef MBS_ANALYSIS_SYMPLECTIC_INSIDE_H
#define MBS_ANALYSIS_SYMPLECTIC_INSIDE_H

#include "analysis/scheme.h"

enum { SYMPLECTIC_STAGES = 5 };

// One end of a step: y and its rate [ny], and q'' [nq] where the motion inside the step is asked
// for.
typedef struct SymplecticEnd {
  double t;
  double *y, *slope, *second;
} SymplecticEnd;

typedef struct Symplectic {
  Scheme scheme;
  Splitting *split;
  double step;
  int stages;
  double share[SYMPLECTIC_STAGES]; // of the step
  double origin;                   // where the grid of times begins,
  long taken;                      // and how many steps were taken from there
  SymplecticEnd end[2];            // of the last step
  double *push, *kicked;           // M^-1 (F - J' lambda) at the end, and its v behind it [nv]
} Symplectic;

void symplectic_fix(Scheme *scheme);

#endif
