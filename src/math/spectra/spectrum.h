// SPDX-License-Identifier: BSD-3-Clause
// spectrum.h: every eigenvalue of a linearized mechanism, and what each one is.
//
//   M x'' + C x' + K x + J' lambda = 0,   J x = 0,   or J x' + L x = 0 in rows that hold velocities
//
// With m independent rows of the first kind and k of the second, x lies in n - m dimensions and x',
// when x is known, in n - m - k: there are 2 (n - m) - k true values.
//
// Two independent ways. (1) Null space: J' = Q R with column pivoting; the last columns Z of Q span
// what the constraints leave free, and Z'MZ y'' + Z'CZ y' + Z'KZ y = 0 has the true spectrum (with
// rows that hold velocities: spectrum_null.c).
// (2) QZ of a descriptor pencil s E z = A z in z = (x, x', lambda) after the dependent rows of J
// have been compressed orthogonally; its spectrum holds the true one and others besides. Labels
// come from the assignment of (1) to (2) at least total chordal distance, with multiplicities.
#ifndef MBS_MATH_SPECTRA_SPECTRUM_H
#define MBS_MATH_SPECTRA_SPECTRUM_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/eigen.h"
#include "math/matching.h"

enum { SPECTRUM_LAWS = 48 };

// Largest pencil. QZ of a thousand unknowns takes five seconds, time grows with the cube, and
// LAPACK cannot be interrupted.
enum { SPECTRUM_LARGEST = 2000 };
// Seconds per cube of the size, roughly.
#define SPECTRUM_TIME 6e-9

typedef enum SpectrumForm {
  SPECTRUM_INDEX_3,   // J x = 0
  SPECTRUM_INDEX_1,   // J x'' = 0; of velocities (J x' + L x)' = 0, likewise below
  SPECTRUM_BAUMGARTE, // J x'' + 2 alpha J x' + beta^2 J x = 0
  SPECTRUM_GGL,       // x' = u - J' mu,  J u = 0,  J x = 0
  SPECTRUM_NONE       // no pencil: the null space alone, true and neutral values
} SpectrumForm;

typedef enum EigenLabel {
  EIGEN_TRUE,
  EIGEN_NEUTRAL,       // zero: the mechanism stays where it is put
  EIGEN_UNDETERMINED,  // of the mechanism, and rounding of the entries does not tell it from zero
  EIGEN_FROZEN,        // true or neutral, of coefficients that hold for one moment only
  EIGEN_SPURIOUS,      // finite and none of the mechanism's: made by the form of the equations
  EIGEN_INFINITE,      // a multiplier follows at once
  EIGEN_INDETERMINATE, // 0 / 0: a coordinate without mass, damping and stiffness
  EIGEN_REDUNDANT      // a dependent row of J: no value
} EigenLabel;

typedef struct Eigenvalue {
  double re, im; // true and neutral: of the null space; infinite: infinity; else of the pencil
  EigenLabel label;
  const char *cause;           // spurious, infinite, indeterminate: what makes it; else NULL
  double pencil_re, pencil_im; // as QZ gave it
  double residual; // |(alpha E - beta A) z| / ((|alpha| |E| + |beta| |A|) |z|); NAN: no value
  double error;    // of the mechanism's own: how far rounding of the entries, and of what leads to
                   // the value, may have moved it [1/s]; NAN: not examined
  bool goes_on;    // by symmetry it does not grow, though its error may reach beyond the axis
  int together;    // so many values are within the error of one point, and cannot be told apart
  double angle;    // between x of the pencil's vector and the free directions [rad]; NAN: no x
  int mode;        // true and neutral: column of modes; else -1
} Eigenvalue;

// A spring or a damper as a row: on (k + z c) by' is its part of K + z C. Sizes of the entries are
// at least their own.
typedef struct SpectrumLaw {
  double *on, *by, *on_size, *by_size; // n
  double k, c;
} SpectrumLaw;

typedef struct Spectrum {
  // what the caller fills, column-major; spectrum_compute leaves them scaled
  double *M, *C, *K; // n x n
  double *rest[2];   // n x n: C, K without the laws, where there are any
  double *sizes[3];  // n x n: what the entries of M, and of C and K without the laws, are sums of;
                     // 0: what they are
  SpectrumLaw *laws; // [SPECTRUM_LAWS]
  int law_count;
  double *length; // n: a coordinate by what is 1 of it: a length, or 1 of a turn; 1 when opened
  double *far;    // n: roundings of places there, in those of a length; 1 when opened
  double *J, *L;  // nc x n; L zero in rows of positions
  bool *rates;    // nc: the row holds a velocity; false when opened
  int n, nc;
  SpectrumForm form;
  double alpha, beta; // baumgarte [1/s]
  double noise;       // of the largest entries: what is known of them; 0: all digits
  bool moves;         // it is about a motion: no entry is known better than the largest, and laws
                      // and rest are not their sum
  double unbalanced;  // of the largest force: as well K is symmetric
  double pace;        // of the motion [1/s]
  // what comes out
  bool ranked;    // which rows of J are independent stands: it is decided once
  int rank, free; // of J; n - rank
  int rate_rank;  // of that, what rows that hold velocities add to the others
  Eigenvalue *list;
  int count;
  int counts[EIGEN_REDUNDANT + 1]; // by label
  double agreement;                // largest distance of the two ways over the true ones [1/s],
  double largest;                  // defective clusters by their mean; largest true |s|
  double *mode_re, *mode_im;       // x of every value of the null space, n x (2 free + rate_rank)
  bool conservative;               // no damping, symmetric stiffness: values come as squares
  // scratch
  struct SpectrumRoom *room;
} Spectrum;

// Makes room. Returns false when memory ran out; size: 2 n + min(n, nc), twice for ggl.
bool spectrum_open(Spectrum *spectrum, int n, int nc, SpectrumForm form, Arena *arena);
int spectrum_size(int n, int nc, SpectrumForm form);

// Everything above from M, C, K, J, which must be finite. Allocates nothing. Returns false when an
// iteration of LAPACK does not converge.
bool spectrum_compute(Spectrum *spectrum);

// How well the mechanism's own values are known: error, and the label of those that may be zero.
// After spectrum_compute. False where there are too many unknowns to look.
bool spectrum_bound(Spectrum *spectrum);

// Labels the true and the neutral ones frozen.
void spectrum_freeze(Spectrum *spectrum);

// Whether it is one of the mechanism's own values: true, neutral, not
// determined or frozen.
static inline bool spectrum_own(const Eigenvalue *value) {
  return value->label <= EIGEN_FROZEN;
}

const char *spectrum_label_word(EigenLabel label);

#endif
