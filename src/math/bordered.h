// SPDX-License-Identifier: BSD-3-Clause
// bordered.h: how far rounding of its entries may move the eigenvalues of a bordered pencil.
//
//   B(z) = P0 + z P1 + z^2 P2 = [z^2 M + z C + K, J'; J (or z J + L), 0]
//
// whose determinant has the true eigenvalues as its only roots. With W(z) = |P0| + |z| |P1| + |z|^2
// |P2| entry by entry,
//   psi(z) = U rho(|B(z)^-1| W(z)),  U = 2^-53, rho the Perron root (from above: Collatz, Wielandt)
// If psi(z) < 1, no change of the entries by a relative U makes z an eigenvalue. Neither rows nor
// columns nor the unit of time matter. To first order the error of a simple value is psi(z)/|t|
// beside it, with t = det B'/det B = tr(B^-1 B'), and 1/t is the step of Newton's method to it.
// Elimination is by complete pivoting of the equilibrated matrix, in doubles. (../guide of the
// project; D. A. Bini, V. Noferini 2013 for the roots of det B; psi is theirs to no extent.)
#ifndef MBS_MATH_BORDERED_H
#define MBS_MATH_BORDERED_H

#include <complex.h>
#include <stdbool.h>

#include "base/arena.h"

enum { BORDERED_POWERS = 3 };

typedef struct Bordered {
  int m;                         // size
  double *P[BORDERED_POWERS];    // m x m, column-major
  double *size[BORDERED_POWERS]; // of what their entries are sums of: at least |P|
  // scratch
  double complex *B, *inverse, *row_room;
  double *W, *row, *column, *v, *product;
  int *order, *row_of;
} Bordered;

typedef struct BorderedAt {
  bool singular;    // as it stands: t is nothing, psi infinite
  double complex t; // tr(B^-1 B') [1/z]
  double psi;
} BorderedAt;

// Room for matrices up to m x m; P is zero. False when memory ran out.
bool bordered_open(Bordered *it, int m, Arena *arena);

BorderedAt bordered_at(Bordered *it, double complex z);

#endif
