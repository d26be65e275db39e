// SPDX-License-Identifier: BSD-3-Clause
// runge_kutta_dense.c: the motion inside a Runge-Kutta step, x = (time - t)/h from 0 to 1.
//
// Order 8: seventh-order polynomial in q and v (Hairer, Norsett, Wanner 1993), nested as
//   y + x (F0 + (1-x)(F1 + x (F2 + (1-x)(F3 + x (F4 + (1-x)(F5 + x F6))))))
// Order 5: quintic Hermite polynomial in q through q, q', q'' of both ends,
//   q'' = T(q) a + T(q') v  for Euler parameters (T is linear in them),  q'' = a otherwise.
// Its v and v' follow from q' and q'': with the columns t_k of T, which are orthogonal and of
// length |p|/2 for Euler parameters p,
//   w_k = 4 t_k.p'/|p|^2,   w_k' = 4 t_k.p''/|p|^2,
// since T(p') w = -|w|^2 p/4 is normal to them.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "analysis/runge_kutta_inside.h"
#include "base/hot.h"

enum { EULER = 4, ROTATIONS = 3 };
static_assert((int)RUNGE_KUTTA_VECTORS == 8, "nested_values takes seven and the innermost one");

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
  for (int i = 0; i < room; i += RUNGE_KUTTA_BLOCK) {
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
  if (rk->room == RUNGE_KUTTA_BLOCK) { // one body without rotation in the plane
    add(rk->k, sum, base, h, out, RUNGE_KUTTA_BLOCK);
  } else {
    add(rk->k, sum, base, h, out, rk->room);
  }
}

// ---- order 8 ----

static void fix_nested(RungeKutta *rk, double h) {
  double *const *F = rk->dense.vector;
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
}

// Values and rates of the interpolant, room numbers each: from the innermost vector out,
// sum = F_k + (x or 1 - x) sum, and its derivative by x.
static void nested_values(const RungeKutta *rk, double x, double *values, double *rates) {
  const double rest = 1 - x, inverse = 1 / rk->dense.h;
  double *const *F = rk->dense.vector;
  for (int i = 0; i < rk->n; i += 2) {
    Pair sum = pair_at(F[RUNGE_KUTTA_VECTORS - 1] + i), slope = sum;
    sum = pair_at(F[6] + i) + x * sum;
    for (int k = 5; k > 0; k -= 2) {
      slope = rest * slope - sum;
      sum = pair_at(F[k] + i) + rest * sum;
      slope = sum + x * slope;
      sum = pair_at(F[k - 1] + i) + x * sum;
    }
    slope *= inverse;
    put_pair(sum, values + i);
    put_pair(slope, rates + i);
  }
}

// From y in whole to q and v.
static void split(const RungeKutta *rk, const double *y, double *q, double *v) {
  for (int i = 0; i < rk->nq; i++) {
    q[i] = y[i];
  }
  for (int i = rk->nq; i < rk->n; i++) {
    v[i - rk->nq] = y[i];
  }
}

static void nested_at(RungeKutta *rk, double x, double *q, double *v, double *q_rate,
                      double *v_rate) {
  if (q_rate != NULL && rk->n % 2 == 0 && v == q + rk->nq && v_rate == q_rate + rk->nq) {
    nested_values(rk, x, q, q_rate); // they stand as in y
    return;
  }
  double *const values = rk->scratch, *const rates = rk->scratch + rk->room;
  nested_values(rk, x, values, rates);
  split(rk, values, q, v);
  if (q_rate != NULL) {
    split(rk, rates, q_rate, v_rate);
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
      for (int i = body->kind->translations; i < body->nq; i++) {
        curvature[body->q + i] += turn[i];
      }
    }
  }
}

static void fix_quintic(RungeKutta *rk, double h) {
  double *const *F = rk->dense.vector;
  const double *first = rk->k, *last = rk->k + (long)rk->pair->stages * rk->room;
  double *before = rk->scratch, *after = rk->scratch + rk->room;
  second_derivative(rk, rk->y, first, before);
  second_derivative(rk, rk->end, last, after);
  for (int i = 0; i < rk->nq; i++) {
    F[0][i] = rk->y[i];
    F[1][i] = rk->end[i] - rk->y[i];
    F[2][i] = h * first[i];
    F[3][i] = h * last[i];
    F[4][i] = h * h * before[i];
    F[5][i] = h * h * after[i];
  }
}

enum { QUINTIC = 6 };

// Basis functions of the six vectors of fix_quintic, and their first and second derivatives.
static void quintic_basis(double x, double basis[3][QUINTIC]) {
  static const double power[QUINTIC][QUINTIC] = {
      {1, 0, 0, 0, 0, 0},          // the start
      {0, 0, 0, 10, -15, 6},       // the change
      {0, 1, 0, -6, 8, -3},        // slope at the start
      {0, 0, 0, -4, 7, -3},        // at the end
      {0, 0, 0.5, -1.5, 1.5, -.5}, // curvature at the start
      {0, 0, 0, 0.5, -1, 0.5}};    // at the end
  for (int k = 0; k < QUINTIC; k++) {
    double value = 0, slope = 0, curvature = 0;
    for (int i = QUINTIC - 1; i >= 0; i--) {
      curvature = curvature * x + 2 * slope;
      slope = slope * x + value;
      value = value * x + power[k][i];
    }
    basis[0][k] = value;
    basis[1][k] = slope;
    basis[2][k] = curvature;
  }
}

// The velocities v [nv of the body] with T(q) v = rate.
static void velocities_of(const SystemBody *body, const double *q, const double *rate, double *v) {
  const int translations = body->kind->translations;
  for (int i = 0; i < body->nv; i++) {
    v[i] = rate[i];
  }
  if (body->kind->orientation_count != EULER) {
    return;
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

static void quintic_at(RungeKutta *rk, double x, double *q, double *v, double *q_rate,
                       double *v_rate) {
  const System *system = rk->scheme.state->system;
  double *const *F = rk->dense.vector;
  const double h = rk->dense.h;
  double basis[3][QUINTIC], *rate = rk->scratch, *curvature = rk->scratch + rk->room;
  quintic_basis(x, basis);
  for (int i = 0; i < rk->nq; i++) {
    double sum[3] = {0, 0, 0};
    for (int d = 0; d < 3; d++) {
      for (int k = QUINTIC - 1; k >= 0; k--) {
        sum[d] += basis[d][k] * F[k][i];
      }
    }
    q[i] = sum[0];
    rate[i] = sum[1] / h;
    curvature[i] = sum[2] / (h * h);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    velocities_of(body, q + body->q, rate + body->q, v + body->v);
    if (q_rate != NULL) {
      velocities_of(body, q + body->q, curvature + body->q, v_rate + body->v);
    }
  }
  if (q_rate != NULL) {
    memcpy(q_rate, rate, (size_t)rk->nq * sizeof(double));
  }
}

// ---- both ----

void runge_kutta_dense_fix(RungeKutta *rk, double h) {
  rk->dense.t = rk->t;
  rk->dense.h = h;
  if (rk->pair->dense != NULL) {
    fix_nested(rk, h);
  } else {
    fix_quintic(rk, h);
  }
}

void runge_kutta_dense_point(RungeKutta *rk) {
  for (int k = 0; k < RUNGE_KUTTA_VECTORS; k++) {
    memset(rk->dense.vector[k], 0, (size_t)rk->room * sizeof(double));
  }
  rk->dense.t = rk->t;
  rk->dense.h = 1;
  memcpy(rk->dense.vector[0], rk->y, (size_t)rk->n * sizeof(double));
  if (rk->pair->dense != NULL) {
    memcpy(rk->dense.vector[1], rk->k, (size_t)rk->n * sizeof(double));
  } else {
    memcpy(rk->dense.vector[2], rk->k, (size_t)rk->n * sizeof(double));
    second_derivative(rk, rk->y, rk->k, rk->dense.vector[4]);
  }
}

void runge_kutta_dense_at(RungeKutta *rk, double t, double *q, double *v, double *q_rate,
                          double *v_rate) {
  const double x = (t - rk->dense.t) / rk->dense.h;
  if (rk->pair->dense != NULL) {
    nested_at(rk, x, q, v, q_rate, v_rate);
  } else {
    quintic_at(rk, x, q, v, q_rate, v_rate);
  }
}
