// SPDX-License-Identifier: BSD-3-Clause
// kkt_inside.h: internal interface of the files that solve the saddle-point system (kkt.h).
//
//   schur   G = J M^-1 J' + D, sparse (KKT_SCHUR). Operations: factor G, multiply by W = J M^-1, by
//           G^-1 and by W'
//   saddle  [M J'; J -D] with KLU (KKT_SADDLE), where G fills up: a body with very many joints.
//           Operations: factor, solve
// With kkt_factor(state, eps) for eps > 0, eps S takes the place of D.
#ifndef MBS_SYSTEM_SADDLE_KKT_INSIDE_H
#define MBS_SYSTEM_SADDLE_KKT_INSIDE_H

#include "base/hot.h"
#include "math/extended.h"
#include "system/saddle/kkt.h"

// Scratch, factors, and numbers in twice the precision for rows that nearly depend on others.
typedef struct KktRoom {
  double *b, *rest, *step;               // [nv + nc]: right-hand side, residual, correction
  double *share;                         // [5 nc]: vectors of kkt_rows_least
  double *direction;                     // saddle: the combination of rows nearest to zero [nc]
  struct KktEndRoom *ends;               // schur: pointers of every block (kkt_schur.c)
  double *end_W, *factors;               // schur: W of every block; G, then its factors L and 1 / D
  double *elimination;                   // scratch [nc]
  bool extended_stands;                  // factors in twice the precision exist for this point
  Extended *W, *L, *work, *lambda, *sum; // as end_W; as factors; scratch [nc], [nc], [nv]
} KktRoom;

// Calls CALL(t, nv) with constants for the usual bodies, so that the compiler unrolls its loops.
// t: number of velocities that M couples to no other; nv: number of all velocities.
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

// ---- kkt_schur.c ----

// False when memory ran out.
bool kkt_schur_open(State *state, Arena *arena);
// Factors G (D for eps = 0, else eps S) and sets State.kkt_pivot. False at a pivot that is not
// positive.
bool kkt_schur_factor(State *state, double eps);
// 1 / pivot of a row, where G = L D L' and the pivots are the entries of this D.
double kkt_schur_inverse_pivot(const State *state, int row);
// out [nc] += W b.
void kkt_schur_add_w(const State *state, const double *b, double *out);
// lambda [nc] := G^-1 lambda.
void kkt_schur_multipliers(const State *state, double *lambda);
// x [nv] += factor W' lambda.
void kkt_schur_reactions(const State *state, double factor, const double *lambda, double *x);

// ---- kkt_saddle.c ----

// Factors the matrix. With eps = 0 State.kkt_pivot becomes the smallest eigenvalue of S^-1/2 G
// S^-1/2, in place of the smallest pivot. False when the matrix is singular.
bool kkt_saddle_factor(State *state, double eps);
// out := (b_v - M a - J' lambda, b_c - J a). Returns the largest of the last nc entries (each in
// the unit of its row), divided by the largest of their terms.
double kkt_saddle_rest(State *state, const double *b_v, const double *b_c, const double *a,
                       const double *lambda, double *out);
// (a, lambda) := the solution for (b_v, b_c).
void kkt_saddle_solve(State *state, const double *b_v, const double *b_c, double *a,
                      double *lambda);

// ---- kkt.c: with the last factors, by either method ----

// A solution for (b_v, b_c) without refinement. a may not be b_v, lambda not b_c.
void kkt_solve_once(State *state, const double *b_v, const double *b_c, double *a, double *lambda);

// ---- kkt_refine.c ----

// The solution for (b_v, b_c) with exact factors, to within the round-off of J.
void kkt_solve_refined(State *state, const double *b_v, const double *b_c, double *a,
                       double *lambda);

// ---- kkt_massless.c: for bodies with directions without mass (massless.h) ----

// Computes the responses to these directions with the last factors, which are those of the metric
// N. False where some motion moves no mass.
bool kkt_massless_factor(State *state);
// The solution for (b_v, b_c) with the masses M; a may not be b_v, lambda not b_c.
void kkt_massless_solve(State *state, const double *b_v, const double *b_c, double *a,
                        double *lambda);
// The smallest correction x with J x = rhs, in the norm of the masses M. False, without writing x,
// where the masses hardly determine it.
bool kkt_massless_correction(State *state, const double *rhs, double *x, double *lambda);

// ---- kkt_extended.c ----

// False when memory ran out.
bool kkt_extended_open(State *state, Arena *arena);
// Factors G in twice the precision. Pivots up to `zero` times their diagonal entries are dropped.
void kkt_extended_factor(State *state, double zero);
// The same as kkt_solve_refined, in twice the precision. False where G was not planned
// (KktSchur.planned).
MBS_APART bool kkt_extended_solve(State *state, const double *b_v, const double *b_c, double *a,
                                  double *lambda);

#endif
