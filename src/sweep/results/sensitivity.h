// SPDX-License-Identifier: BSD-3-Clause
// sensitivity.h: how much each variable matters, from a study whose plan is made for that.
#ifndef MBS_SWEEP_RESULTS_SENSITIVITY_H
#define MBS_SWEEP_RESULTS_SENSITIVITY_H

#include "sweep/runs/store.h"

// An estimate with the bounds between which it lies in 95 of 100 repetitions.
typedef struct Estimate {
  double value, lower, upper;
} Estimate;

// Of one output by one variable; NaN where nothing can be said.
typedef struct Effect {
  double mu, mu_star, sigma; // morris
  Estimate first, total;     // sobol_indices
} Effect;

typedef struct Sensitivity {
  PlanMethod method; // PLAN_MORRIS, PLAN_SOBOL_INDICES; another: the plan is not for this
  int variables, outputs;
  const StoreColumn **variable, **output;
  Effect *effects; // output-major
  long groups;     // trajectories or rows of the plan
  long *used;      // of each output
  long *left_out;  // of each output: one of their runs failed, or does not have it
  int replicates;  // of the bootstrap
} Sensitivity;

// Memory grows with the numbers of variables and outputs, not with that of runs. Runs that have not
// ended are neither used nor left out. False after a message, or when memory ran out.
bool sensitivity_find(Store *store, Sensitivity *sensitivity, Arena *arena);

#endif
