// SPDX-License-Identifier: BSD-3-Clause
// spectrum_pencil.c: the whole spectrum, by QZ of the descriptor pencil s E z = A z.
//
//               x     x'    lambda            x     x'
//   A =  x'   [ 0     I     0    ]     E =  [ I     0   0 ]
//        M x''[-K    -C    -J'   ]          [ 0     M   0 ]
//        J    [ J     0     0    ]          [ 0     0   0 ]   index 3
//             [ 0     0     0    ]          [ 0     J   0 ]   index 1
//             [-b^2 J -2aJ  0    ]          [ 0     J   0 ]   Baumgarte
// with the rows of Q1' for J: orthonormal, as many as the rank. ggl has J in the column of x' of
// this row, -J' mu in the first one, and J x = 0 as a fourth. Rows that hold velocities have
// (L, J) in place of (J, 0), the same a level higher in index 1 and Baumgarte (2 a times it), and
// no fourth; all multipliers act.
#include <math.h>
#include <string.h>

#include "math/spectra/spectrum_inside.h"

typedef struct Pencil {
  const Spectrum *spectrum;
  int n, r, positions, size; // r: rows, of positions first
  double *A, *E;
} Pencil;

static void set(const Pencil *p, double *X, int row, int column, double value) {
  X[(long)column * p->size + row] = value;
}

static void fill_motion(const Pencil *p) {
  const Spectrum *s = p->spectrum;
  const int n = p->n;
  const double *Q = s->room->Q;
  for (int j = 0; j < n; j++) {
    set(p, p->A, j, n + j, 1);
    set(p, p->E, j, j, 1);
    for (int i = 0; i < n; i++) {
      set(p, p->A, n + i, j, -s->K[(long)j * n + i]);
      set(p, p->A, n + i, n + j, -s->C[(long)j * n + i]);
      set(p, p->E, n + i, n + j, s->M[(long)j * n + i]);
    }
  }
  for (int k = 0; k < p->r; k++) {
    for (int i = 0; i < n; i++) {
      set(p, p->A, n + i, 2 * n + k, -Q[(long)k * n + i]);
    }
  }
}

static void fill_constraints(const Pencil *p) {
  const Spectrum *s = p->spectrum;
  const int n = p->n, r = p->r;
  const double alpha = s->alpha / s->room->rate, beta = s->beta / s->room->rate;
  for (int k = 0; k < p->positions; k++) {
    for (int j = 0; j < n; j++) {
      const double J = s->room->Q[(long)k * n + j];
      switch (s->form) {
      case SPECTRUM_INDEX_3:
        set(p, p->A, 2 * n + k, j, J);
        break;
      case SPECTRUM_BAUMGARTE:
        set(p, p->A, 2 * n + k, j, -beta * beta * J);
        set(p, p->A, 2 * n + k, n + j, -2 * alpha * J);
        set(p, p->E, 2 * n + k, n + j, J);
        break;
      case SPECTRUM_NONE:
      case SPECTRUM_INDEX_1:
        set(p, p->E, 2 * n + k, n + j, J);
        break;
      case SPECTRUM_GGL:
        set(p, p->A, 2 * n + k, n + j, J);
        set(p, p->A, 2 * n + r + k, j, J);
        set(p, p->A, j, 2 * n + r + k, -J);
        break;
      }
    }
  }
}

static void fill_rates(const Pencil *p) {
  const Spectrum *s = p->spectrum;
  const int n = p->n;
  const double twice = s->form == SPECTRUM_BAUMGARTE ? 2 * s->alpha / s->room->rate : 0;
  const bool at_once = s->form == SPECTRUM_INDEX_3 || s->form == SPECTRUM_GGL;
  for (int k = p->positions; k < p->r; k++) {
    for (int j = 0; j < n; j++) {
      const double J = s->room->Q[(long)k * n + j];
      const double L = s->room->L[(long)j * s->rate_rank + k - p->positions];
      const int row = 2 * n + k;
      if (at_once) {
        set(p, p->A, row, j, L);
        set(p, p->A, row, n + j, J);
      } else {
        set(p, p->A, row, j, -twice * L);
        set(p, p->A, row, n + j, -L - twice * J);
        set(p, p->E, row, n + j, J);
      }
    }
  }
}

static void fill(const Pencil *p) {
  const size_t bytes = (size_t)p->size * (size_t)p->size * sizeof(double);
  memset(p->A, 0, bytes);
  memset(p->E, 0, bytes);
  fill_motion(p);
  fill_constraints(p);
  fill_rates(p);
}

static double frobenius(const double *X, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) {
    sum += X[i] * X[i];
  }
  return sqrt(sum);
}

// |(a E - b A) z| with z = x + i y, relative to the sizes of everything in it.
static double residual_of(const Pencil *p, Ratio value, const double *x, const double *y,
                          double size_A, double size_E, double *re, double *im) {
  const int size = p->size;
  memset(re, 0, (size_t)size * sizeof(double));
  memset(im, 0, (size_t)size * sizeof(double));
  for (int j = 0; j < size; j++) {
    const double ex = value.re * x[j] - (y != NULL ? value.im * y[j] : 0);
    const double ey = value.im * x[j] + (y != NULL ? value.re * y[j] : 0);
    const double ax = value.beta * x[j], ay = y != NULL ? value.beta * y[j] : 0;
    const double *A = p->A + (long)j * size, *E = p->E + (long)j * size;
    for (int i = 0; i < size; i++) {
      re[i] += E[i] * ex - A[i] * ax;
    }
    for (int i = 0; i < size && (y != NULL || ey != 0); i++) {
      im[i] += E[i] * ey - A[i] * ay;
    }
  }
  const double norm = hypot(frobenius(x, size), y != NULL ? frobenius(y, size) : 0);
  const double scale = (hypot(value.re, value.im) * size_E + fabs(value.beta) * size_A) * norm;
  const double error = hypot(frobenius(re, size), frobenius(im, size));
  return scale > 0 ? error / scale : (double)NAN;
}

// Angle between the x of an eigenvector and the free directions: asin(|Q1'x| / |x|).
static double angle_of(const Pencil *p, const double *x, const double *y) {
  const double *Q = p->spectrum->room->Q;
  const int n = p->n;
  const double norm = hypot(frobenius(x, n), y != NULL ? frobenius(y, n) : 0);
  const double whole = hypot(frobenius(x, p->size), y != NULL ? frobenius(y, p->size) : 0);
  if (!(norm > 1e-10 * whole)) {
    return (double)NAN; // multipliers only
  }
  double sum = 0;
  for (int k = 0; k < p->positions; k++) {
    double re = 0, im = 0;
    for (int i = 0; i < n; i++) {
      re += Q[(long)k * n + i] * x[i];
      im += y != NULL ? Q[(long)k * n + i] * y[i] : 0;
    }
    sum += re * re + im * im;
  }
  return asin(fmin(1, sqrt(sum) / norm));
}

bool spectrum_pencil(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  Pencil p = {
      .spectrum = spectrum, .n = spectrum->n, .r = spectrum->rank, .A = room->A, .E = room->E};
  p.positions = p.r - spectrum->rate_rank;
  p.size = 2 * p.n + p.r + (spectrum->form == SPECTRUM_GGL ? p.positions : 0);
  room->pencil_count = p.size;
  fill(&p);
  const double size_A = frobenius(p.A, p.size * p.size), size_E = frobenius(p.E, p.size * p.size);
  if (!eigen_pencil(&room->work, p.size, p.A, p.E, room->re, room->im, room->beta, room->V)) {
    return false;
  }
  fill(&p); // QZ destroyed it
  for (int i = 0; i < p.size; i++) {
    const Ratio value = {.re = room->re[i], .im = room->im[i], .beta = room->beta[i]};
    room->pencil[i] = value;
    if (value.im < 0 && i > 0) { // conjugate of the one before
      room->residual[i] = room->residual[i - 1];
      room->angle[i] = room->angle[i - 1];
      continue;
    }
    const double *x = room->V + (long)i * p.size;
    const double *y = value.im != 0 ? x + p.size : NULL;
    room->residual[i] =
        residual_of(&p, value, x, y, size_A, size_E, room->cost, room->cost + p.size);
    room->angle[i] = angle_of(&p, x, y);
  }
  return true;
}
