// SPDX-License-Identifier: BSD-3-Clause
// cross_check.h: repeats one analysis with independent formulations and integrators.
#ifndef MBS_ANALYSIS_VERIFICATION_CROSS_CHECK_H
#define MBS_ANALYSIS_VERIFICATION_CROSS_CHECK_H

#include "analysis/verification/accelerations.h"
#include "analysis/verification/comparison.h"
#include "analysis/verification/ladder.h"
#include "analysis/verification/witness.h"

// Relative tolerance at which motions are compared. Their errors are estimated from a second run at
// a tenth of it.
#define CROSS_CHECK_TOLERANCE 1e-10

struct CrossCheck {
  double tolerance;
  // Ladder 0: the run's own method at the tolerance (or at the file's fixed step). Behind it: one
  // ladder for each other method.
  Ladder *ladders;
  int ladder_count;        // 0: no motions were compared; the analysis is no dynamics, or failed
  Comparison *comparisons; // of ladder 0 with each other ladder; channel_count 0: not compared
  Comparison run;          // of the run's rows with the finest motion of all ladders: its error
  Accelerations accelerations; // of the run's own method against an independent factorization
  Witness witness;             // of the run's own method: finds faults that all methods share
  int compared;                // number of other methods that reached their end
  bool same;                   // no difference was found
};

// Runs an analysis again with other methods. result->warnings receives what differs and what could
// not be compared. False when memory ran out.
bool cross_check(const Model *model, const ModelReader *reader, const RunOptions *options,
                 Result *result, CrossCheck *check, Arena *arena);

// One side of a comparison, from a ladder of two rungs. The first rung must have reached its end.
Side cross_check_side(const Ladder *ladder);

#endif
