// SPDX-License-Identifier: BSD-3-Clause
// kkt_massless.c: accelerations where bodies have directions without mass (massless.h).
//
//   [ N  J' ] [ A ]   [ P ]            [ M  J' ] [ a ]   [ b ]
//   [ J  0  ] [ L ] = [ 0 ]  once, and [ J  0  ] [ l ] = [ c ]  with M = N - P P' from the solution
//   (a0, l0) with N in place of M:
//   (I - P'A) s = P' a0,   a = a0 + A s,   l = l0 + L s          (Sherman, Morrison, Woodbury)
// With Z of ker J and Z'NZ = 1, I - P'A has the eigenvalues of Z'MZ that are not 1: between 0 and
// 1, and positive where every motion that J allows moves some mass. A pivot that is round-off is a
// motion without mass. Where pivots are small the residual of M is solved for once more.
#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/mechanism/inertia.h"
#include "system/mechanism/massless.h"
#include "system/saddle/kkt_inside.h"

static const double ALONE = 1e-10; // a pivot of a motion that moves no mass
static const double WELL = 1e-2;   // pivots that cost no digits that count
static const double HARDLY = 1e-4; // smaller ones leave corrections to the norm
enum { PASSES = 2 };

// ---- N ----

static void solve_metric(State *state, const double *b_v, const double *b_c, double *a,
                         double *lambda) {
  if (state->kkt_eps > 0) {
    kkt_solve_once(state, b_v, b_c, a, lambda);
  } else {
    kkt_solve_refined(state, b_v, b_c, a, lambda);
  }
}

// u_k' a
static double along(const MasslessDirection *direction, const double *a) {
  double sum = 0;
  for (int i = 0; i < direction->count; i++) {
    sum += direction->u[i] * a[direction->v + i];
  }
  return sum;
}

// ---- I - P'A ----

static void swap(Massless *it, int i, int k) {
  const int n = it->count, keep = it->order[i];
  it->order[i] = it->order[k];
  it->order[k] = keep;
  for (int side = 0; side < 2 && i != k; side++) {
    for (int j = 0; j < n; j++) {
      double *one = &it->factor[side == 0 ? i * n + j : j * n + i];
      double *other = &it->factor[side == 0 ? k * n + j : j * n + k];
      const double value = *one;
      *one = *other;
      *other = value;
    }
  }
}

// The direction that takes most of the motion without mass (or with the least) that pivot `last`
// leaves: L_11' x = -l_last.
static void find_undetermined(Massless *it, int last) {
  const int n = it->count;
  double *x = it->part, most = 1;
  it->undetermined = it->direction[it->order[last]];
  for (int k = last - 1; k >= 0; k--) {
    double sum = -it->factor[last * n + k];
    for (int j = k + 1; j < last; j++) {
      sum -= it->factor[j * n + k] * x[j];
    }
    x[k] = sum / it->factor[k * n + k];
    if (fabs(x[k]) > (1 + 1e-9) * most) {
      most = fabs(x[k]);
      it->undetermined = it->direction[it->order[k]];
    }
  }
}

// Cholesky's factor with diagonal pivots. False at a pivot that is round-off.
static bool factor(Massless *it) {
  const int n = it->count;
  double *C = it->factor;
  it->least = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      best = C[i * n + i] > C[best * n + best] ? i : best;
    }
    swap(it, k, best);
    if (!(C[k * n + k] > ALONE)) {
      it->least = 0;
      find_undetermined(it, k);
      return false;
    }
    it->least = fmin(it->least, C[k * n + k]);
    C[k * n + k] = sqrt(C[k * n + k]);
    for (int i = k + 1; i < n; i++) {
      C[i * n + k] /= C[k * n + k];
    }
    for (int i = k + 1; i < n; i++) {
      for (int j = k + 1; j <= i; j++) {
        C[i * n + j] -= C[i * n + k] * C[j * n + k];
        C[j * n + i] = C[i * n + j];
      }
    }
  }
  return true;
}

bool kkt_massless_factor(State *state) {
  Massless *it = state->massless;
  const int n = it->count, nv = state->system->nv, all = nv + state->system->nc;
  memset(it->b, 0, (size_t)all * sizeof(double));
  for (int k = 0; k < n; k++) {
    const MasslessDirection *own = &it->direction[k];
    double *x = it->response + (ptrdiff_t)k * all;
    memcpy(it->b + own->v, own->u, (size_t)own->count * sizeof(double));
    solve_metric(state, it->b, it->b + nv, x, x + nv);
    memset(it->b + own->v, 0, (size_t)own->count * sizeof(double));
    it->order[k] = k;
    for (int i = 0; i < n; i++) {
      it->factor[i * n + k] = (i == k) - along(&it->direction[i], x);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) { // symmetric but for round-off
      it->factor[i * n + k] = it->factor[k * n + i] =
          0.5 * (it->factor[i * n + k] + it->factor[k * n + i]);
    }
  }
  it->stands = true;
  const bool determined = factor(it);
  if (determined) {
    find_undetermined(it, n - 1); // the most nearly so, for messages
  }
  it->usual = it->usual > 0 ? it->usual : it->least;
  return determined;
}

// ---- solutions ----

// From the solution with N to that with M.
static void take_out(const State *state, double *a, double *lambda) {
  const Massless *it = state->massless;
  const int n = it->count, nv = state->system->nv, nc = state->system->nc;
  double *s = it->part;
  for (int k = 0; k < n; k++) {
    s[k] = along(&it->direction[it->order[k]], a);
    for (int j = 0; j < k; j++) {
      s[k] -= it->factor[k * n + j] * s[j];
    }
    s[k] /= it->factor[k * n + k];
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) {
      s[k] -= it->factor[j * n + k] * s[j];
    }
    s[k] /= it->factor[k * n + k];
  }
  for (int k = 0; k < n; k++) {
    const double *x = it->response + (ptrdiff_t)it->order[k] * (nv + nc);
    for (int i = 0; i < nv; i++) {
      a[i] += s[k] * x[i];
    }
    for (int i = 0; i < nc; i++) {
      lambda[i] += s[k] * x[nv + i];
    }
  }
}

// rest := (b_v - M a - J' lambda, b_c - J a)
static void residual(const State *state, const double *b_v, const double *b_c, const double *a,
                     const double *lambda, double *rest) {
  const System *system = state->system;
  const int nv = system->nv;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    inertia_times(body->nv, body->apart, state->mass[b], a + body->v, rest + body->v);
  }
  for (int i = 0; i < nv; i++) {
    rest[i] = b_v[i] - rest[i];
  }
  rows_add_forces(state, -1, lambda, rest);
  rows_times(state, a, rest + nv);
  for (int i = 0; i < system->nc; i++) {
    rest[nv + i] = state->row_dropped[i] > 0 ? 0 : b_c[i] - rest[nv + i];
  }
}

bool kkt_massless_correction(State *state, const double *rhs, double *x, double *lambda) {
  Massless *it = state->massless;
  const bool determined = it->stands ? it->least > 0 : kkt_massless_factor(state);
  if (!determined || !(it->least > HARDLY)) {
    return false;
  }
  solve_metric(state, it->b, rhs, x, lambda); // b is zero
  take_out(state, x, lambda);
  return true;
}

void kkt_massless_solve(State *state, const double *b_v, const double *b_c, double *a,
                        double *lambda) {
  Massless *it = state->massless;
  const int nv = state->system->nv, nc = state->system->nc;
  const bool determined = it->stands ? it->least > 0 : kkt_massless_factor(state);
  solve_metric(state, b_v, b_c, a, lambda);
  if (!determined) {
    return; // who minds asks (kkt_determined)
  }
  take_out(state, a, lambda);
  const int passes = state->kkt_eps > 0 || it->least > WELL ? 0 : PASSES;
  for (int pass = 0; pass < passes; pass++) {
    residual(state, b_v, b_c, a, lambda, it->rest);
    solve_metric(state, it->rest, it->rest + nv, it->step, it->step + nv);
    take_out(state, it->step, it->step + nv);
    for (int i = 0; i < nv; i++) {
      a[i] += it->step[i];
    }
    for (int i = 0; i < nc; i++) {
      lambda[i] += it->step[nv + i];
    }
  }
}
