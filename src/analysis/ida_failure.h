// SPDX-License-Identifier: BSD-3-Clause
// ida_failure.h: why IDA gave up, in words: time, step, the worst equation as joint or body, the
// likely causes. Each function sets the failure and returns false.
#ifndef MBS_ANALYSIS_IDA_FAILURE_H
#define MBS_ANALYSIS_IDA_FAILURE_H

#include <stdbool.h>
#include <sundials/sundials_nvector.h>

#include "base/failure.h"
#include "system/assemble.h"
#include "system/equations.h"

typedef struct IdaTrouble {
  int flag; // what IDASolve returned
  double t; // the last good time
  void *memory;
  Assembly *assembly;
  N_Vector weights, errors, y, yp; // the first two are overwritten
} IdaTrouble;

bool ida_failure_of(const IdaTrouble *trouble, Failure *failure);

// An expression or the state that was not finite: state->fault tells which.
bool ida_failure_fault(const State *state, Failure *failure);
bool ida_failure_singular(State *state, Failure *failure);
// One of these, where the equations are not solved.
bool ida_failure_unsolved(State *state, EquationsOutcome outcome, Failure *failure);
// A step that succeeded, up to trouble->t, and is too small to go on with.
bool ida_failure_stalled(const IdaTrouble *trouble, double step, Failure *failure);

#endif
