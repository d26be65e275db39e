// SPDX-License-Identifier: BSD-3-Clause
// channel_bounds.h: channels of checks while the motion goes along a step, for certain.
//
// What points cannot show, a pulse of an expression that is narrower than they are apart, the
// enclosures of the expression do (system/observe/bounds.h): of channels that read places,
// velocities, time and parameters. Energies, accelerations and reactions have none; nor has what
// bends inside. What is calm on a step (expr/enclosures/calm.h) is not searched.
#ifndef MBS_ANALYSIS_RECORDING_CHANNEL_BOUNDS_H
#define MBS_ANALYSIS_RECORDING_CHANNEL_BOUNDS_H

#include "analysis/recording/recorder.h"
#include "analysis/recording/step_moves.h"
#include "expr/enclosures/glance.h"

typedef struct ChannelBounds {
  Recorder *recorder;
  Bounds bounds;
  StepMoves moves;
  bool active;  // a check has such a channel
  bool certain; // the last step has bounds, and something is to be searched
  long segments, allowed;
} ChannelBounds;

// sign * channel - shift, as a function of x = (time - t)/h of the step.
typedef struct ChannelLook {
  ChannelBounds *of;
  const CheckState *one;
  double sign, shift;
} ChannelLook;

// Marks the checks whose channels have bounds. False when memory ran out.
bool channel_bounds_open(ChannelBounds *of, Recorder *recorder, const StepMotion *inside,
                         Arena *arena);

// A step was accepted, of which [from, end] counts; the state stands anywhere afterwards.
void channel_bounds_step(ChannelBounds *of, double from, double end);

// Whether this channel is to be searched along the last step, and can be.
static inline bool channel_bounds_has(const ChannelBounds *of, const CheckState *one) {
  return one->bounded && one->searched && of->certain;
}

double channel_bounds_x(const ChannelBounds *of, double t);
double channel_bounds_t(const ChannelBounds *of, double x);

// A GlanceEnclose; context: a ChannelLook.
void channel_bounds_enclose(void *context, double low, double high, int order, Enclosure *f);

// How many segments a search may look at; what it looked at is to be counted.
long channel_bounds_budget(const ChannelBounds *of);

#endif
