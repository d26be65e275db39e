// SPDX-License-Identifier: BSD-3-Clause
// pattern.h: where the entries of a square sparse matrix stand, fixed once.
//
// Entries are announced in any order and any number of times; pattern_close sorts them into
// compressed columns. Afterwards pattern_slot finds the place of an entry, once per entry at
// compile time, so that assembly is values[slot] += x: no search, no allocation, a fixed order.
// A dense pattern holds every entry, column after column, and works the same way.
#ifndef MBS_MATH_PATTERN_H
#define MBS_MATH_PATTERN_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Pattern {
  int n;
  bool dense;
  int nonzeros;      // n * n when dense
  int *column_start; // n + 1 (compressed columns; NULL when dense)
  int *row;          // nonzeros, ascending in each column (NULL when dense)
  // while open:
  Arena *arena;
  int *announced; // pairs (row, column)
  int announced_count, announced_capacity;
  bool failed; // memory ran out
} Pattern;

// Opens a pattern of size n x n whose diagonal is always part of it.
void pattern_open(Pattern *pattern, int n, bool dense, Arena *arena);
void pattern_add(Pattern *pattern, int row, int column);
// Returns false when memory ran out.
bool pattern_close(Pattern *pattern);
// Index of an entry into the values; asserts that the entry was announced.
int pattern_slot(const Pattern *pattern, int row, int column);

#endif
