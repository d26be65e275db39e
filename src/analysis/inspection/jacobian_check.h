// SPDX-License-Identifier: BSD-3-Clause
// jacobian_check.h: compares the analytic Jacobian of a model with differences of its residual.
#ifndef MBS_ANALYSIS_INSPECTION_JACOBIAN_CHECK_H
#define MBS_ANALYSIS_INSPECTION_JACOBIAN_CHECK_H

#include <stdbool.h>

#include "analysis/inspection/parameter_check.h"
#include "analysis/interface/result.h"

// The findings of `mbsrun check`.
typedef struct CheckReport {
  Mobility mobility;
  double position_misfit, velocity_misfit;     // largest misfit of the constraints, scaled
  const char *position_worst, *velocity_worst; // joints with these misfits, or NULL
  double jacobian_error;      // largest relative difference; NaN: it could not be computed
  const char *jacobian_worst; // the equation and the unknown of this entry, in words
  int unknowns, nonzeros;     // size and nonzero entries of the integration matrix
  NumberReport numbers;       // the same check for derivatives with respect to numbers of the file
} CheckReport;

// Compares every entry of the matrix of the index-1 formulation (velocities and multipliers
// included) with central differences at two distances, extrapolated. The point is the state's
// present one, with a little motion added. Fills jacobian_error (relative to the largest entry of
// the row), jacobian_worst, unknowns and nonzeros. False when memory ran out.
bool jacobian_check(State *state, CheckReport *report, Arena *arena);

#endif
