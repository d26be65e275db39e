// SPDX-License-Identifier: BSD-3-Clause
// integrals.h: means, root mean squares and integrals of checks, over time.
//
//   integral  I = int f dt,   mean  I/T,   rms  sqrt(int f^2 dt / T)
//
// with a channel f and the duration T. The integral is taken along the dense output, so that it
// does not depend on the rows: over every step, by Lobatto's rule of four points and Kronrod's
// extension of it to seven points. Where the two differ the step is halved. Both ends of a stretch
// are points, so that no jump is missed beside them. The difference that is left where f jumps
// counts as unknown. A stretch is halved as well where the bounds of f exceed its values at the
// points by more than these values differ from one another: a pulse may lie between the points. (W.
// Gander, W. Gautschi, Adaptive quadrature - revisited, BIT 40, 2000, section 3.)
#ifndef MBS_ANALYSIS_RECORDING_INTEGRALS_H
#define MBS_ANALYSIS_RECORDING_INTEGRALS_H

#include "analysis/recording/channel_bounds.h"
#include "analysis/recording/recorder.h"

typedef struct Integrals {
  Recorder *recorder;
  const StepMotion *inside;
  ChannelBounds *bounds;
  CheckState **list; // the checks with integrals
  int count;
  long allowed; // stretches that may still be halved
  double t;     // time up to which the integrals are summed [s]
  double *sum;  // scratch for each: both rules, integral of |f|, range, what may be hidden
} Integrals;

// Opens the integrals at the start of the motion. False when memory ran out.
bool integrals_open(Integrals *it, Recorder *recorder, const StepMotion *inside,
                    ChannelBounds *bounds, Arena *arena);

// Sums up to the end of the step at time t. The state may be moved. False when a channel is not
// finite: the state then has the fault.
bool integrals_end(Integrals *it, double t);

#endif
