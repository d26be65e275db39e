// SPDX-License-Identifier: BSD-3-Clause
// determined.h: which outputs does a mechanism with redundant joints determine?
//
//   M a + J' lambda = Q    has, where rows of J depend on others, the solutions lambda + N c,
//
// where the columns of N span the null space of J'. An output is determined at a point if it is the
// same for lambda and for lambda + N c. It is determined in a motion if it is so at all of its
// rows: of parallel cranks that stand upright the load across them is determined, and not any more
// when they lean; of two wheels on one axle the force along their path is, that along the axle is
// not. A sum of reactions may be determined although none of them is.
//
// Outputs that read no reaction of the redundant set are not looked at.
#ifndef MBS_ANALYSIS_RECORDING_DETERMINED_H
#define MBS_ANALYSIS_RECORDING_DETERMINED_H

#include "system/observe/observe.h"

typedef struct Determined Determined;

// What is looked at: numbers of the model, evaluated by `measures` from an observation whose
// multipliers stand in lambda [nc]. Every so many looks are carried out.
typedef struct DeterminedNumbers {
  State *state;
  const Observation *observation;
  double *lambda;
  const int *measures;
  int measure_count;
  const int *numbers;
  int count;
  int every;
} DeterminedNumbers;

// NULL when memory ran out.
Determined *determined_open(const DeterminedNumbers *of, Arena *arena);

// Looks at the state's present point, whose accelerations and multipliers are known. False when
// memory ran out.
bool determined_look(Determined *determined);

// Whether number k was undetermined at some point.
bool determined_lost(const Determined *determined, int k);

#endif
