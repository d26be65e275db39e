// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_pair.h: the coefficients of explicit Runge-Kutta methods with error estimate.
//
//   Y_i = y + h sum_j a_ij k_j,   k_i = f(t + c_i h, Y_i),   y_new = y + h sum_j b_j k_j
// Stage 0 is the step's start and stage `stages` its end: row `stages` of the sums is b. Rows
// beyond are the further stages of the dense output.
#ifndef MBS_INTEGRATORS_RUNGE_KUTTA_PAIR_H
#define MBS_INTEGRATORS_RUNGE_KUTTA_PAIR_H

#include "integrators/singular_pose.h"

enum { RUNGE_KUTTA_TERMS = 12, RUNGE_KUTTA_DENSE = 4 };

// A combination of stages without its zeros.
typedef struct RungeKuttaSum {
  int count;
  int stage[RUNGE_KUTTA_TERMS];
  double weight[RUNGE_KUTTA_TERMS];
} RungeKuttaSum;

typedef struct RungeKuttaPair {
  int order;
  int stages;       // evaluations of a step; that at its end serves the next one
  int dense_stages; // further ones for the dense output
  const double *node;
  const RungeKuttaSum *sum;
  // Error estimates: of order one below the method's; order 8 has another one, of order 3, by which
  // the first is divided (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I).
  const RungeKuttaSum *error, *error_low; // error_low may be NULL
  const RungeKuttaSum *dense;             // RUNGE_KUTTA_DENSE rows, or NULL: quintic Hermite
  double stability;                       // |h lambda| up to which stiff motions are stable
  StepNodes nodes;                        // of the stages before the error is known, in order
  double shrink, grow;                    // bounds of the ratio of successive steps
} RungeKuttaPair;

// Dormand and Prince's pairs 5(4) (1980) and 8(5,3) (Hairer, Norsett, Wanner 1993, with dense
// output of order 7). order: 5 or 8; NULL for any other.
const RungeKuttaPair *runge_kutta_pair(int order);

#endif
