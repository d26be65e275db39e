// SPDX-License-Identifier: BSD-3-Clause
// crossings.c: where the channel of a check crosses zero upwards (see crossings.h).
//
// The crossing is closed in by the regula falsi with Illinois' rule, down to round-off of the time.
#include "analysis/crossings.h"

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
  double low = check->previous_t, high = t, at_low = check->previous;
  double at_high = recorder_channel(recorder, check->check->channel);
  check->previous = at_high;
  check->previous_t = high;
  if (!checks_accept(check, recorder->state, at_high)) {
    return false;
  }
  if (!(at_low < 0 && at_high >= 0)) {
    return true;
  }
  for (int i = 0; i < ITERATIONS && high - low > 4e-16 * high; i++) {
    double middle = high - at_high * (high - low) / (at_high - at_low);
    middle = middle > low && middle < high ? middle : low + (high - low) / 2;
    const double value = channel_at(recorder, check, inside, middle);
    if (value >= 0) {
      high = middle;
      at_high = value;
      at_low *= i % 3 == 2 ? 0.5 : 1;
    } else {
      low = middle;
      at_low = value;
      at_high *= i % 3 == 2 ? 0.5 : 1;
    }
    if (value == 0) {
      break;
    }
  }
  checks_crossing(check, high);
  return true;
}
