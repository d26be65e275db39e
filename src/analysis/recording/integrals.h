// SPDX-License-Identifier: BSD-3-Clause
// integrals.h: means, root mean squares and integrals of checks, over time.
//
//   integral  I = int f dt,   mean  I/T,   rms  sqrt(int f^2 dt / T)
//
// along the dense output, by Lobatto's rule of four points and Kronrod's of seven that holds them,
// over every step and every half of it where the two differ, so that rows take no part. Both ends
// are points: no jump hides beside them. What is left where f jumps counts as not known. Where
// bounds of f reach beyond its points by more than these differ among themselves, something may
// stand between them: halves, too. (W. Gander, W. Gautschi, Adaptive quadrature - revisited, BIT
// 40, 2000, section 3.)
#ifndef MBS_ANALYSIS_RECORDING_INTEGRALS_H
#define MBS_ANALYSIS_RECORDING_INTEGRALS_H

#include "analysis/recording/channel_bounds.h"
#include "analysis/recording/recorder.h"

typedef struct Integrals {
  Recorder *recorder;
  const StepMotion *inside;
  ChannelBounds *bounds;
  CheckState **list;
  int count;
  long allowed; // stretches that may still be looked at
  double t;     // up to which they are summed
  double *sum;  // room for both rules, the size and the range, of each
} Integrals;

// At the start of the motion, where the state stands. False when memory ran out.
bool integrals_open(Integrals *it, Recorder *recorder, const StepMotion *inside,
                    ChannelBounds *bounds, Arena *arena);

// The step ends at t: sums up to there; afterwards the state stands anywhere. False when a channel
// is not finite: the fault is the state's.
bool integrals_end(Integrals *it, double t);

#endif
