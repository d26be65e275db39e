// SPDX-License-Identifier: BSD-3-Clause
// measure_series.h: where measures go from a point: along q + q' s + q'' s^2/2, v + a s.
//
// A measure of the position is a germ of order 3, one of the velocities of order 2; without
// accelerations 2 and 1. Round-off is that of the places and speeds of the whole mechanism, and of
// the instant at which an event was located.
#ifndef MBS_SYSTEM_OBSERVE_MEASURE_SERIES_H
#define MBS_SYSTEM_OBSERVE_MEASURE_SERIES_H

#include "expr/enclosures/leading_powers.h"
#include "system/state/state.h"

typedef struct MeasureSeries {
  State *state;
  const double *a;                // [nv], or NULL: not known
  double instant;                 // round-off of the time [s]
  double place, speed, turn_rate; // the largest of any body: m, m/s, rad/s
  double acceleration, turn_acceleration;
} MeasureSeries;

// At the state's present point, where state_forces was called if there are accelerations.
MeasureSeries measure_series_open(State *state, const double *a, double instant);

// Of all inputs of a program; values of measures stand in state->measures.
void measure_series_gather(const MeasureSeries *course, const Program *program, Powers *inputs);

#endif
