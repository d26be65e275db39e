// SPDX-License-Identifier: BSD-3-Clause
// ida_failure.h: the failures of IDA in words.
//
// They give the time, the step, the joint or body of the worst equation, and the likely causes.
#ifndef MBS_INTEGRATORS_IDA_FAILURE_H
#define MBS_INTEGRATORS_IDA_FAILURE_H

#include <stdbool.h>
#include <sundials/sundials_nvector.h>

#include "base/failure.h"
#include "integrators/equations.h"

typedef struct IdaTrouble {
  int flag;     // what IDASolve returned
  double t;     // time up to which the motion is good [s]
  void *memory; // of IDA
  Equations *equations;
  EquationsForm *form;
  N_Vector weights, errors, y, yp; // weights, errors: room; y, yp: the point of IDA and its rate
} IdaTrouble;

// Sets the failure for a step that IDA did not take. Always false.
bool ida_failure_of(const IdaTrouble *trouble, Failure *failure);

// Sets the failure for a step [s] that succeeded, up to trouble->t, but is too short to go on with.
// Always false.
bool ida_failure_stalled(const IdaTrouble *trouble, double step, Failure *failure);

#endif
