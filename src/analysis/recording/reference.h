// SPDX-License-Identifier: BSD-3-Clause
// reference.h: a table of reference values from a CSV file.
//
// The file has a header row with `t` first. A second row that begins with "s" has the units of the
// columns, as --format csv_units writes it.
#ifndef MBS_ANALYSIS_RECORDING_REFERENCE_H
#define MBS_ANALYSIS_RECORDING_REFERENCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "model/model.h"

typedef struct Reference {
  int row_count, column_count; // the columns without t
  double *t;                   // [row_count], ascending; equal times: before and behind an event
  double *value;               // [row_count x column_count]; NaN: an empty field
  const char **units;          // of the columns, "" where a field is empty; NULL: there is no row
                               // of units
  const Mark *unit_places;     // where the units stand in the file
} Reference;

// The names of a table's columns in the order of its header row, without t. False on an error or
// when memory ran out.
bool reference_columns(const SourceText *text, const char *const **columns, int *count,
                       Arena *arena, Diag *diag);

// Reads the named columns, in the order of `columns`, into arena. scratch may be closed afterwards.
// Error messages point into the CSV file. Returns false on an error or when memory ran out.
bool reference_read(const SourceText *text, const char *const *columns, int count,
                    Reference *reference, Arena *scratch, Arena *arena, Diag *diag);

// The index of an output of the model, or -1.
int reference_output(const Model *model, const char *name);

// Converts the columns of a check's table to the units of the outputs with which they are compared,
// where the file has units of its own. False after a message.
bool reference_convert(const Check *check, const Model *model, Reference *reference, Diag *diag);

// Reads the reference of a check, from its file or from the values in the check itself: one column
// for each of its channels, in the units of the outputs. False when the file does not exist
// (*missing), has an error, or when memory ran out.
bool reference_open(const Check *check, const Model *model, const ModelReader *reader,
                    Reference *reference, bool *missing, Arena *arena, Diag *diag);

#endif
