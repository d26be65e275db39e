// SPDX-License-Identifier: BSD-3-Clause
// reference.h: a table of reference values from a CSV file: header row, `t` first. A second row
// that begins with "s" says the units of the columns, as --format csv_units writes it.
#ifndef MBS_ANALYSIS_RECORDING_REFERENCE_H
#define MBS_ANALYSIS_RECORDING_REFERENCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "model/model.h"

typedef struct Reference {
  int row_count, column_count; // without t
  double *t;                   // strictly increasing
  double *value;               // row_count x column_count; NaN for an empty field
  const char **units;          // of the columns, "" where it says none; NULL: there is no such row
  const Mark *unit_places;
} Reference;

// The columns of a table beside t, in their order, by the names of its header row.
bool reference_columns(const SourceText *text, const char *const **columns, int *count,
                       Arena *arena, Diag *diag);

// Reads the named columns (in their order here) into arena; scratch may be closed afterwards.
// Errors point into the CSV file. Returns false on an error or when memory ran out.
bool reference_read(const SourceText *text, const char *const *columns, int count,
                    Reference *reference, Arena *scratch, Arena *arena, Diag *diag);

// The number of an output of the model, or -1.
int reference_output(const Model *model, const char *name);

// Brings the columns of a check's table into the units of the outputs that they are compared with,
// where the file says its own. False after a message.
bool reference_convert(const Check *check, const Model *model, Reference *reference, Diag *diag);

// What a check compares with, its file or the values that it states: a column for each of its
// channels, in the units of the outputs. False with *missing where there is no such file, on an
// error in it, or when memory ran out.
bool reference_open(const Check *check, const Model *model, const ModelReader *reader,
                    Reference *reference, bool *missing, Arena *arena, Diag *diag);

#endif
