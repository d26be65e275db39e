// SPDX-License-Identifier: BSD-3-Clause
// independent.h: accelerations once more, by another way: for --cross-check.
//
//   A = L^-1 J' D   (M = L L' per body, D: columns of unit length),   A P = Q [R; 0]
//   y = (R^-T gamma, c2),  (c1, c2) = Q' L^-1 f,  a = L^-T Q y,  lambda = R^-1 (c1 - y1)
//
// Householder's QR with column pivoting in long double, the rank cut at nc - lasting; nothing is
// softened, a never passes through lambda, and no line is shared with the saddle point (kkt.h):
// rows are gathered here, masses are factored here, w x J w is ours. (G. Golub, C. Van Loan, Matrix
// Computations, 5.4: QR with column pivoting; 6.2: equality-constrained least squares.)
//
// In the norm of the masses two solutions in doubles differ by round-off of their terms over the
// smallest singular value sigma:
//   allowed = 8 (eps (|L' a| + |L^-1 f| + sum_j |A_j lambda_j|) + c) / sigma
// where c is what the rows that were left out miss, relative to theirs. Where bodies have no mass
// in some directions P (massless.h), M = L L' - P P', and the same rotations answer to each of
// them: x_k for L^-1 P_k with gamma = 0,  (I - P'X) s = P' a,  a += X s, by Gauss with partial
// pivoting.
#ifndef MBS_SYSTEM_OBSERVE_INDEPENDENT_H
#define MBS_SYSTEM_OBSERVE_INDEPENDENT_H

#include <stdbool.h>

#include "system/state/state.h"

typedef struct Independent {
  State *state;
  int lasting; // dependent rows at all poses
  // The rows that were left out before are left out again. Off the constraints each choice has
  // accelerations of its own, and a solution that is followed wants one of them.
  bool keeps_choice;
  // scratch
  long double *A, *L, *f, *y, *lambda, *gamma, *head, *unit, *X, *C;
  int directions; // without mass for which there is room
  double *loads;
  int *order;
} Independent;

typedef struct IndependentResult {
  bool determined; // false: the rows are dependent here by more than `lasting`
  double off;      // |L' (a - own)|
  double allowed;  // as above
  double size;     // |L' a|
  double sigma;
  int body; // of the largest difference
} IndependentResult;

// Largest number of velocities that are looked at.
enum { INDEPENDENT_LARGEST = 1500, INDEPENDENT_MANY = 300 };

// Returns false when memory ran out.
bool independent_open(Independent *it, State *state, int lasting, Arena *arena);

// Our own accelerations a [nv] at the state's present point; off is not touched. Returns false as
// independent_check.
bool independent_accelerations(Independent *it, double *a, IndependentResult *result);

// |L' x| of accelerations x [nv] with the masses of the point looked at last, and the body that
// takes most of it.
double independent_size(const Independent *it, const double *x, int *body);

// Holds accelerations a [nv] at the state's present point against our own. Returns false when an
// expression is not finite there (state->fault).
bool independent_check(Independent *it, const double *a, IndependentResult *result);

#endif
