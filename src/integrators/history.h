// SPDX-License-Identifier: BSD-3-Clause
// history.h: the polynomial through the last points of a motion, in Newton's form.
//
//   p(t) = d_0 + (t - t_0) (d_1 + (t - t_1) (d_2 + ...)),  d_k = [y_0 ... y_k]
// with the newest point first. A multistep method of order k interpolates through its last k + 1
// points. What lies inside its last step is read from the same polynomial, in the form of dense.h.
#ifndef MBS_INTEGRATORS_HISTORY_H
#define MBS_INTEGRATORS_HISTORY_H

#include <stdbool.h>

#include "integrators/dense.h"

enum { HISTORY_ORDER = 5 };

typedef struct History {
  int size;  // numbers of a point
  int count; // points that are known
  double t[HISTORY_ORDER + 1];
  double *difference; // [HISTORY_ORDER + 1][size]
} History;

// Returns false when memory ran out.
bool history_open(History *history, int size, Arena *arena);

// Forgets everything before the point (t, y).
void history_start(History *history, double t, const double *y);
// Takes a new point, later than all others.
void history_add(History *history, double t, const double *y);

// Makes dense the polynomial of an order between the last two points. The order is lowered to what
// the points allow.
void history_fix(const History *history, int order, Dense *dense);

#endif
