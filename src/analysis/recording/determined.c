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

enum { LOOKS = 64, LARGEST = 400 }; // rows that are looked at; equations
static const double NOISE = 1e-10, CLEAR = 10;

struct Determined {
  const int *numbers; // of the outputs and check channels that are looked at
  const int *places;  // output k >= 0, check -1 - k
  int count;
  bool *lost; // of each: it was not determined at some row
  double *base, *noise;
  double *null, *keep; // N [columns][nc], lambda
  int columns, every, row;
  Arena *arena;
};

static void add(int number, int place, int *numbers, int *places, int *count) {
  numbers[*count] = number;
  places[(*count)++] = place;
}

bool determined_open(Recorder *recorder, const bool *outputs, const bool *checks, Arena *arena) {
  const State *state = recorder->state;
  const System *system = state->system;
  const Model *model = system->model;
  const int most = model->output_count + recorder->checks.count;
  Determined *it = arena_new(arena, Determined);
  int *numbers = arena_array(arena, int, most), *places = arena_array(arena, int, most);
  if (it == NULL || numbers == NULL || places == NULL) {
    return false;
  }
  *it = (Determined){.numbers = numbers,
                     .places = places,
                     .columns = state->dropped,
                     .every = 1 + recorder->result->row_expected / LOOKS,
                     .arena = arena};
  for (int o = 0; o < model->output_count; o++) {
    if (outputs[o]) {
      add(model->outputs[o].number, o, numbers, places, &it->count);
    }
  }
  for (int k = 0; k < recorder->checks.count; k++) {
    if (checks[k]) {
      add(recorder->checks.list[k].check->channel, -1 - k, numbers, places, &it->count);
    }
  }
  it->lost = arena_array(arena, bool, it->count);
  if (it->lost == NULL || !arena_doubles(arena, it->count, &it->base, &it->noise) ||
      !arena_doubles(arena, system->nc, &it->keep) ||
      !arena_doubles(arena, it->columns * system->nc, &it->null)) {
    return false;
  }
  if (system->nc > LARGEST) {
    memset(it->lost, true, (size_t)it->count * sizeof *it->lost);
  }
  recorder->determined = it->count > 0 ? it : NULL;
  return true;
}

// The numbers that are looked at, for the multipliers of the recorder.
static void evaluate(Recorder *recorder, double *values) {
  const Determined *it = recorder->determined;
  State *state = recorder->state;
  observe_measures(state, &recorder->observation, recorder->measures, recorder->measure_count);
  for (int k = 0; k < it->count; k++) {
    values[k] = state_number(state, it->numbers[k], NULL);
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

static void measure_noise(Recorder *recorder, double size) {
  Determined *it = recorder->determined;
  const State *state = recorder->state;
  unsigned seed = 31415;
  for (int i = 0; i < state->system->nc; i++) {
    seed = seed * 1664525U + 1013904223U;
    const double part = (double)(seed >> 8) / 8388608.0 - 1;
    recorder->lambda[i] = it->keep[i] + NOISE * size * part * size_of_row(state, i);
  }
  evaluate(recorder, it->noise);
  for (int k = 0; k < it->count; k++) {
    it->noise[k] = fabs(it->noise[k] - it->base[k]) + NOISE * NOISE * fabs(it->base[k]);
  }
}

static void try_column(Recorder *recorder, const double *n, double size, double *values) {
  Determined *it = recorder->determined;
  const int nc = recorder->state->system->nc;
  const double largest = largest_of(n, nc);
  for (int i = 0; i < nc; i++) {
    recorder->lambda[i] = it->keep[i] + size / largest * n[i];
  }
  evaluate(recorder, values);
  for (int k = 0; k < it->count; k++) {
    const double change = fabs(values[k] - it->base[k]);
    it->lost[k] = it->lost[k] || !(change <= CLEAR * it->noise[k]);
  }
}

bool determined_look(Recorder *recorder) {
  Determined *it = recorder->determined;
  State *state = recorder->state;
  const int nc = state->system->nc;
  if (it == NULL || it->row++ % it->every != 0 || nc > LARGEST) {
    return true;
  }
  const ArenaMark mark = arena_mark(it->arena);
  double *values = arena_array(it->arena, double, it->count);
  int count = 0;
  memcpy(it->keep, recorder->lambda, (size_t)nc * sizeof(double));
  const bool ok =
      values != NULL && mobility_null_vectors(state, it->columns, it->null, &count, it->arena);
  if (ok && count == it->columns) { // at a singular pose there are more, for this moment
    const double largest = largest_of(it->keep, nc), size = largest > 0 ? largest : 1;
    evaluate(recorder, it->base);
    measure_noise(recorder, size);
    for (int k = 0; k < count; k++) {
      try_column(recorder, it->null + (long)k * nc, size, values);
    }
    memcpy(recorder->lambda, it->keep, (size_t)nc * sizeof(double));
    observe_measures(state, &recorder->observation, recorder->measures, recorder->measure_count);
  }
  arena_release(it->arena, mark);
  return ok;
}

void determined_finish(Recorder *recorder) {
  const Determined *it = recorder->determined;
  Result *result = recorder->result;
  for (int k = 0; it != NULL && k < it->count; k++) {
    const int place = it->places[k];
    if (!it->lost[k]) {
      continue;
    }
    if (place < 0) {
      recorder->checks.list[-1 - place].undetermined = true;
      continue;
    }
    Channel *channel = &result->channels[1 + place];
    channel->undetermined = true;
    channel->reason = "reaction of redundant joints: not determined by the model";
    for (int row = 0; row < result->row_count; row++) {
      result->rows[(long)row * result->channel_count + 1 + place] = (double)NAN;
    }
  }
}
