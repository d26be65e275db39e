// SPDX-License-Identifier: BSD-3-Clause
// channel_extremes_bounds.c: extremes and passages between points, for certain (see
// channel_extremes.h).
//
// Extremes: what was seen is the highest, unless the bounds of a part of the step are higher; there
// the motion is looked at until none is (expr/enclosures/summit.h). Passages: one after the other,
// each the first after the one before (expr/enclosures/isolate.h).
#include <float.h>
#include <math.h>

#include "analysis/recording/channel_extremes_inside.h"
#include "expr/enclosures/isolate.h"
#include "expr/enclosures/summit.h"

static const double PART = 1e-6, FINE = 1e-7; // of the range: higher by less is the same
static const double ALLOWED = 1e-3;           // of what the check allows: likewise
enum { TOUCHES = 100 };

// ---- extremes ----

typedef struct Climber {
  ChannelLook look;
  ChannelExtremes *extremes;
  CheckState *one;
  double part;
} Climber;

// How much farther an extreme may go before the check fails; not above 0: it has.
static double room_of(const Climber *climber, double known) {
  const State *state = climber->extremes->recorder->state;
  const Check *check = climber->one->check;
  const double limit = checks_limit(state, climber->one);
  const double target = check->equals >= 0 ? state->values[check->equals] : 0;
  return check->below >= 0 ? state->values[check->below] - known
                           : climber->look.sign * target + limit - known;
}

// What is higher than this is new: what tells nothing of the verdict may stay unseen.
static void raise(Climber *climber) {
  const CheckState *one = climber->one;
  const double known = checks_known(one, climber->look.sign), room = room_of(climber, known);
  const double most = ALLOWED * checks_limit(climber->extremes->recorder->state, one);
  const double allowed = room > 0 ? fmin(most, room / 2) : most;
  const double same = channel_extremes_is_error(one) ? BETWEEN_CANCELLED * one->terms
                      : room > 0 ? fmin(climber->part * (one->high - one->low), room / 2)
                                 : climber->part * (one->high - one->low);
  const double slack = fmax(same, allowed);
  climber->look.shift = known + fmax(slack, DBL_MIN / DBL_EPSILON);
}

static bool reach(void *context, double x) {
  Climber *climber = context;
  CheckState *one = climber->one;
  double value = 0;
  if (!channel_extremes_value(climber->extremes, one, channel_bounds_t(climber->look.of, x),
                              &value)) {
    return false;
  }
  if (climber->look.sign * value > climber->look.shift) {
    climber->part = FINE; // something that points had missed
  }
  one->low = fmin(one->low, value);
  one->high = fmax(one->high, value);
  checks_extreme(one, value);
  raise(climber);
  return true;
}

static void enclose(void *context, double low, double high, int order, Enclosure *f) {
  Climber *climber = context;
  channel_bounds_enclose(&climber->look, low, high, order, f);
}

static bool bound_side(ChannelExtremes *extremes, CheckState *one, double sign, double from,
                       double t) {
  ChannelBounds *bounds = extremes->bounds;
  Climber climber = {.look = {.of = bounds, .one = one, .sign = sign},
                     .extremes = extremes,
                     .one = one,
                     .part = PART};
  Summit summit = {.enclose = enclose,
                   .reach = reach,
                   .context = &climber,
                   .least = fmax(2 * DBL_EPSILON, DBL_EPSILON * t / bounds->bounds.step.h),
                   .budget = channel_bounds_budget(bounds)};
  Unseen unseen;
  raise(&climber);
  const bool done =
      summit_rise(&summit, channel_bounds_x(bounds, from), channel_bounds_x(bounds, t), &unseen);
  bounds->segments += summit.segments;
  if (unseen.above > 0) {
    checks_unseen(one, unseen.above + climber.look.shift - checks_known(one, sign),
                  channel_bounds_t(bounds, unseen.low), channel_bounds_t(bounds, unseen.high));
  }
  return done;
}

bool channel_extremes_bound_extremes(ChannelExtremes *extremes, CheckState *one, double from,
                                     double t) {
  const CheckForm form = one->check->form;
  return (form == CHECK_MIN || bound_side(extremes, one, 1, from, t)) &&
         (form == CHECK_MAX || bound_side(extremes, one, -1, from, t));
}

// ---- passages ----

// The channel leaves its side between two times: upwards, closed in. *leaves: whether it does, as
// points that satisfy the constraints tell.
static bool pass(ChannelExtremes *extremes, CheckState *one, double sign, const double at[2],
                 bool *leaves) {
  double low = 0, high = 0;
  if (!channel_extremes_value(extremes, one, at[1], &high)) {
    return false;
  }
  *leaves = sign > 0 ? high >= 0 : high < 0;
  if (!*leaves || sign < 0) {
    return true;
  }
  if (!channel_extremes_value(extremes, one, at[0], &low)) {
    return false;
  }
  if (low >= 0) {
    checks_crossing(one, at[0]);
    return true;
  }
  return channel_extremes_close_in(
      extremes, one, (Bracket){.low = at[0], .at_low = low, .high = at[1], .at_high = high});
}

bool channel_extremes_bound_crossings(ChannelExtremes *extremes, CheckState *one, double t,
                                      double value) {
  ChannelBounds *bounds = extremes->bounds;
  ChannelLook look = {.of = bounds, .one = one, .sign = one->seen[1] < 0 ? 1 : -1};
  Isolate isolate = {.enclose = channel_bounds_enclose,
                     .context = &look,
                     .least = fmax(2 * DBL_EPSILON, DBL_EPSILON * t / bounds->bounds.step.h)};
  double x = channel_bounds_x(bounds, one->seen_t[1]);
  const double end = channel_bounds_x(bounds, t);
  bool good = true;
  for (int k = 0; good && x < end && checks_wants_crossings(one); k++) {
    isolate.budget = channel_bounds_budget(bounds);
    isolate.segments = 0;
    const Isolated passage = isolate_first(&isolate, x, end);
    bounds->segments += isolate.segments;
    const double at[2] = {channel_bounds_t(bounds, passage.low),
                          fmin(channel_bounds_t(bounds, passage.high), t)};
    if (passage.kind == ISOLATED_NONE) {
      break;
    }
    if (passage.kind == ISOLATED_GIVEN_UP || k == TOUCHES) {
      checks_unseen(one, (double)INFINITY, at[0], t);
      break;
    }
    bool leaves = false;
    good = pass(extremes, one, look.sign, at, &leaves);
    look.sign = leaves ? -look.sign : look.sign;
    x = passage.high;
  }
  if (!good || look.sign < 0 || value < 0 || !checks_wants_crossings(one)) {
    return good;
  }
  // points tell of one that bounds did not
  return channel_extremes_close_in(
      extremes, one,
      (Bracket){
          .low = channel_bounds_t(bounds, x), .at_low = -DBL_MIN, .high = t, .at_high = value});
}
