// SPDX-License-Identifier: BSD-3-Clause
// rank.h: rank and left null space of a small dense matrix by the singular value decomposition.
#ifndef MBS_MATH_RANK_H
#define MBS_MATH_RANK_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Rank {
  int rank;
  double smallest_kept; // singular value above the cut; 0 when there is none
  double largest;
  const double *singular; // all of them, descending,
  int count;              // so many
  int null_count;         // rows - rank
  double *null_space;     // rows x null_count, column-major: N with N' A = 0
} Rank;

// A is rows x columns, row-major, unchanged. Singular values below tolerance x the largest count
// as zero. Scratch and null_space come from the arena. Returns false when memory ran out or the
// decomposition does not converge (entries that are not finite).
bool rank_of(const double *A, int rows, int columns, double tolerance, Rank *rank, Arena *arena);

#endif
