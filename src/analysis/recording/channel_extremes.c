// SPDX-License-Identifier: BSD-3-Clause
// channel_extremes.c: what checks see of the motion between rows (see channel_extremes.h).
//
// Three points (t_k, f_k) have the parabola with slope d at the middle one and curvature c,
//   f_1 + d s + c s^2/2,   highest at s = -d/c, by d^2/(2 |c|) above f_1
// Four tenths of the second difference are allowed for what is no parabola: a corner between two
// points lies as far beyond it.
#include <float.h>
#include <math.h>

#include "analysis/recording/channel_extremes_inside.h"
#include "expr/programs/size.h"

enum { PARTS = 8, LEAST_PARTS = 2, MOST_PARTS = 16, TRIALS = 60, FREE_TRIALS = 24 };
enum { WEIGHED = 8, WEIGHED_EVERY = 64 };
static const double RISEN = 10;
static const double BENT = 1e-2, STRAIGHT = 1e-3; // second difference, as a part of the range
static const double ALLOWANCE = 0.4;
static const double HIDDEN = 0.5; // four times what a parabola rises between two points
static const double CLOSE = 1e-5; // of the three points' span: 1e-10 of what they differ by

bool channel_extremes_is_error(const CheckState *one) {
  return !checks_seeks_crossings(one->check) &&
         one->high - one->low < BETWEEN_CANCELLED * one->terms;
}

// A channel that cost more to follow than to look at: noise, until it moves by far more.
static bool is_noise(CheckState *one) {
  const double range = one->high - one->low;
  if (one->noise > 0 && range > RISEN * one->noise) {
    one->noise = 0;
    one->trials = 0;
    one->looks = 0;
  } else if (one->noise == 0 && one->trials > FREE_TRIALS + one->looks / 2) {
    one->noise = range;
  }
  return one->noise > 0;
}

static void weigh_terms(const Recorder *recorder, CheckState *one) {
  State *state = recorder->state;
  const Program *program = &state->system->model->numbers[one->check->channel].program;
  state_gather(state, program);
  const double size = program_size(program, state->inputs, state->work);
  one->terms = fmax(one->terms, isfinite(size) ? size : 0);
}

static bool is_wanted(const CheckState *one) {
  return one->between && !one->undetermined &&
         (!checks_seeks_crossings(one->check) || checks_wants_crossings(one));
}

bool channel_extremes_value(ChannelExtremes *extremes, const CheckState *one, double t,
                            double *value) {
  Recorder *recorder = extremes->recorder;
  *value = extremes->inside->go(extremes->inside->context, t)
               ? recorder_channel(recorder, one->check->channel)
               : one->seen[1]; // it cannot be had: what was seen last
  return checks_accept(one, recorder->state, *value);
}

// ---- crossings ----

bool channel_extremes_close_in(ChannelExtremes *extremes, CheckState *one, Bracket bracket) {
  enum { ITERATIONS = 60 };
  const double width = 2 * DBL_EPSILON * bracket.high;
  double at = 0;
  for (int k = 0; k < ITERATIONS && bracket.at_high > 0 && bracket_next(&bracket, width, &at);
       k++) {
    double value = 0;
    if (!channel_extremes_value(extremes, one, at, &value)) {
      return false;
    }
    bracket_move(&bracket, at, value, value >= 0);
  }
  checks_crossing(one, bracket.high);
  return true;
}

// ---- extremes ----

// Where to look next: the summit of the parabola, or, where that does not close in, the golden
// section of the larger part.
static double next_trial(const double t[3], const double f[3], bool golden, double width) {
  const double left = t[1] - t[0], right = t[2] - t[1];
  const double up = (f[1] - f[0]) / left, down = (f[2] - f[1]) / right;
  const double bend = down - up, slope = (up * right + down * left) / (left + right);
  const double summit = t[1] - slope * (left + right) / (2 * bend);
  if (golden || !(bend < 0 && summit > t[0] && summit < t[2])) {
    return left > right ? t[1] - 0.381966 * left : t[1] + 0.381966 * right;
  }
  if (fabs(summit - t[1]) > width) {
    return summit;
  }
  return left > right ? t[1] - width : t[1] + width; // the other side of a summit that stands
}

// Closes in the largest of sign * f among three points.
static bool climb(ChannelExtremes *extremes, CheckState *one, double sign, double t[3],
                  double f[3]) {
  const double width = CLOSE * (t[2] - t[0]);
  double before = t[2] - t[0];
  for (int k = 0; k < TRIALS && t[2] - t[0] > 2 * width; k++) {
    const bool slow = k % 3 == 2 && t[2] - t[0] > before / 2;
    before = k % 3 == 2 ? t[2] - t[0] : before;
    const double at = next_trial(t, f, slow, width), moved = fabs(at - t[1]);
    double value = 0;
    if (!channel_extremes_value(extremes, one, at, &value)) {
      return false;
    }
    one->trials++;
    checks_extreme(one, value);
    value *= sign;
    const bool better = value > f[1];
    const int side = at < t[1] ? 0 : 2;
    const int moving = better ? 2 - side : side; // this end comes in
    t[moving] = better ? t[1] : at;
    f[moving] = better ? f[1] : value;
    if (better) {
      t[1] = at;
      f[1] = value;
    }
    if (moved <= width && !slow) {
      break; // neither side of it is higher
    }
  }
  return true;
}

// Whether sign * f may rise above `known` between three points; where to begin.
static bool promises(const CheckState *one, double sign, double known, double t[3], double f[3]) {
  for (int k = 0; k < 3; k++) {
    t[k] = one->seen_t[k];
    f[k] = sign * one->seen[k];
  }
  const double left = t[1] - t[0], right = t[2] - t[1];
  const double up = (f[1] - f[0]) / left, down = (f[2] - f[1]) / right;
  const double curvature = 2 * (down - up) / (left + right);
  const double slope = (up * right + down * left) / (left + right);
  if (!(curvature < 0)) {
    return false;
  }
  const double summit = -slope / curvature, half = fmax(left, right);
  const double rise = slope * slope / (-2 * curvature) - ALLOWANCE * curvature * half * half;
  return summit > -1.1 * left && summit < 1.1 * right && f[1] + rise > known;
}

static bool look_for_extreme(ChannelExtremes *extremes, CheckState *one, double sign) {
  double t[3], f[3];
  const double known = checks_known(one, sign);
  if (channel_extremes_is_error(one) || is_noise(one) || !promises(one, sign, known, t, f)) {
    return true;
  }
  if (!climb(extremes, one, sign, t, f)) {
    return false;
  }
  // of a channel that touches zero between two points: the passage before its summit
  if (checks_seeks_crossings(one->check) && f[1] >= 0 && one->seen[0] < 0 && one->seen[2] < 0) {
    return channel_extremes_close_in(
        extremes, one,
        (Bracket){.low = one->seen_t[0], .at_low = one->seen[0], .high = t[1], .at_high = f[1]});
  }
  return true;
}

// ---- points ----

static void push(CheckState *one, double t, double value) {
  for (int k = 0; k < 2; k++) {
    one->seen_t[k] = one->seen_t[k + 1];
    one->seen[k] = one->seen[k + 1];
  }
  one->seen_t[2] = t;
  one->seen[2] = value;
  one->seen_count = one->seen_count < 3 ? one->seen_count + 1 : 3;
  one->known_points = one->known_points < 3 ? one->known_points + 1 : 3;
  one->low = fmin(one->low, value);
  one->high = fmax(one->high, value);
}

// Size of the second derivative at the last three points, of one step or of several.
static double curvature_of(const CheckState *one) {
  const double *t = one->seen_t, *f = one->seen;
  const double up = (f[1] - f[0]) / (t[1] - t[0]), down = (f[2] - f[1]) / (t[2] - t[1]);
  return fabs(2 * (down - up) / (t[2] - t[0]));
}

// Whether anything can lie between the last point and the next one, so far apart.
static bool may_hide(const ChannelExtremes *extremes, CheckState *one, double gap) {
  const bool bounded =
      checks_seeks_crossings(one->check) && channel_bounds_has(extremes->bounds, one);
  if (!is_wanted(one) || bounded || channel_extremes_is_error(one) || is_noise(one)) {
    return false;
  }
  const double curvature = fmax(one->curvature[0], one->curvature[1]);
  const double rise = one->known_points < 3 ? HUGE_VAL : HIDDEN * curvature * gap * gap;
  const double high = fmax(one->seen[2], one->next), low = fmin(one->seen[2], one->next);
  const CheckForm form = one->check->form;
  if (checks_seeks_crossings(one->check)) {
    return low < 0 ? high < 0 && high + rise >= 0 : low - rise < 0;
  }
  return (form != CHECK_MIN && high + rise > checks_known(one, 1)) ||
         (form != CHECK_MAX && rise - low > checks_known(one, -1));
}

// A further point: extremes and crossings up to there.
static bool take(ChannelExtremes *extremes, CheckState *one, double t, double value) {
  push(one, t, value);
  if (one->known_points == 3) {
    one->curvature[1] = fmax(one->curvature[1], curvature_of(one));
  }
  const bool crosses = checks_seeks_crossings(one->check);
  if (crosses && one->seen_count > 1 && channel_bounds_has(extremes->bounds, one)) {
    return channel_extremes_bound_crossings(extremes, one, t, value);
  }
  if (!crosses) {
    checks_extreme(one, value);
  } else if (one->seen_count > 1 && one->seen[1] < 0 && value >= 0 &&
             !channel_extremes_close_in(
                 extremes, one,
                 (Bracket){
                     .low = one->seen_t[1], .at_low = one->seen[1], .high = t, .at_high = value})) {
    return false;
  }
  if (one->seen_count < 3) {
    return true;
  }
  const CheckForm form = one->check->form;
  const double bend = fabs(one->seen[2] - 2 * one->seen[1] + one->seen[0]);
  if (!channel_extremes_is_error(one) && !is_noise(one)) {
    one->bend = fmax(one->bend, bend / fmax(one->high - one->low, DBL_MIN));
  }
  if (form != CHECK_MIN && !look_for_extreme(extremes, one, 1)) {
    return false;
  }
  return (form != CHECK_MIN && form != CHECK_MAX_ABS) || look_for_extreme(extremes, one, -1);
}

// All that wanted channels read, at the state's present point.
static bool observe(ChannelExtremes *extremes) {
  Recorder *recorder = extremes->recorder;
  Checks *checks = &recorder->checks;
  CheckDepth depth = CHECK_SHALLOW;
  for (int k = 0; k < checks->between_count; k++) {
    if (is_wanted(checks->between[k]) && checks->between[k]->depth > depth) {
      depth = checks->between[k]->depth;
    }
  }
  for (int k = 0; k < checks->between_count && depth == CHECK_SHALLOW; k++) {
    if (is_wanted(checks->between[k])) {
      recorder_channel(recorder, checks->between[k]->check->channel);
    }
  }
  return depth == CHECK_SHALLOW || recorder_observe(recorder, depth);
}

// The channels at the state's present point. measured: what they read was observed.
static bool read_channels(ChannelExtremes *extremes, bool measured) {
  Recorder *recorder = extremes->recorder;
  Checks *checks = &recorder->checks;
  if (!measured && !observe(extremes)) {
    return false;
  }
  for (int k = 0; k < checks->between_count; k++) {
    CheckState *one = checks->between[k];
    if (!is_wanted(one)) {
      continue;
    }
    if (!(measured && one->present_t == recorder->state->t)) { // else a row took it
      one->present = checks_value(recorder->state, one);
    }
    if (!checks_accept(one, recorder->state, one->present)) {
      return false;
    }
    if (one->looks++ < WEIGHED || one->looks % WEIGHED_EVERY == 0) {
      weigh_terms(recorder, one);
    }
  }
  return true;
}

// All channels were read at t before any is followed, which moves the state.
static bool follow(ChannelExtremes *extremes, double t) {
  Checks *checks = &extremes->recorder->checks;
  extremes->t = t;
  for (int k = 0; k < checks->between_count; k++) {
    CheckState *one = checks->between[k];
    if (is_wanted(one) && !take(extremes, one, t, one->present)) {
      return false;
    }
  }
  return true;
}

static bool look_inside(ChannelExtremes *extremes, double t) {
  return !extremes->inside->go(extremes->inside->context, t) || // cannot be had: the next one
         (read_channels(extremes, false) && follow(extremes, t));
}

static void forget(ChannelExtremes *extremes) {
  Checks *checks = &extremes->recorder->checks;
  for (int k = 0; k < checks->between_count; k++) {
    checks->between[k]->seen_count = checks->between[k]->known_points = 0;
  }
}

bool channel_extremes_start(ChannelExtremes *extremes, Recorder *recorder, const StepMotion *inside,
                            ChannelBounds *bounds) {
  const double t = recorder->state->t;
  Checks *checks = &recorder->checks;
  *extremes = (ChannelExtremes){.recorder = recorder, .inside = inside, .bounds = bounds, .t = t};
  for (int k = 0; k < checks->between_count; k++) {
    CheckState *one = checks->between[k];
    one->low = HUGE_VAL;
    one->high = -HUGE_VAL;
  }
  extremes->active = checks->between_count > 0;
  if (!extremes->active) {
    return true;
  }
  if (!read_channels(extremes, true) || !follow(extremes, t)) {
    return false;
  }
  for (int k = 0; k < checks->between_count; k++) {
    CheckState *one = checks->between[k];
    if (one->check->form == CHECK_FIRST_TIME && one->present >= 0) {
      checks_crossing(one, t);
    }
  }
  return true;
}

// What is known of the bend of the channels: points closer together, or less.
static void choose_spacing(ChannelExtremes *extremes) {
  Checks *checks = &extremes->recorder->checks;
  double bend = 0;
  for (int k = 0; k < checks->between_count; k++) {
    CheckState *one = checks->between[k];
    bend = fmax(bend, one->bend);
    one->bend = 0;
    one->curvature[0] = one->curvature[1];
    one->curvature[1] = 0;
  }
  if (extremes->spacing == 0) {
    extremes->spacing = extremes->step / PARTS;
  } else if (bend > BENT) {
    extremes->spacing /= 2;
  } else if (bend < STRAIGHT) {
    extremes->spacing *= 2;
  }
  extremes->spacing =
      fmin(extremes->step / LEAST_PARTS, fmax(extremes->step / MOST_PARTS, extremes->spacing));
}

// Crossings may all have been found.
static bool is_finished(const Checks *checks) {
  for (int k = 0; k < checks->between_count; k++) {
    if (is_wanted(checks->between[k])) {
      return false;
    }
  }
  return true;
}

bool channel_extremes_begin(ChannelExtremes *extremes, double step) {
  extremes->active = extremes->active && !is_finished(&extremes->recorder->checks);
  if (!extremes->active) {
    return true;
  }
  extremes->step = step;
  extremes->begun = extremes->t;
  choose_spacing(extremes);
  Checks *checks = &extremes->recorder->checks;
  if (extremes->fresh) {
    extremes->fresh = false;
    forget(extremes);
    return look_inside(extremes, extremes->t);
  }
  for (int k = 0; k < checks->between_count;
       k++) { // three points of one step: only it can be looked into
    CheckState *one = checks->between[k];
    one->seen_count = one->seen_count > 0 ? 1 : 0;
  }
  return true;
}

// Points on both sides of where the clock switches a channel, up to t: a pulse has ends.
static bool look_at_switches(ChannelExtremes *extremes, double t) {
  Checks *checks = &extremes->recorder->checks;
  for (;;) {
    const double from = extremes->t;
    double at = t;
    for (int k = 0; k < checks->between_count; k++) {
      if (is_wanted(checks->between[k])) {
        at = checks_next_switch(extremes->recorder->state, checks->between[k], from, at);
      }
    }
    if (!(at < t)) {
      return true;
    }
    const double before = nextafter(at, from);
    if ((before > from && !look_inside(extremes, before)) || !look_inside(extremes, at)) {
      return false;
    }
    extremes->t = at; // also where it cannot be had
    for (int k = 0; k < checks->between_count; k++) {
      checks->between[k]->seen_count = 1; // no parabola over a jump
      checks->between[k]->known_points = 0;
    }
  }
}

// Points between the last one and t, where channels are `next`.
static bool fill(ChannelExtremes *extremes, double t) {
  Checks *checks = &extremes->recorder->checks;
  if (!look_at_switches(extremes, t)) {
    return false;
  }
  const double from = extremes->t, gap = t - from;
  bool hides = false;
  for (int k = 0; k < checks->between_count; k++) {
    hides = hides || may_hide(extremes, checks->between[k], gap);
  }
  const int parts = hides ? (int)fmin(ceil(gap / extremes->spacing * (1 - 1e-9)), MOST_PARTS) : 1;
  for (int k = 1; k < parts; k++) {
    if (!look_inside(extremes, from + gap * k / parts)) {
      return false;
    }
  }
  for (int k = 0; k < checks->between_count; k++) {
    checks->between[k]->present = checks->between[k]->next;
  }
  return follow(extremes, t);
}

bool channel_extremes_row(ChannelExtremes *extremes, double t) {
  Checks *checks = &extremes->recorder->checks;
  if (!extremes->active || !(t > extremes->t)) {
    return true;
  }
  if (!read_channels(extremes, true)) {
    return false;
  }
  for (int k = 0; k < checks->between_count; k++) {
    checks->between[k]->next = checks->between[k]->present;
  }
  return fill(extremes, t);
}

bool channel_extremes_ahead(ChannelExtremes *extremes) {
  Checks *checks = &extremes->recorder->checks;
  if (!extremes->active) {
    return true;
  }
  if (!read_channels(extremes, false)) {
    return false;
  }
  for (int k = 0; k < checks->between_count; k++) {
    checks->between[k]->ahead = checks->between[k]->present;
  }
  return true;
}

// Of the whole step, when all points of it are known.
static bool bound_extremes(ChannelExtremes *extremes, double t) {
  Checks *checks = &extremes->recorder->checks;
  for (int k = 0; k < checks->between_count; k++) {
    CheckState *one = checks->between[k];
    if (!checks_seeks_crossings(one->check) && channel_bounds_has(extremes->bounds, one) &&
        !channel_extremes_bound_extremes(extremes, one, extremes->begun, t)) {
      return false;
    }
  }
  return true;
}

bool channel_extremes_end(ChannelExtremes *extremes, double t) {
  Checks *checks = &extremes->recorder->checks;
  if (!extremes->active) {
    return true;
  }
  for (int k = 0; k < checks->between_count; k++) {
    checks->between[k]->next = checks->between[k]->ahead;
  }
  return (!(t > extremes->t) || fill(extremes, t)) &&
         (!(t > extremes->begun) || bound_extremes(extremes, t));
}
