// SPDX-License-Identifier: BSD-3-Clause
// reference.c: reads a table of reference values (see reference.h).
#include "analysis/recording/reference.h"

#include <math.h>
#include <string.h>

#include "base/csv.h"

// Reads the header row, whose first name is t.
static bool open_table(CsvReader *reader, const SourceText *source, Arena *arena, Diag *diag) {
  const Mark head = {.source = source, .line = 1, .column = 1, .end_column = 2};
  if (!csv_open(reader, source, arena)) {
    return false;
  }
  const bool found = csv_next(reader);
  if (!found || !csv_is_word(&reader->fields[0], "t")) {
    return diag_add(diag, DIAG_IO_TABLE, found ? csv_mark(reader, 0) : head,
                    "a reference table starts with a header row whose first column is t");
  }
  return !reader->overfull || diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, 0),
                                       "a table may have up to %d columns", CSV_FIELDS_LIMIT);
}

// Which field holds each wanted column.
static bool find_columns(CsvReader *header, const char *const *columns, int count, int *place,
                         Diag *diag) {
  for (int k = 0; k < count; k++) {
    place[k] = -1;
    for (int c = 1; c < header->count; c++) {
      place[k] = csv_is_word(&header->fields[c], columns[k]) ? c : place[k];
    }
    if (place[k] < 0) {
      return diag_add(diag, DIAG_IO_TABLE, csv_mark(header, 0),
                      "the reference table has no column \"%s\"", columns[k]);
    }
  }
  return true;
}

static bool read_field(CsvReader *reader, int k, double *value, Diag *diag) {
  *value = (double)NAN;
  return reader->fields[k].length == 0 || csv_number(reader, k, value, diag);
}

static bool read_row(CsvReader *reader, const int *place, Reference *reference, Diag *diag) {
  const int row = reference->row_count, count = reference->column_count;
  double *t = &reference->t[row];
  if (!csv_number(reader, 0, t, diag)) {
    return false;
  }
  if (row > 0 && !(*t >= t[-1])) { // before and behind an event they are the same
    return diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, 0),
                    "the times of a reference table may not decrease");
  }
  for (int k = 0; k < count; k++) {
    if (!read_field(reader, place[k], &reference->value[(long)row * count + k], diag)) {
      return false;
    }
  }
  reference->row_count++;
  return true;
}

static bool is_units(const CsvReader *reader) {
  return csv_is_word(&reader->fields[0], "s");
}

// The row of units. False when memory ran out.
static bool take_units(CsvReader *reader, const int *place, Reference *reference, Arena *arena) {
  const int count = reference->column_count;
  Mark *places = arena_array(arena, Mark, count);
  reference->units = arena_array(arena, const char *, count);
  reference->unit_places = places;
  for (int k = 0; places != NULL && reference->units != NULL && k < count; k++) {
    const CsvField *field = &reader->fields[place[k]];
    places[k] = csv_mark(reader, place[k]);
    reference->units[k] = arena_copy(arena, field->text, (size_t)field->length);
    if (reference->units[k] == NULL) {
      return false;
    }
  }
  return places != NULL && reference->units != NULL;
}

static bool read_rows(CsvReader *reader, const int *place, Reference *reference, Arena *arena,
                      Diag *diag) {
  const int width = reader->count;
  for (int line = 1; csv_next(reader); line++) {
    if (reader->count != width || reader->overfull) {
      return diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, 0),
                      "this row has %d fields, the header %d", reader->count, width);
    }
    if (!(line == 1 && is_units(reader) ? take_units(reader, place, reference, arena)
                                        : read_row(reader, place, reference, diag))) {
      return false;
    }
  }
  return reference->row_count > 0 ||
         diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, 0), "the reference table has no rows");
}

// Whether the header has a name twice, or one without a letter.
static bool check_names(CsvReader *header, const char *const *names, int count, Diag *diag) {
  for (int k = 0; k < count; k++) {
    for (int j = 0; j < k; j++) {
      if (strcmp(names[j], names[k]) == 0) {
        return diag_add(diag, DIAG_IO_TABLE, csv_mark(header, k + 1),
                        "the table has two columns \"%s\"", names[k]);
      }
    }
    if (names[k][0] == '\0') {
      return diag_add(diag, DIAG_IO_TABLE, csv_mark(header, k + 1),
                      "a column of the table has no name");
    }
  }
  return true;
}

bool reference_columns(const SourceText *text, const char *const **columns, int *count,
                       Arena *arena, Diag *diag) {
  CsvReader reader;
  if (!open_table(&reader, text, arena, diag)) {
    return false;
  }
  const char **names = arena_array(arena, const char *, reader.count);
  bool good = names != NULL;
  for (int k = 1; good && k < reader.count; k++) {
    const CsvField *field = &reader.fields[k];
    names[k - 1] = arena_copy(arena, field->text, (size_t)field->length);
    good = names[k - 1] != NULL;
  }
  *columns = names;
  *count = reader.count - 1;
  return good && check_names(&reader, names, *count, diag);
}

bool reference_read(const SourceText *text, const char *const *columns, int count,
                    Reference *reference, Arena *scratch, Arena *arena, Diag *diag) {
  const int rows = csv_row_limit(text);
  CsvReader reader;
  int *place = arena_array(scratch, int, count);
  *reference = (Reference){.column_count = count};
  reference->t = arena_array(arena, double, rows);
  reference->value = arena_alloc_array(arena, rows, (size_t)count * sizeof(double));
  if (!place || !reference->t || !reference->value || !open_table(&reader, text, scratch, diag)) {
    return false;
  }
  return find_columns(&reader, columns, count, place, diag) &&
         read_rows(&reader, place, reference, arena, diag);
}

// ---- units ----

int reference_output(const Model *model, const char *name) {
  for (int o = 0; o < model->output_count; o++) {
    if (strcmp(model->outputs[o].name, name) == 0) {
      return o;
    }
  }
  return -1;
}

static bool convert_column(const Model *model, const Output *output, int column,
                           Reference *reference, Diag *diag) {
  const char *unit = reference->units[column];
  const Dimension ours = model->numbers[output->number].program.dimension;
  Dimension dimension;
  double numerator = 1, denominator = 1;
  if (!dimension_read_told(unit, &numerator, &denominator, &dimension)) {
    return diag_add(diag, DIAG_UNIT_UNKNOWN, reference->unit_places[column], "\"%s\" is not a unit",
                    unit);
  }
  if (!dimension_equal(dimension, ours)) {
    char text[64];
    dimension_text(ours, text, (int)sizeof text);
    diag_add(diag, DIAG_UNIT_DIMENSION, reference->unit_places[column],
             "column \"%s\" is in %s, which does not fit output \"%s\"", output->name, unit,
             output->name);
    return diag_hint(diag, "the output is in %s", text);
  }
  if (output->unit == NULL ? numerator == denominator
                           : numerator == output->numerator && denominator == output->denominator) {
    return true;
  }
  for (long row = 0; row < reference->row_count; row++) {
    double *value = &reference->value[row * reference->column_count + column];
    *value = output_written(output, *value * numerator / denominator);
  }
  return true;
}

bool reference_convert(const Check *check, const Model *model, Reference *reference, Diag *diag) {
  for (int k = 0; reference->units != NULL && k < check->channel_count; k++) {
    const int o = reference_output(model, check->channels[k]);
    if (o >= 0 && reference->units[k][0] != '\0' &&
        !convert_column(model, &model->outputs[o], k, reference, diag)) {
      return false;
    }
  }
  return true;
}

// ---- of a check ----

// Values that stand in the model: rows of t and the channels.
static bool take_values(const Check *check, Reference *reference, Arena *arena) {
  const int count = check->channel_count;
  *reference = (Reference){.row_count = check->row_count, .column_count = count};
  if (!arena_doubles(arena, check->row_count, &reference->t) ||
      !arena_doubles(arena, check->row_count * count, &reference->value)) {
    return false;
  }
  for (int row = 0; row < check->row_count; row++) {
    const double *values = check->values + (size_t)row * (size_t)(count + 1);
    reference->t[row] = values[0];
    memcpy(reference->value + (size_t)row * (size_t)count, values + 1,
           (size_t)count * sizeof(double));
  }
  return true;
}

// Reads the table with the file's text in scratch.
static bool read_table(const Check *check, const Model *model, const ModelReader *reader,
                       Reference *reference, bool *missing, Arena *scratch, Arena *arena,
                       Diag *diag) {
  if (check->values != NULL) {
    return take_values(check, reference, arena);
  }
  SourceText *text = arena_new(scratch, SourceText); // messages point to it
  *missing = reader == NULL || reader->read == NULL;
  return !*missing && text != NULL &&
         reader->read(reader->context, model, check->file,
                      origin_mark(&model->origins, check->origin), text, missing, scratch, diag) &&
         !*missing &&
         reference_read(text, check->channels, check->channel_count, reference, scratch, arena,
                        diag) &&
         reference_convert(check, model, reference, diag);
}

// The text is given back once it is understood; where it is not, it is read again to stay, since
// messages point into it.
bool reference_open(const Check *check, const Model *model, const ModelReader *reader,
                    Reference *reference, bool *missing, Arena *arena, Diag *diag) {
  Arena scratch;
  Diag unheard;
  *missing = false;
  arena_open(&scratch, arena->allocator);
  diag_open(&unheard, &scratch);
  const bool ok = read_table(check, model, reader, reference, missing, &scratch, arena, &unheard);
  arena_close_into(&scratch, arena);
  return ok || read_table(check, model, reader, reference, missing, arena, arena, diag);
}
