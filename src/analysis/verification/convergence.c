// SPDX-License-Identifier: BSD-3-Clause
// convergence.c: orders and errors of a ladder of runs (see convergence.h).
//
// The error of rung k is C h_k^p, so its difference from the finest rung L is C (h_k^p - h_L^p):
//   error_k = D_k/(1 - (h_L/h_k)^p),  error_L = D_b (h_L/h_b)^p/(1 - (h_L/h_b)^p)
// with p as observed between the last three rungs and b = L - 1 (steps). Errors over tolerances
// scatter: p is then that of a fit over all, error_L the largest over b a decade or two away.
#include "analysis/verification/convergence.h"

#include <math.h>
#include <string.h>

#include "analysis/verification/comparison.h"
#include "analysis/verification/order.h"

// Of a channel's scale: projections stop at 1e-11, so that smaller differences tell nothing.
static const double ROUND_OFF = 5e-11;
static const double LEAST_STEP_ORDER = 0.5, LEAST_TOLERANCE_ORDER = 0.3, LARGEST_ORDER = 12;

int convergence_next(const Ladder *ladder, int k) {
  for (int next = k + 1; next < ladder->rung_count; next++) {
    if (ladder->rungs[next].status == RUN_OK) {
      return next;
    }
  }
  return -1;
}

// ---- opening ----

// Arrays with a number for every rung, none of them known.
#define unknown_numbers(it, arena, ...)                                                            \
  make_unknown((it), (arena), (double **const[]){__VA_ARGS__, NULL})

static bool make_unknown(const Convergence *it, Arena *arena, double **const *arrays) {
  const bool ok = arena_alloc_doubles(arena, it->rung_count, arrays);
  for (int k = 0; ok && k < it->rung_count; k++) {
    for (double **const *array = arrays; *array != NULL; array++) {
      (**array)[k] = (double)NAN;
    }
  }
  return ok;
}

static bool open_channels(Convergence *it, const char *const *wanted, int wanted_count,
                          Arena *arena) {
  const Trajectory *motion = &it->ladder->rungs[it->finest].motion;
  double *scale = arena_array(arena, double, motion->channel_count);
  it->channels = arena_array(arena, ChannelConvergence, motion->channel_count);
  if (scale == NULL || it->channels == NULL) {
    return false;
  }
  trajectory_scales(motion, NULL, &it->ladder->rungs[it->finest].floor, scale);
  for (int k = 1; k < motion->channel_count; k++) {
    const Channel *from = &motion->channels[k];
    if (from->undetermined || !comparison_wants(from->name, wanted, wanted_count)) {
      continue;
    }
    ChannelConvergence *channel = &it->channels[it->channel_count++];
    *channel = (ChannelConvergence){.name = from->name, .unit = from->unit, .scale = scale[k]};
    if (!unknown_numbers(it, arena, &channel->difference, &channel->order, &channel->error,
                         &channel->truth)) {
      return false;
    }
  }
  return true;
}

static bool open_checks(Convergence *it, Arena *arena) {
  const Rung *finest = &it->ladder->rungs[it->finest];
  it->checks = arena_array(arena, CheckConvergence, finest->check_count);
  if (it->checks == NULL) {
    return false;
  }
  for (int k = 0; k < finest->check_count; k++) {
    if (finest->checks[k].check->form == CHECK_FILE) {
      continue; // its errors are those of its channels
    }
    CheckConvergence *check = &it->checks[it->check_count++];
    check->name = finest->checks[k].check->name;
    check->target = finest->checks[k].target;
    check->limit = finest->checks[k].limit;
    if (!unknown_numbers(it, arena, &check->found, &check->error, &check->order)) {
      return false;
    }
  }
  return true;
}

// ---- channels ----

// The largest difference of a channel between two rungs; NaN when they have no rows in common.
static bool difference_between(const Ladder *ladder, int k, int finer, const char *name,
                               double *largest, Arena *scratch) {
  const Trajectory *a = &ladder->rungs[k].motion;
  const Trajectory *b = &ladder->rungs[finer].motion;
  const ArenaMark mark = arena_mark(scratch);
  CommonRows common;
  if (!trajectory_common_rows(a, b, &common, scratch)) {
    return false;
  }
  const Difference difference = trajectory_difference(a, trajectory_channel(a, name), b,
                                                      trajectory_channel(b, name), &common);
  *largest = difference.rows > 0 ? difference.largest : (double)NAN;
  arena_release(scratch, mark);
  return true;
}

static void observe_orders(const Convergence *it, ChannelConvergence *channel) {
  const Ladder *ladder = it->ladder;
  const double least = ROUND_OFF * channel->scale;
  for (int k = 0; k < it->rung_count; k++) {
    const int next = convergence_next(ladder, k);
    const int last = next >= 0 ? convergence_next(ladder, next) : -1;
    if (ladder->rungs[k].status == RUN_OK && last >= 0 && channel->difference[next] > least) {
      channel->order[k] =
          order_between(ladder->rungs[k].size, ladder->rungs[next].size, ladder->rungs[last].size,
                        channel->difference[k], channel->difference[next]);
    }
  }
}

static void choose_order(const Convergence *it, ChannelConvergence *channel) {
  const bool steps = it->ladder->kind == LADDER_STEP;
  double order = channel->fit;
  for (int k = 0; steps && k < it->rung_count; k++) {
    order = isnan(channel->order[k]) ? order : channel->order[k];
  }
  channel->order_assumed = isnan(order);
  channel->order_used =
      channel->order_assumed
          ? 1
          : fmin(fmax(order, steps ? LEAST_STEP_ORDER : LEAST_TOLERANCE_ORDER), LARGEST_ORDER);
}

// Whether the difference of rung k from the finest one tells the latter's error: its neighbour's
// does; where errors scatter, those a decade or two away.
static bool is_telling(const Convergence *it, const double *sizes, int k) {
  static const double DECADE = 9.99, TWO_DECADES = 101;
  if (convergence_next(it->ladder, k) == it->finest) {
    return true;
  }
  return it->ladder->kind == LADDER_TOLERANCE && sizes[k] >= DECADE * sizes[it->finest] &&
         sizes[k] <= TWO_DECADES * sizes[it->finest];
}

static bool estimate_channel(const Convergence *it, ChannelConvergence *channel,
                             const double *sizes, Arena *scratch) {
  const Ladder *ladder = it->ladder;
  for (int k = 0; k < it->finest; k++) {
    const int next = convergence_next(ladder, k);
    if (ladder->rungs[k].status == RUN_OK &&
        !difference_between(ladder, k, next, channel->name, &channel->difference[k], scratch)) {
      return false;
    }
  }
  channel->fit = order_fit(sizes, channel->difference, it->finest, ROUND_OFF * channel->scale);
  observe_orders(it, channel);
  choose_order(it, channel);
  for (int k = 0; k < it->finest; k++) {
    double difference = 0;
    if (ladder->rungs[k].status != RUN_OK) {
      continue;
    }
    if (!difference_between(ladder, k, it->finest, channel->name, &difference, scratch)) {
      return false;
    }
    const double part = order_visible_part(sizes[k], sizes[it->finest], channel->order_used);
    channel->error[k] = difference / part;
    if (is_telling(it, sizes, k)) {
      channel->error[it->finest] =
          fmax(channel->error[it->finest], difference * (1 - part) / part); // passes over NaN
    }
  }
  return true;
}

static void take_truth(const Convergence *it, ChannelConvergence *channel) {
  for (int r = 0; r < it->rung_count; r++) {
    const Rung *rung = &it->ladder->rungs[r];
    for (int k = 0; k < rung->check_count; k++) {
      const CheckResult *result = &rung->checks[k];
      for (int c = 0;
           result->channel_error != NULL && result->evaluated && c < result->check->channel_count;
           c++) {
        if (strcmp(result->check->channels[c], channel->name) == 0) {
          channel->truth[r] = isnan(channel->truth[r])
                                  ? result->channel_error[c]
                                  : fmax(channel->truth[r], result->channel_error[c]);
        }
      }
    }
  }
}

// ---- over all channels ----

bool convergence_pair(const ChannelConvergence *channel, int k, int next, bool *exception) {
  const bool known = !isnan(channel->truth[k]) && !isnan(channel->truth[next]);
  const double coarse = known ? channel->truth[k] : channel->error[k];
  const double fine = known ? channel->truth[next] : channel->error[next];
  *exception = fine > coarse;
  return coarse > ROUND_OFF * channel->scale && isfinite(fine);
}

static void gather(Convergence *it) {
  for (int r = 0; r < it->rung_count; r++) {
    const int next = it->ladder->rungs[r].status == RUN_OK ? convergence_next(it->ladder, r) : -1;
    for (int c = 0; c < it->channel_count; c++) {
      const ChannelConvergence *channel = &it->channels[c];
      const double error = channel->error[r] / channel->scale;
      const double truth = channel->truth[r] / channel->scale;
      bool exception = false;
      if (!isnan(error) && !(error <= it->error[r])) {
        it->error[r] = error;
        it->error_channel[r] = c;
      }
      it->truth[r] = fmax(truth, it->truth[r]); // fmax passes over NaN
      if (next >= 0 && convergence_pair(channel, r, next, &exception)) {
        it->pairs++;
        it->exceptions += exception;
      }
    }
  }
}

// ---- checks ----

static void follow_check(const Convergence *it, CheckConvergence *check) {
  const Ladder *ladder = it->ladder;
  for (int r = 0; r < it->rung_count; r++) {
    for (int k = 0; k < ladder->rungs[r].check_count; k++) {
      const CheckResult *result = &ladder->rungs[r].checks[k];
      if (strcmp(result->check->name, check->name) == 0 && result->evaluated) {
        check->found[r] = result->found;
        check->error[r] = fabs(result->found - check->target);
      }
    }
  }
  for (int r = 0; r < it->rung_count; r++) {
    const int next = convergence_next(ladder, r);
    if (next >= 0 && check->error[r] > 0 && check->error[next] > 0) {
      check->order[r] = log(check->error[r] / check->error[next]) /
                        log(ladder->rungs[r].size / ladder->rungs[next].size);
    }
  }
}

bool convergence_of(const Ladder *ladder, const char *const *wanted, int wanted_count,
                    Convergence *it, Arena *arena) {
  *it = (Convergence){.ladder = ladder, .rung_count = ladder->rung_count, .finest = -1};
  it->error_channel = arena_array(arena, int, it->rung_count);
  double *sizes;
  if (it->error_channel == NULL || !unknown_numbers(it, arena, &it->error, &it->truth, &sizes)) {
    return false;
  }
  for (int k = 0; k < it->rung_count; k++) {
    sizes[k] = ladder->rungs[k].size;
    it->error_channel[k] = -1;
    it->finest = ladder->rungs[k].status == RUN_OK ? k : it->finest;
  }
  if (it->finest < 0) {
    return true;
  }
  if (!open_channels(it, wanted, wanted_count, arena) || !open_checks(it, arena)) {
    return false;
  }
  for (int c = 0; c < it->channel_count; c++) {
    if (!estimate_channel(it, &it->channels[c], sizes, arena)) {
      return false;
    }
    take_truth(it, &it->channels[c]);
  }
  for (int k = 0; k < it->check_count; k++) {
    follow_check(it, &it->checks[k]);
  }
  gather(it);
  return true;
}
