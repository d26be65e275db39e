// SPDX-License-Identifier: BSD-3-Clause
// integrals.c: two nested rules, and halves where they differ (see integrals.h).
#include "analysis/recording/integrals.h"

#include <math.h>
#include <string.h>

enum { POINTS = 7, HALVINGS = 24, SUMS = 3 };
static const double NODE[POINTS] = {-1, -0.816496580927726033, -0.447213595499957939,
                                    0,  0.447213595499957939,  0.816496580927726033,
                                    1};
static const double WHOLE[POINTS] = {77.0 / 1470,  432.0 / 1470, 625.0 / 1470, 672.0 / 1470,
                                     625.0 / 1470, 432.0 / 1470, 77.0 / 1470};
static const double COARSE[POINTS] = {1.0 / 6, 0, 5.0 / 6, 0, 5.0 / 6, 0, 1.0 / 6};
static const double PART = 1e-10; // of the integral of the size: more is looked at again

bool integrals_open(Integrals *it, Recorder *recorder, const StepMotion *inside, Arena *arena) {
  Checks *checks = &recorder->checks;
  *it = (Integrals){.recorder = recorder, .inside = inside};
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
  memset(it->sum, 0, (size_t)(SUMS * it->count) * sizeof *it->sum);
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
      sum[0] += WHOLE[p] * term;
      sum[1] += COARSE[p] * term;
      sum[2] += WHOLE[p] * fabs(term);
    }
  }
  return true;
}

static bool is_fine(const Integrals *it) {
  for (int k = 0; k < it->count; k++) {
    const double *sum = it->sum + (long)SUMS * k;
    if (fabs(sum[0] - sum[1]) > PART * (it->list[k]->size + sum[2])) {
      return false;
    }
  }
  return true;
}

static bool sum_stretch(Integrals *it, double from, double to, int halvings) {
  const double middle = from + 0.5 * (to - from);
  if (!apply(it, from, to - from)) {
    return false;
  }
  const bool fine = is_fine(it);
  if (!fine && halvings > 0 && middle > from && middle < to) {
    return sum_stretch(it, from, middle, halvings - 1) && sum_stretch(it, middle, to, halvings - 1);
  }
  for (int k = 0; k < it->count; k++) {
    const double *sum = it->sum + (long)SUMS * k;
    CheckState *one = it->list[k];
    one->value += sum[0];
    one->unknown += fine ? 0 : fabs(sum[0] - sum[1]);
    one->size += sum[2];
    one->last_t = to;
  }
  return true;
}

bool integrals_end(Integrals *it, double t) {
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
