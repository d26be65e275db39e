// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_rows.h: the dense output of order 8 at several times at once.
#ifndef MBS_ANALYSIS_RUNGE_KUTTA_ROWS_H
#define MBS_ANALYSIS_RUNGE_KUTTA_ROWS_H

#include "analysis/runge_kutta_inside.h"

// One for each number of lanes. Those of the wanted lanes alone are written. Nested: of the vectors
// of a step, n numbers each. Newton: of the terms; where the coordinates' rates are the velocities.
typedef struct RungeKuttaRows {
  void (*nested)(const RungeKuttaDense *dense, int n, const SchemeRows *rows);
  void (*newton)(const Newton *newton, const SchemeRows *rows);
} RungeKuttaRows;

extern const RungeKuttaRows runge_kutta_rows;
extern const RungeKuttaRows runge_kutta_rows_lanes4;
extern const RungeKuttaRows runge_kutta_rows_lanes8;

#endif
