// SPDX-License-Identifier: BSD-3-Clause
// dynamics.h: one analysis of type dynamics: from the initial point to the last audited row.
#ifndef MBS_ANALYSIS_DYNAMICS_H
#define MBS_ANALYSIS_DYNAMICS_H

#include <stdbool.h>

#include "analysis/run.h"
#include "system/state.h"

// What an analysis is given.
typedef struct DynamicsInput {
  State *state; // at the initial point (state_conditions done), or at the end of
                // the analysis that it follows
  const ModelReader *reader;
  const RunOptions *options;
  const Mobility *mobility;
  const unsigned *undetermined; // from mobility_of
  double cpu_start;             // process CPU clock when the initial conditions began [s]
  double cpu_limit;             // process CPU clock at which to stop; 0: never
} DynamicsInput;

// Runs the analysis that result->analysis names. Fills the result; failures of the solution stand
// there. Returns false only when memory ran out or a file of a check cannot be read (diag).
bool dynamics_run(const DynamicsInput *input, Result *result, Arena *arena, Diag *diag);

#endif
