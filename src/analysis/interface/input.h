// SPDX-License-Identifier: BSD-3-Clause
// input.h: the input of every analysis.
#ifndef MBS_ANALYSIS_INTERFACE_INPUT_H
#define MBS_ANALYSIS_INTERFACE_INPUT_H

#include "analysis/interface/options.h"
#include "system/state/state_copy.h"

typedef struct AnalysisInput AnalysisInput;

// Runs the analysis once more, with another step or other tolerances. Only the coordinates at the
// times of result->places are recorded. NULL when that run did not reach its end.
typedef const Places *RunAgain(const AnalysisInput *input, const Result *result,
                               const StepControl *control, Arena *arena);

struct AnalysisInput {
  State *state; // at the initial point, or at the end of the analysis that this one follows
  const ModelReader *reader;
  const RunOptions *options;
  StateCopy *end; // receives the state at the end of a motion, for later analyses; after the other
                  // analyses the caller takes it. NULL: it is not wanted
  const Mobility *mobility;
  const unsigned *undetermined; // masks of undetermined reactions (mobility_of)
  RunAgain *run_again;          // for the error of the whole motion; NULL: it is not examined
  double cpu_start;             // process CPU clock when the initial conditions began [s]
  double cpu_limit;             // process CPU clock at which to stop; 0: never
};

#endif
