// SPDX-License-Identifier: BSD-3-Clause
// rank_sparse.c: rank and left null space of sparse rows (see rank_sparse.h).
#include "math/rank_sparse.h"

#include <math.h>
#include <string.h>

// Squared distances of unit rows: above the first they are independent, below the second they
// are not, and G's smallest eigenvalue must say so, too.
static const double INDEPENDENT = 1e-9, DEPENDENT = 1e-13, SMALLEST = 1e-12;
static const double DENSEST = 64;           // products per entry of A beyond which nothing is tried
static const double MOST_OPERATIONS = 1e10; // of one factorization
enum { ITERATIONS = 8 };

// The rows that have an entry in each column, one list after the other: entries of A.
typedef struct Columns {
  int *start, *entry, *row;
} Columns;

static bool list_columns(const SparseRows *A, Columns *columns, Arena *arena) {
  const int count = A->start[A->rows];
  columns->start = arena_array(arena, int, A->columns + 2);
  columns->entry = arena_array(arena, int, count);
  columns->row = arena_array(arena, int, count);
  if (arena->allocator->exhausted) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    columns->start[A->column[k] + 2]++;
  }
  for (int c = 0; c < A->columns; c++) {
    columns->start[c + 2] += columns->start[c + 1];
  }
  for (int i = 0; i < A->rows; i++) {
    for (int k = A->start[i]; k < A->start[i + 1]; k++) {
      const int at = columns->start[A->column[k] + 1]++;
      columns->entry[at] = k;
      columns->row[at] = i;
    }
  }
  return true;
}

static double count_products(const SparseRows *A, const Columns *columns) {
  double products = 0;
  for (int c = 0; c < A->columns; c++) {
    const double rows = columns->start[c + 1] - columns->start[c];
    products += rows * (rows + 1) / 2;
  }
  return products;
}

// G's lower triangle to a pattern; with values, into these.
static void emit(const SparseRows *A, const Columns *columns, Pattern *pattern,
                 const SparseRank *rank) {
  for (int c = 0; c < A->columns; c++) {
    for (int i = columns->start[c]; i < columns->start[c + 1]; i++) {
      for (int k = columns->start[c]; k <= i; k++) {
        const int row = columns->row[i], column = columns->row[k];
        if (rank == NULL) {
          pattern_add(pattern, row, column);
        } else {
          rank->values[rank->plan.entry[pattern_slot(pattern, row, column)]] +=
              A->value[columns->entry[i]] * A->value[columns->entry[k]];
        }
      }
    }
  }
}

static double norm_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
  }
  return sqrt(sum);
}

// Smallest eigenvalue of the kept rows' G, by inverse iteration from a fixed start.
static double smallest_eigenvalue(const SparseRank *rank, double *x) {
  const int n = rank->plan.n;
  const double *inverse = rank->values + rank->plan.nonzeros;
  unsigned seed = 1;
  double growth = 1;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525U + 1013904223U;
    x[i] = (double)(seed >> 8) / 8388608.0 - 1;
  }
  for (int pass = 0; pass < ITERATIONS; pass++) {
    for (int i = 0; i < n; i++) {
      x[i] = inverse[rank->plan.place[i]] > 0 ? x[i] : 0;
    }
    const double before = norm_of(x, n);
    ldl_solve(&rank->plan, rank->values, x, rank->work);
    const double after = norm_of(x, n);
    growth = before > 0 && after > 0 ? after / before : 1;
    for (int i = 0; i < n && after > 0; i++) {
      x[i] /= after;
    }
  }
  return 1 / growth;
}

// L, 1 / D and which pivots are zero, as far as there is no doubt.
static void factor(SparseRank *rank, double *x) {
  double largest_dropped = 0;
  rank->null_count =
      ldl_factor_semidefinite(&rank->plan, rank->values, rank->work, INDEPENDENT, &largest_dropped);
  rank->smallest = 1;
  if (largest_dropped <= DEPENDENT && rank->null_count < rank->plan.n) {
    rank->smallest = smallest_eigenvalue(rank, x);
  }
  rank->clear = largest_dropped <= DEPENDENT && rank->smallest > SMALLEST;
}

bool rank_sparse(const SparseRows *A, SparseRank *rank, Arena *arena) {
  *rank = (SparseRank){.clear = false};
  Columns columns;
  if (!list_columns(A, &columns, arena)) {
    return false;
  }
  if (count_products(A, &columns) > DENSEST * A->start[A->rows]) {
    return true;
  }
  Pattern pattern;
  pattern_open(&pattern, A->rows, false, arena);
  emit(A, &columns, &pattern, NULL);
  if (!pattern_close(&pattern) || !ldl_order(&rank->plan, &pattern, arena)) {
    return false;
  }
  if (!(rank->plan.operations <= MOST_OPERATIONS)) {
    return true;
  }
  double *x = arena_array(arena, double, A->rows);
  rank->work = arena_array(arena, double, A->rows);
  if (x == NULL || rank->work == NULL || !ldl_lay_out(&rank->plan, &pattern, arena)) {
    return false;
  }
  rank->values = arena_array(arena, double, rank->plan.nonzeros + A->rows);
  if (rank->values == NULL) {
    return false;
  }
  emit(A, &columns, &pattern, rank);
  factor(rank, x);
  return true;
}

void rank_sparse_null(const SparseRank *rank, int *from, double *z) {
  const LdlPlan *plan = &rank->plan;
  const double *inverse = rank->values + plan->nonzeros;
  double *work = rank->work;
  while (inverse[*from] > 0) {
    ++*from;
  }
  const int k = (*from)++;
  double size = 1;
  memset(work, 0, (size_t)plan->n * sizeof(double));
  work[k] = 1;
  for (int i = k - 1; i >= 0; i--) {
    double sum = 0;
    for (int p = plan->column_start[i]; p < plan->column_start[i + 1]; p++) {
      sum -= rank->values[p] * work[plan->row[p]];
    }
    work[i] = sum;
    size += sum * sum;
  }
  for (int i = 0; i < plan->n; i++) {
    z[i] = work[plan->place[i]] / sqrt(size);
  }
}
