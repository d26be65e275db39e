// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_dense.c: the motion inside a Runge-Kutta step as dense.h has it.
//
// Order 8: seventh-order polynomial in q and v (Hairer, Norsett, Wanner 1993), nested as
//   y + x (F0 + (1-x)(F1 + x (F2 + (1-x)(F3 + x (F4 + (1-x)(F5 + x F6))))))
// Order 5: quintic Hermite polynomial in q through q, q', q'' of both ends,
//   q'' = T(q) a + T' v.
// Where q' = v, v is its derivative; angular velocities in space are polynomials of degree 4
// through w, w' of both ends and the w that follows from q' in the middle.
#include "base/hot.h"
#include "integrators/pair_of_numbers.h"
#include "integrators/runge_kutta_inside.h"

enum { NESTED = 7 };

MBS_SIZED void add(const double *k, const RungeKuttaSum *sum, const double *base, double h,
                   double *out, const int room) {
  const int last = sum->count - 1;
  const double weight = sum->weight[last];
  for (int i = 0; i < room; i += DENSE_BLOCK) {
    Pair low = {0, 0}, high = {0, 0};
    for (int m = 0; m < last; m++) {
      const double *slope = k + (long)sum->stage[m] * room + i;
      low += sum->weight[m] * pair_at(slope);
      high += sum->weight[m] * pair_at(slope + 2);
    }
    // the newest slope was written a moment ago, number by number: read in pairs it would have to
    // come from memory
    const double *slope = k + (long)sum->stage[last] * room + i;
    low += (Pair){weight * slope[0], weight * slope[1]};
    high += (Pair){weight * slope[2], weight * slope[3]};
    low *= h;
    high *= h;
    put_pair(base != NULL ? pair_at(base + i) + low : low, out + i);
    put_pair(base != NULL ? pair_at(base + i + 2) + high : high, out + i + 2);
  }
}

void runge_kutta_add(const RungeKutta *rk, const RungeKuttaSum *sum, const double *base, double h,
                     double *out) {
  if (rk->room == DENSE_BLOCK) { // one body without rotation in the plane
    add(rk->k, sum, base, h, out, DENSE_BLOCK);
  } else {
    add(rk->k, sum, base, h, out, rk->room);
  }
}

// ---- order 8 ----

// The vectors F as they are nested (the first is y, the second F0), then term by term: times x or
// (1 - x), and the next one added, from the innermost out.
static void fix_nested(const RungeKutta *rk, double h) {
  double *const *F = rk->scheme.dense.term;
  const double *first = rk->k, *last = rk->k + (long)rk->pair->stages * rk->room;
  for (int i = 0; i < rk->room; i++) {
    const double change = rk->end[i] - rk->y[i];
    F[0][i] = rk->y[i];
    F[1][i] = change;
    F[2][i] = h * first[i] - change;
    F[3][i] = 2 * change - h * (first[i] + last[i]);
  }
  for (int d = 0; d < RUNGE_KUTTA_DENSE; d++) {
    runge_kutta_add(rk, &rk->pair->dense[d], NULL, h, F[4 + d]);
  }
  for (int i = 0; i < rk->room; i += 2) {
    Pair p[NESTED + 1] = {pair_at(F[NESTED] + i)};
#pragma GCC unroll 8
    for (int k = NESTED - 1; k >= 0; k--) {
      p[NESTED - k] = (Pair){0, 0};
#pragma GCC unroll 8
      for (int j = NESTED - k; j > 0; j--) {
        p[j] = k % 2 == 0 ? p[j - 1] : p[j] - p[j - 1];
      }
      p[0] = k % 2 == 0 ? pair_at(F[k] + i) : p[0] + pair_at(F[k] + i);
    }
#pragma GCC unroll 8
    for (int k = 0; k <= NESTED; k++) {
      put_pair(p[k], F[k] + i);
    }
  }
}

// ---- order 5 ----

// v where q' is: from coefficient to coefficient.
static void derive(Dense *dense, int from, int to) {
  for (int k = 0; k < dense->degree; k++) {
    dense->term[k][to] = (k + 1) / dense->h * dense->term[k + 1][from];
  }
  dense->term[dense->degree][to] = 0;
}

// A velocity: the cubic of both ends, and x^2 (1 - x)^2 times what that misses in
// the middle, where it should be `middle`.
static void fix_turning(RungeKutta *rk, int at, double middle) {
  Dense *dense = &rk->scheme.dense;
  const int last = rk->pair->stages * rk->room;
  dense_cubic(dense, at, 1, &(DenseEnd){.value = rk->y + at, .rate = rk->k + at},
              &(DenseEnd){.value = rk->end + at, .rate = rk->k + last + at});
  double c[POLYNOMIAL_TERMS];
  const double missed = middle - polynomial_value(c, dense_number(dense, at, c), 0.5);
  dense->term[2][at] += 16 * missed;
  dense->term[3][at] -= 32 * missed;
  dense->term[4][at] += 16 * missed;
}

// The velocities that belong to the polynomials of q in the middle.
static const double *velocities_in_the_middle(RungeKutta *rk) {
  const Equations *it = rk->scheme.equations;
  const Dense *dense = &rk->scheme.dense;
  double *q = rk->scratch, *rate = rk->scratch + rk->room;
  for (int i = 0; i < it->nq; i++) {
    double c[POLYNOMIAL_TERMS];
    const int degree = dense_number(dense, i, c);
    q[i] = polynomial_value(c, degree, 0.5);
    rate[i] = polynomial_slope(c, degree, 0.5) / dense->h;
  }
  it->kind->numbers->velocities(it, q, rate, rk->stage);
  return rk->stage;
}

// Unknowns of first order have no second derivative: a cubic.
static void fix_quintic(RungeKutta *rk) {
  const Equations *it = rk->scheme.equations;
  Dense *dense = &rk->scheme.dense;
  const int both = it->nq + it->nv;
  const double *first = rk->k, *last = rk->k + (long)rk->pair->stages * rk->room;
  double *before = rk->scratch, *after = rk->scratch + rk->room;
  dense_cubic(dense, both, it->ny - both, &(DenseEnd){.value = rk->y + both, .rate = first + both},
              &(DenseEnd){.value = rk->end + both, .rate = last + both});
  if (it->nq == 0) {
    return;
  }
  it->kind->numbers->second(it, rk->y, first, before);
  it->kind->numbers->second(it, rk->end, last, after);
  dense_quintic(dense, 0, it->nq, &(DenseEnd){.value = rk->y, .rate = first, .second = before},
                &(DenseEnd){.value = rk->end, .rate = last, .second = after});
  const double *middle = it->nq > it->nv ? velocities_in_the_middle(rk) : NULL;
  for (int i = 0; i < it->nv; i++) {
    if (middle == NULL) {
      derive(dense, it->rate_of[i], it->nq + i);
    } else { // the derivative has the round-off of q over h
      fix_turning(rk, it->nq + i, middle[i]);
    }
  }
}

// ---- both ----

void runge_kutta_dense_fix(RungeKutta *rk, double h) {
  Dense *dense = &rk->scheme.dense;
  dense->t = rk->t;
  dense->h = h;
  if (rk->pair->dense != NULL) {
    dense->degree = NESTED;
    fix_nested(rk, h);
  } else {
    dense->degree = 5;
    dense->derived = true;
    fix_quintic(rk);
  }
}

void runge_kutta_dense_point(RungeKutta *rk) {
  dense_point(&rk->scheme.dense, rk->t, rk->y, rk->k);
}
