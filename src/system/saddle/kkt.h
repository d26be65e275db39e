// SPDX-License-Identifier: BSD-3-Clause
// kkt.h: the saddle-point system of accelerations and multipliers.
//
//   [ M  J' ] [ a      ]   [ Q - h ]
//   [ J  -D ] [ lambda ] = [ gamma ]
//
// Rank is decided once, at the start (kkt_rows.h): rows that always depend on others are left out,
// D = 1e20 S there and zero elsewhere, S = diag(J M^-1 J') at the start. All others count in full,
// however near they come to depending on one another: what the factors lose there is made good by
// refinement, and below that by factors of twice the precision (kkt_refine.c). Rows that depend on
// others at the present point alone, by the round-off of J itself, are left out at that point.
//
// Projections are filters: they never move along a direction that rows hardly tell, and take
//   [ M  J'; J  -eps S ]
// with eps S for all rows of closed loops. The rows of an open tree are independent by structure
// and get none: the smallest eigenvalue of J M^-1 J' falls with the square of the length of a
// chain.
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

// A singular value of `rows` rows of unit norm that is zero but for the round-off of J itself.
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

// Whether the last factors serve a projection nearby: those of rows that nearly depend on others
// would move what no row tells.
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

// With the last exact factors: how far the rows of closed loops that are not left out are from
// losing rank. The root of the smallest pivot of J M^-1 J', each divided by its S, or of its
// smallest eigenvalue where there are no such pivots; HUGE_VAL where no joint is part of a loop.
double kkt_closeness(const State *state);

#endif
