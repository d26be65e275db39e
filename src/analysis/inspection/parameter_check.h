// SPDX-License-Identifier: BSD-3-Clause
// parameter_check.h: the model's derivatives by its own numbers against differences.
#ifndef MBS_ANALYSIS_INSPECTION_PARAMETER_CHECK_H
#define MBS_ANALYSIS_INSPECTION_PARAMETER_CHECK_H

#include <stdbool.h>

#include "system/state/state.h"

typedef struct NumberReport {
  int count, left;               // numbers compared; those beyond what is
  double error;                  // largest, relative to the largest derivative of its kind
  const char *worst;             // the number, and of what
  const char **exempt;           // numbers without a derivative: which, and why
  int exempt_count, exempt_left; // those beyond what is told
  bool pose_left, speed_left;    // the initial coordinates, velocities were not compared
} NumberReport;

// Compares the derivative along every number that the file states as such, parameters and numbers
// at a path, with central differences at two distances, extrapolated (one-sided at the end of its
// range): at the state's present point, with a little motion added, of the equations, the rows at
// all levels, the potential energy, of the initial coordinates where they are not assembled from
// afar, and of the initial velocities where all are stated. The state ends at that point, its
// numbers as they were.
bool parameter_check(State *state, NumberReport *report, Arena *arena);

#endif
