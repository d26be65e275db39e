// SPDX-License-Identifier: BSD-3-Clause
// scheme.c: what all integrators have in common (see scheme.h).
#include "integrators/scheme.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const Dense *scheme_own_dense(Scheme *scheme) {
  if (!scheme->fixed) {
    if (scheme->kind->fix != NULL) {
      scheme->kind->fix(scheme);
    }
    scheme->fits = false;
  }
  scheme->fixed = true;
  return &scheme->dense;
}

void scheme_at(Scheme *scheme, double t, double *q, double *v, double *q_rate, double *v_rate) {
  Equations *it = scheme->equations;
  const Dense *dense = scheme_own_dense(scheme);
  if (it->shown == NULL) {
    dense_at(dense, t, q, v, q_rate, v_rate);
    return;
  }
  assert(scheme->room != NULL); // method_open
  const size_t nq = (size_t)it->shown_q * sizeof(double), nv = (size_t)it->shown_v * sizeof(double);
  double *y = scheme->room, *slope = y + it->ny, *shown = slope + it->ny;
  double *rate = shown + it->shown_q + it->shown_v;
  dense_at(dense, t, y, y + it->nq, slope, slope + it->nq);
  it->shown->show(it, y, q_rate == NULL ? NULL : slope, shown, rate);
  memcpy(q, shown, nq);
  memcpy(v, shown + it->shown_q, nv);
  if (q_rate != NULL) {
    memcpy(q_rate, rate, nq);
    memcpy(v_rate, rate + it->shown_q, nv);
  }
}

const Dense *scheme_dense(Scheme *scheme) {
  const Equations *it = scheme->equations;
  const Dense *dense = scheme_own_dense(scheme);
  Dense *shown = &scheme->shown;
  if (it->shown == NULL || scheme->fits) {
    return it->shown == NULL ? dense : shown;
  }
  scheme->fits = true;
  if (dense->degree == 1) { // the line from a start
    double *at = scheme->room + 2 * (it->ny + shown->ny), *rate = at + shown->ny;
    scheme_at(scheme, dense->t, at, at + it->shown_q, rate, rate + it->shown_q);
    dense_point(shown, dense->t, at, rate);
    return shown;
  }
  shown->t = dense->t;
  shown->h = dense->h;
  for (int k = 0; k < POLYNOMIAL_TERMS; k++) {
    const double t = dense->t + DENSE_NODE[k] * dense->h;
    scheme_at(scheme, t, shown->term[k], shown->term[k] + it->shown_q, NULL, NULL);
  }
  dense_fit(shown);
  return shown;
}

bool scheme_multipliers(Scheme *scheme, double t, double *lambda) {
  const double *const *end = scheme->multipliers;
  if (end[0] == NULL) {
    return false;
  }
  const Dense *dense = scheme_dense(scheme);
  const bool inside = scheme->last_step > 0 && t < dense->t + dense->h;
  const double s = inside ? fmax(0, (t - dense->t) / dense->h) : 1;
  for (int i = 0; i < scheme->equations->nc; i++) {
    lambda[i] = (1 - s) * end[0][i] + s * end[1][i];
  }
  return true;
}

double scheme_stated(const SchemeSettings *settings, int number, double otherwise) {
  const bool stated =
      settings->model != NULL && number >= 0 && settings->model->numbers[number].stated;
  return stated ? settings->values[number] : otherwise;
}

void scheme_count(const Scheme *scheme, Counters *counters) {
  const Counters *own = &scheme->counters;
  counters->steps += own->steps;
  counters->residuals += own->residuals;
  counters->jacobians += own->jacobians;
  counters->factorizations += own->factorizations;
  counters->iterations += own->iterations;
  counters->error_test_failures += own->error_test_failures;
  counters->convergence_failures += own->convergence_failures;
  counters->projections += own->projections;
  counters->step_last = own->step_last;
  if (own->steps > 0 && own->order_largest > counters->order_largest) {
    counters->order_largest = own->order_largest;
  }
}
