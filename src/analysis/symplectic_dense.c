// SPDX-License-Identifier: BSD-3-Clause
// symplectic_dense.c: the motion inside a step of symplectic.c, x = (time - t)/h from 0 to 1.
//
//   q      the quintic Hermite polynomial through q, q', q'' of both ends,
//          q'' = T(q) v' + T(q') v for Euler parameters (T is linear in them), v' otherwise
//   v      the cubic through v, v' of both ends, and v' its rate
// The v of a method of order r differs from the rate of the curve through its points by a term of
// h^r, which derivatives of the quintic would magnify: measured on A01, order 4, rows between the
// steps then have energy errors seven times those of the steps, with the cubic five times.
#include <math.h>

#include "analysis/symplectic_inside.h"

enum { QUINTIC = 6, CUBIC = 4 };

// q' and q'' of one end.
static void fit_end(const System *system, SymplecticEnd *end) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *q = end->q[0] + body->q, *v = end->v[0] + body->v, *a = end->v[1] + body->v;
    double *rate = end->q[1] + body->q, *second = end->q[2] + body->q;
    if (body->kind->rotations < 3) {
      for (int k = 0; k < body->nq; k++) {
        rate[k] = v[k];
        second[k] = a[k];
      }
      continue;
    }
    double swing[BODY_Q];
    body->kind->rate(q, v, rate);
    body->kind->rate(q, a, second);
    body->kind->rate(rate, v, swing);
    for (int k = body->kind->translations; k < body->nq; k++) {
      second[k] += swing[k];
    }
  }
}

// Weights of h y0' h^2 y0'' y1 - y0, h y1' h^2 y1'' (1 to 5) for the value and its derivative by x.
static void quintic(double x, double W[2][QUINTIC]) {
  const double x2 = x * x, x3 = x2 * x, x4 = x3 * x, x5 = x4 * x;
  W[0][3] = 10 * x3 - 15 * x4 + 6 * x5;
  W[1][3] = 30 * x2 - 60 * x3 + 30 * x4;
  W[0][1] = x - 6 * x3 + 8 * x4 - 3 * x5;
  W[1][1] = 1 - 18 * x2 + 32 * x3 - 15 * x4;
  W[0][4] = -4 * x3 + 7 * x4 - 3 * x5;
  W[1][4] = -12 * x2 + 28 * x3 - 15 * x4;
  W[0][2] = (x2 - 3 * x3 + 3 * x4 - x5) / 2;
  W[1][2] = x - (9 * x2 - 12 * x3 + 5 * x4) / 2;
  W[0][5] = (x3 - 2 * x4 + x5) / 2;
  W[1][5] = (3 * x2 - 8 * x3 + 5 * x4) / 2;
}

// Likewise of h y0' y1 - y0, h y1' (1 to 3).
static void cubic(double x, double W[2][CUBIC]) {
  const double x2 = x * x;
  W[0][2] = x2 * (3 - 2 * x);
  W[1][2] = 6 * x * (1 - x);
  W[0][1] = x * (1 - x) * (1 - x);
  W[1][1] = (1 - x) * (1 - 3 * x);
  W[0][3] = x2 * (x - 1);
  W[1][3] = x * (3 * x - 2);
}

// q (d = 0) or q' (d = 1). The difference of the ends is small, and what it is multiplied with,
// too.
static void sum_quintic(const Symplectic *s, double h, int d, const double W[QUINTIC],
                        double *out) {
  const SymplecticEnd *a = &s->end[0], *b = &s->end[1];
  const int n = s->scheme.state->system->nq;
  for (int i = 0; i < n; i++) {
    const double inner = h * (W[1] * a->q[1][i] + W[4] * b->q[1][i]) +
                         h * h * (W[2] * a->q[2][i] + W[5] * b->q[2][i]);
    const double change = W[3] * (b->q[0][i] - a->q[0][i]) + inner;
    out[i] = d == 0 ? a->q[0][i] + change : change / h;
  }
}

static void sum_cubic(const Symplectic *s, double h, int d, const double W[CUBIC], double *out) {
  const SymplecticEnd *a = &s->end[0], *b = &s->end[1];
  const int n = s->scheme.state->system->nv;
  for (int i = 0; i < n; i++) {
    const double change =
        W[2] * (b->v[0][i] - a->v[0][i]) + h * (W[1] * a->v[1][i] + W[3] * b->v[1][i]);
    out[i] = d == 0 ? a->v[0][i] + change : change / h;
  }
}

void symplectic_interpolate(Scheme *scheme, double t, double *q, double *v, double *q_rate,
                            double *v_rate) {
  Symplectic *s = (Symplectic *)scheme;
  const System *system = scheme->state->system;
  if (!s->fitted) {
    fit_end(system, &s->end[0]);
    fit_end(system, &s->end[1]);
    s->fitted = true;
  }
  const double h = s->end[1].t - s->end[0].t;
  const double x = h > 0 ? (t - s->end[0].t) / h : 0;
  double W[2][QUINTIC], C[2][CUBIC];
  quintic(x, W);
  sum_quintic(s, h, 0, W[0], q);
  cubic(x, C);
  sum_cubic(s, h, 0, C[0], v);
  if (q_rate != NULL) {
    sum_quintic(s, h, 1, W[1], q_rate);
    sum_cubic(s, h, 1, C[1], v_rate);
  }
}
