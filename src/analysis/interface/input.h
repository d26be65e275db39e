// SPDX-License-Identifier: BSD-3-Clause
// input.h: what every analysis is given.
#ifndef MBS_ANALYSIS_INTERFACE_INPUT_H
#define MBS_ANALYSIS_INTERFACE_INPUT_H

#include "analysis/interface/options.h"
#include "system/state/state_copy.h"

typedef struct AnalysisInput AnalysisInput;

// Runs the analysis once more with another step or other tolerances, of which nothing is recorded
// but where all bodies are at the rows of `places`. NULL where it did not reach its end.
typedef const Places *RunAgain(const AnalysisInput *input, const Result *result,
                               const StepControl *control, Arena *arena);

struct AnalysisInput {
  State *state; // at the initial point (state_conditions done), or at the end of
                // the analysis that it follows
  const ModelReader *reader;
  const RunOptions *options;
  StateCopy *end; // what it hands on; else who runs it takes this when it has finished. NULL:
                  // nobody asks
  const Mobility *mobility;
  const unsigned *undetermined; // from mobility_of
  RunAgain *run_again;          // for the error of the whole motion; NULL: it is not looked at
  double cpu_start;             // process CPU clock when the initial conditions began [s]
  double cpu_limit;             // process CPU clock at which to stop; 0: never
};

#endif
