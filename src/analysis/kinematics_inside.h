// SPDX-License-Identifier: BSD-3-Clause
// kinematics_inside.h: what kinematics.c and dynamics.c ask of kinematics_run.c.
#ifndef MBS_ANALYSIS_KINEMATICS_INSIDE_H
#define MBS_ANALYSIS_KINEMATICS_INSIDE_H

#include "base/failure.h"
#include "system/state.h"

// No pose is found a step further: the joints and motions that hold against each other are those
// with the largest multipliers near the singular pose where the state stands. lambda: room for nc.
// Always false.
bool kinematics_tell_locked(State *state, double *lambda, double *a, Failure *failure);

#endif
