// SPDX-License-Identifier: BSD-3-Clause
// parameter_check.h: compares derivatives with respect to the model's numbers with differences.
#ifndef MBS_ANALYSIS_INSPECTION_PARAMETER_CHECK_H
#define MBS_ANALYSIS_INSPECTION_PARAMETER_CHECK_H

#include <stdbool.h>

#include "system/state/state.h"

typedef struct NumberReport {
  int count, left;               // numbers compared; numbers left out, beyond the largest count
  double error;                  // largest relative error; NaN: there is no solution at the point
  const char *worst;             // the number with this error, and the derived quantity
  const char **exempt;           // numbers without a derivative, each with the reason
  int exempt_count, exempt_left; // entries of exempt; further numbers, beyond its room
  bool pose_left, speed_left;    // initial coordinates, initial velocities were not compared
} NumberReport;

// Compares derivatives with respect to every number that the file gives as such (parameters, and
// numbers at a path) with central differences at two distances, extrapolated. Differences are
// one-sided at the end of a number's range. The point is the state's present one, with a little
// motion added. Derivatives are compared of
//   the equations of motion, the constraint rows at all levels, the potential energy
//   the initial coordinates, unless the pose is assembled from a distant guess
//   the initial velocities, where all of them are given
// An error is relative to the largest derivative of the same quantity. The state ends at the point,
// and its numbers have their former values. False when memory ran out.
bool parameter_check(State *state, NumberReport *report, Arena *arena);

#endif
