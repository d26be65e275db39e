// SPDX-License-Identifier: BSD-3-Clause
// channel_extremes_inside.h: what points and bounds between rows share (see channel_extremes.h).
#ifndef MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_INSIDE_H
#define MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_INSIDE_H

#include "analysis/recording/channel_extremes.h"
#include "math/bracket.h"

#define BETWEEN_CANCELLED 1e-5 // range of errors, as a part of what makes them

// Value of a channel at a time inside the last step. Where it has none the fault is the state's.
bool channel_extremes_value(ChannelExtremes *extremes, const CheckState *one, double t,
                            double *value);

// The channel is below zero at the first time and not at the second: when it passes.
bool channel_extremes_close_in(ChannelExtremes *extremes, CheckState *one, Bracket bracket);

// A channel that is the difference of equal things: what is left are errors, which are looked at
// but not followed.
bool channel_extremes_is_error(const CheckState *one);

// What is higher or lower than all points of the last step from `from` to t, for certain.
bool channel_extremes_bound_extremes(ChannelExtremes *extremes, CheckState *one, double from,
                                     double t);

// The passages upwards from the point before the last one to the last, (t, value), one of a step.
bool channel_extremes_bound_crossings(ChannelExtremes *extremes, CheckState *one, double t,
                                      double value);

#endif
