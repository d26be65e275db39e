// SPDX-License-Identifier: BSD-3-Clause
// spectrum_null.c: the true spectrum, by the null space of the constraints.
//
//   Z'MZ y'' + Z'CZ y' + Z'KZ y = 0,   Z'MZ = L L',   w = L'y
//   no damping, symmetric stiffness   L^-1 Z'KZ L^-T w = omega^2 w, a symmetric matrix: s = +-i
//   omega else                              (w, w')' = [0 I; -K~ -C~] (w, w')
// Rows that hold velocities, Q' x' + L x = 0 with Q orthonormal beside Z (spectrum.c), leave x = Z
// y
// + Q p free and x' = Z u - Q L x, so that x'' = Z u' - Q L x' and
//   Z'MZ u' + Z'(C - M Q L) x' + Z'K x = 0,   y' = u,   p' = -L Z y - L Q p
//   Lz = L Z, Lq = L Q, Mq = Z'MQ, Cq = Z'CQ - Mq Lq:  Z'CZ -= Mq Lz,  Z'KZ -= Cq Lz,
//   Kq = Z'KQ - Cq Lq                   (w, w', p)' = [0 I 0; -K~ -C~ -Kq; -Lz 0 -Lq]
// Zeros form one cluster whose size is a rank, not a count of small numbers: in the symmetric case
// the null space of the matrix, twice; else the left null space is split off again and again
// (Kublanovskaya 1966) until what is left is regular.
#include <math.h>
#include <string.h>

#include "math/spectra/spectrum_inside.h"

static const double SYMMETRIC = 1e-12; // of the largest entry

// What counts as zero in scaled matrices of size d, whose largest entries are near 1: a little
// above the round-off of a decomposition, so that soft motions beside very stiff ones stay what
// they are; or what is known of the matrices.
static double zero_of(const Spectrum *spectrum, int d) {
  return fmax(2e-15 * (d > 20 ? d : 20), spectrum->noise);
}

// out := Z' X Z, or Z' X Q with the directions Q of rows that hold velocities.
static void project(const Spectrum *spectrum, const double *X, bool across, double *out) {
  const SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free, columns = across ? spectrum->rate_rank : d;
  const double *Z = room->Q + (long)spectrum->rank * n;
  const double *Y = Z - (across ? (long)columns * n : 0);
  eigen_multiply(false, false, n, columns, n, X, n, Y, n, room->half);
  eigen_multiply(true, false, d, columns, n, Z, n, room->half, n, out);
}

// X -= Y Z, with Y rows x r and Z r x columns.
static void subtract(SpectrumRoom *room, int rows, int columns, int r, const double *Y,
                     const double *Z, double *X) {
  eigen_multiply(false, false, rows, columns, r, Y, rows, Z, r, room->half);
  for (int k = 0; k < rows * columns; k++) {
    X[k] -= room->half[k];
  }
}

// What rows that hold velocities add (see above).
static void join_rates(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free, r = spectrum->rate_rank;
  const double *Z = room->Q + (long)spectrum->rank * n, *Q = Z - (long)r * n;
  eigen_multiply(false, false, r, d, n, room->L, r, Z, n, room->Lz);
  eigen_multiply(false, false, r, r, n, room->L, r, Q, n, room->Lq);
  project(spectrum, spectrum->M, true, room->Mq);
  project(spectrum, spectrum->C, true, room->Cq);
  project(spectrum, spectrum->K, true, room->Kq);
  subtract(room, d, r, r, room->Mq, room->Lq, room->Cq);
  subtract(room, d, d, r, room->Mq, room->Lz, room->Cy);
  subtract(room, d, d, r, room->Cq, room->Lz, room->Ky);
  subtract(room, d, r, r, room->Cq, room->Lq, room->Kq);
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

static void copy_shape(int count, double sign, const double *from, double *to) {
  for (int i = 0; i < count; i++) {
    to[i] = from != NULL ? sign * from[i] : 0;
  }
}

// Shape of the value that comes next, re + i sign im: y from the start of both on, p from `across`.
static void set_shape(const Spectrum *spectrum, const double *re, const double *im, double sign,
                      int across) {
  const SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free, r = spectrum->rate_rank;
  const long y = (long)room->own_count * d, p = (long)room->own_count * r;
  copy_shape(d, 1, re, room->shape_re + y);
  copy_shape(d, sign, im, room->shape_im + y);
  copy_shape(r, 1, re + across, room->across_re + p);
  copy_shape(r, sign, im != NULL ? im + across : NULL, room->across_im + p);
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
    const bool zero = fabs(square) <= zero_of(spectrum, d) * fmax(largest, 1e-3);
    const double size = zero ? 0 : sqrt(fabs(square));
    for (int sign = 1; sign >= -1; sign -= 2) {
      set_shape(spectrum, A + (long)i * d, NULL, 1, 0);
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
static int split_zeros(const Spectrum *spectrum, int m, double *B, double *U) {
  const int whole = m;
  memset(U, 0, (size_t)m * (size_t)m * sizeof(double));
  for (int i = 0; i < m; i++) {
    U[(long)i * m + i] = 1;
  }
  SpectrumRoom *room = spectrum->room;
  double *Q = room->V, *T = room->A;
  while (m > 0) {
    memcpy(T, B, (size_t)m * (size_t)m * sizeof(double));
    const int rank = eigen_range(&room->work, m, m, T, zero_of(spectrum, whole), Q);
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

// X [rows x columns] times `factor` into B, whose columns are `whole` long.
static void place(int rows, int columns, double factor, const double *X, int whole, double *B) {
  for (int j = 0; j < columns; j++) {
    for (int i = 0; i < rows; i++) {
      B[(long)j * whole + i] = factor * X[(long)j * rows + i];
    }
  }
}

// Directions that K~ (with what p adds) leaves alone, as shapes of the zeros; there may be fewer
// than zeros.
static void add_zeros(Spectrum *spectrum, int zeros) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free, r = spectrum->rate_rank, all = d + r;
  double *T = room->A, *Q = room->V, *K = room->E;
  place(d, d, 1, room->Ky, all, K);
  place(r, d, 1, room->Lz, all, K + d);
  place(d, r, 1, room->Kq, all, K + (long)d * all);
  place(r, r, 1, room->Lq, all, K + (long)d * all + d);
  eigen_transpose(all, all, K, T);
  const int rank =
      zeros > 0 ? eigen_range(&room->work, all, all, T, zero_of(spectrum, all), Q) : all;
  for (int k = 0; k < zeros; k++) {
    const int column = rank < all ? rank + k % (all - rank) : all - 1;
    set_shape(spectrum, Q + (long)column * all, NULL, 1, d);
    add_own(room, (Ratio){.beta = 1}, true);
  }
}

static bool general_values(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free, r = spectrum->rate_rank, whole = 2 * d + r;
  double *B = room->E, *U = room->W, *V = room->V;
  memset(B, 0, (size_t)whole * (size_t)whole * sizeof(double));
  for (int j = 0; j < d; j++) {
    B[(long)(d + j) * whole + j] = 1;
  }
  place(d, d, -1, room->Ky, whole, B + d);
  place(d, d, -1, room->Cy, whole, B + (long)d * whole + d);
  place(d, r, -1, room->Kq, whole, B + (long)2 * d * whole + d);
  place(r, d, -1, room->Lz, whole, B + 2 * d);
  place(r, r, -1, room->Lq, whole, B + (long)2 * d * whole + 2 * d);
  const int m = split_zeros(spectrum, whole, B, U);
  if (!eigen_general(&room->work, m, B, room->re, room->im, V)) {
    return false;
  }
  double *vectors = room->A;
  eigen_multiply(false, false, whole, m, m, U, whole, V, m, vectors);
  for (int i = 0; i < m; i++) {
    const double *v = vectors + (long)i * whole;
    if (room->im[i] == 0) {
      set_shape(spectrum, v, NULL, 1, 2 * d);
      add_own(room, (Ratio){.re = room->re[i], .beta = 1}, false);
      continue;
    }
    for (int sign = 1; sign >= -1; sign -= 2) {
      set_shape(spectrum, v, v + whole, sign, 2 * d);
      add_own(room, (Ratio){.re = room->re[i], .im = sign * room->im[i], .beta = 1}, false);
    }
    i++;
  }
  add_zeros(spectrum, whole - m);
  return true;
}

// Orthonormal directions that carry mass, damping or stiffness into the first columns of Q, and how
// many there are.
static int find_active(const Spectrum *spectrum, int d, int r, double *Q) {
  SpectrumRoom *room = spectrum->room;
  const double *const three[3] = {room->My, room->Cy, room->Ky};
  double *T = room->half;
  for (int k = 0; k < 3; k++) {
    eigen_transpose(d, d, three[k], T + (long)k * d * d);
  }
  eigen_transpose(r, d, room->Lz, T + (long)3 * d * d);
  return eigen_range(&room->work, d, 3 * d + r, T, zero_of(spectrum, d), Q);
}

// What p adds to the pencil below.
static void join_active(SpectrumRoom *room, int d, int r, int m, const double *Q) {
  const int whole = 2 * m + r;
  double *A = room->A, *T = room->half;
  eigen_multiply(true, false, m, r, d, Q, d, room->Kq, d, T);
  place(m, r, -1, T, whole, A + (long)2 * m * whole + m);
  eigen_multiply(false, false, r, m, d, room->Lz, r, Q, d, T);
  place(r, m, -1, T, whole, A + 2 * m);
  place(r, r, -1, room->Lq, whole, A + (long)2 * m * whole + 2 * m);
  for (int i = 2 * m; i < whole; i++) {
    room->E[(long)i * whole + i] = 1;
  }
}

// The pencil of Q'MyQ, Q'CyQ, Q'KyQ with the m first columns of Q, and of p.
static void fill_active(SpectrumRoom *room, int d, int r, int m, const double *Q) {
  const int whole = 2 * m + r;
  double *A = room->A, *E = room->E, *side = room->W, *T = room->half;
  memset(A, 0, (size_t)whole * (size_t)whole * sizeof(double));
  memset(E, 0, (size_t)whole * (size_t)whole * sizeof(double));
  const double *const three[3] = {room->My, room->Cy, room->Ky};
  double *const block[3] = {E + (long)m * whole + m, A + (long)m * whole + m, A + m};
  for (int k = 0; k < 3; k++) {
    eigen_multiply(false, false, d, m, d, three[k], d, Q, d, side);
    eigen_multiply(true, false, m, m, d, Q, d, side, d, T);
    place(m, m, k == 0 ? 1 : -1, T, whole, block[k]);
  }
  for (int j = 0; j < m; j++) {
    A[(long)(m + j) * whole + j] = 1;
    E[(long)j * whole + j] = 1;
  }
  join_active(room, d, r, m, Q);
}

// Z'MZ is singular: QZ, after directions without mass, damping and stiffness have been taken out,
// each of which makes two values indeterminate.
static bool massless_values(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free, r = spectrum->rate_rank;
  double *Q = room->W, *re = room->My, *im = room->Cy; // the latter two once they have been used
  double *active = room->V;
  const int m = find_active(spectrum, d, r, active), whole = 2 * m + r;
  room->indeterminate = 2 * (d - m);
  eigen_multiply(false, false, spectrum->n, d - m, d, room->Q + (long)spectrum->rank * spectrum->n,
                 spectrum->n, active + (long)m * d, d, room->idle);
  fill_active(room, d, r, m, active);
  memcpy(Q, active, (size_t)d * (size_t)m * sizeof(double));
  if (!eigen_pencil(&room->work, whole, room->A, room->E, room->re, room->im, room->beta,
                    room->V)) {
    return false;
  }
  for (int i = 0; i < whole; i++) {
    const Ratio value = {.re = room->re[i], .im = room->im[i], .beta = room->beta[i]};
    const double *x = room->V + (long)(value.im < 0 ? i - 1 : i) * whole; // its real part
    eigen_multiply(false, false, d, 1, m, Q, d, x, whole, re);
    copy_shape(r, 1, x + 2 * m, re + d);
    if (value.im != 0) {
      eigen_multiply(false, false, d, 1, m, Q, d, x + whole, whole, im);
      copy_shape(r, 1, x + whole + 2 * m, im + d);
    }
    set_shape(spectrum, re, value.im != 0 ? im : NULL, copysign(1, value.im), d);
    add_own(room, value, hypot(value.re, value.im) <= zero_of(spectrum, d) * value.beta);
  }
  return true;
}

// x of every value: unit (Z L^-T w + Q p), or unit (Z y + Q p) when L is NULL.
static void place_shapes(Spectrum *spectrum, const double *L) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free, count = room->own_count;
  const int r = spectrum->rate_rank;
  const double *Z = room->Q + (long)spectrum->rank * n, *Q = Z - (long)r * n;
  double *const shape[2] = {room->shape_re, room->shape_im};
  const double *const across[2] = {room->across_re, room->across_im};
  double *const mode[2] = {spectrum->mode_re, spectrum->mode_im};
  for (int part = 0; part < 2; part++) {
    if (L != NULL) {
      eigen_divide(d, L, true, count, shape[part]);
    }
    eigen_multiply(false, false, n, count, d, Z, n, shape[part], d, mode[part]);
    double *more = room->E;
    eigen_multiply(false, false, n, count, r, Q, n, across[part], r, more);
    for (int k = 0; k < count; k++) {
      for (int i = 0; i < n; i++) {
        const long at = (long)k * n + i;
        mode[part][at] = (mode[part][at] + more[at]) * room->unit[i];
      }
    }
  }
}

// My, Cy, Ky, and what rows that hold velocities add; conservative: as far as C tells.
static void project_all(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = spectrum->free, r = spectrum->rate_rank;
  project(spectrum, spectrum->M, false, room->My);
  project(spectrum, spectrum->K, false, room->Ky);
  spectrum->conservative = r == 0 && spectrum_largest(spectrum->C, n * n) == 0;
  if (spectrum->conservative) {
    memset(room->Cy, 0, (size_t)d * (size_t)d * sizeof(double));
  } else {
    project(spectrum, spectrum->C, false, room->Cy);
  }
  if (r > 0) {
    join_rates(spectrum);
  }
}

bool spectrum_null(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int d = spectrum->free, r = spectrum->rate_rank;
  room->own_count = 0;
  room->indeterminate = 0;
  project_all(spectrum);
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
    eigen_divide(d, room->My, false, r, room->Kq);
    eigen_transpose(r, d, room->Lz, room->W);
    eigen_divide(d, room->My, false, r, room->W);
    eigen_transpose(d, r, room->W, room->Lz);
  }
  const bool good =
      spectrum->conservative ? conservative_values(spectrum) : general_values(spectrum);
  place_shapes(spectrum, room->My);
  return good;
}
