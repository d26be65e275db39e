// SPDX-License-Identifier: BSD-3-Clause
// bordered.c: one evaluation of a bordered pencil (see bordered.h).
#include "math/spectra/bordered.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SWEEPS = 8, PERRON = 8 };

bool bordered_open(Bordered *it, int m, Arena *arena) {
  *it = (Bordered){.m = m, .largest = m};
  bool ok = true;
  for (int k = 0; k < BORDERED_POWERS; k++) {
    ok = ok && arena_doubles(arena, m * m, &it->P[k], &it->size[k]);
  }
  it->B = arena_array(arena, double complex, m *m);
  it->inverse = arena_array(arena, double complex, m *m);
  it->row_room = arena_array(arena, double complex, m);
  it->left = arena_array(arena, double complex, m);
  it->right = arena_array(arena, double complex, m);
  it->twice = arena_array(arena, Doubled, m * m);
  it->turned = arena_array(arena, Doubled, m * m);
  it->order = arena_array(arena, int, m);
  it->row_of = arena_array(arena, int, m);
  return ok && arena_doubles(arena, m * m, &it->W, &it->sizes) &&
         arena_doubles(arena, m, &it->row, &it->column, &it->v, &it->product, &it->next) &&
         !arena->allocator->exhausted;
}

// Exponents for rows and columns that bring the largest entry of each near 1 (Ruiz 2001).
static void equilibrate(Bordered *it) {
  const int m = it->m;
  for (int i = 0; i < m; i++) {
    it->row[i] = it->column[i] = 0;
  }
  double *exponent = it->sizes;
  for (int k = 0; k < m * m; k++) {
    exponent[k] = it->W[k] > 0 ? log2(it->W[k]) : -HUGE_VAL;
  }
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double *of_row = it->v, *of_column = it->product;
    for (int i = 0; i < m; i++) {
      of_row[i] = of_column[i] = -HUGE_VAL;
    }
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        const double size = exponent[(long)j * m + i] + it->row[i] + it->column[j];
        of_row[i] = size > of_row[i] ? size : of_row[i];
        of_column[j] = size > of_column[j] ? size : of_column[j];
      }
    }
    for (int i = 0; i < m; i++) {
      it->row[i] -= isfinite(of_row[i]) ? of_row[i] / 2 : 0;
      it->column[i] -= isfinite(of_column[i]) ? of_column[i] / 2 : 0;
    }
  }
  for (int i = 0; i < m; i++) {
    it->row[i] = ldexp(1, (int)rint(it->row[i]));
    it->column[i] = ldexp(1, (int)rint(it->column[i]));
  }
}

void bordered_fill(Bordered *it, double complex z) {
  const int m = it->m;
  const double size = cabs(z);
  for (int k = 0; k < m * m; k++) {
    it->W[k] = it->size[0][k] + size * (it->size[1][k] + size * it->size[2][k]);
  }
  equilibrate(it);
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      const long k = (long)j * m + i;
      const double unit = it->row[i] * it->column[j];
      it->W[k] *= unit;
      it->B[k] = unit * (it->P[0][k] + z * (it->P[1][k] + z * it->P[2][k]));
    }
  }
}

static void swap(double complex *a, double complex *b) {
  const double complex c = *a;
  *a = *b;
  *b = c;
}

static double squared(double complex x) {
  return creal(x) * creal(x) + cimag(x) * cimag(x);
}

// The largest entry of what is left to the diagonal. False where all of it is 0.
static bool pivot(Bordered *it, int k) {
  const int m = it->m;
  double largest = 0;
  int row = k, column = k;
  for (int j = k; j < m; j++) {
    for (int i = k; i < m; i++) {
      const double size = squared(it->B[(long)j * m + i]);
      if (size > largest) {
        largest = size;
        row = i;
        column = j;
      }
    }
  }
  if (!(largest > 0) || !isfinite(largest)) {
    return false;
  }
  for (int j = 0; j < m; j++) {
    swap(&it->B[(long)j * m + k], &it->B[(long)j * m + row]);
    swap(&it->inverse[(long)j * m + k], &it->inverse[(long)j * m + row]);
  }
  for (int i = 0; i < m; i++) {
    swap(&it->B[(long)k * m + i], &it->B[(long)column * m + i]);
  }
  const int other = it->order[k];
  it->order[k] = it->order[column];
  it->order[column] = other;
  return true;
}

// Subtracts the factors times entry k from every column of X, from the column `first` on.
static void eliminate(const Bordered *it, double complex *X, int first, int k,
                      double complex over) {
  const int m = it->m;
  const double complex *factor = it->row_room;
  for (int j = first; j < m; j++) {
    double complex *x = X + (long)j * m;
    const double complex at = x[k];
    for (int i = 0; at != 0 && i < m; i++) {
      x[i] -= factor[i] * at;
    }
    x[k] = at * over;
  }
}

// Gauss and Jordan: `inverse` becomes that of B, with its rows in the order of the columns.
static bool invert(Bordered *it) {
  const int m = it->m;
  memset(it->inverse, 0, (size_t)m * (size_t)m * sizeof *it->inverse);
  for (int i = 0; i < m; i++) {
    it->inverse[(long)i * m + i] = 1;
    it->order[i] = i;
  }
  for (int k = 0; k < m; k++) {
    if (!pivot(it, k)) {
      return false;
    }
    const double complex over = 1 / it->B[(long)k * m + k];
    double complex *factor = it->row_room;
    for (int i = 0; i < m; i++) {
      factor[i] = i == k ? 0 : it->B[(long)k * m + i] * over;
    }
    eliminate(it, it->B, k, k, over);
    eliminate(it, it->inverse, 0, k, over);
  }
  return true;
}

// y := X x
static void times(int m, const double *X, const double *x, double *y) {
  memset(y, 0, (size_t)m * sizeof(double));
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      y[i] += X[(long)j * m + i] * x[j];
    }
  }
}

// By rho(|B^-1| W) from above.
double bordered_psi(Bordered *it) {
  const int m = it->m;
  double best = HUGE_VAL, *size = it->sizes;
  for (int i = 0; i < m; i++) {
    it->v[i] = 1;
  }
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      size[(long)j * m + i] = cabs(it->inverse[(long)j * m + it->row_of[i]]);
    }
  }
  for (int step = 0; step < PERRON; step++) {
    double *Wv = it->product, *next = it->next, ratio = 0, largest = 0;
    times(m, it->W, it->v, Wv);
    times(m, size, Wv, next);
    for (int i = 0; i < m; i++) {
      ratio = fmax(ratio, next[i] / it->v[i]);
      largest = fmax(largest, next[i]);
    }
    best = fmin(best, ratio);
    for (int i = 0; i < m; i++) {
      it->v[i] = next[i] / fmax(largest, DBL_MIN) + 1e-30;
    }
  }
  return 0.5 * DBL_EPSILON * best;
}

// tr(B^-1 B'), B' with the units of rows and columns.
static double complex trace(const Bordered *it, double complex z) {
  const int m = it->m;
  double complex sum = 0;
  for (int j = 0; j < m; j++) {
    for (int i = 0; i < m; i++) {
      const double complex slope = it->P[1][(long)j * m + i] + 2 * z * it->P[2][(long)j * m + i];
      if (slope != 0) {
        sum += it->inverse[(long)i * m + it->row_of[j]] * (it->column[j] * it->row[i] * slope);
      }
    }
  }
  return sum;
}

BorderedAt bordered_at(Bordered *it, double complex z) {
  bordered_fill(it, z);
  if (!invert(it)) {
    return (BorderedAt){.singular = true, .psi = HUGE_VAL};
  }
  for (int k = 0; k < it->m; k++) {
    it->row_of[it->order[k]] = k;
  }
  BorderedAt at = {.t = trace(it, z)};
  at.psi = bordered_psi(it);
  return at;
}

int bordered_vector(const Bordered *it, double complex *x) {
  const int m = it->m;
  double largest = -1;
  int best = 0;
  for (int j = 0; j < m; j++) {
    double size = 0;
    for (int i = 0; i < m; i++) {
      size += squared(it->inverse[(long)j * m + i]);
    }
    if (size > largest) {
      largest = size;
      best = j;
    }
  }
  for (int i = 0; i < m; i++) {
    x[i] = it->column[i] * it->inverse[(long)best * m + it->row_of[i]];
  }
  return best;
}
