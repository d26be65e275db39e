// SPDX-License-Identifier: BSD-3-Clause
// defect_effect.h: how much a defect of the equations of motion moves the motion within a step.
//
//   effect = (I/h - J)^-1 r,  J = d(q', v')/d(q, v)
//
//   r  the defect of (q', v')        h  length of the step [s]
// Where h J is small the effect is h r. In stiff directions it is -J^-1 r, the change of (q, v)
// that explains the defect.
#ifndef MBS_SYSTEM_OBSERVE_DEFECT_EFFECT_H
#define MBS_SYSTEM_OBSERVE_DEFECT_EFFECT_H

#include "base/hot.h"
#include "math/linear.h"
#include "system/equations/residual.h"

// Memory is allocated at the first use, since few motions need it.
typedef struct DefectEffect {
  Arena arena;
  Residual assembly;
  Linear *linear;             // NULL before the first use
  double *values, *y, *r, *x; // values of the matrix; (q, v); r; solution
} DefectEffect;

void defect_effect_open(DefectEffect *effect, Allocator *allocator);
void defect_effect_close(DefectEffect *effect);

// The effect [nq + nv] of the defects r_q [nq] and r_v [nv] at the state's present point, which
// does not change. step: h [s]. All calls must be for the same state. The result is valid until the
// next call. NULL when the matrix cannot be computed or factored, or memory ran out.
MBS_APART const double *defect_effect(DefectEffect *effect, State *state, double step,
                                      const double *r_q, const double *r_v);

#endif
