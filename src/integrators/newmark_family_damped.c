// SPDX-License-Identifier: BSD-3-Clause
// newmark_family_damped.c: Newton's method with damping, where a fixed step is too long for the
// plain one (see newmark_family.h).
//
// A force that turns over within a fraction of the step, as regularised friction does, has a slope
// here that says nothing of where the root is: plain corrections jump from one side to the other.
// Each correction c is therefore shortened to theta c until the one that would follow with the same
// matrix is smaller by a part of theta (the natural monotonicity test of P. Deuflhard, Newton
// Methods for Nonlinear Problems, 2004): |J^-1 F(x - theta c)| <= (1 - theta/2) |c|.
#include <math.h>
#include <string.h>

#include "integrators/newmark_family_inside.h"

enum { DAMPED_ITERATIONS = 60 };
static const double SHORTEST = 1e-6; // theta

static double size_of(const NewmarkFamily *it, const double *x) {
  double largest = 0;
  for (int i = 0; i < it->scheme.equations->nv; i++) {
    const double size = fabs(x[i]) * it->sharp[i];
    largest = size > largest || isnan(size) ? size : largest;
  }
  return largest;
}

// end := base - theta direction, and its correction with the matrix that stands.
static NewmarkOutcome look(NewmarkFamily *it, double h, double theta) {
  const Equations *system = it->scheme.equations;
  for (int i = 0; i < system->nv; i++) {
    it->end.a[i] = it->base[i] - theta * it->direction[i];
  }
  for (int i = 0; i < system->nc; i++) {
    it->end.lambda[i] = it->base[system->nv + i] - theta * it->direction[system->nv + i];
  }
  it->steps->kind->move(it->steps, h, &it->start, &it->end);
  it->scheme.counters.residuals++;
  return it->steps->kind->residual(it->steps, h, &it->end, it->correction) ? INDEX_3_DONE
                                                                           : INDEX_3_FAULT;
}

// The correction at the present end, with a matrix of its own, as base and direction.
static NewmarkOutcome aim(NewmarkFamily *it, double h) {
  const Equations *system = it->scheme.equations;
  it->steps->kind->move(it->steps, h, &it->start, &it->end);
  it->scheme.counters.residuals++;
  if (!it->steps->kind->residual(it->steps, h, &it->end, it->correction)) {
    return INDEX_3_FAULT;
  }
  if (!newmark_family_renew_matrix(it, h)) {
    it->matrix_step = 0;
    return INDEX_3_SINGULAR;
  }
  linear_solve(it->linear, it->correction);
  it->scheme.counters.iterations++;
  memcpy(it->direction, it->correction, (size_t)it->steps->size * sizeof(double));
  memcpy(it->base, it->end.a, (size_t)system->nv * sizeof(double));
  memcpy(it->base + system->nv, it->end.lambda, (size_t)system->nc * sizeof(double));
  return INDEX_3_DONE;
}

NewmarkOutcome newmark_family_damped(NewmarkFamily *it, double h) {
  double theta = 1;
  for (int k = 0; k < DAMPED_ITERATIONS; k++) {
    NewmarkOutcome outcome = aim(it, h);
    const double size = outcome == INDEX_3_DONE ? size_of(it, it->direction) : 0;
    if (outcome != INDEX_3_DONE || !isfinite(size)) {
      return outcome == INDEX_3_DONE ? INDEX_3_DIVERGED : outcome;
    }
    if (size <= 1) {
      return look(it, h, 1);
    }
    theta = fmin(1, 4 * theta);
    while (true) {
      if (theta < SHORTEST) {
        return INDEX_3_DIVERGED;
      }
      outcome = look(it, h, theta);
      if (outcome != INDEX_3_DONE) {
        return outcome;
      }
      linear_solve(it->linear, it->correction);
      if (size_of(it, it->correction) <= (1 - theta / 2) * size) {
        break;
      }
      theta /= 2;
    }
  }
  return INDEX_3_DIVERGED;
}
