// SPDX-License-Identifier: BSD-3-Clause
// integrals.c: two nested rules, and halves where they differ (see integrals.h).
#include "analysis/recording/integrals.h"

#include <math.h>
#include <string.h>

enum { POINTS = 7, HALVINGS = 40, NOISY = 32, SUMS = 6 };
enum { ALLOWED_FIRST = 50000, ALLOWED_PER_STEP = 200 }; // stretches
enum { FINER, COARSER, SIZE, LEAST, MOST, HIDES };      // of a channel's sums
static const double NODE[POINTS] = {-1, -0.816496580927726033, -0.447213595499957939,
                                    0,  0.447213595499957939,  0.816496580927726033,
                                    1};
static const double WHOLE[POINTS] = {77.0 / 1470,  432.0 / 1470, 625.0 / 1470, 672.0 / 1470,
                                     625.0 / 1470, 432.0 / 1470, 77.0 / 1470};
static const double COARSE[POINTS] = {1.0 / 6, 0, 5.0 / 6, 0, 5.0 / 6, 0, 1.0 / 6};
static const double NOTHING[SUMS] = {[LEAST] = HUGE_VAL, [MOST] = -HUGE_VAL};
// Parts of the integral of the size, and of what the check allows: of what the rules differ by, and
// of what may stand between their points.
static const double APART[] = {1e-10, 1e-5}, HIDDEN[] = {1e-7, 1e-3};
static const double CAUTION = 10; // times what the rules differ by: an estimate, not a bound
static const double OPEN = 2;     // times what a point leaves open

bool integrals_open(Integrals *it, Recorder *recorder, const StepMotion *inside,
                    ChannelBounds *bounds, Arena *arena) {
  Checks *checks = &recorder->checks;
  *it = (Integrals){
      .recorder = recorder, .inside = inside, .bounds = bounds, .allowed = ALLOWED_FIRST};
  it->list = arena_array(arena, CheckState *, checks->count);
  for (int k = 0; it->list != NULL && k < checks->count; k++) {
    if (checks->list[k].integrates) {
      it->list[it->count++] = &checks->list[k];
    }
  }
  return it->list != NULL && arena_doubles(arena, SUMS * it->count, &it->sum);
}

// What is summed up of a channel's value.
static double term_of(const CheckState *one, double value) {
  return one->check->form == CHECK_RMS ? value * value : value;
}

// Both rules over a stretch, and the size, into it->sum.
static bool apply(Integrals *it, double from, double span) {
  Recorder *recorder = it->recorder;
  for (int k = 0; k < it->count; k++) {
    memcpy(it->sum + (long)SUMS * k, NOTHING, sizeof NOTHING);
  }
  for (int p = 0; p < POINTS; p++) {
    // the end may be the other side of a switch
    const double t =
        p + 1 < POINTS ? from + 0.5 * (1 + NODE[p]) * span : nextafter(from + span, from);
    if (!it->inside->go(it->inside->context, t)) {
      recorder->state->fault.set = false;
      continue; // it cannot be had: the rules differ by it
    }
    for (int k = 0; k < it->count; k++) {
      const CheckState *one = it->list[k];
      const double value = recorder_channel(recorder, one->check->channel);
      if (!checks_accept(one, recorder->state, value)) {
        return false;
      }
      const double term = term_of(one, value) * 0.5 * span;
      double *sum = it->sum + (long)SUMS * k;
      sum[FINER] += WHOLE[p] * term;
      sum[COARSER] += COARSE[p] * term;
      sum[SIZE] += WHOLE[p] * fabs(term);
      sum[LEAST] = fmin(sum[LEAST], value);
      sum[MOST] = fmax(sum[MOST], value);
    }
  }
  return true;
}

// What a point of the channel leaves open: where it jumps, more than beside it.
static double open_at(ChannelLook *look, const double end[2]) {
  static const double place[] = {0.5, 0.37};
  double open = HUGE_VAL;
  for (int k = 0; k < 2; k++) {
    const double x = channel_bounds_x(look->of, end[0] + place[k] * (end[1] - end[0]));
    Enclosure f;
    channel_bounds_enclose(look, x, x, 0, &f);
    open = fmin(open, interval_width(f.c[0]));
  }
  return open;
}

// What the integral differs by where the channel does by so much, over a stretch.
static double term_over(const CheckState *one, const double *sum, double by, const double end[2]) {
  const double known = fmax(fabs(sum[MOST]), fabs(sum[LEAST]));
  return by * (end[1] - end[0]) * (one->check->form == CHECK_RMS ? 2 * known + by : 1);
}

// How much may stand between the points of a stretch, by the bounds of a channel: nothing where
// they reach beyond the points by less than these are apart, as those of what is smooth do. told:
// points closer together can tell.
static double hidden(Integrals *it, const CheckState *one, const double *sum, const double end[2],
                     bool *told) {
  ChannelBounds *bounds = it->bounds;
  ChannelLook look = {.of = bounds, .one = one, .sign = 1};
  *told = false;
  if (!channel_bounds_has(bounds, one)) {
    return 0;
  }
  const Interval all = glance_on(channel_bounds_enclose, &look, channel_bounds_x(bounds, end[0]),
                                 channel_bounds_x(bounds, end[1]))
                           .value;
  const double beyond = fmax(fmax(all.hi - sum[MOST], sum[LEAST] - all.lo), 0);
  *told = beyond > OPEN * open_at(&look, end);
  return beyond > sum[MOST] - sum[LEAST] ? term_over(one, sum, beyond, end) : 0;
}

// What the channel's points leave open, summed up.
static double noise_of(Integrals *it, const CheckState *one, const double *sum,
                       const double end[2]) {
  ChannelLook look = {.of = it->bounds, .one = one, .sign = 1};
  return term_over(one, sum, OPEN * open_at(&look, end), end);
}

// What the integral over a stretch may be off by: a part of its size, or of what the check allows.
static double counts(const Integrals *it, const CheckState *one, const double *sum, double span,
                     const double part[2]) {
  const double limit = checks_limit(it->recorder->state, one);
  const double allowed = one->check->form == CHECK_RMS ? limit * limit * span
                         : one->check->form == CHECK_INTEGRAL
                             ? limit * span / it->recorder->duration
                             : limit * span;
  return fmax(part[0] * (one->size + sum[SIZE]), part[1] * allowed);
}

// Whether the two rules agree; noisy: as far as points of the channel can tell.
static bool is_fine(Integrals *it, const double end[2], bool noisy) {
  for (int k = 0; k < it->count; k++) {
    const double *sum = it->sum + (long)SUMS * k;
    const CheckState *one = it->list[k];
    const double apart = fabs(sum[FINER] - sum[COARSER]);
    if (apart > counts(it, one, sum, end[1] - end[0], APART) &&
        !(noisy && channel_bounds_has(it->bounds, one) && apart <= noise_of(it, one, sum, end))) {
      return false;
    }
  }
  return true;
}

// For every channel how much may stand between the points; whether others can tell where it counts.
static bool look_between(Integrals *it, double from, double to) {
  bool hides = false;
  for (int k = 0; k < it->count; k++) {
    double *sum = it->sum + (long)SUMS * k;
    bool told = false;
    sum[HIDES] = hidden(it, it->list[k], sum, (const double[]){from, to}, &told);
    hides = hides || (told && sum[HIDES] > counts(it, it->list[k], sum, to - from, HIDDEN));
  }
  return hides;
}

// halvings: so many more, unless something hides.
static bool sum_stretch(Integrals *it, double from, double to, int halvings) {
  const double middle = from + 0.5 * (to - from), end[2] = {from, to};
  if (!apply(it, from, to - from)) {
    return false;
  }
  const bool divides = --it->allowed > 0 && middle > from && middle < to;
  const bool coarse = halvings > 0 && divides && !is_fine(it, end, halvings < NOISY);
  if (coarse || (look_between(it, from, to) && divides)) {
    const int more = coarse ? halvings - 1 : HALVINGS;
    return sum_stretch(it, from, middle, more) && sum_stretch(it, middle, to, more);
  }
  for (int k = 0; k < it->count; k++) {
    const double *sum = it->sum + (long)SUMS * k;
    CheckState *one = it->list[k];
    one->value += sum[FINER];
    const double apart = fabs(sum[FINER] - sum[COARSER]);
    one->unknown +=
        sum[HIDES] + (apart > counts(it, one, sum, to - from, APART) ? CAUTION * apart : 0);
    one->size += sum[SIZE];
    one->last_t = to;
  }
  return true;
}

bool integrals_end(Integrals *it, double t) {
  it->allowed += ALLOWED_PER_STEP;
  while (it->count > 0 && it->t < t) {
    const double from = it->t;
    double to = t;
    for (int k = 0; k < it->count; k++) {
      to = checks_next_switch(it->recorder->state, it->list[k], from, to);
    }
    it->t = to;
    if (!sum_stretch(it, from, it->t, HALVINGS)) {
      return false;
    }
  }
  return true;
}
