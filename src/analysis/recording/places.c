// SPDX-License-Identifier: BSD-3-Clause
// places.c: where all bodies are at some of the rows (see places.h).
#include "analysis/recording/places.h"

#include <math.h>
#include <string.h>

enum { WANTED = PLACES_KEPT / 2 };

bool places_open(Result *result, const System *system, double rows, Arena *arena) {
  const bool all = result->only != NULL;
  const double every = all ? 1 : fmax(1, ceil(rows / WANTED));
  result->places = (Places){.every = (long)every, .nq = system->nq, .all = all};
  return arena_doubles(arena, (PLACES_KEPT + 1) * system->nq, &result->places.q) &&
         arena_doubles(arena, PLACES_KEPT + 1, &result->places.t);
}

static void put(Places *places, int at, double t, const double *q) {
  memcpy(places->q + (long)at * places->nq, q, (size_t)places->nq * sizeof(double));
  places->t[at] = t;
}

static void drop_every_other(Places *places) {
  for (int k = 0; k < places->kept; k += 2) {
    put(places, k / 2, places->t[k], places->q + (long)k * places->nq);
  }
  places->kept = (places->kept + 1) / 2;
  places->every *= 2;
}

void places_row(Result *result, double t, const State *state) {
  Places *places = &result->places;
  if (places->count > 0 && t <= places->t[places->count - 1]) {
    return;
  }
  if (places->kept == PLACES_KEPT && !places->all) {
    drop_every_other(places);
  }
  // The newest row stands behind those that are kept, and stays there when it is the last.
  if (places->kept <= PLACES_KEPT) {
    put(places, places->kept, t, state->q);
    places->count = places->kept + 1;
    places->kept += places->rows++ % places->every == 0 ? 1 : 0;
  }
}
