// SPDX-License-Identifier: BSD-3-Clause
// rank_sparse.h: rank and left null space of sparse rows of unit norm, when both are beyond doubt.
//
//   G = A A' = L D L';  d_k is the square of the distance of row k from the rows before it
// A d_k that is nothing but round-off belongs to a row that depends on those before it, and
// L' z = e_k gives how. What lies between clear zeros and clear independence is left to singular
// values (rank.h), which cost the cube of the rows where this costs little more than their number.
#ifndef MBS_MATH_RANK_SPARSE_H
#define MBS_MATH_RANK_SPARSE_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/ldl.h"

// Row i has the entries start[i] .. start[i + 1] of column and value; its norm is 1 (or 0).
typedef struct SparseRows {
  int rows, columns;
  int *start, *column;
  double *value;
} SparseRows;

typedef struct SparseRank {
  bool clear;      // what follows is known
  int null_count;  // dependent rows
  double smallest; // eigenvalue of the others' A A'
  LdlPlan plan;
  double *values, *work;
} SparseRank;

// Returns false when memory ran out.
bool rank_sparse(const SparseRows *A, SparseRank *rank, Arena *arena);

// Null vector k (of null_count) of a clear rank, of unit norm: z' A = 0; z: A->rows numbers. They
// are independent of one another, but not orthogonal. *from remembers where to look for the next
// one: 0 before the first.
void rank_sparse_null(const SparseRank *rank, int *from, double *z);

#endif
