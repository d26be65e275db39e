// SPDX-License-Identifier: BSD-3-Clause
// kkt.h: the regularised saddle-point system of accelerations and multipliers.
//
//   [ M   J'     ] [ a      ]   [ Q - h ]
//   [ J  -eps S  ] [ lambda ] = [ gamma ]        S = diag(J M^-1 J') at the start
//
// followed by refinements with right-hand side (0, -eps S dlambda) that remove the influence of
// eps where the rows are independent; where they are redundant, the multipliers come out small and
// the accelerations right. Measured: eps = 1e-7 with two refinements holds for redundant and for
// singular mechanisms alike.
//
// The rows of an open tree are independent by structure. They get no eps: the smallest eigenvalue
// of J M^-1 J' falls with the square of the length of a chain (1.2e-8 S at 10,000 links), and an
// eps above it would be no small disturbance.
#ifndef MBS_SYSTEM_KKT_H
#define MBS_SYSTEM_KKT_H

#include <stdbool.h>

#include "math/sink.h"
#include "system/system.h"

#define KKT_EPS 1e-7
// Near singular poses a projection with that eps converges too slowly: it factors with this one.
#define KKT_EPS_PROJECTION 1e-10

// Chooses the way to solve it, and lays out what that way needs. Returns false when memory ran out.
bool kkt_plan(System *system, Arena *arena);

// Emits the entries in a fixed order. mass: blocks of all bodies; rows: of all parts; S: of all
// constraint rows; all three NULL when only the places are wanted.
void kkt_emit(const System *system, const double (*mass)[BODY_V * BODY_V], const PairRows *rows,
              const double *S, double eps, Sink *sink);

// The same places with J' of other rows above the diagonal: [M J0'; J -eps S]. rows: J.
void kkt_emit_between(const System *system, const double (*mass)[BODY_V * BODY_V],
                      const PairRows *rows, const PairRows *rows_0, const double *S, double eps,
                      Sink *sink);

// Factors the matrix at the state's present point. Returns false when it is singular.
bool kkt_factor(State *state, double eps);

// x := M^-1 b; x may be b.
void kkt_divide_by_mass(const State *state, const double *b, double *x);

// With the last factors: solves in place for a right-hand side (nv + nc numbers).
void kkt_solve(State *state, double *x);

// With the last factors: a and lambda for the present Q and bias, joint friction included. Returns
// false when friction leaves them without a unique value (friction.h); always true without it.
bool kkt_accelerations(State *state, double *a, double *lambda);
// The same without joint friction.
void kkt_smooth_accelerations(State *state, double *a, double *lambda);

// With the last factors: the mass-weighted correction x [nv] with J x = rhs (rhs: nc entries).
void kkt_correction(State *state, const double *rhs, double *x);

// With the last factors of kkt_factor: how far the rows of closed loops are from losing rank beyond
// the `redundant` of them that always depend on others. The root of the smallest of the other
// pivots of J M^-1 J', each divided by its S; HUGE_VAL where the way to solve has no such pivots.
double kkt_closeness(const State *state, int redundant);

#endif
