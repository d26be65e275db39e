// SPDX-License-Identifier: BSD-3-Clause
// kkt.c: chooses between the ways to solve the saddle-point system (see kkt.h, kkt_inside.h).
#include "system/kkt.h"

#include <math.h>

#include "base/hot.h"
#include "system/friction.h"
#include "system/kkt_inside.h"

double kkt_largest(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    const double size = fabs(x[i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

void kkt_divide_by_mass(const State *state, const double *b, double *x) {
  const System *system = state->system;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    const int t = body->kind->translations, nv = body->nv;
    const double *inverse = state->mass_inverse[k], *from = b + body->v;
    double *to = x + body->v, own[BODY_V];
    for (int i = 0; i < t; i++) {
      to[i] = from[i] * inverse[i * nv + i];
    }
    for (int i = t; i < nv; i++) {
      own[i] = 0;
      for (int m = t; m < nv; m++) {
        own[i] += inverse[i * nv + m] * from[m];
      }
    }
    for (int i = t; i < nv; i++) {
      to[i] = own[i];
    }
  }
}

bool kkt_factor(State *state, double eps) {
  state->factorizations++;
  state->kkt_eps = eps;
  switch (state->system->kkt_method) {
  case KKT_DENSE:
    return kkt_dense_factor(state, eps);
  case KKT_SCHUR:
    return kkt_schur_factor(state, eps);
  case KKT_SADDLE:
    return kkt_saddle_factor(state, eps);
  }
  return false;
}

void kkt_solve(State *state, double *x) {
  switch (state->system->kkt_method) {
  case KKT_DENSE:
    kkt_dense_solve(state, x);
    break;
  case KKT_SCHUR:
    kkt_schur_solve(state, x);
    break;
  case KKT_SADDLE:
    linear_solve(state->kkt, x);
    break;
  }
}

bool kkt_accelerations(State *state, double *a, double *lambda) {
  kkt_smooth_accelerations(state, a, lambda);
  return state->friction == NULL || friction_solve(state, a, lambda);
}

void kkt_smooth_accelerations(State *state, double *a, double *lambda) {
  switch (state->system->kkt_method) {
  case KKT_DENSE:
    kkt_dense_accelerations(state, a, lambda);
    break;
  case KKT_SCHUR:
    kkt_schur_accelerations(state, a, lambda);
    break;
  case KKT_SADDLE:
    kkt_saddle_accelerations(state, a, lambda);
    break;
  }
}

void kkt_correction(State *state, const double *rhs, double *x) {
  switch (state->system->kkt_method) {
  case KKT_DENSE:
    kkt_dense_correction(state, rhs, x);
    break;
  case KKT_SCHUR:
    kkt_schur_correction(state, rhs, x);
    break;
  case KKT_SADDLE:
    kkt_saddle_correction(state, rhs, x);
    break;
  }
}
