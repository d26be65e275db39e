// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_dense.c: the motion inside a Runge-Kutta step as dense.h has it.
//
// Order 8: seventh-order polynomial in q and v (Hairer, Norsett, Wanner 1993), nested as
//   y + x (F0 + (1-x)(F1 + x (F2 + (1-x)(F3 + x (F4 + (1-x)(F5 + x F6))))))
// Order 5: quintic Hermite polynomial in q through q, q', q'' of both ends,
//   q'' = T(q) a + T(q') v  for Euler parameters (T is linear in them),  q'' = a otherwise.
// Where q' = v, v is its derivative. Angular velocities in space follow from q' by the columns t_k
// of T, which are orthogonal and of length |p|/2 for Euler parameters p, as w_k = 4 t_k.p'/|p|^2:
// the polynomial of degree 4 through w, w' of both ends and that w in the middle.
#include <string.h>

#include "analysis/runge_kutta_inside.h"
#include "base/hot.h"

enum { EULER = 4, ROTATIONS = 3, NESTED = 7 };

// Two numbers of y, in a vector register wherever there are any.
typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

static inline Pair pair_at(const double *y) {
  Pair pair;
  memcpy(&pair, y, sizeof pair);
  return pair;
}

static inline void put_pair(Pair pair, double *y) {
  memcpy(y, &pair, sizeof pair);
}

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

// q'' of a point y with slope (q', a): curvature [nq].
static void second_derivative(const RungeKutta *rk, const double *y, const double *slope,
                              double *curvature) {
  const System *system = rk->scheme.state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *q = y + body->q, *v = y + rk->nq + body->v, *a = slope + rk->nq + body->v;
    const double *q_rate = slope + body->q;
    double turn[BODY_Q];
    body->kind->rate(q, a, curvature + body->q);
    if (body->kind->orientation_count == EULER) {
      body->kind->rate(q_rate, v, turn);
      for (int i = 0; i < EULER; i++) {
        curvature[body->q + body->kind->translations + i] += turn[body->kind->translations + i];
      }
    }
  }
}

// v where q' is: from coefficient to coefficient.
static void derive(Dense *dense, int from, int to, int count) {
  for (int k = 0; k < dense->degree; k++) {
    const double factor = (k + 1) / dense->h;
    for (int i = 0; i < count; i++) {
      dense->term[k][to + i] = factor * dense->term[k + 1][from + i];
    }
  }
  for (int i = 0; i < count; i++) {
    dense->term[dense->degree][to + i] = 0;
  }
}

// The velocities v [nv of the body] with T(q) v = rate, in space.
static void velocities_of(const SystemBody *body, const double *q, const double *rate, double *v) {
  const int translations = body->kind->translations;
  for (int i = 0; i < translations; i++) {
    v[i] = rate[i];
  }
  for (int i = translations + ROTATIONS; i < body->nv; i++) { // internal ones
    v[i] = rate[i + EULER - ROTATIONS];
  }
  const double *p = q + translations, *p_rate = rate + translations;
  const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  for (int k = 0; k < ROTATIONS; k++) {
    double unit[BODY_V] = {0}, column[BODY_Q], sum = 0;
    unit[translations + k] = 1;
    body->kind->rate(q, unit, column);
    for (int i = 0; i < EULER; i++) {
      sum += column[translations + i] * p_rate[i];
    }
    v[translations + k] = 4 * sum / square;
  }
}

// The angular velocities of a body: the cubic of both ends, and x^2 (1 - x)^2 times what it misses
// in the middle.
static void fix_turning(RungeKutta *rk, const SystemBody *body) {
  Dense *dense = &rk->scheme.dense;
  const int at = rk->nq + body->v, last = rk->pair->stages * rk->room;
  double *q = rk->scratch, *rate = rk->scratch + rk->room, v[BODY_V];
  dense_cubic(dense, at, body->nv, &(DenseEnd){.value = rk->y + at, .rate = rk->k + at},
              &(DenseEnd){.value = rk->end + at, .rate = rk->k + last + at});
  for (int i = body->q; i < body->q + body->nq; i++) {
    double c[POLYNOMIAL_TERMS];
    const int degree = dense_number(dense, i, c);
    q[i] = polynomial_value(c, degree, 0.5);
    rate[i] = polynomial_slope(c, degree, 0.5) / dense->h;
  }
  velocities_of(body, q + body->q, rate + body->q, v);
  for (int i = 0; i < body->nv; i++) {
    double c[POLYNOMIAL_TERMS];
    const double missed = v[i] - polynomial_value(c, dense_number(dense, at + i, c), 0.5);
    dense->term[2][at + i] += 16 * missed;
    dense->term[3][at + i] -= 32 * missed;
    dense->term[4][at + i] += 16 * missed;
  }
}

static void fix_quintic(RungeKutta *rk) {
  const System *system = rk->scheme.state->system;
  Dense *dense = &rk->scheme.dense;
  const double *first = rk->k, *last = rk->k + (long)rk->pair->stages * rk->room;
  double *before = rk->scratch, *after = rk->scratch + rk->room;
  second_derivative(rk, rk->y, first, before);
  second_derivative(rk, rk->end, last, after);
  dense_quintic(dense, 0, rk->nq, &(DenseEnd){.value = rk->y, .rate = first, .second = before},
                &(DenseEnd){.value = rk->end, .rate = last, .second = after});
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->orientation_count == EULER) {
      fix_turning(rk, body);
    } else {
      derive(dense, body->q, rk->nq + body->v, body->nv);
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
