// SPDX-License-Identifier: BSD-3-Clause
// measure_series.h: Taylor series in time of measures at a point: along q + q' s + q'' s^2/2,
// v + a s, where s is the time passed [s].
//
// The series of a measure of the position is known up to O(s^3), and of a measure of velocities up
// to O(s^2); without accelerations up to O(s^2) and O(s). A measure of the position whose rate is
// not a measure itself is known up to O(s^2). The round-off of a coefficient follows from the
// largest positions and speeds in the whole mechanism, and from the round-off of the time at which
// an event was located.
#ifndef MBS_SYSTEM_OBSERVE_MEASURE_SERIES_H
#define MBS_SYSTEM_OBSERVE_MEASURE_SERIES_H

#include "expr/enclosures/leading_powers.h"
#include "system/state/state.h"

typedef struct MeasureSeries {
  State *state;
  const double *a;                // accelerations [nv]; NULL: not known
  double instant;                 // round-off of the time [s]
  double place, speed, turn_rate; // largest of any body: coordinate [m], velocity [m/s], [rad/s]
  double acceleration, turn_acceleration; // likewise, with joints or without [m/s^2], [rad/s^2]
} MeasureSeries;

// Prepares series at the state's present point. With accelerations, state_forces must have been
// called there.
MeasureSeries measure_series_open(State *state, const double *a, double instant);

// inputs [input_count] := the series of all inputs of a program. state->measures holds the values
// of its measures.
void measure_series_gather(const MeasureSeries *course, const Program *program, Powers *inputs);

#endif
