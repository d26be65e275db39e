// SPDX-License-Identifier: BSD-3-Clause
// scheme.c: what all integrators have in common (see scheme.h).
#include "integrators/scheme.h"

#include <math.h>

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
