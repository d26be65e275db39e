// SPDX-License-Identifier: BSD-3-Clause
// channel_bounds.h: guaranteed bounds of the channels of checks along a step.
//
// Sampling misses a pulse of an expression that is narrower than the distance of the points.
// Enclosures of the expression do not (system/observe/bounds.h). They exist for channels that read
// positions, velocities, time and parameters. Energies, accelerations and reactions have none, nor
// have channels of bodies with internal coordinates. A channel that is calm on a step
// (expr/enclosures/calm.h) is not searched.
#ifndef MBS_ANALYSIS_RECORDING_CHANNEL_BOUNDS_H
#define MBS_ANALYSIS_RECORDING_CHANNEL_BOUNDS_H

#include "analysis/recording/recorder.h"
#include "analysis/recording/step_moves.h"
#include "expr/enclosures/glance.h"

typedef struct ChannelBounds {
  Recorder *recorder;
  Bounds bounds;
  StepMoves moves;
  bool active;            // a check has such a channel
  bool certain;           // the last step has bounds, and some channel has to be searched
  long segments, allowed; // segments searched so far, and allowed so far
} ChannelBounds;

// The function sign * channel - shift of x = (time - t)/h, with start t and length h of the step.
typedef struct ChannelLook {
  ChannelBounds *of;
  const CheckState *one;
  double sign, shift;
} ChannelLook;

// Marks the checks whose channels have bounds. False when memory ran out.
bool channel_bounds_open(ChannelBounds *of, Recorder *recorder, const StepMotion *inside,
                         Arena *arena);

// Prepares the bounds of an accepted step, of which [from, end] counts. The state may be moved.
void channel_bounds_step(ChannelBounds *of, double from, double end);

// Whether this channel has to be searched along the last step, and has bounds there.
static inline bool channel_bounds_has(const ChannelBounds *of, const CheckState *one) {
  return one->bounded && one->searched && of->certain;
}

// Conversion between the time t [s] and x of the step.
double channel_bounds_x(const ChannelBounds *of, double t);
double channel_bounds_t(const ChannelBounds *of, double x);

// Encloses the function of a ChannelLook (context) on [low, high] of x: a GlanceEnclose.
void channel_bounds_enclose(void *context, double low, double high, int order, Enclosure *f);

// How many segments the next search may bound. The caller adds those it bounded to of->segments.
long channel_bounds_budget(const ChannelBounds *of);

#endif
