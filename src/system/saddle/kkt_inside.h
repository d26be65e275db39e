// SPDX-License-Identifier: BSD-3-Clause
// kkt_inside.h: what the files of the saddle-point system share. Nobody else looks.
//
//   schur   G = J M^-1 J' + D, sparse: factor, W b with W = J M^-1, G^-1, W' lambda
//   saddle  [M J'; J -D] by KLU, where G fills up (a body with very many joints): factor and solve
#ifndef MBS_SYSTEM_SADDLE_KKT_INSIDE_H
#define MBS_SYSTEM_SADDLE_KKT_INSIDE_H

#include "base/hot.h"
#include "math/extended.h"
#include "system/saddle/kkt.h"

// Scratch and, for rows that nearly depend on others, numbers of twice the precision.
typedef struct KktRoom {
  double *b, *rest, *step;               // nv + nc: right-hand side, what is left of it, correction
  double *share;                         // 5 nc
  double *direction;                     // saddle: the rows\' least independent combination, nc
  struct KktEndRoom *ends;               // schur (kkt_schur.c): of every end
  double *end_W, *factors;               // J M^-1 of every end; G, then L and 1 / D
  double *elimination;                   // nc
  bool extended_stands;                  // at the last factors
  Extended *W, *L, *work, *lambda, *sum; // W and L as end_W and factors; nc; nc; nv
} KktRoom;

// The numbers of a body's velocities that M couples to no other and of all, as constants: what is
// done for each of them then has no loops.
#define FOR_BODY(apart, nv, CALL)                                                                  \
  switch (10 * (apart) + (nv)) {                                                                   \
  case 22:                                                                                         \
    CALL(2, 2);                                                                                    \
    break;                                                                                         \
  case 23:                                                                                         \
    CALL(2, 3);                                                                                    \
    break;                                                                                         \
  case 33:                                                                                         \
    CALL(3, 3);                                                                                    \
    break;                                                                                         \
  case 36:                                                                                         \
    CALL(3, 6);                                                                                    \
    break;                                                                                         \
  default:                                                                                         \
    CALL(apart, nv);                                                                               \
  }

bool kkt_schur_open(State *state, Arena *arena);
bool kkt_schur_factor(State *state, double eps);
// 1 / D of a row.
double kkt_schur_inverse_pivot(const State *state, int row);
// out += W b,  lambda := G^-1 lambda,  x += factor W' lambda
void kkt_schur_add_w(const State *state, const double *b, double *out);
void kkt_schur_multipliers(const State *state, double *lambda);
void kkt_schur_reactions(const State *state, double factor, const double *lambda, double *x);

// Exact factors find the smallest eigenvalue of S^-1/2 G S^-1/2 in the place of the
// smallest pivot.
bool kkt_saddle_factor(State *state, double eps);
// out := (b_v - M a - J' lambda, b_c - J a). Returns the largest over the terms that it is made of.
double kkt_saddle_rest(State *state, const double *b_v, const double *b_c, const double *a,
                       const double *lambda, double *out);
// (a, lambda) := the solution for (b_v, b_c).
void kkt_saddle_solve(State *state, const double *b_v, const double *b_c, double *a,
                      double *lambda);

// ---- kkt.c: with the last factors, whichever way ----

// One solution for (b_v, b_c), as good as the factors are. a may not be b_v, lambda not b_c.
void kkt_solve_once(State *state, const double *b_v, const double *b_c, double *a, double *lambda);

// ---- kkt_refine.c ----

// The solution with exact factors for (b_v, b_c), to the round-off of J.
void kkt_solve_refined(State *state, const double *b_v, const double *b_c, double *a,
                       double *lambda);

// ---- kkt_massless.c: where bodies have directions without mass (massless.h) ----

// The responses to them, with the last factors of the metric. False where one moves alone.
bool kkt_massless_factor(State *state);
// The solution for (b_v, b_c) with the masses as they are; a may not be b_v, lambda not b_c.
void kkt_massless_solve(State *state, const double *b_v, const double *b_c, double *a,
                        double *lambda);
// The correction x with J x = rhs that is least in these masses. False, and x untouched, where they
// hardly determine it.
bool kkt_massless_correction(State *state, const double *rhs, double *x, double *lambda);

// ---- kkt_extended.c ----

bool kkt_extended_open(State *state, Arena *arena);
// Factors there, whatever was factored before; pivots up to `zero` of their diagonal entries are
// dropped.
void kkt_extended_factor(State *state, double zero);
// As kkt_solve_refined, in twice the precision. False where it is not possible.
MBS_APART bool kkt_extended_solve(State *state, const double *b_v, const double *b_c, double *a,
                                  double *lambda);

#endif
