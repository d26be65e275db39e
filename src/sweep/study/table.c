// SPDX-License-Identifier: BSD-3-Clause
// table.c: runs that are listed row by row (see table.h).
//
// A file's header names what varies by the paths of "vary"; a unit in brackets behind a blank, as
// in "bodies.bar.mass [g]", counts for all fields of its column.
#include "sweep/study/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/csv.h"
#include "base/source.h"
#include "expr/text/dimension.h"
#include "language/expand/constants.h"
#include "language/expand/files.h"
#include "sweep/study/paths.h"

// A column of the variable of the same number.
typedef struct Column {
  double *values;
  Unit unit; // in a file
} Column;

typedef struct Reader {
  const Checker *checker;
  Sweep *sweep;
  const Value *value; // "values" or "file"
  Column *columns;
  Arena *arena;
  Diag *diag;
} Reader;

static bool open_columns(Reader *reader, int columns, int more) {
  Plan *plan = &reader->sweep->plan;
  plan->variables = arena_array(reader->arena, Variable, columns + more);
  reader->columns = arena_array(reader->arena, Column, columns);
  return plan->variables != NULL && reader->columns != NULL;
}

// The next column varies what the path names. False after a message, or when memory ran out.
static bool add_column(const Reader *reader, const char *path, Mark mark, int rows) {
  Plan *plan = &reader->sweep->plan;
  Variable *variable = &plan->variables[plan->variable_count];
  if (!paths_open(reader->sweep, path, mark, variable, reader->arena, reader->diag)) {
    return false;
  }
  Column *column = &reader->columns[plan->variable_count++];
  *column = (Column){.values = arena_array(reader->arena, double, rows),
                     .unit = {1, 1, dimension_unknown()}};
  variable->kind = VARIABLE_VALUES;
  variable->count = rows;
  variable->values = column->values;
  return column->values != NULL;
}

// ---- in the study ----

static bool read_constant(const Reader *reader, Node *node, Variable *variable, double *value) {
  const Dimension wanted = paths_dimension(reader->sweep->model, variable->number);
  char what[160];
  (void)snprintf(what, sizeof what, "a value of %.120s", variable->path);
  const Literal literal = {.what = what,
                           .dimension = wanted,
                           .refusal = "a value of a row is a number, not",
                           .advice =
                               "what follows from columns is an \"expression\" under \"vary\""};
  Program program;
  if (!constants_literal(&literal, node, &program, reader->arena, reader->diag)) {
    return false;
  }
  *value = program.value;
  paths_judge_bare(reader->sweep->model, variable, node, *value, reader->diag);
  return isfinite(*value) || diag_add(reader->diag, DIAG_EXPR_VALUE, node->mark,
                                      "a value of %s is not a finite number", variable->path);
}

static void read_values(Reader *reader, const Node *columns, int more) {
  Plan *plan = &reader->sweep->plan;
  const Node *list = reader->value->node;
  const int width = columns->count;
  if (list->count % width != 0) {
    diag_add(reader->diag, DIAG_SCHEMA_LENGTH, list->mark,
             "%d values do not make rows of %d columns", list->count, width);
    diag_hint(reader->diag, "write a number per column for each run");
    return;
  }
  bool good = open_columns(reader, width, more);
  plan->runs = list->count / width;
  for (const Node *name = columns->first; good && name != NULL; name = name->next) {
    good = add_column(reader, name->text, name->mark, list->count / width);
  }
  int k = 0;
  for (Node *node = list->first; good && node != NULL; node = node->next, k++) {
    double value = 0;
    if (read_constant(reader, node, &plan->variables[k % width], &value)) {
      reader->columns[k % width].values[k / width] = value;
    }
  }
}

// ---- in a file ----

static bool read_unit(const Reader *reader, const CsvField *field, Mark mark, int begin) {
  const char *text = field->text + begin;
  const int length = field->length - begin - 1;
  const int last = reader->sweep->plan.variable_count - 1;
  const Variable *variable = &reader->sweep->plan.variables[last];
  Column *column = &reader->columns[last];
  const Dimension wanted = paths_dimension(reader->sweep->model, variable->number);
  if (!constants_unit(text, length, mark, "write a unit as in \"L [mm]\" or \"k [N*m/rad]\"",
                      &column->unit, reader->diag)) {
    return false;
  }
  const Dimension found = column->unit.dimension;
  if (wanted.known && !dimension_equal(wanted, found)) {
    char expected[64], here[64];
    dimension_written(wanted, expected, sizeof expected);
    dimension_written(found, here, sizeof here);
    diag_add(reader->diag, DIAG_UNIT_DIMENSION, mark, "column \"%s\": expected %s, found %s",
             variable->path, expected, here);
    return diag_hint(reader->diag, "the unit in brackets applies to all numbers of the column");
  }
  return true;
}

// "bodies.bar.mass [g]": the path, and the unit if there is one.
static bool read_head(const Reader *reader, const CsvField *field, Mark mark, int rows) {
  int length = field->length, unit = 0;
  if (length > 0 && field->text[length - 1] == ']') {
    for (int k = 1; k < field->length; k++) {
      unit = field->text[k - 1] == ' ' && field->text[k] == '[' ? k + 1 : unit;
    }
  }
  if (unit > 0) {
    length = unit - 1;
    while (length > 0 && field->text[length - 1] == ' ') {
      length--;
    }
  }
  if (length == 0) {
    diag_add(reader->diag, DIAG_IO_TABLE, mark, "the column has no name");
    return diag_hint(reader->diag,
                     "the first row names the variables, as in \"L [mm],bodies.bar.mass\"");
  }
  const char *path = arena_copy(reader->arena, field->text, (size_t)length);
  return path != NULL && add_column(reader, path, mark, rows) &&
         (unit == 0 || read_unit(reader, field, mark, unit));
}

static bool read_header(Reader *reader, CsvReader *csv, int rows, int more) {
  if (!csv_next(csv)) {
    return diag_add(reader->diag, DIAG_IO_TABLE, reader->value->mark, "\"%s\" is empty",
                    reader->value->text);
  }
  if (csv->overfull) {
    return diag_add(reader->diag, DIAG_IO_TABLE, csv_mark(csv, 0),
                    "a table may have up to %d columns", CSV_FIELDS_LIMIT);
  }
  const bool room = open_columns(reader, csv->count, more);
  bool good = room;
  for (int k = 0; room && k < csv->count; k++) {
    good = read_head(reader, &csv->fields[k], csv_mark(csv, k), rows) && good;
  }
  return good;
}

static void read_rows(const Reader *reader, const Column *columns, CsvReader *csv) {
  Plan *plan = &reader->sweep->plan;
  const int width = csv->count;
  while (csv_next(csv)) {
    if (csv->count != width || csv->overfull) {
      diag_add(reader->diag, DIAG_IO_TABLE, csv_mark(csv, 0),
               "this row has %d fields, the header %d", csv->count, width);
      continue;
    }
    for (int k = 0; k < width; k++) {
      const Column *column = &columns[k];
      double value = 0;
      if (!csv_number(csv, k, &value, reader->diag)) {
        continue;
      }
      value = value * column->unit.numerator / column->unit.denominator;
      if (!isfinite(value)) {
        diag_add(reader->diag, DIAG_VALUE_LARGE, csv_mark(csv, k),
                 "the number is too large for a double");
      }
      column->values[plan->runs] = value;
    }
    plan->runs++;
  }
  for (int k = 0; k < width; k++) {
    plan->variables[k].count = plan->runs;
  }
  if (plan->runs == 0) {
    diag_add(reader->diag, DIAG_IO_TABLE, reader->value->mark,
             "\"%s\" has no rows below its header", reader->value->text);
    diag_hint(reader->diag, "write a run in each row, a number in each column");
  }
}

static void read_file(Reader *reader, const char *study, int more) {
  const Value *file = reader->value;
  const LoadOptions *load = &reader->sweep->load;
  SourceText *text = arena_new(reader->arena, SourceText);
  const char *folder = files_directory(study, reader->arena);
  bool missing = false;
  CsvReader csv;
  if (text == NULL || folder == NULL) {
    return;
  }
  const char *path =
      files_resolve(folder, load, file->text, file->mark, &missing, reader->arena, reader->diag);
  if (missing) {
    diag_add(reader->diag, DIAG_IO_READ, file->mark, "there is no file \"%s\"", file->text);
    diag_hint(reader->diag, "the file must be below the study's folder, \"%s\"", folder);
  }
  if (path == NULL ||
      !source_read(path, load->limits.file_bytes, text, reader->arena, reader->diag)) {
    return;
  }
  text->name = file->text;
  if (csv_open(&csv, text, reader->arena) && read_header(reader, &csv, csv_row_limit(text), more) &&
      reader->columns != NULL) {
    read_rows(reader, reader->columns, &csv);
  }
}

bool table_read(const Checker *checker, const Item *study, const char *path, int more,
                Sweep *sweep) {
  const Value *values = item_stated(study, "plan.values"), *file = item_stated(study, "plan.file"),
              *columns = item_stated(study, "plan.columns");
  Reader reader = {.checker = checker,
                   .sweep = sweep,
                   .value = values != NULL ? values : file,
                   .arena = checker->arena,
                   .diag = checker->diag};
  if (values != NULL && columns != NULL) {
    read_values(&reader, columns->node, more);
  } else if (file != NULL) {
    read_file(&reader, path, more);
  }
  if (sweep->plan.variables == NULL) { // refused
    sweep->plan.variables = arena_array(checker->arena, Variable, more);
  }
  return !checker->arena->allocator->exhausted;
}
