// SPDX-License-Identifier: BSD-3-Clause
// stored.h: what a results directory holds of a motion: its rows and its track.
//
// Only files that summary.json lists are read, and only with the SHA-256 that it lists.
#ifndef MBS_REPORT_PICTURES_STORED_H
#define MBS_REPORT_PICTURES_STORED_H

#include "base/diag.h"

// A table, row by row; NaN: no value.
typedef struct StoredTable {
  const char *const *names; // of its columns; of a track NULL
  double *values;
  int rows, columns;
} StoredTable;

typedef struct StoredAnalysis {
  const char *name, *json; // its object in the summary
  StoredTable rows;        // columns 0: there are none that can be read
  StoredTable track;       // likewise
} StoredAnalysis;

typedef struct Stored {
  const char *directory;
  const char *summary; // the text of summary.json
  StoredAnalysis *list;
  int count;
} Stored;

// Reads summary.json alone: directory, summary, and the names of the analyses. False after a
// message, or when memory ran out.
bool stored_open(const char *directory, Stored *stored, Arena *arena, Diag *diag);
// And then the tables.
bool stored_read(Stored *stored, Arena *arena, Diag *diag);

#endif
