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

void symplectic_fix(Scheme *scheme) {
  Symplectic *s = (Symplectic *)scheme;
  const Equations *equations = scheme->equations;
  const SymplecticEnd *from = &s->end[0], *to = &s->end[1];
  Dense *dense = &scheme->dense;
  for (int k = 0; k < 2; k++) {
    equations->kind->numbers->second(equations, s->end[k].y, s->end[k].slope, s->end[k].second);
  }
  dense->t = from->t;
  dense->h = to->t > from->t ? to->t - from->t : 1;
  dense->degree = 5;
  dense_quintic(dense, 0, dense->nq,
                &(DenseEnd){.value = from->y, .rate = from->slope, .second = from->second},
                &(DenseEnd){.value = to->y, .rate = to->slope, .second = to->second});
  dense_cubic(dense, dense->nq, dense->nv,
              &(DenseEnd){.value = from->y + dense->nq, .rate = from->slope + dense->nq},
              &(DenseEnd){.value = to->y + dense->nq, .rate = to->slope + dense->nq});
}
