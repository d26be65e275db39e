// SPDX-License-Identifier: BSD-3-Clause
// jacobian_check.h: the model's own Jacobian against differences of its residual.
#ifndef MBS_ANALYSIS_INSPECTION_JACOBIAN_CHECK_H
#define MBS_ANALYSIS_INSPECTION_JACOBIAN_CHECK_H

#include <stdbool.h>

#include "analysis/inspection/parameter_check.h"
#include "analysis/interface/result.h"
#include "system/state/state.h"

// What `mbsrun check` finds.
typedef struct CheckReport {
  Mobility mobility;
  double position_misfit, velocity_misfit;     // largest, scaled
  const char *position_worst, *velocity_worst; // joint names or NULL
  double jacobian_error;      // largest relative difference between the Jacobian and differences
  const char *jacobian_worst; // the pair of equation and unknown, in words
  int unknowns, nonzeros;     // of the integration matrix
  NumberReport numbers;       // the same of derivatives along numbers of the file
} CheckReport;

// Compares every entry of the index-1 matrix at the state's present point (velocities and
// multipliers included) with central differences at two distances, extrapolated. Fills
// jacobian_error (relative to the largest entry of the row), jacobian_worst, unknowns and nonzeros.
bool jacobian_check(State *state, CheckReport *report, Arena *arena);

#endif
