// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_inside.h: what the files of the Runge-Kutta scheme share. Nobody else looks.
#ifndef MBS_ANALYSIS_RUNGE_KUTTA_INSIDE_H
#define MBS_ANALYSIS_RUNGE_KUTTA_INSIDE_H

#include "analysis/runge_kutta.h"
#include "analysis/runge_kutta_pair.h"

enum { RUNGE_KUTTA_BLOCK = 4, RUNGE_KUTTA_VECTORS = 8 };

// A polynomial on [t, t + h]: sum of basis functions of (time - t)/h times vectors.
typedef struct RungeKuttaDense {
  double t, h;
  double *vector[RUNGE_KUTTA_VECTORS];
} RungeKuttaDense;

typedef struct RungeKutta {
  Scheme scheme;
  SchemeSettings settings;
  const RungeKuttaPair *pair;
  int nq, n, room;         // of q; of y = (q, v); n in whole blocks, filled up with zeros
  double *y, *end;         // at the start and the end of a step
  double *stage;           // where a stage is evaluated
  double *k;               // slopes, room numbers each
  double *absolute, *unit; // tolerances and sizes of the coordinates
  double *lambda;
  RungeKuttaDense dense; // of the last accepted step
  double *scratch;       // 2 room
  double t, fixed_t;     // reached; where the present ladder of fixed steps began
  long fixed_steps;
  double next_step;
  double error_before;
  int stiff_hits, easy_hits;
  long steps, evaluations, rejected, failures, projections;
} RungeKutta;

// out = base + h sum of slopes; base may be NULL (zero).
void runge_kutta_add(const RungeKutta *rk, const RungeKuttaSum *sum, const double *base, double h,
                     double *out);

// Fixes the dense output of an accepted step from y to end; slopes of all stages stand in k.
void runge_kutta_dense_fix(RungeKutta *rk, double h);
// That of a point where no step was done: constant.
void runge_kutta_dense_point(RungeKutta *rk);
void runge_kutta_dense_at(RungeKutta *rk, double t, double *q, double *v, double *q_rate,
                          double *v_rate);

#endif
