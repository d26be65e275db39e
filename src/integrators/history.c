// SPDX-License-Identifier: BSD-3-Clause
// history.c: the polynomial through the last points of a motion (see history.h).
#include "integrators/history.h"

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

// With t = T + h x and T the last point but one, from the innermost bracket out:
//   p <- d_k + (T - t_k + h x) p
static inline void fix(const History *history, const int order, Dense *dense) {
  const int size = history->size;
  const double h = dense->h;
  double from[HISTORY_ORDER];
  for (int k = 0; k < order; k++) {
    from[k] = dense->t - history->t[k];
  }
  for (int i = 0; i < size; i++) {
    const double *column = history->difference + i;
    double p[HISTORY_ORDER + 1] = {column[order * size]};
    for (int k = order - 1; k >= 0; k--) {
      for (int j = order - k; j > 0; j--) {
        p[j] = from[k] * p[j] + h * p[j - 1];
      }
      p[0] = column[k * size] + from[k] * p[0];
    }
    for (int k = 0; k <= order; k++) {
      dense->term[k][i] = p[k];
    }
  }
}

void history_fix(const History *history, int order, Dense *dense) {
  const bool stepped = history->count > 1;
  dense->t = history->t[stepped ? 1 : 0];
  dense->h = stepped ? history->t[0] - history->t[1] : 1;
  if (order == HISTORY_ORDER && history->count > HISTORY_ORDER) {
    dense->degree = HISTORY_ORDER;
    fix(history, HISTORY_ORDER, dense);
  } else {
    dense->degree = order < history->count ? order : history->count - 1;
    fix(history, dense->degree, dense);
  }
}
