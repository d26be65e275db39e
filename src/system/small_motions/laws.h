// SPDX-License-Identifier: BSD-3-Clause
// laws.h: what the entries of small motions are sums of, and springs and dampers as rows.
//
// The stiffness and the damping of a force are products of few rows: K = sum on k by', found by
// elimination with complete pivoting, where entries are measured by the lengths of the mechanism. A
// remainder below the rounding of what it is left of is no law; it stays in the rest, with the
// size of what it is left of. Whatever is measured along a row has the error of the row's largest
// entry; entries that are 0 are so.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_LAWS_H
#define MBS_SYSTEM_SMALL_MOTIONS_LAWS_H

#include "math/spectra/spectrum.h"
#include "system/small_motions/linearize.h"

typedef struct Laws {
  double *part, *size; // nv x nv, zero between two uses
  double *force;       // nv
  double *noise;       // nv: of reactions [N m]
  double *far;         // nv: of the body from the origin, in its lengths, at least 1
  bool *moves;         // nv: a displacement
  int *row, *column;   // of entries that are not 0
} Laws;

// False when memory ran out.
bool laws_open(Laws *laws, const State *state, Arena *arena);

// Sizes, laws, rest and lengths of the spectrum, from the linearization's last values. Forces with
// more laws than there is room for stay in the rest.
void laws_take(Laws *laws, const Linearization *linearization, Spectrum *spectrum);

// What the rounding of forces makes of the reactions in a group: a stiffness times the square of a
// length [N m].
double laws_noise(const Laws *laws, const State *state, int group);

#endif
