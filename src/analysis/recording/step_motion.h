// SPDX-License-Identifier: BSD-3-Clause
// step_motion.h: access to the motion inside the last step, for checks and events between rows.
#ifndef MBS_ANALYSIS_RECORDING_STEP_MOTION_H
#define MBS_ANALYSIS_RECORDING_STEP_MOTION_H

#include <stdbool.h>

#include "integrators/dense.h"

typedef struct StepMotion {
  bool (*go)(void *context, double t);   // puts the state at time t, projected; false: it cannot
  const Dense *(*motion)(void *context); // the dense output, not projected
  void *context;
} StepMotion;

#endif
