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

// What the runs of a study are, for what they can tell.
typedef enum InfluencePlan {
  INFLUENCE_SPREAD,  // over the ranges of all variables
  INFLUENCE_ALONE,   // one variable varies: it makes up all there is
  INFLUENCE_CROSSED, // all combinations of the values of all variables, each once
  INFLUENCE_GROUPS   // made for other figures (sensitivity.h)
} InfluencePlan;

typedef enum InfluenceTold {
  INFLUENCE_TOLD,
  INFLUENCE_CONSTANT,   // one of them does not vary
  INFLUENCE_TOO_FEW,    // runs: the error is larger than 0.3
  INFLUENCE_HAS_ITS_OWN // INFLUENCE_GROUPS
} InfluenceTold;

// NaN where the runs that have both do not tell.
typedef struct Influence {
  long count;                // runs that have both
  double correlation;        // Pearson's
  double rank;               // Spearman's: Pearson's of the ranks, ties at their mean
  double main_effect, error; // part of the output's variance that its mean given the variable makes
                             // up, and how far that may be off: of INFLUENCE_CROSSED not at all
  InfluenceTold told;        // what there is to say of it
} Influence;

enum { INFLUENCE_ROOM = 9 }; // numbers for each run

// Puts runs into order. NULL when memory ran out.
const int *influence_order(const double *values, int count, Arena *arena);

// room: INFLUENCE_ROOM numbers for each run.
Influence influence_find(const InfluenceColumn *x, const InfluenceColumn *y, int count,
                         InfluencePlan plan, double *room);

#endif
