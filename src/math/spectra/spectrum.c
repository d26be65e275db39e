// SPDX-License-Identifier: BSD-3-Clause
// spectrum.c: scaling, compression of the constraints, and the order of things (see spectrum.h).
#include "math/spectra/spectrum.h"

#include <math.h>
#include <string.h>

#include "math/spectra/spectrum_inside.h"

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
  room->kept = arena_array(arena, int, spectrum->nc + 1);
  room->idle = arena_array(arena, double, n *n);
  room->roots = arena_array(arena, Root, own);
  const int most = n + (spectrum->nc < n ? spectrum->nc : n) + SPECTRUM_LAWS;
  room->x = arena_array(arena, double complex, most);
  const int largest = BORDERED_LARGEST + SPECTRUM_LAWS;
  if (!bordered_open(&room->bordered, most < largest ? most : largest, arena)) {
    return false;
  }
  room->block_of = arena_array(arena, int, n);
  room->members = arena_array(arena, int, n);
  room->block_rows = arena_array(arena, int, spectrum->nc + 1);
  room->block_laws = arena_array(arena, int, SPECTRUM_LAWS);
  room->block_idle = arena_array(arena, int, n);
  room->block_values = arena_array(arena, int, own);
  room->placed = arena_array(arena, bool, own + size + spectrum->nc);
  room->cost = arena_array(arena, double, own *size);
  room->column_of = arena_array(arena, int, own);
  room->taken = arena_array(arena, bool, size);
  return eigen_open(&room->work, wide > 4 * n ? wide : 4 * n, arena) &&
         matching_open(&room->matching, own, size, arena) && !arena->allocator->exhausted;
}

bool spectrum_open(Spectrum *spectrum, int n, int nc, SpectrumForm form, Arena *arena) {
  *spectrum = (Spectrum){.n = n, .nc = nc, .form = form, .alpha = 5, .beta = 5};
  (void)arena_doubles(arena, n * n, &spectrum->M, &spectrum->C, &spectrum->K);
  (void)arena_doubles(arena, n * n, &spectrum->sizes[0], &spectrum->sizes[1], &spectrum->sizes[2],
                      &spectrum->rest[0], &spectrum->rest[1]);
  spectrum->length = arena_array(arena, double, n);
  spectrum->far = arena_array(arena, double, n);
  for (int i = 0; spectrum->length != NULL && spectrum->far != NULL && i < n; i++) {
    spectrum->length[i] = spectrum->far[i] = 1;
  }
  spectrum->laws = arena_array(arena, SpectrumLaw, SPECTRUM_LAWS);
  for (int k = 0; spectrum->laws != NULL && k < SPECTRUM_LAWS; k++) {
    SpectrumLaw *law = &spectrum->laws[k];
    (void)arena_doubles(arena, n, &law->on, &law->by, &law->on_size, &law->by_size);
  }
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
      for (int k = 0; k < 3; k++) {
        spectrum->sizes[k][(long)j * n + i] *= unit;
      }
      for (int k = 0; k < 2 && spectrum->law_count > 0; k++) {
        spectrum->rest[k][(long)j * n + i] *= unit;
      }
    }
    for (int k = 0; k < spectrum->law_count; k++) {
      SpectrumLaw *law = &spectrum->laws[k];
      law->on[j] *= room->unit[j];
      law->by[j] *= room->unit[j];
      law->on_size[j] *= room->unit[j];
      law->by_size[j] *= room->unit[j];
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
    spectrum->sizes[0][k] /= mass;
    spectrum->sizes[1][k] /= mass * room->rate;
    spectrum->sizes[2][k] /= mass * room->rate * room->rate;
    if (spectrum->law_count > 0) {
      spectrum->rest[0][k] /= mass * room->rate;
      spectrum->rest[1][k] /= mass * room->rate * room->rate;
    }
  }
  for (int k = 0; k < spectrum->law_count; k++) {
    spectrum->laws[k].k /= mass * room->rate * room->rate;
    spectrum->laws[k].c /= mass * room->rate;
  }
  for (int k = 0; k < nc * n; k++) {
    spectrum->L[k] /= room->rate;
  }
}

// to [n x count] := kept rows of X from `first` on, as columns.
static void take_kept(const Spectrum *spectrum, const double *X, int first, int count, double *to) {
  const int n = spectrum->n, nc = spectrum->nc;
  for (int k = 0; k < count; k++) {
    for (int j = 0; j < n; j++) {
      to[(long)k * n + j] = X[(long)j * nc + spectrum->room->kept[first + k]];
    }
  }
}

// Columns by lengths, to unit norm.
static void measure_rows(const Spectrum *spectrum, int count, double *rows) {
  const int n = spectrum->n;
  for (int k = 0; k < count; k++) {
    double *row = rows + (long)k * n, sum = 0;
    for (int j = 0; j < n; j++) {
      row[j] *= spectrum->length[j] / spectrum->room->unit[j];
      sum += row[j] * row[j];
    }
    for (int j = 0; j < n && sum > 0; j++) {
      row[j] /= sqrt(sum);
    }
  }
}

// Which rows of a kind are independent, of one another and of those kept before: by lengths, as
// mobility has it, since masses do not make rows parallel. Keeps them from `first` on. Returns how
// many.
static int keep_rows(Spectrum *spectrum, bool rates, int first) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = n - first;
  int count = 0;
  for (int i = 0; i < spectrum->nc; i++) {
    if (spectrum->rates[i] == rates) {
      room->kept[first + count++] = i;
    }
  }
  double *rows = room->rows, *side = room->half;
  take_kept(spectrum, spectrum->J, first, count, rows);
  measure_rows(spectrum, count, rows);
  memcpy(side, rows, (size_t)n * (size_t)count * sizeof(double));
  if (first > 0) { // where those before leave freedom
    const double *Z = room->Q + (long)first * n;
    eigen_multiply(true, false, d, count, n, Z, n, rows, n, side);
  }
  const int rank =
      eigen_range(&room->work, d, count, side, DEPENDENT, first > 0 ? room->My : room->Q);
  int *of = room->column_of, *pivot = room->work.pivot;
  for (int k = 0; k < rank; k++) {
    of[k] = room->kept[first + pivot[k] - 1];
  }
  memcpy(room->kept + first, of, (size_t)rank * sizeof *of);
  return rank;
}

// The kept rows G of velocities where those of positions leave freedom, (G Z)' = Q2 R P' with
// pivoting: Q's columns behind `first` begin with Z Q2, and G P Z Q2 = R' is a lower triangle,
// which makes Q2' x' + L x = 0.
static void compress_rates(Spectrum *spectrum, int first) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n, d = n - first, count = spectrum->rate_rank;
  double *Z = room->Q + (long)first * n, *turn = room->My, *side = room->half;
  take_kept(spectrum, spectrum->J, first, count, room->rows);
  eigen_multiply(true, false, d, count, n, Z, n, room->rows, n, side);
  (void)eigen_range(&room->work, d, count, side, 0, turn);
  eigen_multiply(false, false, n, d, d, Z, n, turn, d, side);
  memcpy(Z, side, (size_t)n * (size_t)d * sizeof(double));
  take_kept(spectrum, spectrum->L, first, count, room->held);
  eigen_multiply(true, false, count, count, n, room->rows, n, Z, n, side);
  double *triangle = room->My;
  for (int i = 0; i < count; i++) {
    const int row = room->work.pivot[i] - 1;
    for (int j = 0; j < count; j++) {
      triangle[(long)j * count + i] = side[(long)j * count + row];
    }
    for (int j = 0; j < n; j++) {
      room->L[(long)j * count + i] = room->held[(long)row * n + j];
    }
  }
  eigen_divide(count, triangle, false, n, room->L);
}

// J' = Q R with column pivoting of the kept rows: the range and the null space.
static void compress(Spectrum *spectrum) {
  SpectrumRoom *room = spectrum->room;
  const int n = spectrum->n;
  if (!spectrum->ranked) {
    spectrum->rank = keep_rows(spectrum, false, 0);
    spectrum->rate_rank = keep_rows(spectrum, true, spectrum->rank);
    spectrum->rank += spectrum->rate_rank;
    spectrum->ranked = true;
  }
  const int positions = spectrum->rank - spectrum->rate_rank;
  take_kept(spectrum, spectrum->J, 0, positions, room->half);
  (void)eigen_range(&room->work, n, positions, room->half, 0, room->Q);
  if (spectrum->rate_rank > 0) {
    compress_rates(spectrum, positions);
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
    *label = *label < EIGEN_FROZEN ? EIGEN_FROZEN : *label;
  }
  counts[EIGEN_FROZEN] = counts[EIGEN_TRUE] + counts[EIGEN_NEUTRAL] + counts[EIGEN_UNDETERMINED];
  counts[EIGEN_TRUE] = counts[EIGEN_NEUTRAL] = counts[EIGEN_UNDETERMINED] = 0;
}

const char *spectrum_label_word(EigenLabel label) {
  static const char *const words[] = {
      [EIGEN_TRUE] = "true",
      [EIGEN_NEUTRAL] = "neutral",
      [EIGEN_UNDETERMINED] = "not determined",
      [EIGEN_FROZEN] = "frozen",
      [EIGEN_SPURIOUS] = "spurious",
      [EIGEN_INFINITE] = "infinite",
      [EIGEN_INDETERMINATE] = "indeterminate",
      [EIGEN_REDUNDANT] = "redundant",
  };
  return words[label];
}
