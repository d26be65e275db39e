// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_pair.h: the coefficients of explicit Runge-Kutta methods with error estimate.
//
//   Y_i = y + h sum_j a_ij k_j,   k_i = f(t + c_i h, Y_i),   y_new = y + h sum_j b_j k_j
// h is the step, Y_i the stages at the nodes c_i, k_i their slopes, and a_ij, b_j the coefficients.
// Stage 0 is the start of the step and stage `stages` its end: row `stages` of the array `sum` is
// b. The rows behind it are the additional stages of the dense output.
#ifndef MBS_INTEGRATORS_RUNGE_KUTTA_PAIR_H
#define MBS_INTEGRATORS_RUNGE_KUTTA_PAIR_H

#include "integrators/singular_pose.h"

enum { RUNGE_KUTTA_TERMS = 12, RUNGE_KUTTA_DENSE = 4 };

// A linear combination of slopes, without its zeros: sum over m of weight[m] k_j with j = stage[m].
typedef struct RungeKuttaSum {
  int count;
  int stage[RUNGE_KUTTA_TERMS];
  double weight[RUNGE_KUTTA_TERMS];
} RungeKuttaSum;

typedef struct RungeKuttaPair {
  int order;
  int stages;         // evaluations in a step; the one at its end is the first of the next step
  int dense_stages;   // additional evaluations for the dense output
  const double *node; // c_i
  const RungeKuttaSum *sum; // a_i, then b, then the additional stages
  // Error estimates. Order 5 has one, from an embedded method of order 4. Order 8 has two, from
  // embedded methods of orders 5 and 3. Their norms e_5 and e_3 are combined to
  //   e_5^2/sqrt(e_5^2 + 0.01 e_3^2)
  // (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I).
  const RungeKuttaSum *error, *error_low; // error_low: of order 3, or NULL
  const RungeKuttaSum *dense; // RUNGE_KUTTA_DENSE rows; NULL: the dense output is quintic Hermite
  double stability;           // bound of |h lambda| for an eigenvalue lambda of a stiff system
  StepNodes nodes;            // the stages before the error is known, ascending
  double shrink, grow;        // bounds of the ratio of successive steps
} RungeKuttaPair;

// The pairs of Dormand and Prince: 5(4) (1980) for order 5, and 8(5,3) for order 8 (Hairer,
// Norsett, Wanner 1993, with dense output of order 7). NULL for any other order.
const RungeKuttaPair *runge_kutta_pair(int order);

#endif
