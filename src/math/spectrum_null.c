// SPDX-License-Identifier: BSD-3-Clause
// spectrum_null.c: the true spectrum, by the null space of the constraints.
//
//   Z'MZ y'' + Z'CZ y' + Z'KZ y = 0,   Z'MZ = L L',   w = L'y
//   no damping, symmetric stiffness   L^-1 Z'KZ L^-T w = omega^2 w, a symmetric matrix: s = +-i
//   omega else                              (w, w')' = [0 I; -K~ -C~] (w, w')
// Zeros form one cluster whose size is a rank, not a count of small numbers: in the symmetric case
// the null space of the matrix, twice; else the left null space is split off again and again
// (Kublanovskaya 1966) until what is left is regular.
#include <math.h>
#include <string.h>

#include "math/spectrum_inside.h"

static const double SYMMETRIC = 1e-12; // of the largest entry

// What counts as zero in scaled matrices of size d, whose largest entries are near 1: a little
// above the round-off of a decomposition, so that soft motions beside very stiff ones stay what
// they are.
static double zero_of(int d) {
  return 2e-15 * (d > 20 ? d : 20);
}

// out := Z' X Z.
static void project(const Spectrum *spectrum, const double *X, double *out) {
  const SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free;
  const double *Z = room->Q + (long)spectrum->rank * n;
  eigen_multiply(false, false, n, d, n, X, n, Z, n, room->half);
  eigen_multiply(true, false, d, d, n, Z, n, room->half, n, out);
}

static bool is_symmetric(const double *K, int d) {
  const double largest = spectrum_largest(K, d * d);
  for (int j = 0; j < d; j++) {
    for (int i = 0; i < j; i++) {
      if (fabs(K[(long)j * d + i] - K[(long)i * d + j]) > SYMMETRIC * largest) {
        return false;
      }
    }
  }
  return true;
}

// X := L^-1 X L^-T; side: d x d scratch.
static void divide_both(int d, const double *L, double *X, double *side) {
  eigen_divide(d, L, false, d, X);
  eigen_transpose(d, d, X, side);
  eigen_divide(d, L, false, d, side);
  eigen_transpose(d, d, side, X);
}

static void add_own(SpectrumRoom *room, Ratio value, bool zero) {
  room->own[room->own_count] = value;
  room->zero[room->own_count] = zero;
  room->own_count++;
}

// Shape of the value that comes next.
static void set_shape(const Spectrum *spectrum, const double *re, const double *im) {
  const SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free;
  for (int i = 0; i < d; i++) {
    room->shape_re[(long)room->own_count * d + i] = re[i];
    room->shape_im[(long)room->own_count * d + i] = im != NULL ? im[i] : 0;
  }
}

static bool conservative_values(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free;
  double *A = room->Ky;
  for (int j = 0; j < d; j++) { // what rounding made of a symmetric matrix
    for (int i = 0; i < j; i++) {
      const double mean = 0.5 * (A[(long)j * d + i] + A[(long)i * d + j]);
      A[(long)j * d + i] = mean;
      A[(long)i * d + j] = mean;
    }
  }
  if (!eigen_symmetric(&room->work, d, A, room->re)) {
    return false;
  }
  const double largest = spectrum_largest(room->re, d);
  for (int i = 0; i < d; i++) {
    const double square = room->re[i];
    const bool zero = fabs(square) <= zero_of(d) * fmax(largest, 1e-3);
    const double size = zero ? 0 : sqrt(fabs(square));
    for (int sign = 1; sign >= -1; sign -= 2) {
      set_shape(spectrum, A + (long)i * d, NULL);
      add_own(room,
              square >= 0 ? (Ratio){.im = sign * size, .beta = 1}
                          : (Ratio){.re = sign * size, .beta = 1},
              zero);
    }
  }
  return true;
}

// Splits zeros off B (m x m), which keeps its other values in the leading block of the size that is
// returned; U (2 free x that size) leads back.
static int split_zeros(SpectrumRoom *room, int m, double *B, double *U) {
  const int whole = m;
  memset(U, 0, (size_t)m * (size_t)m * sizeof(double));
  for (int i = 0; i < m; i++) {
    U[(long)i * m + i] = 1;
  }
  double *Q = room->V, *T = room->A;
  while (m > 0) {
    memcpy(T, B, (size_t)m * (size_t)m * sizeof(double));
    const int rank = eigen_range(&room->work, m, m, T, zero_of(whole), Q);
    if (rank == m) {
      break;
    }
    eigen_multiply(true, false, rank, m, m, Q, m, B, m, T);
    eigen_multiply(false, false, rank, rank, m, T, rank, Q, m, B);
    eigen_multiply(false, false, whole, rank, m, U, whole, Q, m, T);
    memcpy(U, T, (size_t)whole * (size_t)rank * sizeof(double));
    m = rank;
  }
  return m;
}

// Directions that K~ leaves alone, as shapes of the zeros; there may be fewer than zeros.
static void add_zeros(Spectrum *spectrum, int zeros) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free;
  double *T = room->A, *Q = room->V;
  eigen_transpose(d, d, room->Ky, T);
  const int rank = zeros > 0 ? eigen_range(&room->work, d, d, T, zero_of(d), Q) : d;
  for (int k = 0; k < zeros; k++) {
    const int column = rank < d ? rank + k % (d - rank) : d - 1;
    set_shape(spectrum, Q + (long)column * d, NULL);
    add_own(room, (Ratio){.beta = 1}, true);
  }
}

static bool general_values(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free, whole = 2 * d;
  double *B = room->E, *U = room->W, *V = room->V;
  memset(B, 0, (size_t)whole * (size_t)whole * sizeof(double));
  for (int j = 0; j < d; j++) {
    B[(long)(d + j) * whole + j] = 1;
    for (int i = 0; i < d; i++) {
      B[(long)j * whole + d + i] = -room->Ky[(long)j * d + i];
      B[(long)(d + j) * whole + d + i] = -room->Cy[(long)j * d + i];
    }
  }
  const int m = split_zeros(room, whole, B, U);
  if (!eigen_general(&room->work, m, B, room->re, room->im, V)) {
    return false;
  }
  double *vectors = room->A;
  eigen_multiply(false, false, whole, m, m, U, whole, V, m, vectors);
  for (int i = 0; i < m; i++) {
    const double *v = vectors + (long)i * whole;
    if (room->im[i] == 0) {
      set_shape(spectrum, v, NULL);
      add_own(room, (Ratio){.re = room->re[i], .beta = 1}, false);
      continue;
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
      set_shape(spectrum, v, v + whole);
      for (int k = 0; k < d && sign < 0; k++) {
        room->shape_im[(long)room->own_count * d + k] *= -1;
      }
      add_own(room, (Ratio){.re = room->re[i], .im = sign * room->im[i], .beta = 1}, false);
    }
    i++;
  }
  add_zeros(spectrum, whole - m);
  return true;
}

// Orthonormal directions that carry mass, damping or stiffness into the first columns of Q, and how
// many there are.
static int find_active(SpectrumRoom *room, int d, double *Q) {
  const double *const three[3] = {room->My, room->Cy, room->Ky};
  double *T = room->half;
  for (int k = 0; k < 3; k++) {
    eigen_transpose(d, d, three[k], T + (long)k * d * d);
  }
  return eigen_range(&room->work, d, 3 * d, T, zero_of(d), Q);
}

// The pencil of Q'MyQ, Q'CyQ, Q'KyQ with the m first columns of Q.
static void fill_active(SpectrumRoom *room, int d, int m, const double *Q) {
  const int whole = 2 * m;
  double *A = room->A, *E = room->E, *side = room->W, *T = room->half;
  memset(A, 0, (size_t)whole * (size_t)whole * sizeof(double));
  memset(E, 0, (size_t)whole * (size_t)whole * sizeof(double));
  const double *const three[3] = {room->My, room->Cy, room->Ky};
  double *const block[3] = {E + (long)m * whole + m, A + (long)m * whole + m, A + m};
  for (int k = 0; k < 3; k++) {
    eigen_multiply(false, false, d, m, d, three[k], d, Q, d, side);
    eigen_multiply(true, false, m, m, d, Q, d, side, d, T);
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        block[k][(long)j * whole + i] = (k == 0 ? 1 : -1) * T[(long)j * m + i];
      }
    }
  }
  for (int j = 0; j < m; j++) {
    A[(long)(m + j) * whole + j] = 1;
    E[(long)j * whole + j] = 1;
  }
}

// Z'MZ is singular: QZ, after directions without mass, damping and stiffness have been taken out,
// each of which makes two values indeterminate.
static bool massless_values(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free;
  double *Q = room->W, *re = room->My, *im = room->Cy; // the latter two once they have been used
  double *active = room->V;
  const int m = find_active(room, d, active), whole = 2 * m;
  room->indeterminate = 2 * (d - m);
  fill_active(room, d, m, active);
  memcpy(Q, active, (size_t)d * (size_t)m * sizeof(double));
  if (!eigen_pencil(&room->work, whole, room->A, room->E, room->re, room->im, room->beta,
                    room->V)) {
    return false;
  }
  for (int i = 0; i < whole; i++) {
    const Ratio value = {.re = room->re[i], .im = room->im[i], .beta = room->beta[i]};
    const double *x = room->V + (long)(value.im < 0 ? i - 1 : i) * whole; // its real part
    eigen_multiply(false, false, d, 1, m, Q, d, x, whole, re);
    if (value.im != 0) {
      eigen_multiply(false, false, d, 1, m, Q, d, x + whole, whole, im);
    }
    for (int k = 0; k < d; k++) {
      im[k] = value.im == 0 ? 0 : copysign(1, value.im) * im[k];
    }
    set_shape(spectrum, re, im);
    add_own(room, value, hypot(value.re, value.im) <= zero_of(d) * value.beta);
  }
  return true;
}

// x of every value: unit (Z L^-T w), or unit (Z y) when L is NULL.
static void place_shapes(Spectrum *spectrum, const double *L) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free, count = room->own_count;
  const double *Z = room->Q + (long)spectrum->rank * n;
  double *const shape[2] = {room->shape_re, room->shape_im};
  double *const mode[2] = {spectrum->mode_re, spectrum->mode_im};
  for (int part = 0; part < 2; part++) {
    if (L != NULL) {
      eigen_divide(d, L, true, count, shape[part]);
    }
    eigen_multiply(false, false, n, count, d, Z, n, shape[part], d, mode[part]);
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < n; i++) {
        mode[part][(long)k * n + i] *= room->unit[i];
      }
    }
  }
}

bool spectrum_null(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free;
  room->own_count = 0;
  room->indeterminate = 0;
  project(spectrum, spectrum->M, room->My);
  project(spectrum, spectrum->K, room->Ky);
  spectrum->conservative = spectrum_largest(spectrum->C, n * n) == 0;
  if (spectrum->conservative) {
    memset(room->Cy, 0, (size_t)d * (size_t)d * sizeof(double));
  } else {
    project(spectrum, spectrum->C, room->Cy);
  }
  spectrum->conservative = spectrum->conservative && is_symmetric(room->Ky, d);
  double *L = room->half; // My must survive a failure
  memcpy(L, room->My, (size_t)d * (size_t)d * sizeof(double));
  if (!eigen_cholesky(d, L)) {
    const bool good = massless_values(spectrum);
    place_shapes(spectrum, NULL);
    return good;
  }
  memcpy(room->My, L, (size_t)d * (size_t)d * sizeof(double));
  divide_both(d, room->My, room->Ky, room->W);
  if (!spectrum->conservative) {
    divide_both(d, room->My, room->Cy, room->W);
  }
  const bool good =
      spectrum->conservative ? conservative_values(spectrum) : general_values(spectrum);
  place_shapes(spectrum, room->My);
  return good;
}
