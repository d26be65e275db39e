// SPDX-License-Identifier: BSD-3-Clause
// spectrum_inside.h: what the files of the spectrum share (see spectrum.h).
//
// All values in here are scaled: coordinates by the roots of their masses, time by the stiffest
// motion, both rounded to powers of two so that scaling changes no digit.
#ifndef MBS_MATH_SPECTRA_SPECTRUM_INSIDE_H
#define MBS_MATH_SPECTRA_SPECTRUM_INSIDE_H

#include "math/spectra/bordered.h"
#include "math/spectra/bordered_roots.h"
#include "math/spectra/spectrum.h"

// A value alpha / beta with alpha = re + i im.
typedef struct Ratio {
  double re, im, beta;
} Ratio;

typedef struct SpectrumRoom {
  EigenWork work;
  Matching matching;
  double *unit;            // n: x = unit * scaled x
  double rate;             // 1/s: s = rate * scaled s
  double *Q;               // n x n: the range of J' (of positions, then what those of
                           // velocities add), then the null space
  double *My, *Cy, *Ky;    // free x free
  double *rows, *held, *L; // nc x n: rows of one kind; L of those of velocities, rate_rank x n,
  double *Lz, *Lq, *Mq, *Cq, *Kq; // and what they add: see spectrum_null.c
  double *half;                   // n x n
  double *A, *E, *V;              // of the pencil, size^2; also scratch of the null space
  double *W;                      // (2 n)^2
  double *re, *im, *beta;         // as LAPACK gives them
  double *shape_re, *shape_im;    // y of every value of the null space, free x own_count
  double *across_re, *across_im;  // p likewise, rate_rank x own_count
  Ratio *own, *pencil;            // the two spectra
  bool *zero;                     // of own: belongs to the zero cluster
  int own_count, pencil_count, indeterminate;
  double *cost;
  int *column_of;
  bool *taken;
  double *residual, *angle;
  Bordered bordered; // P[0] NULL: too large
  int *kept;         // rows of J that are independent: rank
  double *idle;      // n x indeterminate / 2: directions without mass, damping and stiffness
  Root *roots;
  int *block_of, *members, *block_rows, *block_laws, *block_idle, *block_values;
  bool *placed;      // values that belong to a block already
  double complex *x; // as many as bordered
} SpectrumRoom;

// The largest of some numbers, by its size.
double spectrum_largest(const double *x, int count);
// Spectrum and shapes by the null space Q[rank ..].
bool spectrum_null(Spectrum *spectrum);
// Spectrum, residuals and angles by QZ.
bool spectrum_pencil(Spectrum *spectrum);
void spectrum_set_infinite(Eigenvalue *value);
// By label, then by size; and the counts.
void spectrum_sort(Spectrum *spectrum);

// What symmetry tells of the values of a block.
typedef struct SpectrumSymmetry {
  bool mirrored; // they are those of s -> -s*, too: one alone that meets the axis is on it
  bool definite; // their squares are real
  bool passive;  // what swings does not grow
} SpectrumSymmetry;

// Coordinates that nothing couples to others, and what belongs to them.
typedef struct SpectrumBlock {
  int *of, *row, *law, *idle, *value; // coordinates; kept rows of J; laws; idle directions; values
  int n, rank, laws, idles, degree;   // how many
  SpectrumSymmetry symmetry;
} SpectrumBlock;

// The next block from coordinate *first on, and its values by the shapes they have. False behind
// the last one.
bool spectrum_block(Spectrum *spectrum, int *first, SpectrumBlock *block);
SpectrumSymmetry spectrum_mirror(const Spectrum *spectrum, const SpectrumBlock *block);
// Labels, the list and the agreement.
void spectrum_label(Spectrum *spectrum);

#endif
