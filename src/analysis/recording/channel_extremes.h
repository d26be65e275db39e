// SPDX-License-Identifier: BSD-3-Clause
// channel_extremes.h: extremes of channels, and their upward passages through zero, between rows.
//
// The checks max, min, max_abs, first_time and period sample their channels at rows, at ends of
// steps, and at points between them: on the dense output of the scheme, projected onto the
// constraints. Points are added only where the curvature seen last leaves room for something new.
// Their spacing is halved where the second difference of three points is above 1e-2 of the range of
// the channel, and doubled where it is below 1e-3.
//
// Where the parabola through three points promises a new extreme, the extreme is located. A passage
// is located to within round-off of the time. Neither depends on where the rows are.
//
// Two kinds of channels are sampled at rows and ends of steps only: differences, whose range is
// below 1e-5 of the size of their terms (errors against a closed form), and noise, whose extremes
// cost too many evaluations.
//
// Constraint norms, work and energy drift are not sampled between rows: they belong to the audit.
#ifndef MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_H
#define MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_H

#include "analysis/recording/channel_bounds.h"
#include "analysis/recording/recorder.h"

typedef struct ChannelExtremes {
  Recorder *recorder;
  const StepMotion *inside;
  ChannelBounds *bounds;
  bool active;    // some check needs points between rows
  bool fresh;     // the motion restarted: values may have jumped
  double t, step; // time of the last point; length of the step [s]
  double begun;   // start of the step [s]
  double spacing; // distance of points between rows [s]
} ChannelExtremes;

// All functions below return false when a channel is not finite. The state then has the fault.

// Starts at the state's present point, the start of the motion.
bool channel_extremes_start(ChannelExtremes *extremes, Recorder *recorder, const StepMotion *inside,
                            ChannelBounds *bounds);

// Notes the channels at the state's present point: the end of the step, or of the part of it that
// counts.
bool channel_extremes_ahead(ChannelExtremes *extremes);

// Begins a step of the length `step` [s] at the last point.
bool channel_extremes_begin(ChannelExtremes *extremes, double step);

// After a row was recorded at time t, the state's present point: examines the motion between the
// last point and this row. The state may be moved.
bool channel_extremes_row(ChannelExtremes *extremes, double t);

// Ends the step at time t, with the values that channel_extremes_ahead noted. The state may be
// moved.
bool channel_extremes_end(ChannelExtremes *extremes, double t);

#endif
