// SPDX-License-Identifier: BSD-3-Clause
// channel_extremes.h: what checks see of the motion between rows: extremes, and passages upwards
// through zero.
//
// max, min, max_abs, first_time and period look at their channels on the scheme's own dense output,
// projected onto the constraints, at the rows and at points between them as close as the channel
// asks for: half as far apart where three of them bend by more than a hundredth of its range, twice
// as far where by less than a thousandth, and only where the curvature seen last leaves room for
// something new. Where the parabola through three of them promises a new extreme it is closed in; a
// crossing is closed in down to round-off of the time. So neither depends on where rows fall.
// Channels whose range is below 1e-5 of what they are made of (errors against a closed form), and
// those that cost more to follow than to look at (noise) are looked at at rows and ends of steps.
//
// Not looked at between rows: constraint norms, work and energy drift, which are the audit's.
#ifndef MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_H
#define MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_H

#include "analysis/recording/channel_bounds.h"
#include "analysis/recording/recorder.h"

typedef struct ChannelExtremes {
  Recorder *recorder;
  const StepMotion *inside;
  ChannelBounds *bounds;
  bool active;    // some check looks
  bool fresh;     // the motion started anew: values may have jumped
  double t, step; // of the last point; length of the step
  double begun;   // where the step begins
  double spacing; // of points between rows [s]
} ChannelExtremes;

// At the start of the motion, where the state stands. False when a channel is not finite: the
// fault is the state's.
bool channel_extremes_start(ChannelExtremes *extremes, Recorder *recorder, const StepMotion *inside,
                            ChannelBounds *bounds);

// The state stands where the step, or the part of it that counts, ends: what the channels are
// there.
bool channel_extremes_ahead(ChannelExtremes *extremes);

// A step of that length begins where the last point was.
bool channel_extremes_begin(ChannelExtremes *extremes, double step);

// A row was recorded at t, where the state stands: looks at what lies between the last point and
// it; afterwards the state stands anywhere.
bool channel_extremes_row(ChannelExtremes *extremes, double t);

// The step ends at t, as seen ahead.
bool channel_extremes_end(ChannelExtremes *extremes, double t);

#endif
