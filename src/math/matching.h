// SPDX-License-Identifier: BSD-3-Clause
// matching.h: the assignment problem: every row gets a column of its own, at least total cost.
//
// Shortest augmenting paths with dual potentials (Kuhn 1955, Munkres 1957): rows^2 x columns
// operations.
#ifndef MBS_MATH_MATCHING_H
#define MBS_MATH_MATCHING_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Matching {
  int rows, columns; // the largest problem that fits
  double *row_price, *column_price, *least;
  int *row_of, *came_from;
  bool *visited;
} Matching;

bool matching_open(Matching *matching, int rows, int columns, Arena *arena);

// column_of[i] of every row, for finite costs cost[i + rows * j], rows <= columns.
void matching_solve(Matching *matching, int rows, int columns, const double *cost, int *column_of);

#endif
