// SPDX-License-Identifier: BSD-3-Clause
// influence.c: how an output goes with a variable (see influence.h).
//
// The main effect of x on y is S = Var(E[y|x]) / Var(y). E[y|x] is fitted by polynomials p_k(x)
// that are orthogonal over the n runs (G. E. Forsythe, J. SIAM 5, 74-88, 1957), up to degree 20, an
// eighth of n, and one less than the values that x takes. The degree is that with the least sum of
// squares of what each run misses when it is left out of the fit, e_i/(1 - h_i) with the leverage
// h_i = sum p_k(x_i)^2/|p_k|^2 (D. M. Allen, Technometrics 16, 125-127, 1974), and
//   S = 1 - (|e|^2/(n - 1 - degree)) / (|d|^2/(n - 1)),   d = y - mean(y)
// What polynomials do not follow, neighbours do: with the runs in the order of x
//   R = sum d_i d_(i+1) / |d|^2
// tends to S for any E[y|x] (F. Gamboa et al., Electron. J. Stat. 16, 2457-2498, 2022); it counts
// where it is larger than S by more than its own error. Errors are three standard deviations of the
// mean of each run's own part in S, and what a fit of so many terms leaves open.
#include "sweep/plan/influence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_DEGREE = 20, RUNS_A_DEGREE = 8, LEAST_RUNS = 20, RUNS_A_NEIGHBOUR = 60, FAR = 8 };
static const double SIGMAS = 3, OPEN = 20, TOLD = 0.3; // terms left open; an error that still tells

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

// ---- the main effect ----

// The runs that have both, in the order of x.
typedef struct Fit {
  int n;
  double *x, *d;    // d = y - mean(y)
  double *p, *q;    // polynomials: the last, and that before it
  double *e, *best; // what is missed, now and by the best degree
  double *leverage;
  double squares;  // |d|^2
  int degree;      // of the best
  double left_out; // its sum of squares of runs left out, as a part of that of degree 0
} Fit;

// Packs the runs; x from -1 to 1. Returns the number of values that x takes.
static int pack(const Pair *pair, double *room, Fit *fit) {
  const InfluenceColumn *x = pair->x;
  int levels = 0;
  double mean = 0;
  for (int k = 0; k < INFLUENCE_ROOM - 2; k++) {
    double **const arrays[] = {&fit->x, &fit->d,    &fit->p,       &fit->q,
                               &fit->e, &fit->best, &fit->leverage};
    *arrays[k] = room + (long)k * pair->count;
  }
  for (int k = next_place(pair, x->order, 0); k < pair->count;
       k = next_place(pair, x->order, k + 1)) {
    const int run = x->order[k], at = fit->n++;
    fit->x[at] = x->values[run];
    fit->d[at] = pair->y->values[run];
    mean += (fit->d[at] - mean) / fit->n;
    levels += at == 0 || fit->x[at] != fit->x[at - 1];
  }
  const double low = fit->x[0], range = fit->x[fit->n - 1] - low;
  for (int i = 0; i < fit->n; i++) {
    fit->x[i] = range > 0 ? 2 * (fit->x[i] - low) / range - 1 : 0;
    fit->d[i] -= mean;
    fit->squares += fit->d[i] * fit->d[i];
  }
  return levels;
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

static double sum_left_out(const Fit *fit) {
  double sum = 0;
  for (int i = 0; i < fit->n; i++) {
    const double e = fit->e[i] / fmax(1 - fit->leverage[i], 1e-6);
    sum += e * e;
  }
  return sum;
}

// The next polynomial, of |p|^2 = n, in the place of that before the last; false when there is
// none.
static bool next_polynomial(Fit *fit) {
  const double n = fit->n;
  double *next = fit->q; // x p minus its parts along p and q, which are orthogonal
  double along_p = 0;
  for (int i = 0; i < fit->n; i++) {
    along_p += fit->x[i] * fit->p[i] * fit->p[i];
  }
  const double before = dot(fit->q, fit->q, fit->n);
  double along_q = 0;
  for (int i = 0; i < fit->n; i++) {
    along_q += fit->x[i] * fit->p[i] * fit->q[i];
  }
  for (int i = 0; i < fit->n; i++) {
    next[i] =
        (fit->x[i] - along_p / n) * fit->p[i] - (before > 0 ? along_q / before : 0) * fit->q[i];
  }
  const double again = dot(next, fit->p, fit->n) / n;
  for (int i = 0; i < fit->n; i++) {
    next[i] -= again * fit->p[i];
  }
  const double size = sqrt(dot(next, next, fit->n) / n);
  for (int i = 0; i < fit->n; i++) {
    next[i] /= size;
  }
  fit->q = fit->p;
  fit->p = next;
  return size > 1e-10;
}

static void keep_best(Fit *fit, int degree, double left_out) {
  fit->degree = degree;
  fit->left_out = left_out;
  memcpy(fit->best, fit->e, (size_t)fit->n * sizeof *fit->best);
}

static void fit_polynomials(Fit *fit, int levels) {
  const int by_runs = fit->n / RUNS_A_DEGREE;
  const int most = by_runs < LARGEST_DEGREE ? by_runs : LARGEST_DEGREE;
  for (int i = 0; i < fit->n; i++) {
    fit->p[i] = 1;
    fit->q[i] = 0;
    fit->e[i] = fit->d[i];
    fit->leverage[i] = 1.0 / fit->n;
  }
  const double constant = sum_left_out(fit);
  keep_best(fit, 0, 1);
  for (int degree = 1; degree <= most && degree < levels && next_polynomial(fit); degree++) {
    const double part = dot(fit->e, fit->p, fit->n) / fit->n;
    for (int i = 0; i < fit->n; i++) {
      fit->e[i] -= part * fit->p[i];
      fit->leverage[i] += fit->p[i] * fit->p[i] / fit->n;
    }
    const double left_out = sum_left_out(fit) / constant;
    if (left_out < fit->left_out) {
      keep_best(fit, degree, left_out);
    }
  }
}

// The standard deviation of the mean of n numbers.
static double spread_of_mean(const double *parts, int n) {
  double mean = 0, squares = 0;
  for (int i = 0; i < n; i++) {
    const double before = parts[i] - mean;
    mean += before / (i + 1);
    squares += before * (parts[i] - mean);
  }
  return sqrt(squares) / n;
}

static void take_fit(Fit *fit, Influence *found) {
  const double n = fit->n, missed = dot(fit->best, fit->best, fit->n);
  const double S = 1 - missed / (n - 1 - fit->degree) / (fit->squares / (n - 1));
  for (int i = 0; i < fit->n; i++) {
    fit->e[i] = ((1 - S) * fit->d[i] * fit->d[i] - fit->best[i] * fit->best[i]) * n / fit->squares;
  }
  found->main_effect = S;
  found->error = SIGMAS * spread_of_mean(fit->e, fit->n) + (2 * fit->degree + OPEN) / n * (1 - S) +
                 fabs(S - (1 - fit->left_out));
}

// Neighbours, where they see more: a few of each run, since the next ones of an even plan differ in
// the other variables by rule.
static void take_neighbours(Fit *fit, Influence *found) {
  const double n = fit->n;
  const int most = fit->n / RUNS_A_NEIGHBOUR, near = most < 1 ? 1 : most > FAR ? FAR : most;
  double sum = 0;
  for (int i = 0; i < fit->n; i++) {
    double mean = 0;
    for (int k = 1; k <= near; k++) {
      mean += fit->d[i + k < fit->n ? i + k : i - k] / near;
    }
    fit->e[i] = fit->d[i] * mean;
    sum += fit->e[i];
  }
  const double R = sum / fit->squares;
  for (int i = 0; i < fit->n; i++) {
    fit->e[i] = (fit->e[i] - R * fit->d[i] * fit->d[i]) * n / fit->squares;
  }
  // parts of runs that share others depend on each other
  const double deviation = sqrt(1 + 2.0 * near) * spread_of_mean(fit->e, fit->n);
  if (R - 1.5 * deviation > found->main_effect) {
    found->main_effect = R;
    found->error = SIGMAS * deviation + 2 / n;
  }
}

// Of runs that take all combinations of values, that of the means over each value: exactly.
static double crossed_effect(const Fit *fit) {
  double sum = 0, bin = 0;
  int count = 0;
  for (int i = 0; i < fit->n; i++) {
    bin += fit->d[i];
    count++;
    if (i + 1 == fit->n || fit->x[i + 1] != fit->x[i]) {
      sum += bin * bin / count;
      bin = count = 0;
    }
  }
  return sum / fit->squares;
}

static void find_effect(const Pair *pair, InfluencePlan plan, double *room, Influence *found) {
  Fit fit = {.n = 0};
  const int levels = pack(pair, room, &fit);
  found->told = INFLUENCE_TOLD;
  found->error = 0;
  if (plan == INFLUENCE_ALONE) {
    found->main_effect = 1;
  } else if (plan == INFLUENCE_CROSSED && fit.n == pair->count) {
    found->main_effect = crossed_effect(&fit);
  } else if (plan == INFLUENCE_GROUPS) {
    found->told = INFLUENCE_HAS_ITS_OWN;
  } else {
    found->told = INFLUENCE_TOO_FEW;
    if (fit.n >= LEAST_RUNS) {
      fit_polynomials(&fit, levels);
      take_fit(&fit, found);
      take_neighbours(&fit, found);
      found->told = found->error <= TOLD ? INFLUENCE_TOLD : INFLUENCE_TOO_FEW;
    }
  }
  found->main_effect = fmin(fmax(found->main_effect, 0), 1);
  if (found->told != INFLUENCE_TOLD) {
    found->main_effect = found->error = (double)NAN;
  }
}

Influence influence_find(const InfluenceColumn *x, const InfluenceColumn *y, int count,
                         InfluencePlan plan, double *room) {
  const Pair pair = {.x = x, .y = y, .count = count};
  Influence found = {.correlation = (double)NAN,
                     .rank = (double)NAN,
                     .main_effect = (double)NAN,
                     .error = (double)NAN,
                     .told = INFLUENCE_CONSTANT};
  double *ranks = room + (long)(INFLUENCE_ROOM - 2) * count;
  for (int k = 0; k < count; k++) {
    found.count += has_both(&pair, k) ? 1 : 0;
  }
  if (found.count < 2) {
    return found;
  }
  rank(&pair, x, ranks);
  rank(&pair, y, ranks + count);
  found.correlation = correlate(&pair, x->values, y->values);
  found.rank = correlate(&pair, ranks, ranks + count);
  if (!isnan(found.correlation)) {
    find_effect(&pair, plan, room, &found);
  }
  return found;
}
