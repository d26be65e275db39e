// SPDX-License-Identifier: BSD-3-Clause
// kkt_inside.h: the three ways to solve the saddle-point system, for kkt.c alone.
//
//   dense   G = J M^-1 J' + eps S as a full matrix, for few unknowns
//   schur   the same G, sparse
//   saddle  [M J'; J -eps S] by KLU: where G fills up (a body with very many joints)
// Each: factor, solve in place, a and lambda of the present point, the correction with J x = rhs.
#ifndef MBS_SYSTEM_KKT_INSIDE_H
#define MBS_SYSTEM_KKT_INSIDE_H

#include "system/kkt.h"

// eps leaves an error in lambda; each pass of refinement shrinks what is left by the same factor as
// the one before: 1e-7 as a rule, so that a second pass is needed only where the square of it
// counts; eps/(sigma^2 + eps) near a singular pose, where forces on the direction of another branch
// need all passes; 1 for what null vectors keep.
enum { KKT_PASSES = 5 };
static inline bool kkt_is_refined(int pass, double before, double now) {
  return now <= 3e-7 * before || (pass > 0 && now > 0.9 * before);
}

// Largest |x_i|.
double kkt_largest(const double *x, int n);

bool kkt_dense_factor(State *state, double eps);
void kkt_dense_solve(const State *state, double *x);
void kkt_dense_accelerations(State *state, double *a, double *lambda);
void kkt_dense_correction(const State *state, const double *rhs, double *x);

bool kkt_schur_factor(State *state, double eps);
void kkt_schur_solve(State *state, double *x);
void kkt_schur_accelerations(State *state, double *a, double *lambda);
void kkt_schur_correction(State *state, const double *rhs, double *x);

bool kkt_saddle_factor(State *state, double eps);
void kkt_saddle_accelerations(State *state, double *a, double *lambda);
void kkt_saddle_correction(State *state, const double *rhs, double *x);

// Tells a sink the entries of G's lower triangle: products of the rows that meet on a body, in a
// fixed order. G's diagonal, which eps S is added to, is part of every pattern.
void kkt_schur_emit(const System *system, Sink *sink);

#endif
