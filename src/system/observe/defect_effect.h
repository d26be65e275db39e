// SPDX-License-Identifier: BSD-3-Clause
// defect_effect.h: what a difference in the equations of motion does to the motion in a step.
//
//   effect = (I/h - J)^-1 r,  J = d(q', v')/d(q, v)
// h r where h J is small; -J^-1 r, the misplacement that explains it, in what is stiff.
#ifndef MBS_SYSTEM_OBSERVE_DEFECT_EFFECT_H
#define MBS_SYSTEM_OBSERVE_DEFECT_EFFECT_H

#include "base/hot.h"
#include "math/linear.h"
#include "system/equations/residual.h"

// Laid out at the first use: few motions ask.
typedef struct DefectEffect {
  Arena arena;
  Residual assembly;
  Linear *linear;             // NULL before
  double *values, *y, *r, *x; // of the matrix; (q, v), r, solution
} DefectEffect;

void defect_effect_open(DefectEffect *effect, Allocator *allocator);
void defect_effect_close(DefectEffect *effect);

// r_q [nq], r_v [nv] at the state's present point, always that of one state. Returns the effect
// [nq + nv], which stands until the next call; NULL when the derivatives cannot be had. The state
// keeps its point.
MBS_APART const double *defect_effect(DefectEffect *effect, State *state, double step,
                                      const double *r_q, const double *r_v);

#endif
