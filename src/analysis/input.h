// SPDX-License-Identifier: BSD-3-Clause
// input.h: what every analysis is given.
#ifndef MBS_ANALYSIS_INPUT_H
#define MBS_ANALYSIS_INPUT_H

#include "analysis/options.h"
#include "system/state.h"

typedef struct AnalysisInput {
  State *state; // at the initial point (state_conditions done), or at the end of
                // the analysis that it follows
  const ModelReader *reader;
  const RunOptions *options;
  const Mobility *mobility;
  const unsigned *undetermined; // from mobility_of
  double cpu_start;             // process CPU clock when the initial conditions began [s]
  double cpu_limit;             // process CPU clock at which to stop; 0: never
} AnalysisInput;

#endif
