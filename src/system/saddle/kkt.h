// SPDX-License-Identifier: BSD-3-Clause
// kkt.h: the saddle-point system of accelerations and multipliers.
//
//   [ M  J' ] [ a      ]   [ Q - h ]
//   [ J  -D ] [ lambda ] = [ gamma ]
//
//   M  masses [nv x nv]      J  Jacobian of the constraint rows [nc x nv]
//   a  accelerations [nv]    lambda  multipliers [nc]
//   Q - h  applied and gyroscopic forces    gamma  right-hand side of J v' = gamma (system.h)
//
// Rank is decided once, at the start (kkt_rows.h). A row that always depends on others is left out:
// its entry of D is 1e20 S, with S = diag(J M^-1 J') at the start. D is zero for all other rows,
// however near they come to dependence: refinement makes good what the factors lose, and below
// KKT_EXTENDED_BELOW factors in twice the precision do (kkt_refine.c). A row that depends on others
// at the present point alone, to within the round-off of J, is left out at that point.
//
// Projections are filters: they must not move along a direction that the rows hardly determine.
// They use
//   [ M  J'; J  -eps S ]
// with eps S for the rows of closed loops. The rows of an open tree are independent by structure
// and have no eps: the smallest eigenvalue of J M^-1 J' falls with the square of the length of a
// chain, so that eps would soften long chains.
#ifndef MBS_SYSTEM_SADDLE_KKT_H
#define MBS_SYSTEM_SADDLE_KKT_H

#include <stdbool.h>

#include "math/sink.h"
#include "system/mechanism/system.h"

// What kkt_factor takes: for accelerations and multipliers, and for projections.
#define KKT_EXACT 0
#define KKT_EPS_PROJECTION 1e-10

// Below this smallest pivot accelerations need factors of twice the precision.
#define KKT_EXTENDED_BELOW 1e-8

// Below this, a singular value of `rows` rows of unit norm is zero to within the round-off of J.
static inline double kkt_sigma_zero(int rows) {
  return 64 * 2.220446049250313e-16 * (rows > 1 ? rows : 1);
}

// Chooses the way to solve it, and lays out what that way needs. Returns false when memory ran out.
bool kkt_plan(System *system, Arena *arena);

// The memory of a state for it; closed by state_close. Returns false when memory ran out.
bool kkt_open(State *state, Arena *arena);

// Emits the entries of [M J0'; J -eps S] in a fixed order. mass: blocks of all bodies; row, row_0:
// numbers of all rows (State.row), those above the diagonal perhaps of another point; S: of all
// rows; all NULL when only the places are wanted.
void kkt_emit(const System *system, const double (*mass)[BODY_V * BODY_V], const double *row,
              const double *row_0, const double *S, double eps, Sink *sink);

// Factors the matrix at the state's present point: KKT_EXACT, or with eps S. Returns false when a
// value is not finite, exact ones also where the masses do not determine the motion.
bool kkt_factor(State *state, double eps);

// Whether a projection at a nearby point may use the last factors. Where rows nearly depend on
// others it may not: it would move along directions that no row determines.
bool kkt_serves_projection(const State *state);

// Whether the last factors were those of a motion that masses determine: false where a body without
// mass moves alone (massless.h).
bool kkt_determined(const State *state);

// x := M^-1 b; x may be b. Of the metric (massless.h), as is all that knows no forces.
void kkt_divide_by_mass(const State *state, const double *b, double *x);

// With the last factors: solves in place for a right-hand side (nv + nc numbers); refined where
// they are exact.
void kkt_solve(State *state, double *x);

// With the last exact factors: a and lambda for the present Q and bias without joint friction
// (equations.h: with it).
void kkt_smooth_accelerations(State *state, double *a, double *lambda);

// With the last factors: the mass-weighted correction x [nv] with J x = rhs (rhs: nc entries).
void kkt_correction(State *state, const double *rhs, double *x);

// How far the rows of closed loops are from losing rank, by the last exact factors: the root of the
// smallest pivot of J M^-1 J' divided by its S (of the smallest eigenvalue, where there are no such
// pivots). Rows that are left out do not count. HUGE_VAL: no joint is part of a loop.
double kkt_closeness(const State *state);

#endif
