// SPDX-License-Identifier: BSD-3-Clause
// cross_check.h: one analysis by independent formulations and integrators.
#ifndef MBS_ANALYSIS_VERIFICATION_CROSS_CHECK_H
#define MBS_ANALYSIS_VERIFICATION_CROSS_CHECK_H

#include "analysis/verification/accelerations.h"
#include "analysis/verification/comparison.h"
#include "analysis/verification/ladder.h"
#include "analysis/verification/witness.h"

// Relative tolerance at which motions are compared; their errors are estimated from a tenth of it.
#define CROSS_CHECK_TOLERANCE 1e-10

struct CrossCheck {
  double tolerance;
  // The run's own method at the tolerance (or at the file's fixed step), and the others.
  Ladder *ladders;
  int ladder_count;        // 0: the analysis did not reach its end, nothing was compared
  Comparison *comparisons; // of ladder 0 with the others, in their order; channel_count 0: none
  Comparison run;          // of the rows of the run itself with the best of the others: its error
  Accelerations accelerations; // of the run's own method against an independent factorization
  Witness witness;             // of the run's own method: what all methods have in common
  int compared;                // how many of the others reached their end
  bool same;
};

// Runs an analysis again by other methods. What differs, and what could not be compared, is said in
// result->warnings. False when memory ran out.
bool cross_check(const Model *model, const ModelReader *reader, const RunOptions *options,
                 Result *result, CrossCheck *check, Arena *arena);

// A side of a comparison from a ladder of two rungs; the first must have reached its end.
Side cross_check_side(const Ladder *ladder);

#endif
