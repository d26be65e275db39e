// SPDX-License-Identifier: BSD-3-Clause
// step_motion.h: the motion inside the last step, for those who look between rows.
#ifndef MBS_ANALYSIS_RECORDING_STEP_MOTION_H
#define MBS_ANALYSIS_RECORDING_STEP_MOTION_H

#include <stdbool.h>

#include "integrators/dense.h"

typedef struct StepMotion {
  bool (*go)(void *context, double t);   // puts the state there, projected; false: it cannot
  const Dense *(*motion)(void *context); // as it was integrated
  void *context;
} StepMotion;

#endif
