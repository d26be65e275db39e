// SPDX-License-Identifier: BSD-3-Clause
// comparison.c: two motions, channel by channel (see comparison.h).
#include "analysis/verification/comparison.h"

#include <math.h>
#include <string.h>

static const double ESTIMATES = 3; // a difference may be so many times the larger one
// Of a difference to ten times the tolerance: beside a finer motion, and without one.
static const double COARSER = 0.1, COARSER_ALONE = 0.3;
static const double LARGEST_PART = 1e-6;  // of the scale
static const double SMALLEST_PART = 1e-9; // of the scale: estimates below mean nothing

static const double ROUNDED = 1e-14; // of values
static const double MAGNIFIED = 1e5; // round-off of places, by steps and motion

bool comparison_wants(const char *name, const char *const *wanted, int count) {
  for (int k = 0; k < count; k++) {
    if (strcmp(name, wanted[k]) == 0) {
      return true;
    }
  }
  return wanted == NULL;
}

double comparison_badness(const ChannelComparison *channel) {
  return channel->limit > 0 ? channel->difference.largest / channel->limit
         : channel->same    ? 0
                            : HUGE_VAL;
}

const ChannelComparison *comparison_worst(const Comparison *comparison) {
  const ChannelComparison *worst = NULL;
  for (int k = 0; k < comparison->channel_count; k++) {
    const ChannelComparison *channel = &comparison->channels[k];
    if (worst == NULL || comparison_badness(channel) > comparison_badness(worst)) {
      worst = channel;
    }
  }
  return worst;
}

// ---- estimates ----

// error[channel] := what another run of the motion differs by, times a factor, where that is more;
// as it was where there is none.
static bool take_difference(const Trajectory *motion, const Trajectory *other, double factor,
                            double *error, Arena *arena) {
  CommonRows common;
  if (!trajectory_common_rows(motion, other, &common, arena)) {
    return false;
  }
  for (int k = 1; k < motion->channel_count; k++) {
    const int there =
        other->row_count > 0 ? trajectory_channel(other, motion->channels[k].name) : -1;
    if (there >= 0) {
      const Difference d = trajectory_difference(motion, k, other, there, &common);
      error[k] = fmax(error[k], factor * d.largest); // NaN counts for nothing
    }
  }
  return true;
}

// error[channel] of a side's motion; NaN without a finer or a coarser one.
static bool estimate(const Side *side, double *error, Arena *arena) {
  for (int k = 1; k < side->motion.channel_count; k++) {
    error[k] = (double)NAN;
  }
  const double coarser = side->finer.row_count > 0 ? COARSER : COARSER_ALONE;
  return take_difference(&side->motion, &side->finer, side->factor, error, arena) &&
         take_difference(&side->motion, &side->coarser, coarser * side->factor, error, arena);
}

// The largest of the channels of the same unit: of one alone it may be small by chance.
static double error_of_unit(const Trajectory *motion, const double *error, int channel) {
  const char *unit = trajectory_unit(&motion->channels[channel]);
  double largest = error[channel];
  for (int k = 1; k < motion->channel_count && unit[0] != '\0'; k++) {
    if (strcmp(unit, trajectory_unit(&motion->channels[k])) == 0) {
      largest = fmax(largest, error[k]);
    }
  }
  return largest;
}

// ---- limits ----

static double limit_of(const ChannelComparison *channel, const Allowance *allowance,
                       bool fixed_step) {
  if (allowance->absolute >= 0 || allowance->relative >= 0) {
    return fmax(allowance->absolute, allowance->relative * channel->scale);
  }
  const double most = (allowance->most > 0 ? allowance->most : LARGEST_PART) * channel->scale;
  const double least = ROUNDED * channel->difference.values; // of what hardly changes
  if (isnan(channel->estimate)) {
    return fmax(most, least);
  }
  const double wide = ESTIMATES * fmax(channel->estimate, SMALLEST_PART * channel->scale);
  return fmax(fixed_step ? wide : fmin(wide, most), least);
}

static void compare_channel(const Side *a, int in_a, const Side *b, int in_b,
                            const double *const errors[2], const CommonRows *common,
                            const Allowance *allowance, ChannelComparison *out) {
  out->difference = trajectory_difference(&a->motion, in_a, &b->motion, in_b, common);
  out->estimate =
      fmax(error_of_unit(&a->motion, errors[0], in_a), error_of_unit(&b->motion, errors[1], in_b));
  out->limit = limit_of(out, allowance, a->fixed_step || b->fixed_step);
  out->same = out->difference.largest <= out->limit;
}

// Far from the origin places are rounded at every step, and motions magnify that: lengths and
// speeds by themselves, all else by the part of the mechanism's length that it is.
static void allow_rounding(ChannelComparison *channel, const ScaleFloor *floor) {
  double over = 1, under = 1;
  Dimension it;
  const bool read =
      channel->unit[0] != '\0' && dimension_read_told(channel->unit, &over, &under, &it);
  const double part = floor->length > 0 ? floor->known / floor->length : 0;
  double known = part * channel->scale;
  if (read && (dimension_equal(it, dimension_make(1, 0, 0)) ||
               dimension_equal(it, dimension_make(1, 0, -1)))) {
    known = fmax(known, floor->known * under / over);
  }
  channel->limit = fmax(channel->limit, MAGNIFIED * known);
  channel->same = channel->difference.largest <= channel->limit;
}

// ---- names ----

static bool list_missing(const Trajectory *from, const Trajectory *other, const char *const *wanted,
                         int wanted_count, const char ***names, int *count, Arena *arena) {
  *names = arena_array(arena, const char *, from->channel_count);
  *count = 0;
  for (int k = 1; *names != NULL && k < from->channel_count; k++) {
    const char *name = from->channels[k].name;
    if (trajectory_channel(other, name) < 0 && comparison_wants(name, wanted, wanted_count)) {
      (*names)[(*count)++] = name;
    }
  }
  return *names != NULL;
}

static const char *unit_of(const Channel *a, const Channel *b) {
  return a->unit[0] != '\0' ? a->unit : b->unit;
}

bool comparison_of(const Side *a, const Side *b, const Allowance *allowance,
                   const char *const *wanted, int wanted_count, Comparison *it, Arena *arena) {
  const Trajectory *first = &a->motion;
  const Trajectory *second = &b->motion;
  const ScaleFloor floor = {.length = fmax(a->floor.length, b->floor.length),
                            .energy = fmax(a->floor.energy, b->floor.energy),
                            .known = fmax(a->floor.known, b->floor.known)};
  CommonRows common;
  double *scale, *scale_b, *error_a, *error_b;
  *it = (Comparison){.label_a = a->label, .label_b = b->label, .same = true};
  it->channels = arena_array(arena, ChannelComparison, first->channel_count);
  if (!arena_doubles(arena, first->channel_count, &scale, &error_a) ||
      !arena_doubles(arena, second->channel_count, &scale_b, &error_b) || !it->channels ||
      !trajectory_common_rows(first, second, &common, arena) ||
      !list_missing(first, second, wanted, wanted_count, &it->only_a, &it->only_a_count, arena) ||
      !list_missing(second, first, wanted, wanted_count, &it->only_b, &it->only_b_count, arena)) {
    return false;
  }
  Trajectory here, there; // what is compared
  if (!trajectory_pick(first, common.a, common.count, &here, arena) ||
      !trajectory_pick(second, common.b, common.count, &there, arena)) {
    return false;
  }
  trajectory_scales(&here, &there, &floor, scale);
  trajectory_scales(&there, &here, &floor, scale_b);
  if (!estimate(a, error_a, arena) || !estimate(b, error_b, arena)) {
    return false;
  }
  it->rows_a = first->row_count;
  it->rows_b = second->row_count;
  it->rows = common.count;
  const double *const errors[2] = {error_a, error_b};
  for (int k = 1; k < first->channel_count; k++) {
    const char *name = first->channels[k].name;
    const int other = trajectory_channel(second, name);
    if (other < 0 || !comparison_wants(name, wanted, wanted_count)) {
      continue;
    }
    ChannelComparison *channel = &it->channels[it->channel_count++];
    *channel = (ChannelComparison){.name = name,
                                   .unit = unit_of(&first->channels[k], &second->channels[other]),
                                   .scale = fmax(scale[k], scale_b[other])};
    compare_channel(a, k, b, other, errors, &common, allowance, channel);
    allow_rounding(channel, &floor);
    it->same = it->same && channel->same;
  }
  return true;
}
