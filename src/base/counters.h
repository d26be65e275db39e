// SPDX-License-Identifier: BSD-3-Clause
// counters.h: what an integration cost.
#ifndef MBS_BASE_COUNTERS_H
#define MBS_BASE_COUNTERS_H

typedef struct Counters {
  long steps, residuals, jacobians, factorizations, iterations;
  long error_test_failures, convergence_failures, projections, restarts;
  long bounded;    // steps as long as they may be
  long retaken;    // steps taken again, shorter, since they did not see what happened in them
  long rough_work; // stretches where two rules for the work never agreed
  long row_evaluations, row_factorizations; // for rows alone, without what their audit looks into
  double step_smallest, step_largest, step_last;
  int order_largest;
} Counters;

#endif
