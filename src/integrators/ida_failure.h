// SPDX-License-Identifier: BSD-3-Clause
// ida_failure.h: why IDA gave up, in words: time, step, the worst equation as joint or body, the
// likely causes. Each function sets the failure and returns false.
#ifndef MBS_INTEGRATORS_IDA_FAILURE_H
#define MBS_INTEGRATORS_IDA_FAILURE_H

#include <stdbool.h>
#include <sundials/sundials_nvector.h>

#include "base/failure.h"
#include "integrators/equations.h"

typedef struct IdaTrouble {
  int flag; // what IDASolve returned
  double t; // the last good time
  void *memory;
  Equations *equations;
  EquationsForm *form;
  N_Vector weights, errors, y, yp; // the first two are overwritten
} IdaTrouble;

bool ida_failure_of(const IdaTrouble *trouble, Failure *failure);

// A step that succeeded, up to trouble->t, and is too small to go on with.
bool ida_failure_stalled(const IdaTrouble *trouble, double step, Failure *failure);

#endif
