// SPDX-License-Identifier: BSD-3-Clause
// accelerations.h: compares accelerations of a run with those of an independent factorization.
#ifndef MBS_ANALYSIS_VERIFICATION_ACCELERATIONS_H
#define MBS_ANALYSIS_VERIFICATION_ACCELERATIONS_H

#include "analysis/interface/observer.h"
#include "system/observe/independent.h"

typedef struct Accelerations {
  int instants;     // number of rows compared; 0: none, and `why` gives the reason
  double off, t;    // the difference with the largest ratio, relative to |a|; its time [s]
  double ratio;     // the largest ratio of a difference to what rounding allows
  const char *body; // the body with the largest part of this difference
  const char *why;
  // the samples
  double every, next; // time between two samples; earliest time of the next one [s]
  Independent independent;
  Arena *arena;
} Accelerations;

void accelerations_open(Accelerations *it, double duration, Arena *arena);

// Compares the accelerations of a row: about 50 rows of a run where nv <= INDEPENDENT_MANY (300),
// and 5 rows where nv <= INDEPENDENT_LARGEST (1500). Larger mechanisms, and those with friction
// that depends on reactions, are not compared.
void accelerations_observe(Accelerations *it, const Observed *observed);

#endif
