// SPDX-License-Identifier: BSD-3-Clause
// spectrum.c: scaling, compression of the constraints, and the order of things (see spectrum.h).
#include "math/spectrum.h"

#include <math.h>
#include <string.h>

#include "math/spectrum_inside.h"

static const double DEPENDENT = 1e-9; // of a row of unit norm: what the others leave of it

int spectrum_size(int n, int nc, SpectrumForm form) {
  const int few = form == SPECTRUM_NONE ? 0 : nc < n ? nc : n;
  return 2 * n + (form == SPECTRUM_GGL ? 2 : 1) * few;
}

static bool open_room(Spectrum *spectrum, SpectrumRoom *room, Arena *arena) {
  const int n = spectrum->n, own = 2 * n;
  const int size = spectrum_size(n, spectrum->nc, spectrum->form);
  const int wide = size > spectrum->nc ? size : spectrum->nc;
  room->unit = arena_array(arena, double, n);
  (void)arena_doubles(arena, n * n, &room->Q, &room->My, &room->Cy, &room->Ky);
  room->half = arena_array(arena, double, n *(wide > 4 * n ? wide : 4 * n));
  (void)arena_doubles(arena, spectrum->nc * n, &room->rows, &room->held, &room->L);
  (void)arena_doubles(arena, n * n, &room->Lz, &room->Lq, &room->Mq, &room->Cq, &room->Kq);
  (void)arena_doubles(arena, size * size, &room->A, &room->E, &room->V);
  room->W = arena_array(arena, double, own *own);
  (void)arena_doubles(arena, size, &room->re, &room->im, &room->beta, &room->residual,
                      &room->angle);
  (void)arena_doubles(arena, n * own, &room->shape_re, &room->shape_im, &room->across_re,
                      &room->across_im);
  room->own = arena_array(arena, Ratio, own);
  room->pencil = arena_array(arena, Ratio, size);
  room->zero = arena_array(arena, bool, own);
  room->cost = arena_array(arena, double, own *size);
  room->column_of = arena_array(arena, int, own);
  room->taken = arena_array(arena, bool, size);
  return eigen_open(&room->work, wide > 4 * n ? wide : 4 * n, arena) &&
         matching_open(&room->matching, own, size, arena) && !arena->allocator->exhausted;
}

bool spectrum_open(Spectrum *spectrum, int n, int nc, SpectrumForm form, Arena *arena) {
  *spectrum = (Spectrum){.n = n, .nc = nc, .form = form, .alpha = 5, .beta = 5};
  (void)arena_doubles(arena, n * n, &spectrum->M, &spectrum->C, &spectrum->K);
  (void)arena_doubles(arena, nc * n, &spectrum->J, &spectrum->L);
  spectrum->rates = arena_array(arena, bool, nc);
  (void)arena_doubles(arena, 2 * n * n, &spectrum->mode_re, &spectrum->mode_im);
  spectrum->list = arena_array(arena, Eigenvalue, spectrum_size(n, nc, form) + nc);
  spectrum->room = arena_new(arena, SpectrumRoom);
  return spectrum->room != NULL && open_room(spectrum, spectrum->room, arena);
}

double spectrum_largest(const double *x, int count) {
  double largest = 0;
  for (int i = 0; i < count; i++) {
    largest = fmax(largest, fabs(x[i]));
  }
  return largest;
}

static double power_of_two(double x) {
  return x > 0 ? ldexp(1, ilogb(x)) : 1;
}

// Rows of J by masses and to unit norm, L likewise.
static void scale_rows(Spectrum *spectrum) {
  const int n = spectrum->n, nc = spectrum->nc;
  for (int i = 0; i < nc; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += spectrum->J[(long)j * nc + i] * spectrum->J[(long)j * nc + i];
    }
    const double norm = sum > 0 ? sqrt(sum) : 1;
    for (int j = 0; j < n; j++) {
      spectrum->J[(long)j * nc + i] /= norm;
      spectrum->L[(long)j * nc + i] /= norm;
    }
  }
}

// M, C, K by masses and time, rows of J to unit norm.
static void scale(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, nc = spectrum->nc;
  for (int i = 0; i < n; i++) {
    room->unit[i] = power_of_two(1 / sqrt(fmax(spectrum->M[(long)i * n + i], 0)));
    room->unit[i] = isfinite(room->unit[i]) ? room->unit[i] : 1;
  }
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      const double unit = room->unit[i] * room->unit[j];
      spectrum->M[(long)j * n + i] *= unit;
      spectrum->C[(long)j * n + i] *= unit;
      spectrum->K[(long)j * n + i] *= unit;
    }
    for (int i = 0; i < nc; i++) {
      spectrum->J[(long)j * nc + i] *= room->unit[j];
      spectrum->L[(long)j * nc + i] *= room->unit[j];
    }
  }
  scale_rows(spectrum);
  const double mass = power_of_two(spectrum_largest(spectrum->M, n * n));
  const double stiffness = spectrum_largest(spectrum->K, n * n) / mass;
  const double damping = spectrum_largest(spectrum->C, n * n) / mass;
  const double slope = spectrum_largest(spectrum->L, nc * n);
  room->rate = power_of_two(fmax(fmax(sqrt(stiffness), damping), slope));
  for (int k = 0; k < n * n; k++) {
    spectrum->M[k] /= mass;
    spectrum->C[k] /= mass * room->rate;
    spectrum->K[k] /= mass * room->rate * room->rate;
  }
  for (int k = 0; k < nc * n; k++) {
    spectrum->L[k] /= room->rate;
  }
}

// to [count x n] := the rows of X of one kind. Returns how many.
static int take_rows(const Spectrum *spectrum, const double *X, bool rates, double *to) {
  const int n = spectrum->n, nc = spectrum->nc;
  int count = 0;
  for (int i = 0; i < nc; i++) {
    count += spectrum->rates[i] == rates ? 1 : 0;
  }
  for (int i = 0, next = 0; i < nc; i++) {
    for (int j = 0; j < n && spectrum->rates[i] == rates; j++) {
      to[(long)j * count + next] = X[(long)j * nc + i];
    }
    next += spectrum->rates[i] == rates ? 1 : 0;
  }
  return count;
}

// The `count` rows G of velocities (room->rows) where those of positions leave freedom, (G Z)' = Q2
// R P' with pivoting: Q's columns behind `rank` begin with Z Q2, and G P Z Q2 = R' is a lower
// triangle, of which as many rows as the rank make Q2' x' + L x = 0.
static void compress_rates(Spectrum *spectrum, int count) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = n - spectrum->rank;
  double *Z = room->Q + (long)spectrum->rank * n, *turn = room->My, *side = room->half;
  eigen_multiply(true, true, d, count, n, Z, n, room->rows, count, side);
  const int rank = eigen_range(&room->work, d, count, side, DEPENDENT, turn);
  eigen_multiply(false, false, n, d, d, Z, n, turn, d, side);
  memcpy(Z, side, (size_t)n * (size_t)d * sizeof(double));
  (void)take_rows(spectrum, spectrum->L, true, room->held);
  eigen_multiply(false, false, count, rank, n, room->rows, count, Z, n, side);
  double *triangle = room->My;
  for (int i = 0; i < rank; i++) {
    const int row = room->work.pivot[i] - 1;
    for (int j = 0; j < rank; j++) {
      triangle[(long)j * rank + i] = side[(long)j * count + row];
    }
    for (int j = 0; j < n; j++) {
      room->L[(long)j * rank + i] = room->held[(long)j * count + row];
    }
  }
  eigen_divide(rank, triangle, false, n, room->L);
  spectrum->rate_rank = rank;
}

// J' = Q R with column pivoting: the rank, the range and the null space.
static void compress(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, positions = take_rows(spectrum, spectrum->J, false, room->rows);
  double *transposed = room->half;
  eigen_transpose(positions, n, room->rows, transposed);
  spectrum->rank = eigen_range(&room->work, n, positions, transposed, DEPENDENT, room->Q);
  spectrum->rate_rank = 0;
  if (positions < spectrum->nc) {
    compress_rates(spectrum, take_rows(spectrum, spectrum->J, true, room->rows));
    spectrum->rank += spectrum->rate_rank;
  }
  spectrum->free = n - spectrum->rank;
}

bool spectrum_compute(Spectrum *spectrum) {
  spectrum->count = 0;
  memset(spectrum->counts, 0, sizeof spectrum->counts);
  scale(spectrum);
  compress(spectrum);
  if (!spectrum_null(spectrum) || (spectrum->form != SPECTRUM_NONE && !spectrum_pencil(spectrum))) {
    return false;
  }
  spectrum_label(spectrum);
  return true;
}

void spectrum_freeze(Spectrum *spectrum) {
  int *counts = spectrum->counts;
  for (int k = 0; k < spectrum->count; k++) {
    EigenLabel *label = &spectrum->list[k].label;
    *label = *label == EIGEN_TRUE || *label == EIGEN_NEUTRAL ? EIGEN_FROZEN : *label;
  }
  counts[EIGEN_FROZEN] = counts[EIGEN_TRUE] + counts[EIGEN_NEUTRAL];
  counts[EIGEN_TRUE] = 0;
  counts[EIGEN_NEUTRAL] = 0;
}

const char *spectrum_label_word(EigenLabel label) {
  static const char *const words[] = {
      [EIGEN_TRUE] = "true",           [EIGEN_NEUTRAL] = "neutral",
      [EIGEN_FROZEN] = "frozen",       [EIGEN_SPURIOUS] = "spurious",
      [EIGEN_INFINITE] = "infinite",   [EIGEN_INDETERMINATE] = "indeterminate",
      [EIGEN_REDUNDANT] = "redundant",
  };
  return words[label];
}
