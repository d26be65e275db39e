// SPDX-License-Identifier: BSD-3-Clause
// symplectic_dense.c: the motion inside a step of symplectic.c, x = (time - t)/h from 0 to 1.
//
//   q      the quintic Hermite polynomial through q, q', q'' of both ends,
//          q'' = T(q) v' + T(q') v for Euler parameters (T is linear in them), v' otherwise
//   v      the cubic through v, v' of both ends, and v' its rate
// The v of a method of order r differs from the rate of the curve through its points by a term of
// h^r, which derivatives of the quintic would magnify: measured on A01, order 4, rows between the
// steps then have energy errors seven times those of the steps, with the cubic five times.
#include "analysis/symplectic_inside.h"
#include "elements/body.h"

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
    body_rate(body->kind, q, v, rate);
    body_rate(body->kind, q, a, second);
    body_rate(body->kind, rate, v, swing);
    for (int k = body->kind->translations; k < body->nq; k++) {
      second[k] += swing[k];
    }
  }
}

void symplectic_fix(Scheme *scheme) {
  Symplectic *s = (Symplectic *)scheme;
  const SymplecticEnd *from = &s->end[0], *to = &s->end[1];
  Dense *dense = &scheme->dense;
  fit_end(((Symplectic *)scheme)->state->system, &s->end[0]);
  fit_end(((Symplectic *)scheme)->state->system, &s->end[1]);
  dense->t = from->t;
  dense->h = to->t > from->t ? to->t - from->t : 1;
  dense->degree = 5;
  dense_quintic(dense, 0, dense->nq,
                &(DenseEnd){.value = from->q[0], .rate = from->q[1], .second = from->q[2]},
                &(DenseEnd){.value = to->q[0], .rate = to->q[1], .second = to->q[2]});
  dense_cubic(dense, dense->nq, dense->nv, &(DenseEnd){.value = from->v[0], .rate = from->v[1]},
              &(DenseEnd){.value = to->v[0], .rate = to->v[1]});
}
