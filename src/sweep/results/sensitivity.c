// SPDX-License-Identifier: BSD-3-Clause
// sensitivity.c: elementary effects and parts of the variance (see sensitivity.h).
//
// morris, with coordinates u of the unit cube, d = +-levels/2/(levels - 1), in each trajectory
//   e_i = (f(u + d 1_i) - f(u))/d;   mu = mean e_i,  mu* = mean |e_i|,  sigma = deviation of e_i
// (M. D. Morris, Technometrics 33, 161-174, 1991; mu*: F. Campolongo et al., Environ. Modell.
// Softw. 22, 1509-1518, 2007). An effect is that of the whole way from the least to the largest
// value.
//
// sobol_indices, with A, B and A with the i-th coordinate of B, f centred by its mean,
//   V S_i  = mean f(B) (f(AB_i) - f(A))           first order: A. Saltelli et al., 2010
//   V ST_i = mean (f(A) - f(AB_i))^2 / 2          total: M. J. W. Jansen, 1999
// V is the variance of all f(A), f(B). Bootstrap: in each replicate a row counts as often as a
// Poisson number of mean 1 says, which is what drawing rows with replacement comes to, and needs
// no rows to be kept.
#include "sweep/results/sensitivity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "sweep/plan/sample.h"

enum { REPLICATES = 1000, LEAST_REPLICATES = 100, LARGEST_WEIGHT = 12 };

static const double WORK = 1e9;              // weighted products of a bootstrap
static const double TAIL = 0.025;            // beyond each bound
static const uint64_t WEIGHTS = 0x626f6f74U; // stream of the weights

// ---- what the plan was ----

// Sums of one output in one replicate; with_a, with_b: of each variable.
typedef struct Sums {
  double weight, square; // of rows; of f(A)^2 + f(B)^2
  double mean;           // of f(A) + f(B)
} Sums;

typedef struct Search {
  Sensitivity *result;
  const StoreColumn *columns;
  int column_count, first_output; // the outputs' place among the columns
  int levels, group;
  uint64_t seed;
  // the group that is being read: `count` runs, of each output f at every place
  long current;
  int count;
  double *f; // output-major
  double *center;
  double *sums;     // morris: sums of e, |e|, e^2 of each effect
  Sums *replicate;  // sobol_indices: output-major; the last of an output's is the study itself
  double *products; // likewise, of each variable: f(B)(f(AB) - f(A)), (f(A) - f(AB))^2
  bool first_pass;
} Search;

// Reads the key; false when memory ran out. The method stays another one where there is none.
static bool read_key(Search *search, Store *store, Arena *arena) {
  Sensitivity *result = search->result;
  const char *key = store_value(store, "sensitivity");
  result->method = PLAN_GRID;
  if (key == NULL || key[0] == '\0') {
    return true;
  }
  const char *morris = plan_method_word(PLAN_MORRIS);
  const bool is_morris = strncmp(key, morris, strlen(morris)) == 0;
  char *at = NULL;
  search->levels = (int)strtol(key + strcspn(key, " "), &at, 10);
  search->seed = strtoull(at, &at, 10);
  result->variable = arena_array(arena, const StoreColumn *, search->first_output);
  if (result->variable == NULL) {
    return false;
  }
  while (*at == ' ') {
    const long v = strtol(at, &at, 10);
    if (v >= 0 && v < search->first_output && result->variables < search->first_output) {
      result->variable[result->variables++] = &search->columns[v];
    }
  }
  result->method = is_morris ? PLAN_MORRIS : PLAN_SOBOL_INDICES;
  search->group = result->variables + (is_morris ? 1 : 2);
  return true;
}

// ---- one group ----

static double *values_of(const Search *search, int output) {
  return search->f + (size_t)output * (size_t)search->group;
}

static void add_trajectory(const Search *search, int output, long trajectory) {
  const Sensitivity *result = search->result;
  const double *f = values_of(search, output);
  const int half = search->levels / 2;
  const double size = (double)half / (double)(search->levels - 1);
  for (int k = 0; k < result->variables; k++) {
    const int moved = sample_morris_moved(search->seed, result->variables, trajectory, k);
    const double from =
        sample_morris(search->seed, moved, result->variables, search->levels, trajectory, k);
    const double step = from < 0.5 ? size : -size;
    const double effect = (f[k + 1] - f[k]) / step;
    double *sums = search->sums + 3 * ((size_t)output * (size_t)result->variables + (size_t)moved);
    sums[0] += effect;
    sums[1] += fabs(effect);
    // Welford's: the mean before and after
    const double n = (double)result->used[output];
    const double before = n > 1 ? (sums[0] - effect) / (n - 1) : effect;
    sums[2] += (effect - before) * (effect - sums[0] / n);
  }
}

// How often a row counts: Poisson of mean 1.
static int weight_of(uint64_t seed, int replicate, long row) {
  double u =
      (double)(sample_bits(seed ^ WEIGHTS, (uint64_t)replicate, (uint64_t)row) >> 11) * 0x1p-53;
  double part = 0.36787944117144233; // 1/e
  int k = 0;
  while (u >= part && k < LARGEST_WEIGHT) {
    u -= part;
    part /= ++k;
  }
  return k;
}

static void add_row(const Search *search, int output, long row) {
  const Sensitivity *result = search->result;
  const double *f = values_of(search, output);
  const double center = search->center[output];
  const double a = f[0] - center, b = f[1] - center;
  const int all = result->replicates + 1;
  for (int r = 0; r < all; r++) {
    const double weight = r < result->replicates ? weight_of(search->seed, r, row) : 1;
    if (weight == 0) {
      continue;
    }
    const size_t place = (size_t)output * (size_t)all + (size_t)r;
    Sums *sums = &search->replicate[place];
    double *products = search->products + 2 * place * (size_t)result->variables;
    sums->weight += weight;
    sums->mean += weight * (a + b);
    sums->square += weight * (a * a + b * b);
    for (int k = 0; k < result->variables; k++) {
      const double difference = f[k + 2] - f[0];
      products[2 * k] += weight * b * difference;
      products[2 * k + 1] += weight * difference * difference;
    }
  }
}

// The group is complete: every output that all its runs have takes it.
static void end_group(Search *search) {
  Sensitivity *result = search->result;
  for (int k = 0; k < result->outputs; k++) {
    const double *f = values_of(search, k);
    bool whole = true;
    for (int j = 0; j < search->group; j++) {
      whole = whole && isfinite(f[j]);
    }
    if (search->first_pass) {
      result->used[k] += whole ? 1 : 0;
      result->left_out[k] += whole ? 0 : 1;
      if (whole && result->method == PLAN_MORRIS) {
        add_trajectory(search, k, search->current);
      } else if (whole) {
        search->center[k] += (f[0] + f[1]) / 2;
      }
    } else if (whole) {
      add_row(search, k, search->current);
    }
  }
}

static bool take_row(void *context, const StoreRow *row) {
  Search *search = context;
  const Sensitivity *result = search->result;
  const long group = row->run / search->group;
  if (group != search->current) {
    search->current = group;
    search->count = 0;
  }
  const bool good = strcmp(row->status, "ok") == 0;
  for (int k = 0; k < result->outputs; k++) {
    values_of(search, k)[search->count] =
        good ? row->values[search->first_output + k] : (double)NAN;
  }
  search->count++; // rows come in the order of runs: a group without gaps fills its places
  if (search->count == search->group) {
    end_group(search);
  }
  return true;
}

// ---- all groups ----

static void conclude_morris(const Search *search) {
  const Sensitivity *result = search->result;
  for (int k = 0; k < result->outputs * result->variables; k++) {
    const int output = k / result->variables;
    const double n = (double)result->used[output];
    const double *sums = search->sums + 3 * (size_t)k;
    Effect *effect = &result->effects[k];
    effect->mu = n > 0 ? sums[0] / n : (double)NAN;
    effect->mu_star = n > 0 ? sums[1] / n : (double)NAN;
    effect->sigma = n > 1 ? sqrt(fmax(0, sums[2]) / (n - 1)) : (double)NAN;
  }
}

// The variance of f(A) and f(B) together.
static double variance_of(const Sums *sums) {
  const double mean = sums->mean / (2 * sums->weight);
  return sums->square / (2 * sums->weight) - mean * mean;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// The value at a place between ordered ones.
static double quantile(const double *ordered, int count, double u) {
  const double place = u * (double)(count - 1);
  const int below = (int)place < count - 1 ? (int)place : count - 2;
  return ordered[below] + (place - below) * (ordered[below + 1] - ordered[below]);
}

// One index of all replicates; room: one number for each.
static Estimate estimate(const Search *search, int output, int product, double *room) {
  const Sensitivity *result = search->result;
  const int all = result->replicates + 1;
  Estimate found = {(double)NAN, (double)NAN, (double)NAN};
  int count = 0;
  for (int r = 0; r < all; r++) {
    const size_t place = (size_t)output * (size_t)all + (size_t)r;
    const Sums *sums = &search->replicate[place];
    const double variance = sums->weight > 0 ? variance_of(sums) : 0;
    const double part =
        search->products[2 * place * (size_t)result->variables + (size_t)product] / sums->weight;
    const double value = (product % 2 == 0 ? part : part / 2) / variance;
    if (variance > 0 && isfinite(value)) {
      found.value = r == all - 1 ? value : found.value;
      room[count] = value;
      count += r < all - 1 ? 1 : 0;
    }
  }
  if (count >= LEAST_REPLICATES && isfinite(found.value)) {
    qsort(room, (size_t)count, sizeof *room, compare);
    found.lower = quantile(room, count, TAIL);
    found.upper = quantile(room, count, 1 - TAIL);
  }
  return found;
}

static bool conclude_indices(const Search *search, Arena *arena) {
  const Sensitivity *result = search->result;
  double *room = arena_array(arena, double, result->replicates + 1);
  for (int k = 0; room != NULL && k < result->outputs * result->variables; k++) {
    const int output = k / result->variables, variable = k % result->variables;
    result->effects[k].first = estimate(search, output, 2 * variable, room);
    result->effects[k].total = estimate(search, output, 2 * variable + 1, room);
  }
  return room != NULL;
}

// Fewer replicates for very large studies.
static int replicates_for(const Sensitivity *result) {
  const double products = (double)result->groups * result->variables * result->outputs;
  const double affordable = products > 0 ? WORK / products : REPLICATES;
  return affordable >= REPLICATES         ? REPLICATES
         : affordable <= LEAST_REPLICATES ? LEAST_REPLICATES
                                          : (int)affordable;
}

static bool make_room(Search *search, Arena *arena) {
  Sensitivity *result = search->result;
  const int pairs = result->outputs * result->variables;
  const bool indices = result->method == PLAN_SOBOL_INDICES;
  result->replicates = indices ? replicates_for(result) : 0;
  const int all = indices ? result->outputs * (result->replicates + 1) : 0;
  result->output = arena_array(arena, const StoreColumn *, result->outputs);
  result->effects = arena_array(arena, Effect, pairs);
  result->used = arena_array(arena, long, result->outputs);
  result->left_out = arena_array(arena, long, result->outputs);
  search->f = arena_array(arena, double, result->outputs * search->group);
  search->center = arena_array(arena, double, result->outputs);
  search->sums = arena_array(arena, double, 3 * pairs);
  search->replicate = arena_array(arena, Sums, all);
  search->products = arena_alloc_array(arena, all, 2 * (size_t)result->variables * sizeof(double));
  for (int k = 0; result->output != NULL && k < result->outputs; k++) {
    result->output[k] = &search->columns[search->first_output + k];
  }
  return result->output != NULL && result->effects != NULL && result->used != NULL &&
         result->left_out != NULL && search->f != NULL && search->center != NULL &&
         search->sums != NULL && search->replicate != NULL && search->products != NULL;
}

static bool visit(Search *search, Store *store, bool first) {
  search->first_pass = first;
  search->current = -1;
  search->count = 0;
  return store_visit(store, take_row, search);
}

bool sensitivity_find(Store *store, Sensitivity *sensitivity, Arena *arena) {
  Search search = {.result = sensitivity};
  *sensitivity = (Sensitivity){.method = PLAN_GRID};
  search.column_count = store_columns(store, &search.columns);
  const char *runs = store_value(store, "runs");
  for (int k = 0; k < search.column_count; k++) {
    search.first_output += strcmp(search.columns[k].kind, "variable") == 0 ? 1 : 0;
  }
  if (search.column_count < 0 || runs == NULL || !read_key(&search, store, arena)) {
    return false;
  }
  if (sensitivity->method == PLAN_GRID) {
    return true;
  }
  sensitivity->outputs = search.column_count - search.first_output;
  sensitivity->groups = strtol(runs, NULL, 10) / search.group;
  if (!make_room(&search, arena) || !visit(&search, store, true)) {
    return false;
  }
  if (sensitivity->method == PLAN_MORRIS) {
    conclude_morris(&search);
    return true;
  }
  for (int k = 0; k < sensitivity->outputs; k++) {
    search.center[k] /= sensitivity->used[k] > 0 ? (double)sensitivity->used[k] : 1;
  }
  return visit(&search, store, false) && conclude_indices(&search, arena);
}
