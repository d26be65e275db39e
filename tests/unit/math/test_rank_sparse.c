// SPDX-License-Identifier: BSD-3-Clause
// test_math_rank_sparse.c: the sparse rank against singular values, with planted dependencies, near
// ones that must be left open, and without memory.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "math/rank.h"
#include "math/rank_sparse.h"
#include "support/failing_allocator.h"

enum { ROWS = 60, COLUMNS = 90 };

static unsigned seed;

static double next_number(void) {
  seed = seed * 1664525U + 1013904223U;
  return (double)(seed >> 8) / 8388608.0 - 1;
}

typedef struct Matrix {
  double dense[ROWS * COLUMNS];
  int rows;
  SparseRows sparse;
  int start[ROWS + 1], column[ROWS * COLUMNS];
  double value[ROWS * COLUMNS];
} Matrix;

static void close_matrix(Matrix *matrix) {
  int count = 0;
  for (int i = 0; i < matrix->rows; i++) {
    double *row = matrix->dense + (ptrdiff_t)i * COLUMNS, sum = 0;
    for (int k = 0; k < COLUMNS; k++) {
      sum += row[k] * row[k];
    }
    for (int k = 0; k < COLUMNS; k++) {
      row[k] /= sum > 0 ? sqrt(sum) : 1;
      if (row[k] != 0) {
        matrix->column[count] = k;
        matrix->value[count++] = row[k];
      }
    }
    matrix->start[i + 1] = count;
  }
  matrix->sparse = (SparseRows){.rows = matrix->rows,
                                .columns = COLUMNS,
                                .start = matrix->start,
                                .column = matrix->column,
                                .value = matrix->value};
}

// Rows of two blocks each, as joints have them; `doubled` of them are sums of two others, and
// `nearly` is how far these are from being so.
static void make(Matrix *matrix, int rows, int doubled, double nearly) {
  memset(matrix, 0, sizeof *matrix);
  matrix->rows = rows;
  for (int i = 0; i < rows; i++) {
    double *row = matrix->dense + (ptrdiff_t)i * COLUMNS;
    if (i % 4 == 3 && doubled > 0) {
      doubled--;
      for (int k = 0; k < COLUMNS; k++) {
        row[k] = row[k - COLUMNS] - 0.5 * row[k - (ptrdiff_t)2 * COLUMNS];
        row[k] += row[k] != 0 ? nearly * next_number() : 0;
      }
      continue;
    }
    const int a = 3 * (i / 2 % 30), b = 3 * ((i / 2 + 1 + i % 3) % 30);
    for (int k = 0; k < 3; k++) {
      row[a + k] = next_number();
      row[b + k] = next_number();
    }
  }
  close_matrix(matrix);
}

// What singular values say must be what is found, null vectors must be that, and take part in the
// same rows.
static void compare(const Matrix *matrix, Arena *arena) {
  Rank dense;
  SparseRank sparse;
  assert_true(rank_of(matrix->dense, matrix->rows, COLUMNS, 1e-9, &dense, arena));
  assert_true(rank_sparse(&matrix->sparse, &sparse, arena));
  assert_true(sparse.clear);
  assert_int_equal(sparse.null_count, dense.null_count);
  double z[ROWS], part_dense[ROWS] = {0}, part_sparse[ROWS] = {0};
  int from = 0;
  for (int n = 0; n < sparse.null_count; n++) {
    double size = 0;
    rank_sparse_null(&sparse, &from, z);
    for (int i = 0; i < matrix->rows; i++) {
      size += z[i] * z[i];
      part_sparse[i] = fmax(part_sparse[i], fabs(z[i]));
      part_dense[i] = fmax(part_dense[i], fabs(dense.null_space[(ptrdiff_t)n * matrix->rows + i]));
    }
    assert_true(fabs(size - 1) < 1e-12);
    for (int k = 0; k < COLUMNS; k++) {
      double sum = 0;
      for (int i = 0; i < matrix->rows; i++) {
        sum += z[i] * matrix->dense[(ptrdiff_t)i * COLUMNS + k];
      }
      assert_true(fabs(sum) < 1e-12);
    }
  }
  for (int i = 0; i < matrix->rows; i++) {
    assert_int_equal(part_sparse[i] > 1e-7, part_dense[i] > 1e-7);
  }
}

static void agrees_with_singular_values(void **unused) {
  (void)unused;
  static Matrix matrix;
  int dependent = 0;
  for (unsigned k = 1; k <= 40; k++) {
    Allocator allocator = {0};
    Arena arena;
    arena_open(&arena, &allocator);
    seed = k;
    make(&matrix, 20 + (int)k % 4 * 10, (int)k % 5, 0);
    compare(&matrix, &arena);
    dependent += k % 5 > 0;
    arena_close(&arena);
  }
  assert_true(dependent > 20);
}

static void a_row_of_zeros_depends(void **unused) {
  (void)unused;
  static Matrix matrix;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  seed = 3;
  make(&matrix, 30, 0, 0);
  memset(matrix.dense + (ptrdiff_t)7 * COLUMNS, 0, COLUMNS * sizeof(double));
  close_matrix(&matrix);
  compare(&matrix, &arena);
  arena_close(&arena);
}

// Rows that differ by 1e-6 and 1e-5 are neither clearly dependent nor clearly independent; 1e-3,
// whose square is a pivot of 1e-6, is.
static void leaves_doubt_open(void **unused) {
  (void)unused;
  static Matrix matrix;
  for (int k = 0; k < 4; k++) {
    Allocator allocator = {0};
    Arena arena;
    SparseRank rank;
    arena_open(&arena, &allocator);
    seed = 11 + (unsigned)k;
    make(&matrix, 40, 3, k % 2 == 0 ? 1e-6 : 1e-5);
    assert_true(rank_sparse(&matrix.sparse, &rank, &arena));
    assert_false(rank.clear);
    for (int tenths = 0; tenths < 2; tenths++) {
      make(&matrix, 40, 3, tenths == 0 ? 1e-2 : 1e-3);
      assert_true(rank_sparse(&matrix.sparse, &rank, &arena));
      assert_true(rank.clear);
      assert_int_equal(rank.null_count, 0);
    }
    matrix.value[5] = (double)NAN;
    assert_true(rank_sparse(&matrix.sparse, &rank, &arena));
    assert_false(rank.clear);
    arena_close(&arena);
  }
}

static void survives_without_memory(void **unused) {
  (void)unused;
  static Matrix matrix;
  seed = 5;
  make(&matrix, 50, 2, 0);
  for (long n = 1;; n++) {
    FailingAllocator failing;
    Arena arena;
    SparseRank rank;
    failing_open(&failing, n, FAILING_ONCE);
    arena_open(&arena, &failing.allocator);
    const bool done = rank_sparse(&matrix.sparse, &rank, &arena);
    const bool failed = failing.has_failed;
    assert_true(done != failed);
    arena_close(&arena);
    failing_close(&failing);
    if (!failed) {
      assert_true(n > 1);
      break;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_singular_values),
      cmocka_unit_test(a_row_of_zeros_depends),
      cmocka_unit_test(leaves_doubt_open),
      cmocka_unit_test(survives_without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
