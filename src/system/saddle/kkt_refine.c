// SPDX-License-Identifier: BSD-3-Clause
// kkt_refine.c: accelerations and multipliers to the round-off of J, however near rows come to
// depending on one another.
//
// p, the smallest pivot of G = J M^-1 J' over its diagonal entry, is the square of a row's distance
// from the span of others, and factors in doubles lose eps/p:
//   p > 1e-3         nothing that counts
//   p down to 1e-8   r = b_c - J a,  a += M^-1 J' G^-1 r,  lambda -= G^-1 r,  which shrinks r by
//                    eps/p each time, until it no longer halves
//   below, or where r does not fall to 1e-12 of its terms (the order of elimination does not always
//                    show p): in twice the precision
// a itself is corrected, never computed again from lambda: the round-off of lambda over the mass of
// a light body would come back.
#include <math.h>

#include "base/hot.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt_inside.h"

static const double PLAIN_ABOVE = 1e-3, HALVED = 0.5;
static const double MET = 4e-16, SOLVED = 1e-12; // r over its terms
enum { PASSES = 4 };

static inline double larger(double a, double b) {
  return b > a ? b : a;
}

// sum += J a, terms += |J| |a| of one end
MBS_SIZED void add_products(const double *J, const double *a, double *sum, double *terms,
                            const int nv) {
  for (int k = 0; k < nv; k++) {
    const double product = J[k] * a[k];
    *sum += product;
    *terms += fabs(product);
  }
}

// J_i a. *terms: |J_i| |a|
static inline double times_row(const State *state, int i, const double *a, double *terms) {
  const System *system = state->system;
  const RowEnd *end = system->ends + system->rows[i].first_end;
  double sum = 0;
  *terms = 0;
  for (const RowEnd *last = system->ends + system->rows[i].end; end < last; end++) {
    const double *J = state->row + end->at, *own = a + end->v;
    if (end->nv == 6) {
      add_products(J, own, &sum, terms, 6);
    } else if (end->nv == 3) {
      add_products(J, own, &sum, terms, 3);
    } else {
      add_products(J, own, &sum, terms, end->nv);
    }
  }
  return sum;
}

// r := b_c - J a, zero for rows that are left out. Returns the largest over the largest of the
// terms that it is made of, each in its unit.
static double residual(const State *state, const double *b_c, const double *a, double *rest) {
  double worst = 0, size = 0;
  for (int i = 0; i < state->system->nc; i++) {
    double terms;
    const double sum = times_row(state, i, a, &terms), weight = state->row_weight[i];
    size = larger(size, larger(fabs(b_c[i]), terms) * weight);
    rest[i] = state->row_dropped[i] > 0 ? 0 : b_c[i] - sum;
    worst = larger(worst, fabs(rest[i]) * weight);
  }
  return worst > 0 ? worst / size : worst;
}

static void correct(State *state, double *rest, double *a, double *lambda) {
  kkt_schur_multipliers(state, rest);
  kkt_schur_reactions(state, 1, rest, a);
  for (int i = 0; i < state->system->nc; i++) {
    lambda[i] -= rest[i];
  }
}

// The whole residual: KLU's factors change the zeros below M by round-off, which residuals of the
// matrix as it is undo. Returns what is left of J a.
MBS_APART static double refine_saddle(State *state, const double *b_v, const double *b_c, double *a,
                                      double *lambda) {
  const int nv = state->system->nv, nc = state->system->nc;
  double *rest = state->kkt_room->rest, *step = state->kkt_room->step;
  double before = HUGE_VAL, now = kkt_saddle_rest(state, b_v, b_c, a, lambda, rest);
  for (int pass = 0; pass < PASSES && (pass == 0 || (now > MET && now <= HALVED * before));
       pass++) {
    kkt_saddle_solve(state, rest, rest + nv, step, step + nv);
    for (int i = 0; i < nv; i++) {
      a[i] += step[i];
    }
    for (int i = 0; i < nc; i++) {
      lambda[i] += step[nv + i];
    }
    before = now;
    now = kkt_saddle_rest(state, b_v, b_c, a, lambda, rest);
  }
  return now;
}

MBS_APART static double refine(State *state, const double *b_c, double *a, double *lambda) {
  double *rest = state->kkt_room->rest, before = HUGE_VAL;
  double now = residual(state, b_c, a, rest);
  for (int pass = 0; pass < PASSES && now > MET && now <= HALVED * before; pass++) {
    correct(state, rest, a, lambda);
    before = now;
    if (now <= SOLVED) {
      break; // the next would be as much smaller again: round-off
    }
    now = residual(state, b_c, a, rest);
  }
  return now;
}

void kkt_solve_refined(State *state, const double *b_v, const double *b_c, double *a,
                       double *lambda) {
  const double p = state->kkt_pivot;
  if (p <= KKT_EXTENDED_BELOW && kkt_extended_solve(state, b_v, b_c, a, lambda)) {
    return;
  }
  kkt_solve_once(state, b_v, b_c, a, lambda);
  if (p > PLAIN_ABOVE) {
    return;
  }
  const double left = state->system->kkt_method == KKT_SADDLE
                          ? refine_saddle(state, b_v, b_c, a, lambda)
                          : refine(state, b_c, a, lambda);
  if (!(left <= SOLVED)) {
    kkt_extended_solve(state, b_v, b_c, a, lambda);
  }
}
