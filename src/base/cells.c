// SPDX-License-Identifier: BSD-3-Clause
// cells.c: a CSV file of words and numbers (see cells.h).
#include "base/cells.h"

#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/number.h"
#include "base/source.h"

// "L [m]" and such.
static bool read_head(const CsvField *field, Cells *cells, int column, Arena *arena) {
  int length = field->length;
  const char *open = NULL;
  for (int k = 1; k < length && field->text[length - 1] == ']'; k++) {
    open = field->text[k - 1] == ' ' && field->text[k] == '[' ? field->text + k : open;
  }
  cells->units[column] = "";
  if (open != NULL) {
    const int begin = (int)(open - field->text);
    cells->units[column] = arena_copy(arena, open + 1, (size_t)(length - begin - 2));
    length = begin - 1;
  }
  cells->names[column] = arena_copy(arena, field->text, (size_t)length);
  return cells->names[column] != NULL && cells->units[column] != NULL;
}

static bool read_row(CsvReader *csv, Cells *cells, Arena *arena) {
  const long first = (long)cells->rows * cells->columns;
  for (int k = 0; k < cells->columns; k++) {
    const CsvField field = k < csv->count ? csv->fields[k] : (CsvField){.text = "", .length = 0};
    double value = 0;
    int used = 0;
    const bool number = field.length > 0 &&
                        number_parse(field.text, field.length, &value, &used) == NUMBER_OK &&
                        used == field.length;
    cells->values[first + k] = number ? value : (double)NAN;
    cells->words[first + k] = NULL;
    if (!number && field.length > 0) {
      cells->words[first + k] = arena_copy(arena, field.text, (size_t)field.length);
      if (cells->words[first + k] == NULL) {
        return false;
      }
    }
  }
  cells->rows++;
  return true;
}

bool cells_read(const char *path, double max_bytes, Cells *cells, Arena *arena, Diag *diag) {
  SourceText *text = arena_new(arena, SourceText);
  CsvReader csv;
  *cells = (Cells){.rows = 0};
  if (text == NULL ||
      !source_read(path, (long)fmin(max_bytes, NUMBER_LARGEST_WHOLE), text, arena, diag) ||
      !csv_open(&csv, text, arena)) {
    return false;
  }
  if (!csv_next(&csv) || csv.overfull) {
    return diag_add(diag, DIAG_IO_TABLE, mark_none(),
                    csv.overfull ? "\"%s\" has more columns than a run writes" : "\"%s\" is empty",
                    path);
  }
  const int rows = csv_row_limit(text);
  cells->columns = csv.count;
  cells->names = arena_array(arena, const char *, csv.count);
  cells->units = arena_array(arena, const char *, csv.count);
  cells->values = arena_alloc_array(arena, rows, (size_t)csv.count * sizeof(double));
  cells->words = arena_alloc_array(arena, rows, (size_t)csv.count * sizeof(char *));
  bool good = cells->names && cells->units && cells->values && cells->words;
  for (int k = 0; good && k < cells->columns; k++) {
    good = read_head(&csv.fields[k], cells, k, arena);
  }
  while (good && csv_next(&csv)) {
    good = read_row(&csv, cells, arena);
  }
  return good && !arena->allocator->exhausted;
}

int cells_column(const Cells *cells, const char *name) {
  for (int k = 0; k < cells->columns; k++) {
    if (strcmp(cells->names[k], name) == 0) {
      return k;
    }
  }
  return -1;
}

const char *cells_word(const Cells *cells, int row, int column) {
  const char *word = column >= 0 ? cells->words[(long)row * cells->columns + column] : NULL;
  return word != NULL ? word : "";
}

bool cells_holds_words(const Cells *cells, int column) {
  for (int row = 0; row < cells->rows; row++) {
    if (cells_word(cells, row, column)[0] != '\0') {
      return true;
    }
  }
  return false;
}
