// SPDX-License-Identifier: BSD-3-Clause
// places.c: where all bodies are at some of the rows (see places.h).
#include "analysis/recording/places.h"

#include <string.h>

enum { PLACES = 32 };

bool places_open(Result *result, const System *system, double rows, Arena *arena) {
  const long every = (long)(rows / PLACES);
  const bool all = result->only != NULL;
  result->places = (Places){.every = every > 1 && !all ? every : 1, .nq = system->nq};
  return arena_doubles(arena, (PLACES + 2) * system->nq, &result->places.q) &&
         arena_doubles(arena, PLACES + 2, &result->places.t);
}

static void put_place(Places *places, double t, const State *state) {
  memcpy(places->q + (long)places->count * places->nq, state->q,
         (size_t)places->nq * sizeof(double));
  places->t[places->count++] = t;
}

void places_row(Result *result, double t, const State *state) {
  Places *places = &result->places;
  if (places->rows++ % places->every == 0 && places->count < PLACES + 2) {
    put_place(places, t, state);
  }
}
