// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_rows.h: the dense output of order 8 at several times at once.
#ifndef MBS_ANALYSIS_RUNGE_KUTTA_ROWS_H
#define MBS_ANALYSIS_RUNGE_KUTTA_ROWS_H

#define RUNGE_KUTTA_NESTED 8 // vectors of the interpolant
#define RUNGE_KUTTA_LANES 8  // at most

// Times, one of each lane; only those of the lanes from first on count. The step is [t, t + h].
typedef struct RungeKuttaPlaces {
  const double *times;
  int first, count;
  double t, h;
} RungeKuttaPlaces;

// Values and rates of the interpolant with the vectors F of `count` numbers; those of the lanes
// that count go to to[i * lanes + lane], values first, then the rates by time.
void runge_kutta_rows_lanes4(double *const *F, int count, const RungeKuttaPlaces *places,
                             double *to);
void runge_kutta_rows_lanes8(double *const *F, int count, const RungeKuttaPlaces *places,
                             double *to);

#endif
