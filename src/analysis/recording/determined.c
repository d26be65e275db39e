// SPDX-License-Identifier: BSD-3-Clause
// determined.c: outputs under all multipliers that satisfy the equations (see determined.h).
//
// At some rows each output is evaluated again for lambda + S n, for each column n of N with a
// largest entry of 1 and with the largest multiplier S. What round-off may change is measured: the
// change for multipliers of which every one is off by 1e-10 S.
#include "analysis/recording/determined.h"

#include <math.h>
#include <string.h>

#include "system/start/mobility.h"

enum { LARGEST = 400 }; // equations
static const double NOISE = 1e-10, CLEAR = 10;

struct Determined {
  DeterminedNumbers of;
  bool *lost; // of each number: it was not determined at some point
  double *base, *noise, *values;
  double *null, *keep; // N [columns][nc], lambda
  int columns, looks;
  Arena *arena;
};

Determined *determined_open(const DeterminedNumbers *of, Arena *arena) {
  const State *state = of->state;
  const int nc = state->system->nc;
  Determined *it = arena_new(arena, Determined);
  if (it == NULL) {
    return NULL;
  }
  *it = (Determined){.of = *of,
                     .lost = arena_array(arena, bool, of->count),
                     .columns = state->dropped,
                     .arena = arena};
  if (it->lost == NULL || !arena_doubles(arena, of->count, &it->base, &it->noise, &it->values) ||
      !arena_doubles(arena, nc, &it->keep) || !arena_doubles(arena, it->columns * nc, &it->null)) {
    return NULL;
  }
  for (int k = 0; k < of->count; k++) {
    it->lost[k] = nc > LARGEST;
  }
  return it;
}

// The numbers, for the multipliers that stand there.
static void evaluate(Determined *it, double *values) {
  const DeterminedNumbers *of = &it->of;
  observe_measures(of->state, of->observation, of->measures, of->measure_count);
  for (int k = 0; k < of->count; k++) {
    values[k] = state_number(of->state, of->numbers[k], NULL);
  }
}

static double largest_of(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    largest = fmax(largest, fabs(x[i]));
  }
  return largest;
}

// The multiplier of a row that is a length is a force, of one that is a pure number a torque.
static double size_of_row(const State *state, int row) {
  return state->row_unit[row] == 1 ? state->length : 1;
}

static void measure_noise(Determined *it, double size) {
  const State *state = it->of.state;
  unsigned seed = 31415;
  for (int i = 0; i < state->system->nc; i++) {
    seed = seed * 1664525U + 1013904223U;
    const double part = (double)(seed >> 8) / 8388608.0 - 1;
    it->of.lambda[i] = it->keep[i] + NOISE * size * part * size_of_row(state, i);
  }
  evaluate(it, it->noise);
  for (int k = 0; k < it->of.count; k++) {
    it->noise[k] = fabs(it->noise[k] - it->base[k]) + NOISE * NOISE * fabs(it->base[k]);
  }
}

static void try_column(Determined *it, const double *n, double size) {
  const int nc = it->of.state->system->nc;
  const double largest = largest_of(n, nc);
  for (int i = 0; i < nc; i++) {
    it->of.lambda[i] = it->keep[i] + size / largest * n[i];
  }
  evaluate(it, it->values);
  for (int k = 0; k < it->of.count; k++) {
    const double change = fabs(it->values[k] - it->base[k]);
    it->lost[k] = it->lost[k] || !(change <= CLEAR * it->noise[k]);
  }
}

bool determined_look(Determined *it) {
  if (it == NULL || it->looks++ % it->of.every != 0 || it->of.state->system->nc > LARGEST) {
    return true;
  }
  const int nc = it->of.state->system->nc;
  int count = 0;
  if (!mobility_null_vectors(it->of.state, it->columns, it->null, &count, it->arena)) {
    return false;
  }
  if (count != it->columns) { // at a singular pose there are more, for this moment
    return true;
  }
  memcpy(it->keep, it->of.lambda, (size_t)nc * sizeof(double));
  const double largest = largest_of(it->keep, nc), size = largest > 0 ? largest : 1;
  evaluate(it, it->base);
  measure_noise(it, size);
  for (int k = 0; k < count; k++) {
    try_column(it, it->null + (long)k * nc, size);
  }
  memcpy(it->of.lambda, it->keep, (size_t)nc * sizeof(double));
  evaluate(it, it->values); // the measures as they were
  return true;
}

bool determined_lost(const Determined *it, int k) {
  return it->lost[k];
}
