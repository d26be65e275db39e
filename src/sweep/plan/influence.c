// SPDX-License-Identifier: BSD-3-Clause
// influence.c: how an output goes with a variable (see influence.h).
//
// Of n runs with both numbers, put into B bins by the variable, with bin means m_b of n_b runs and
// the mean m of all, the bins explain  eta^2 = sum n_b (m_b - m)^2 / sum (y - m)^2.  Chance alone
// would give (B - 1)/(n - 1), so that the main effect is
//   epsilon^2 = 1 - (1 - eta^2)(n - 1)/(n - B),   at least 0
// (T. L. Kelley, Proc. Natl. Acad. Sci. 21, 554-559, 1935). Bins are the values of the variable
// where it takes at most 20 and most of them more than once, else cbrt(n) bins, 2 to 20, of equal
// count; runs of one value share a bin.
#include "sweep/plan/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 20, LEAST_BINS = 2, LARGEST_BINS = 20 };

// ---- order ----

typedef struct Entry {
  double value;
  int run;
} Entry;

// Numbers first, then what is missing; equal ones by run.
static int compare(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  if (isnan(x->value) || isnan(y->value)) {
    return (isnan(x->value) ? 1 : 0) - (isnan(y->value) ? 1 : 0);
  }
  if (x->value != y->value) {
    return x->value < y->value ? -1 : 1;
  }
  return x->run < y->run ? -1 : 1;
}

const int *influence_order(const double *values, int count, Arena *arena) {
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  Entry *entries = arena_array(&scratch, Entry, count);
  int *order = arena_array(arena, int, count);
  for (int k = 0; entries != NULL && k < count; k++) {
    entries[k] = (Entry){.value = values[k], .run = k};
  }
  if (entries != NULL && order != NULL) {
    qsort(entries, (size_t)count, sizeof *entries, compare);
    for (int k = 0; k < count; k++) {
      order[k] = entries[k].run;
    }
  }
  const bool good = entries != NULL;
  arena_close(&scratch);
  return good ? order : NULL;
}

// ---- pairs ----

typedef struct Pair {
  const InfluenceColumn *x, *y;
  int count; // runs in all
} Pair;

static bool has_both(const Pair *pair, int run) {
  return !isnan(pair->x->values[run]) && !isnan(pair->y->values[run]);
}

// The next place in an order whose run has both, from `place` on; count at the end.
static int next_place(const Pair *pair, const int *order, int place) {
  while (place < pair->count && !has_both(pair, order[place])) {
    place++;
  }
  return place;
}

// Ranks of the runs that have both, from 1, ties at their mean.
static void rank(const Pair *pair, const InfluenceColumn *column, double *ranks) {
  double before = 0;
  for (int from = next_place(pair, column->order, 0); from < pair->count;) {
    const double value = column->values[column->order[from]];
    int ties = 0, to = from;
    while (to < pair->count && column->values[column->order[to]] == value) {
      ties++;
      to = next_place(pair, column->order, to + 1);
    }
    for (int k = from; k < to && k < pair->count; k++) {
      ranks[column->order[k]] = before + (double)(ties + 1) / 2;
    }
    before += ties;
    from = to;
  }
}

// Pearson's correlation over the runs that have both.
static double correlate(const Pair *pair, const double *x, const double *y) {
  double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0, n = 0;
  for (int k = 0; k < pair->count; k++) {
    if (has_both(pair, k)) {
      n++;
      mean_x += (x[k] - mean_x) / n;
      mean_y += (y[k] - mean_y) / n;
    }
  }
  for (int k = 0; k < pair->count; k++) {
    if (has_both(pair, k)) {
      const double dx = x[k] - mean_x, dy = y[k] - mean_y;
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
    }
  }
  return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : (double)NAN;
}

// ---- bins ----

static int count_levels(const Pair *pair) {
  const InfluenceColumn *x = pair->x;
  int levels = 0;
  double last = (double)NAN;
  for (int k = next_place(pair, x->order, 0); k < pair->count;
       k = next_place(pair, x->order, k + 1)) {
    const double value = x->values[x->order[k]];
    levels += value == last ? 0 : 1;
    last = value;
  }
  return levels;
}

static void choose_bins(const Pair *pair, Influence *found) {
  const int levels = count_levels(pair);
  found->levels = levels <= LEVELS && 2L * levels <= found->count;
  const int fitting = (int)lround(cbrt((double)found->count));
  found->bins = found->levels            ? levels
                : fitting < LEAST_BINS   ? LEAST_BINS
                : fitting > LARGEST_BINS ? LARGEST_BINS
                                         : fitting;
}

// Sums over the bins of n_b (m_b - m)^2; *used: bins with runs. mean: of all y.
static double explained(const Pair *pair, const Influence *found, double mean, int *used) {
  const InfluenceColumn *x = pair->x;
  double sum = 0, bin_sum = 0, bin_count = 0, passed = 0;
  *used = 0;
  for (int k = next_place(pair, x->order, 0); k < pair->count;) {
    const int run = x->order[k], next = next_place(pair, x->order, k + 1);
    bin_sum += pair->y->values[run] - mean;
    bin_count++;
    passed++;
    const bool last = next >= pair->count;
    const bool tie = !last && x->values[x->order[next]] == x->values[run];
    const bool full =
        found->levels || passed * found->bins >= (double)(*used + 1) * (double)found->count;
    if (last || (full && !tie)) {
      sum += bin_sum * bin_sum / bin_count;
      bin_sum = bin_count = 0;
      ++*used;
    }
    k = next;
  }
  return sum;
}

static double main_effect(const Pair *pair, Influence *found) {
  const double n = (double)found->count;
  double mean = 0, squares = 0, seen = 0;
  for (int k = 0; k < pair->count; k++) {
    if (has_both(pair, k)) {
      const double before = pair->y->values[k] - mean;
      mean += before / ++seen;
      squares += before * (pair->y->values[k] - mean);
    }
  }
  choose_bins(pair, found);
  int used = 0;
  const double between = explained(pair, found, mean, &used);
  found->bins = used;
  if (!(squares > 0) || found->bins < LEAST_BINS || n <= found->bins) {
    return (double)NAN;
  }
  return fmax(0, 1 - (1 - between / squares) * (n - 1) / (n - found->bins));
}

Influence influence_find(const InfluenceColumn *x, const InfluenceColumn *y, int count,
                         double *room) {
  const Pair pair = {.x = x, .y = y, .count = count};
  Influence found = {.correlation = (double)NAN, .rank = (double)NAN, .main_effect = (double)NAN};
  for (int k = 0; k < count; k++) {
    found.count += has_both(&pair, k) ? 1 : 0;
  }
  if (found.count < 2) {
    return found;
  }
  rank(&pair, x, room);
  rank(&pair, y, room + count);
  found.correlation = correlate(&pair, x->values, y->values);
  found.rank = correlate(&pair, room, room + count);
  if (!isnan(found.correlation)) {
    found.main_effect = main_effect(&pair, &found);
  }
  return found;
}
