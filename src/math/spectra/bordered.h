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
// Elimination is by complete pivoting of the equilibrated matrix, in doubles. In matrices that are
// graded in two ways that is not always as good as the rounding of entries, which a last step in
// twice that precision mends.
#ifndef MBS_MATH_SPECTRA_BORDERED_H
#define MBS_MATH_SPECTRA_BORDERED_H

#include <complex.h>
#include <stdbool.h>

#include "base/arena.h"
#include "math/extended.h"

// An evaluation takes the cube of the size: 2 ms for 60, 60 ms for 140.
enum { BORDERED_POWERS = 3, BORDERED_LARGEST = 64 };

// A complex number of twice the precision.
typedef struct Doubled {
  Extended re, im;
} Doubled;

typedef struct Bordered {
  int m, largest;                // size; room for so much
  double *P[BORDERED_POWERS];    // m x m, column-major
  double *size[BORDERED_POWERS]; // of what their entries are sums of: at least |P|
  // scratch
  double complex *B, *inverse, *row_room, *left, *right;
  double *W, *sizes, *row, *column, *v, *product, *next;
  Doubled *twice, *turned;
  int *order, *row_of;
} Bordered;

typedef struct BorderedAt {
  bool singular;    // as it stands: t is nothing, psi infinite
  double complex t; // tr(B^-1 B') [1/z]
  double psi;
} BorderedAt;

// Room for matrices up to m x m; P is zero. False when memory ran out.
bool bordered_open(Bordered *it, int m, Arena *arena);

// x [m] with B(z) x = 0, nearly, at the point looked at last: the largest column of the inverse,
// whose number it returns.
int bordered_vector(const Bordered *it, double complex *x);

BorderedAt bordered_at(Bordered *it, double complex z);

// B and W at z, equilibrated: what the others begin with.
void bordered_fill(Bordered *it, double complex z);

// psi, from the inverse that the others leave.
double bordered_psi(Bordered *it);

// The same as bordered_at by elimination in twice the precision, which takes some thirty times as
// long.
BorderedAt bordered_at_twice(Bordered *it, double complex z);

// The smallest change of all entries, in parts of W, that makes z an eigenvalue with the vector of
// the point looked at last, as it is or refined once: max |B x| / (W |x|) over the rows (Oettli and
// Prager 1964), B x in twice the precision.
double bordered_backward(Bordered *it, double complex z);

// From z to the eigenvalue beside it, -y'B(z) x / y'B'(z) x with the vectors of the point looked at
// last, and y'B(z) x in twice the precision of doubles: what elimination has done to x and y counts
// by its square.
double complex bordered_step(Bordered *it, double complex z);

#endif
