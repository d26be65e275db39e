// SPDX-License-Identifier: BSD-3-Clause
// bordered_roots.h: all eigenvalues of a bordered pencil, each with its own bound.
//
// Zero and infinity first: with psi(0) >= 1 the smallest circle round 0 on which psi < 1 holds the
// zeros, and what the largest one does not hold is infinite. The others by Ehrlich and Aberth on
// det B(z),
//   z -= 1 / (t - zeros / z - sum 1 / (z - z_j)),   t = tr(B^-1 B')
// until psi says that z is an eigenvalue to the rounding of the entries (Bini and Noferini 2013:
// more accurate than QZ). The bound is the radius of a circle with psi < 1 throughout: no change of
// the entries by their rounding moves an eigenvalue across it. The mean of (w - z) t(w) over points
// of the circle is how many are inside: they are together, one value of that multiplicity or
// several that cannot be told apart. That all counts add up to the degree shows that none is
// missing and none is there twice. Entries are known to BORDERED_NOISE roundings.
#ifndef MBS_MATH_SPECTRA_BORDERED_ROOTS_H
#define MBS_MATH_SPECTRA_BORDERED_ROOTS_H

#include "math/spectra/bordered.h"

// Roundings to which entries are known.
enum { BORDERED_NOISE = 8 };

typedef enum RootKind { ROOT_FINITE, ROOT_ZERO, ROOT_INFINITE } RootKind;

typedef struct Root {
  double complex z; // before: where to begin, 0 or infinite where that is not known
  double error;     // radius of the circle round it; of zeros: round 0
  int together;     // how many are in that circle
  RootKind kind;
  bool sure; // the circle holds as many as were found in it, and not 0
  int of;    // the caller's own number of it
  // scratch
  double complex way; // 1 / t where it was looked at last
  double psi;
  bool done, there, lost;
} Root;

typedef struct Roots {
  Bordered *of;
  Root *list;       // sorted by their size when they have been found
  int count;        // the degree
  double low, high; // sizes beyond those of all roots that are neither 0 nor infinite
  int least, most;  // zeros that are known to be there, and that may be: others near 0 are looked
                    // for one by one
  bool twice;       // eliminates in twice the precision of doubles throughout
  bool squares;     // they are those of z -> -z*, too
  bool definite;    // their squares are real
  // what comes out
  int zeros, infinite;
  bool all; // the counts add up
} Roots;

void bordered_roots(Roots *roots);

// How many of them are zero.
int bordered_zeros(const Roots *roots);

#endif
