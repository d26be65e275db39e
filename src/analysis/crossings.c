// SPDX-License-Identifier: BSD-3-Clause
// crossings.c: where the channel of a check crosses zero upwards (see crossings.h).
//
// The crossing is closed in (math/bracket.h) down to round-off of the time.
#include "analysis/crossings.h"

#include <float.h>

#include "math/bracket.h"

bool crossings_start(Recorder *recorder) {
  for (int k = 0; k < recorder->checks.count; k++) {
    CheckState *check = &recorder->checks.list[k];
    if (checks_seeks_crossings(check->check)) {
      check->previous = recorder_channel(recorder, check->check->channel);
      check->previous_t = recorder->state->t;
      if (!checks_accept(check, recorder->state, check->previous)) {
        return false;
      }
      if (check->check->form == CHECK_FIRST_TIME && check->previous >= 0) {
        checks_crossing(check, recorder->state->t);
      }
    }
  }
  return true;
}

// Value of a channel at a time inside the last step.
static double channel_at(Recorder *recorder, const CheckState *check, const RootStep *inside,
                         double t) {
  inside->go(inside->context, t);
  return recorder_channel(recorder, check->check->channel);
}

bool crossings_find(Recorder *recorder, CheckState *check, const RootStep *inside, double t) {
  enum { ITERATIONS = 60 };
  Bracket bracket = {.low = check->previous_t,
                     .at_low = check->previous,
                     .high = t,
                     .at_high = recorder_channel(recorder, check->check->channel)};
  check->previous = bracket.at_high;
  check->previous_t = t;
  if (!checks_accept(check, recorder->state, bracket.at_high)) {
    return false;
  }
  if (!(bracket.at_low < 0 && bracket.at_high >= 0)) {
    return true;
  }
  const double width = 2 * DBL_EPSILON * t;
  double at = 0;
  for (int k = 0; k < ITERATIONS && bracket.at_high > 0 && bracket_next(&bracket, width, &at);
       k++) {
    const double value = channel_at(recorder, check, inside, at);
    bracket_move(&bracket, at, value, value >= 0);
  }
  checks_crossing(check, bracket.high);
  return true;
}
