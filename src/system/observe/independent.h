// SPDX-License-Identifier: BSD-3-Clause
// independent.h: accelerations by a second, independent algorithm: for --cross-check.
//
//   A = L^-1 J' D,   A Pi = Q [R; 0]
//   y = (R^-T gamma, c2),  (c1, c2) = Q' L^-1 f,  a = L^-T Q y,  lambda = R^-1 (c1 - y1)
//
//   L  Cholesky factors of the masses, M = L L', for each body
//   D  scales the columns of A to unit length       Pi  permutation of the columns
//   gamma  right-hand side of J a = gamma, scaled by D     f  applied and gyroscopic forces
//   y1 = R^-T gamma, the first part of y
//
// This is Householder's QR with column pivoting in long double, and the rank is cut at nc -
// lasting. Nothing is regularised, and a is not computed from lambda. No code is shared with the
// saddle point (kkt.h): rows are gathered, masses are factored and w x J w is computed here.
// (G. Golub, C. Van Loan, Matrix Computations, 5.4: QR with column pivoting; 6.2:
// equality-constrained least squares.)
//
// In the norm of the masses, two solutions in doubles differ by the round-off of their terms over
// sigma, the smallest |R_kk| over the largest. The difference that is allowed is
//   allowed = 8 (eps (|L' a| + |L^-1 f| + sum_j |A_j lambda_j|) + c) / sigma
// where c is the largest residual of the rows that were left out, scaled like A. Of |L^-1 f| the
// sum over single forces counts, since these may be in balance.
//
// Where bodies have no mass in some directions P (massless.h), M = L L' - P P'. The solutions x_k
// for f = P_k, gamma = 0 come from the same reflections. Then (I - P'X) s = P' a is solved by
// elimination with partial pivoting, and a += X s; `allowed` is divided by the smallest pivot, too.
#ifndef MBS_SYSTEM_OBSERVE_INDEPENDENT_H
#define MBS_SYSTEM_OBSERVE_INDEPENDENT_H

#include <stdbool.h>

#include "system/state/state.h"

typedef struct Independent {
  State *state;
  int lasting; // number of rows that depend on others at all poses
  // The same rows are left out as at the point before. Off the constraints, every choice of rows
  // leads to other accelerations, so that a solution that is integrated must keep one choice.
  bool keeps_choice;
  // scratch
  long double *A, *L, *f, *y, *lambda, *gamma, *head, *unit, *X, *C;
  int directions; // largest number of directions without mass
  double *loads;
  int *order;
} Independent;

typedef struct IndependentResult {
  bool determined; // false: more than `lasting` rows depend on others at this point
  double off;      // |L' (a - own)|, own: the accelerations found here
  double allowed;  // as above
  double size;     // |L' own|
  double sigma;    // as above
  int body;        // with the largest part of off; without a comparison, of size
} IndependentResult;

// Numbers of velocities up to which mechanisms are checked; up to which they are checked often.
enum { INDEPENDENT_LARGEST = 1500, INDEPENDENT_MANY = 300 };

// False when memory ran out.
bool independent_open(Independent *it, State *state, int lasting, Arena *arena);

// Computes accelerations a [nv] at the state's present point. result->off is not written. False as
// independent_check.
bool independent_accelerations(Independent *it, double *a, IndependentResult *result);

// |L' x| of accelerations x [nv] with the masses of the last point, and the body with the largest
// part of it.
double independent_size(const Independent *it, const double *x, int *body);

// Compares accelerations a [nv] at the state's present point with those computed here. False when
// an expression is not finite there (state->fault), or more directions have no mass than when this
// was opened.
bool independent_check(Independent *it, const double *a, IndependentResult *result);

#endif
