// SPDX-License-Identifier: BSD-3-Clause
// results_read.h: motions back from files: one CSV file, or a results directory.
#ifndef MBS_OUTPUT_RESULTS_READ_H
#define MBS_OUTPUT_RESULTS_READ_H

#include "analysis/verification/trajectory.h"

typedef struct StoredMotion {
  const char *name; // of the analysis, or of the file without its ending
  Trajectory motion;
  ScaleFloor floor; // zeros where no summary tells
} StoredMotion;

typedef struct StoredResults {
  const char *title; // of the model; "" where no summary tells
  StoredMotion *list;
  int count;
} StoredResults;

// Reads a CSV file with a header row, t first: any channels, units those of a second row that
// says them, else unknown. max_bytes: of a file.
bool results_read_file(const char *path, double max_bytes, StoredResults *results, Arena *arena,
                       Diag *diag);

// Reads the complete CSV files that summary.json lists, with units and scale; without a summary all
// files *.csv of the directory but partial ones. What is left out is told where all of it is
// compared. False after a message (also when there is nothing to read), or when memory ran out.
bool results_read_directory(const char *path, double max_bytes, bool compared,
                            StoredResults *results, Arena *arena, Diag *diag);

#endif
