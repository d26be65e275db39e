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
  room->half = arena_array(arena, double, n *(wide > 3 * n ? wide : 3 * n));
  (void)arena_doubles(arena, size * size, &room->A, &room->E, &room->V);
  room->W = arena_array(arena, double, own *own);
  (void)arena_doubles(arena, size, &room->re, &room->im, &room->beta, &room->residual,
                      &room->angle);
  (void)arena_doubles(arena, n * own, &room->shape_re, &room->shape_im);
  room->own = arena_array(arena, Ratio, own);
  room->pencil = arena_array(arena, Ratio, size);
  room->zero = arena_array(arena, bool, own);
  room->cost = arena_array(arena, double, own *size);
  room->column_of = arena_array(arena, int, own);
  room->taken = arena_array(arena, bool, size);
  return eigen_open(&room->work, wide > 3 * n ? wide : 3 * n, arena) &&
         matching_open(&room->matching, own, size, arena) && !arena->allocator->exhausted;
}

bool spectrum_open(Spectrum *spectrum, int n, int nc, SpectrumForm form, Arena *arena) {
  *spectrum = (Spectrum){.n = n, .nc = nc, .form = form, .alpha = 5, .beta = 5};
  (void)arena_doubles(arena, n * n, &spectrum->M, &spectrum->C, &spectrum->K);
  spectrum->J = arena_array(arena, double, nc *n);
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
    }
  }
  const double mass = power_of_two(spectrum_largest(spectrum->M, n * n));
  const double stiffness = spectrum_largest(spectrum->K, n * n) / mass;
  const double damping = spectrum_largest(spectrum->C, n * n) / mass;
  room->rate = power_of_two(fmax(sqrt(stiffness), damping));
  for (int k = 0; k < n * n; k++) {
    spectrum->M[k] /= mass;
    spectrum->C[k] /= mass * room->rate;
    spectrum->K[k] /= mass * room->rate * room->rate;
  }
  for (int i = 0; i < nc; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      sum += spectrum->J[(long)j * nc + i] * spectrum->J[(long)j * nc + i];
    }
    const double norm = sum > 0 ? sqrt(sum) : 1;
    for (int j = 0; j < n; j++) {
      spectrum->J[(long)j * nc + i] /= norm;
    }
  }
}

// J' = Q R with column pivoting: the rank, the range and the null space.
static void compress(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, nc = spectrum->nc;
  double *transposed = room->half;
  eigen_transpose(nc, n, spectrum->J, transposed);
  spectrum->rank = eigen_range(&room->work, n, nc, transposed, DEPENDENT, room->Q);
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
