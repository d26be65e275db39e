// SPDX-License-Identifier: BSD-3-Clause
// history.h: the polynomial through the last points of a motion, in Newton's form.
//
//   p(t) = d_0 + (t - t_0) (d_1 + (t - t_1) (d_2 + ...)),  d_k = [y_0 ... y_k]
// y_0 is the newest point, at the time t_0, and d_k is the divided difference of the points 0 to k.
// A multistep method of order k interpolates its last k + 1 points. The motion inside its last step
// is read from the same polynomial, in the form of dense.h.
#ifndef MBS_INTEGRATORS_HISTORY_H
#define MBS_INTEGRATORS_HISTORY_H

#include <stdbool.h>

#include "integrators/dense.h"

enum { HISTORY_ORDER = 5 };

typedef struct History {
  int size;                    // numbers of one point
  int count;                   // points that are known
  double t[HISTORY_ORDER + 1]; // their times, the newest first [s]
  double *difference;          // d_k, [HISTORY_ORDER + 1][size]
} History;

// Returns false when memory ran out.
bool history_open(History *history, int size, Arena *arena);

// Forgets all points and begins with (t, y), y [size].
void history_start(History *history, double t, const double *y);
// Adds a point (t, y) that is later than all others.
void history_add(History *history, double t, const double *y);

// Writes the polynomial of degree `order` into dense, for the interval between the last two points.
// With fewer than order + 1 points the degree is lower. With one point it is constant, with h = 1
// s.
void history_fix(const History *history, int order, Dense *dense);

#endif
