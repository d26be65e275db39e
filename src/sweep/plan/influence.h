// SPDX-License-Identifier: BSD-3-Clause
// influence.h: how an output goes with a variable, from runs of any plan.
#ifndef MBS_SWEEP_PLAN_INFLUENCE_H
#define MBS_SWEEP_PLAN_INFLUENCE_H

#include "base/arena.h"

// A column of numbers, one of each run, NaN where there is none, and the runs by ascending number.
typedef struct InfluenceColumn {
  const double *values;
  const int *order;
} InfluenceColumn;

// NaN where the runs that have both do not tell.
typedef struct Influence {
  long count;         // runs that have both
  double correlation; // Pearson's
  double rank;        // Spearman's: Pearson's of the ranks, ties at their mean
  double main_effect; // part of the output's variance that means over bins of the variable make up
  int bins;
  bool levels; // the bins are the values that the variable takes
} Influence;

// Puts runs into order. NULL when memory ran out.
const int *influence_order(const double *values, int count, Arena *arena);

// room: 2 numbers for each run.
Influence influence_find(const InfluenceColumn *x, const InfluenceColumn *y, int count,
                         double *room);

#endif
