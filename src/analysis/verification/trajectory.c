// SPDX-License-Identifier: BSD-3-Clause
// trajectory.c: tables of channels over time (see trajectory.h).
#include "analysis/verification/trajectory.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "expr/text/dimension.h"

static const double SAME_TIME = 1e-9;

Trajectory trajectory_of_result(const Result *result) {
  return (Trajectory){.channels = result->channels,
                      .channel_count = result->channel_count,
                      .rows = result->rows,
                      .row_count = result->row_count};
}

// A text of the run's arena, for longer; NULL stays NULL, and is there when memory ran out.
static const char *keep_text(const char *text, Arena *arena) {
  return text == NULL ? NULL : arena_copy(arena, text, strlen(text));
}

// Names are the model's, units may be the run's.
static bool keep_channels(Channel *channels, int count, Arena *arena) {
  bool ok = true;
  for (int k = 0; k < count; k++) {
    Channel *channel = &channels[k];
    channel->unit = keep_text(channel->unit, arena);
    channel->like = keep_text(channel->like, arena);
    ok = ok && channel->unit != NULL;
  }
  return ok;
}

Trajectory trajectory_copy(const Trajectory *motion, Arena *arena) {
  Channel *channels = arena_array(arena, Channel, motion->channel_count);
  const size_t row = (size_t)motion->channel_count * sizeof(double);
  double *rows = arena_alloc_array(arena, motion->row_count, row);
  if (channels == NULL || rows == NULL) {
    return (Trajectory){.row_count = 0};
  }
  if (motion->channel_count > 0) {
    memcpy(channels, motion->channels, (size_t)motion->channel_count * sizeof *channels);
  }
  if (!keep_channels(channels, motion->channel_count, arena)) {
    return (Trajectory){.row_count = 0};
  }
  if (motion->row_count > 0) {
    memcpy(rows, motion->rows, (size_t)motion->row_count * row);
  }
  return (Trajectory){.channels = channels,
                      .channel_count = motion->channel_count,
                      .rows = rows,
                      .row_count = motion->row_count};
}

int trajectory_channel(const Trajectory *motion, const char *name) {
  for (int k = 0; k < motion->channel_count; k++) {
    if (strcmp(motion->channels[k].name, name) == 0) {
      return k;
    }
  }
  return -1;
}

// NaN where the model does not determine it.
static double value_of(const Trajectory *motion, int row, int channel) {
  return motion->channels[channel].undetermined
             ? (double)NAN
             : motion->rows[(size_t)row * (size_t)motion->channel_count + (size_t)channel];
}

// How many rows from there on have the same time: before and behind what happens then.
static int rows_at(const Trajectory *motion, int row) {
  int count = 1;
  while (row + count < motion->row_count &&
         value_of(motion, row + count, 0) == value_of(motion, row, 0)) {
    count++;
  }
  return count;
}

bool trajectory_common_rows(const Trajectory *a, const Trajectory *b, CommonRows *common,
                            Arena *arena) {
  const int most = a->row_count < b->row_count ? a->row_count : b->row_count;
  int *in_a = arena_array(arena, int, most);
  int *in_b = arena_array(arena, int, most);
  *common = (CommonRows){.a = in_a, .b = in_b};
  if (in_a == NULL || in_b == NULL) {
    return false;
  }
  const double end = a->row_count > 0 ? fabs(value_of(a, a->row_count - 1, 0)) : 0;
  const double instant = SAME_TIME * fmin(end, 1); // what counts as nothing below 1 s
  int j = 0;
  for (int i = 0; i < a->row_count && j < b->row_count;) {
    const double t_a = value_of(a, i, 0), t_b = value_of(b, j, 0);
    if (fabs(t_a - t_b) <= fmax(SAME_TIME * fabs(t_a), instant)) {
      const int more_a = rows_at(a, i), more_b = rows_at(b, j);
      i += more_a > more_b ? more_a - more_b : 0; // the last ones are behind it
      j += more_b > more_a ? more_b - more_a : 0;
      for (int k = 0; k < more_a && k < more_b; k++) {
        in_a[common->count] = i++;
        in_b[common->count++] = j++;
      }
    } else if (t_a < t_b) {
      i++;
    } else {
      j++;
    }
  }
  return true;
}

Difference trajectory_difference(const Trajectory *a, int channel_a, const Trajectory *b,
                                 int channel_b, const CommonRows *common) {
  Difference difference = {.largest = 0};
  double sum = 0;
  for (int k = 0; k < common->count; k++) {
    const double x = value_of(a, common->a[k], channel_a);
    const double y = value_of(b, common->b[k], channel_b);
    if (isnan(x) && isnan(y)) {
      continue;
    }
    const double size = isnan(x) || isnan(y) ? HUGE_VAL : fabs(x - y);
    if (size > difference.largest || difference.rows == 0) {
      difference.largest = size;
      difference.t = value_of(a, common->a[k], 0);
    }
    sum += size * size;
    difference.values = fmax(difference.values, fmax(fabs(x), fabs(y))); // NaN counts for nothing
    difference.rows++;
  }
  difference.rms = difference.rows > 0 ? sqrt(sum / difference.rows) : 0;
  return difference;
}

bool trajectory_pick(const Trajectory *motion, const int *rows, int count, Trajectory *out,
                     Arena *arena) {
  const size_t width = (size_t)motion->channel_count;
  *out = *motion;
  if (count == motion->row_count) {
    return true;
  }
  double *picked = arena_alloc_array(arena, count, width * sizeof(double));
  for (int k = 0; picked != NULL && k < count; k++) {
    memcpy(picked + (size_t)k * width, motion->rows + (size_t)rows[k] * width,
           width * sizeof(double));
  }
  out->rows = picked;
  out->row_count = count;
  return picked != NULL;
}

// ---- scales ----

static const double OF_THE_LARGEST = 0.1; // span of the same unit: the least scale of a channel
static const double OF_ITSELF = 1e-3;

// From the least value to the largest.
static double span_of(const Trajectory *motion, int channel) {
  double least = (double)INFINITY, largest = -(double)INFINITY;
  for (int row = 0; row < motion->row_count; row++) {
    const double value = value_of(motion, row, channel);
    if (isfinite(value)) {
      least = fmin(least, value);
      largest = fmax(largest, value);
    }
  }
  return largest > least ? largest - least : 0;
}

const char *trajectory_unit(const Channel *channel) {
  return channel->unit[0] != '\0' || channel->like == NULL ? channel->unit : channel->like;
}

static double floor_of(const char *unit, const ScaleFloor *floor) {
  Dimension it;
  double numerator = 1, denominator = 1;
  if (unit[0] == '\0' || !dimension_read_told(unit, &numerator, &denominator, &it)) {
    return 0;
  }
  const double mass = floor->length > 0 ? floor->energy / (floor->length * floor->length) : 0;
  const double size = (it.length != 0 ? pow(floor->length, it.length) : 1) *
                      (it.mass != 0 ? pow(mass, it.mass) : 1) * denominator / numerator;
  return isfinite(size) ? size : 0;
}

// What brings values of one unit into another; 1 where they are the same, or one is not known.
static double unit_ratio(const char *from, const char *to) {
  Dimension dimension, wanted;
  double over = 1, under = 1, wanted_over = 1, wanted_under = 1;
  if (from[0] == '\0' || to[0] == '\0' || strcmp(from, to) == 0 ||
      !dimension_read_told(from, &over, &under, &dimension) ||
      !dimension_read_told(to, &wanted_over, &wanted_under, &wanted) ||
      !dimension_equal(dimension, wanted)) {
    return 1;
  }
  return over * wanted_under / (under * wanted_over);
}

bool trajectory_take_units(const Trajectory *like, Trajectory *motion, Arena *arena) {
  const size_t count = (size_t)motion->channel_count, rows = (size_t)motion->row_count;
  double *ratio = arena_array(arena, double, motion->channel_count);
  bool same = true;
  for (int k = 0; ratio != NULL && k < motion->channel_count; k++) {
    const int other = trajectory_channel(like, motion->channels[k].name);
    ratio[k] = other < 0 ? 1 : unit_ratio(motion->channels[k].unit, like->channels[other].unit);
    same = same && ratio[k] == 1;
  }
  if (ratio == NULL || same) {
    return ratio != NULL;
  }
  Channel *channels = arena_array(arena, Channel, motion->channel_count);
  double *values = arena_alloc_array(arena, motion->row_count, count * sizeof(double));
  if (channels == NULL || values == NULL) {
    return false;
  }
  for (size_t k = 0; k < count; k++) {
    channels[k] = motion->channels[k];
    channels[k].unit =
        ratio[k] == 1 ? channels[k].unit
                      : like->channels[trajectory_channel(like, motion->channels[k].name)].unit;
    for (size_t row = 0; row < rows; row++) {
      values[row * count + k] = motion->rows[row * count + k] * ratio[k];
    }
  }
  motion->channels = channels;
  motion->rows = values;
  return true;
}

// What has no unit, such as a multiplier, has none beside it: where it is a constant, its span is
// round-off.
static double least_span(const Trajectory *motion, int channel) {
  double largest = 0;
  if (trajectory_unit(&motion->channels[channel])[0] == '\0') {
    for (int row = 0; row < motion->row_count; row++) { // NaN counts for nothing
      largest = fmax(largest, fabs(value_of(motion, row, channel)));
    }
  }
  return OF_ITSELF * largest;
}

void trajectory_scales(const Trajectory *a, const Trajectory *b, const ScaleFloor *floor,
                       double *scale) {
  for (int k = 0; k < a->channel_count; k++) {
    const int other = b != NULL ? trajectory_channel(b, a->channels[k].name) : -1;
    scale[k] = fmax(span_of(a, k), other >= 0 ? span_of(b, other) : 0);
  }
  for (int k = 0; k < a->channel_count; k++) { // scales below k are raised already, by a tenth
    const char *unit = trajectory_unit(&a->channels[k]);
    double largest = fmax(scale[k], floor_of(unit, floor));
    scale[k] = fmax(scale[k], least_span(a, k));
    for (int j = 1; j < a->channel_count && unit[0] != '\0' && k > 0; j++) {
      largest =
          strcmp(unit, trajectory_unit(&a->channels[j])) == 0 ? fmax(largest, scale[j]) : largest;
    }
    const bool energy = strcmp(unit, "J") == 0; // drifts are differences of whole energies
    scale[k] = fmax(fmax(scale[k], (energy ? 1 : OF_THE_LARGEST) * largest), DBL_MIN);
  }
}
