// SPDX-License-Identifier: BSD-3-Clause
// history.c: the polynomial through the last points of a motion (see history.h).
#include "analysis/history.h"

bool history_open(History *history, int size, Arena *arena) {
  *history = (History){.size = size};
  history->difference = arena_array(arena, double, (HISTORY_ORDER + 1) * size);
  return history->difference != NULL;
}

void history_start(History *history, double t, const double *y) {
  history->count = 1;
  history->t[0] = t;
  for (int i = 0; i < history->size; i++) {
    history->difference[i] = y[i];
  }
}

// With a constant order the compiler unrolls what follows.
static inline void add(History *history, const int order, double t, const double *y) {
  const int size = history->size;
  double inverse[HISTORY_ORDER];
  for (int k = 0; k < order; k++) {
    inverse[k] = 1 / (t - history->t[k]);
  }
  for (int i = 0; i < size; i++) {
    double *column = history->difference + i;
    double difference = y[i]; // [y_0 ... y_k] of the new points
    for (int k = 0; k < order; k++) {
      const double next = (difference - column[k * size]) * inverse[k];
      column[k * size] = difference;
      difference = next;
    }
    column[order * size] = difference;
  }
  for (int k = order; k > 0; k--) {
    history->t[k] = history->t[k - 1];
  }
  history->t[0] = t;
}

void history_add(History *history, double t, const double *y) {
  if (history->count > HISTORY_ORDER) {
    add(history, HISTORY_ORDER, t, y);
  } else {
    add(history, history->count, t, y);
    history->count++;
  }
}

static inline void evaluate(const History *history, const int order, double t, int first, int last,
                            double *y, double *rate) {
  const int size = history->size;
  double from[HISTORY_ORDER];
  for (int k = 0; k < order; k++) {
    from[k] = t - history->t[k];
  }
  for (int i = first; i < last; i++) {
    const double *column = history->difference + i;
    double value = column[order * size], slope = 0;
    for (int k = order - 1; k >= 0; k--) {
      slope = value + from[k] * slope;
      value = column[k * size] + from[k] * value;
    }
    y[i - first] = value;
    if (rate != NULL) {
      rate[i - first] = slope;
    }
  }
}

void history_at(const History *history, int order, double t, int first, int last, double *y,
                double *rate) {
  if (order == HISTORY_ORDER && history->count > HISTORY_ORDER) {
    evaluate(history, HISTORY_ORDER, t, first, last, y, rate);
  } else {
    evaluate(history, order < history->count ? order : history->count - 1, t, first, last, y, rate);
  }
}
