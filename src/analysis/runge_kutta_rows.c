// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_rows.c: both interpolants of order 8 at several times at once, in the lanes of vector
// registers; compiled for one time, too, with the same bits.
#include "analysis/runge_kutta_rows.h"

#include <string.h>

#include "base/lanes.h"

static const double lane_numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};

// The times in units of a step, and which of them are wanted.
static Truth places_of(const SchemeRows *rows, double start, double h, real *x) {
  real t, lane;
  memcpy(&t, rows->t, sizeof t);
  memcpy(&lane, lane_numbers, sizeof lane);
  *x = (t - start) / h;
  return TRUTH(lane >= (double)rows->first) & TRUTH(lane < (double)(rows->first + rows->count));
}

static void put(Truth wanted, real value, double *to) {
  real before;
  memcpy(&before, to, sizeof before);
  value = real_choose(wanted, value, before);
  memcpy(to, &value, sizeof value);
}

// From the innermost vector out: sum = F_k + (x or 1 - x) sum, and its derivative by x.
static void nested(const RungeKuttaDense *dense, int n, const SchemeRows *rows) {
  real x;
  const Truth wanted = places_of(rows, dense->t, dense->h, &x);
  const real rest = 1 - x;
  const double inverse = 1 / dense->h;
  double *const *F = dense->vector;
  for (int i = 0; i < n; i++) {
    real slope = real_of(F[RUNGE_KUTTA_VECTORS - 1][i]);
    real sum = F[RUNGE_KUTTA_VECTORS - 2][i] + x * slope;
    for (int k = RUNGE_KUTTA_VECTORS - 3; k > 0; k -= 2) {
      slope = rest * slope - sum;
      sum = F[k][i] + rest * sum;
      slope = sum + x * slope;
      sum = F[k - 1][i] + x * sum;
    }
    put(wanted, sum, rows->to + i * REAL_LANES);
    put(wanted, slope * inverse, rows->to + (n + i) * REAL_LANES);
  }
}

// p = c_k + (x - x_k) p with its first two derivatives: q, then q' = v, then v'.
static void newton(const Newton *newton, const SchemeRows *rows) {
  real x, way[NEWTON_TERMS];
  const Truth wanted = places_of(rows, newton->t, newton->h, &x);
  const double inverse = 1 / newton->h;
  const int size = newton->size;
  for (int k = 0; k < NEWTON_TERMS; k++) {
    way[k] = x - newton->place[k];
  }
  for (int i = 0; i < size; i++) {
    real value = real_of(newton->term[NEWTON_TERMS - 1][i]);
    real slope = real_of(0), bend = real_of(0);
    for (int k = NEWTON_TERMS - 2; k >= 0; k--) {
      bend = bend * way[k] + 2 * slope;
      slope = slope * way[k] + value;
      value = value * way[k] + newton->term[k][i];
    }
    slope *= inverse;
    put(wanted, value, rows->to + i * REAL_LANES);
    put(wanted, slope, rows->to + (size + i) * REAL_LANES);
    put(wanted, slope, rows->to + (2 * size + i) * REAL_LANES);
    put(wanted, bend * (inverse * inverse), rows->to + (3 * size + i) * REAL_LANES);
  }
}

const RungeKuttaRows MBS_NAME(runge_kutta_rows) = {.nested = nested, .newton = newton};
