// SPDX-License-Identifier: BSD-3-Clause
// matching.c: the assignment problem by shortest augmenting paths (see matching.h).
//
// Columns are counted from 1; column 0 stands for "the row that seeks a place". Prices u of rows
// and v of columns keep cost - u - v >= 0, with equality on assigned pairs.
#include "math/matching.h"

#include <math.h>

bool matching_open(Matching *matching, int rows, int columns, Arena *arena) {
  *matching = (Matching){.rows = rows, .columns = columns};
  matching->row_price = arena_array(arena, double, rows + 1);
  (void)arena_doubles(arena, columns + 1, &matching->column_price, &matching->least);
  matching->row_of = arena_array(arena, int, columns + 1);
  matching->came_from = arena_array(arena, int, columns + 1);
  matching->visited = arena_array(arena, bool, columns + 1);
  return !arena->allocator->exhausted;
}

// Grows the tree of cheapest alternating paths from column 0 until it meets a free column.
static int find_free(Matching *m, int rows, int columns, const double *cost) {
  int column = 0;
  while (m->row_of[column] != 0) {
    const int row = m->row_of[column];
    double step = (double)INFINITY;
    int next = 0;
    m->visited[column] = true;
    for (int j = 1; j <= columns; j++) {
      if (m->visited[j]) {
        continue;
      }
      const double reduced =
          cost[row - 1 + (long)rows * (j - 1)] - m->row_price[row] - m->column_price[j];
      if (reduced < m->least[j]) {
        m->least[j] = reduced;
        m->came_from[j] = column;
      }
      if (m->least[j] < step) {
        step = m->least[j];
        next = j;
      }
    }
    for (int j = 0; j <= columns; j++) {
      if (m->visited[j]) {
        m->row_price[m->row_of[j]] += step;
        m->column_price[j] -= step;
      } else {
        m->least[j] -= step;
      }
    }
    column = next;
  }
  return column;
}

void matching_solve(Matching *m, int rows, int columns, const double *cost, int *column_of) {
  for (int i = 0; i <= rows; i++) {
    m->row_price[i] = 0;
  }
  for (int j = 0; j <= columns; j++) {
    m->column_price[j] = 0;
    m->row_of[j] = 0;
  }
  for (int i = 1; i <= rows; i++) {
    for (int j = 0; j <= columns; j++) {
      m->least[j] = (double)INFINITY;
      m->visited[j] = false;
    }
    m->row_of[0] = i;
    int column = find_free(m, rows, columns, cost);
    while (column != 0) {
      const int before = m->came_from[column];
      m->row_of[column] = m->row_of[before];
      column = before;
    }
  }
  for (int j = 1; j <= columns; j++) {
    if (m->row_of[j] > 0) {
      column_of[m->row_of[j] - 1] = j - 1;
    }
  }
}
