// SPDX-License-Identifier: BSD-3-Clause
// rank.c: rank and left null space by LAPACK's dgesvd (see rank.h).
//
// LAPACK sees the row-major A as its column-major transpose A' = U S V'. The left null space of A
// is the space of rows of V' that belong to zero singular values.
#include "math/rank.h"

#include <string.h>

void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a,
             const int *lda, double *s, double *u, const int *ldu, double *vt, const int *ldvt,
             double *work, const int *lwork, int *info, size_t jobu_length, size_t jobvt_length);

// All singular values of A', and V' (rows x rows, column-major).
static bool decompose(const double *A, int rows, int columns, double *singular, double *vt,
                      Arena *arena) {
  const int few = rows < columns ? rows : columns, many = rows < columns ? columns : rows;
  const int size = 5 * few + 3 * few + many + 64 * (rows + columns);
  double *copy = arena_array(arena, double, rows *columns);
  double *work = arena_array(arena, double, size);
  if (copy == NULL || work == NULL) {
    return false;
  }
  memcpy(copy, A, (size_t)rows * (size_t)columns * sizeof(double));
  double unused = 0;
  const int one = 1;
  int info = 0;
  dgesvd_("N", "A", &columns, &rows, copy, &columns, singular, &unused, &one, vt, &rows, work,
          &size, &info, 1, 1);
  return info == 0;
}

bool rank_of(const double *A, int rows, int columns, double tolerance, Rank *rank, Arena *arena) {
  *rank = (Rank){.null_count = rows};
  if (rows == 0) {
    return true;
  }
  const int few = rows < columns ? rows : columns;
  double *singular = arena_array(arena, double, few > 0 ? few : 1);
  double *vt = arena_array(arena, double, rows *rows);
  rank->null_space = arena_array(arena, double, rows *rows);
  if (arena->allocator->exhausted) {
    return false;
  }
  if (few == 0) {
    for (int i = 0; i < rows; i++) {
      rank->null_space[(long)i * rows + i] = 1;
    }
    return true;
  }
  if (!decompose(A, rows, columns, singular, vt, arena)) {
    return false;
  }
  while (rank->rank < few && singular[rank->rank] > tolerance * singular[0]) {
    rank->rank++;
  }
  rank->largest = singular[0];
  rank->singular = singular;
  rank->count = few;
  rank->smallest_kept = rank->rank > 0 ? singular[rank->rank - 1] : 0;
  rank->null_count = rows - rank->rank;
  for (int k = 0; k < rank->null_count; k++) {
    for (int i = 0; i < rows; i++) {
      rank->null_space[(long)k * rows + i] = vt[(long)i * rows + rank->rank + k];
    }
  }
  return true;
}
