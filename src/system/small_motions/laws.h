// SPDX-License-Identifier: BSD-3-Clause
// laws.h: splits the matrices of small motions into laws of springs and dampers and a rest, with
// the sizes of the terms of every entry, for error bounds of eigenvalues.
//
// A law is a term (k + z c) on by' of K + z C: k is a stiffness, c a damping, and `on` and `by` are
// vectors [nv]. The stiffness of one force is a sum of few such terms, K = sum k on by', and so is
// its damping. Elimination with complete pivoting finds them; entries are compared by the lengths
// of the mechanism. A remainder below the round-off of the terms of which it is the difference is
// not a law. It stays in the rest, and its size is that of these terms. Every entry of a law has
// the error of its largest entry; entries of 0 are exact.
#ifndef MBS_SYSTEM_SMALL_MOTIONS_LAWS_H
#define MBS_SYSTEM_SMALL_MOTIONS_LAWS_H

#include "math/spectra/spectrum.h"
#include "system/small_motions/linearize.h"

typedef struct Laws {
  double *part, *size; // scratch [nv x nv], zero between calls
  double *force;       // scratch [nv]
  double *noise;       // [nv]: uncertainty of reactions, in units of round-off [N m]
  double *far;         // [nv]: distance of the body from the origin over its length, at least 1
  bool *moves;         // [nv]: the coordinate is a displacement
  int *row, *column;   // scratch [nv]: rows and columns with entries
} Laws;

// False when memory ran out.
bool laws_open(Laws *laws, const State *state, Arena *arena);

// Fills the laws, rest, sizes, length and far of a spectrum from the last values of the
// linearization. What exceeds SPECTRUM_LAWS laws stays in the rest.
void laws_take(Laws *laws, const Linearization *linearization, Spectrum *spectrum);

// The uncertainty of the reactions in a group, in units of round-off: the largest stiffness of a
// force that acts on it times the square of a length [N m].
double laws_noise(const Laws *laws, const State *state, int group);

#endif
