// SPDX-License-Identifier: BSD-3-Clause
// cells.h: a CSV file of words and numbers, as studies and convergence write them.
#ifndef MBS_BASE_CELLS_H
#define MBS_BASE_CELLS_H

#include "base/arena.h"
#include "base/diag.h"

typedef struct Cells {
  const char **names, **units; // of the columns; "L [m]" is L in m; "": none is told
  int columns, rows;
  double *values;     // row by row; NaN: no number
  const char **words; // likewise; NULL: a number, or nothing
} Cells;

// False after a message, or when memory ran out. max_bytes: of the file.
bool cells_read(const char *path, double max_bytes, Cells *cells, Arena *arena, Diag *diag);

// The column of a name, or -1.
int cells_column(const Cells *cells, const char *name);
// The word in a row of a column; "" where there is none.
const char *cells_word(const Cells *cells, int row, int column);
// Whether a column holds words.
bool cells_holds_words(const Cells *cells, int column);

#endif
