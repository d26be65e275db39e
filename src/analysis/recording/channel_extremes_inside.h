// SPDX-License-Identifier: BSD-3-Clause
// channel_extremes_inside.h: declarations shared by the files of channel_extremes.h.
#ifndef MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_INSIDE_H
#define MBS_ANALYSIS_RECORDING_CHANNEL_EXTREMES_INSIDE_H

#include "analysis/recording/channel_extremes.h"
#include "math/bracket.h"

// A channel with a smaller range than this part of its terms is a difference of equal quantities.
#define BETWEEN_CANCELLED 1e-5

// The value of a channel at a time t inside the last step. False when it is not finite: the state
// then has the fault.
bool channel_extremes_value(ChannelExtremes *extremes, const CheckState *one, double t,
                            double *value);

// Locates an upward passage and records it. The channel is below zero at the lower end of the
// bracket, and not at the upper one. False as channel_extremes_value.
bool channel_extremes_close_in(ChannelExtremes *extremes, CheckState *one, Bracket bracket);

// Whether a channel is such a difference. Its values are errors: their extremes are not located.
bool channel_extremes_is_error(const CheckState *one);

// Finds extremes of the channel between the times `from` and t of the last step that are beyond all
// of its points, by bounds. False as channel_extremes_value.
bool channel_extremes_bound_extremes(ChannelExtremes *extremes, CheckState *one, double from,
                                     double t);

// Finds all upward passages between the last two points of the channel, by bounds. The later point
// is (t, value); both are in the last step. False as channel_extremes_value.
bool channel_extremes_bound_crossings(ChannelExtremes *extremes, CheckState *one, double t,
                                      double value);

#endif
