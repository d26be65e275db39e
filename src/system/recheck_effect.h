// SPDX-License-Identifier: BSD-3-Clause
// recheck_effect.h: what a difference in the equations of motion does to the motion in a step.
//
//   effect = (I/h - J)^-1 r,  J = d(q', v')/d(q, v)
// h r where h J is small; -J^-1 r, the misplacement that explains it, in what is stiff.
#ifndef MBS_SYSTEM_RECHECK_EFFECT_H
#define MBS_SYSTEM_RECHECK_EFFECT_H

#include "base/hot.h"
#include "system/state.h"

// r_q [nq], r_v [nv] at the state's present point; effect [nq + nv]. False when the derivatives
// cannot be had. The state keeps its point.
MBS_APART bool recheck_effect(State *state, double step, const double *r_q, const double *r_v,
                              double *effect, Arena *arena);

#endif
