// SPDX-License-Identifier: BSD-3-Clause
// accelerations.h: accelerations of a run at some of its rows against an independent factorization.
#ifndef MBS_ANALYSIS_VERIFICATION_ACCELERATIONS_H
#define MBS_ANALYSIS_VERIFICATION_ACCELERATIONS_H

#include "analysis/interface/observer.h"
#include "system/observe/independent.h"

typedef struct Accelerations {
  int instants;     // that were looked at; 0: none, and `why` says why
  double off, t;    // the largest difference in what rounding allows: relative to |a|, and when
  double ratio;     // of it to what is allowed
  const char *body; // that takes most of it
  const char *why;
  // for the samples
  double every, next;
  Independent independent;
  Arena *arena;
} Accelerations;

void accelerations_open(Accelerations *it, double duration, Arena *arena);

// Looks at 50 rows of up to 300 velocities, at 5 of up to 1500.
void accelerations_observe(Accelerations *it, const Observed *observed);

#endif
