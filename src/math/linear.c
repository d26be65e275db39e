// SPDX-License-Identifier: BSD-3-Clause
// linear.c: solves A x = b: dense LU with partial pivoting, or KLU (see linear.h).
//
// Dense: P A = L U, columns stored one after the other, unit lower triangle below the diagonal;
// the reciprocals of the pivots are kept. Up to 8 unknowns the inverse is formed, too: its products
// do not wait for one another as substitutions do, and a Newton matrix serves for some twenty
// solves.
#include "math/linear.h"

#include <klu.h>
#include <math.h>
#include <string.h>

enum { INVERSE_LIMIT = 8 };

struct Linear {
  const Pattern *pattern;
  double *lu, *inverse;                       // dense: n * n factors, n reciprocals of the pivots
  double whole[INVERSE_LIMIT][INVERSE_LIMIT]; // few unknowns: the columns of A^-1
  int *pivot;                                 // dense: row swapped with k in step k
  klu_common common;                          // sparse
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  Allocator *allocator; // told when KLU gets no memory
};

Linear *linear_open(const Pattern *pattern, Arena *arena) {
  Linear *linear = arena_new(arena, Linear);
  if (linear == NULL) {
    return NULL;
  }
  linear->pattern = pattern;
  linear->allocator = arena->allocator;
  const int n = pattern->n;
  if (pattern->dense) {
    linear->lu = arena_array(arena, double, n *n);
    linear->inverse = arena_array(arena, double, n);
    linear->pivot = arena_array(arena, int, n);
    const bool got = linear->lu != NULL && linear->inverse != NULL && linear->pivot != NULL;
    return got ? linear : NULL;
  }
  klu_defaults(&linear->common);
  linear->symbolic = klu_analyze(n, pattern->column_start, pattern->row, &linear->common);
  if (linear->symbolic == NULL) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  return linear;
}

void linear_close(Linear *linear) {
  if (linear == NULL || linear->pattern->dense) {
    return;
  }
  klu_free_numeric(&linear->numeric, &linear->common);
  klu_free_symbolic(&linear->symbolic, &linear->common);
}

// Row with the largest entry of column k at or below the diagonal.
static int largest_in_column(const double *column, int k, int n) {
  int best = k;
  double size = fabs(column[k]);
  for (int i = k + 1; i < n; i++) {
    const double other = fabs(column[i]);
    if (other > size) {
      size = other;
      best = i;
    }
  }
  return best;
}

static bool factor_dense(Linear *linear, const double *values) {
  const int n = linear->pattern->n;
  double *lu = linear->lu;
  memcpy(lu, values, (size_t)n * (size_t)n * sizeof(double));
  for (int k = 0; k < n; k++) {
    double *column = lu + (long)k * n;
    const int p = largest_in_column(column, k, n);
    linear->pivot[k] = p;
    const double pivot = column[p];
    if (!(fabs(pivot) > 0) || !isfinite(pivot)) {
      return false;
    }
    if (p != k) {
      for (int j = 0; j < n; j++) {
        double *at = lu + (long)j * n;
        const double swap = at[k];
        at[k] = at[p];
        at[p] = swap;
      }
    }
    const double inverse = 1 / pivot;
    linear->inverse[k] = inverse;
    for (int i = k + 1; i < n; i++) {
      column[i] *= inverse;
    }
    for (int j = k + 1; j < n; j++) {
      double *at = lu + (long)j * n;
      const double factor = at[k];
      if (factor == 0) {
        continue;
      }
      for (int i = k + 1; i < n; i++) {
        at[i] -= column[i] * factor;
      }
    }
  }
  return true;
}

static void solve_dense(const Linear *linear, double *x) {
  const int n = linear->pattern->n;
  for (int k = 0; k < n; k++) {
    const int p = linear->pivot[k];
    const double swap = x[p];
    x[p] = x[k];
    x[k] = swap;
  }
  for (int k = 0; k < n; k++) {
    const double *column = linear->lu + (long)k * n;
    for (int i = k + 1; i < n; i++) {
      x[i] -= column[i] * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *column = linear->lu + (long)k * n;
    x[k] *= linear->inverse[k];
    for (int i = 0; i < k; i++) {
      x[i] -= column[i] * x[k];
    }
  }
}

// The columns of A^-1, one unit vector at a time.
static void form_inverse(Linear *linear) {
  const int n = linear->pattern->n;
  for (int k = 0; k < n; k++) {
    double *column = linear->whole[k];
    for (int i = 0; i < n; i++) {
      column[i] = i == k ? 1 : 0;
    }
    solve_dense(linear, column);
  }
}

// Every column is as long as the longest may be, zeros behind n: a length that the compiler knows.
static void multiply_inverse(const Linear *linear, double *x) {
  const int n = linear->pattern->n;
  double product[INVERSE_LIMIT] = {0};
  for (int k = 0; k < n; k++) {
    const double *column = linear->whole[k];
    for (int i = 0; i < INVERSE_LIMIT; i++) {
      product[i] += column[i] * x[k];
    }
  }
  for (int i = 0; i < n; i++) {
    x[i] = product[i];
  }
}

// KLU's arguments are not const, but it does not write to them.
static bool factor_sparse(Linear *linear, const double *values) {
  const Pattern *pattern = linear->pattern;
  int *start = pattern->column_start, *row = pattern->row;
  double *entries = (double *)(size_t)values;
  klu_common *common = &linear->common;
  if (linear->numeric != NULL) {
    const int ok = klu_refactor(start, row, entries, linear->symbolic, linear->numeric, common);
    // good pivots of an earlier matrix may be bad ones here
    if (ok && klu_rcond(linear->symbolic, linear->numeric, common) && common->rcond > 1e-14) {
      return true;
    }
    klu_free_numeric(&linear->numeric, common);
  }
  linear->numeric = klu_factor(start, row, entries, linear->symbolic, common);
  if (linear->numeric == NULL) {
    const bool memory = common->status == KLU_OUT_OF_MEMORY || common->status == KLU_TOO_LARGE;
    linear->allocator->exhausted = linear->allocator->exhausted || memory;
    return false;
  }
  return klu_rcond(linear->symbolic, linear->numeric, common) && common->rcond > 0 &&
         isfinite(common->rcond);
}

bool linear_factor(Linear *linear, const double *values) {
  if (!linear->pattern->dense) {
    return factor_sparse(linear, values);
  }
  const bool ok = factor_dense(linear, values);
  if (ok && linear->pattern->n <= INVERSE_LIMIT) {
    form_inverse(linear);
  }
  return ok;
}

void linear_solve(Linear *linear, double *x) {
  if (linear->pattern->dense) {
    if (linear->pattern->n <= INVERSE_LIMIT) {
      multiply_inverse(linear, x);
    } else {
      solve_dense(linear, x);
    }
    return;
  }
  klu_solve(linear->symbolic, linear->numeric, linear->pattern->n, 1, x, &linear->common);
}
