// SPDX-License-Identifier: BSD-3-Clause
// csv.c: one pass over the bytes; every field knows its place.
#include "base/csv.h"

#include <stdint.h>
#include <string.h>

#include "base/number.h"

// At least as many fields as any line has, up to the limit: no more than bytes of the longest.
static int most_fields(const SourceText *source) {
  const char *at = source->text, *end = source->text + source->length;
  size_t longest = 0;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop == NULL ? end : stop;
    longest = (size_t)(stop - at) > longest ? (size_t)(stop - at) : longest;
    at = stop + 1;
  }
  return longest + 1 < CSV_FIELDS_LIMIT ? (int)longest + 1 : CSV_FIELDS_LIMIT;
}

bool csv_open(CsvReader *reader, const SourceText *source, Arena *arena) {
  static const char mark[] = "\xef\xbb\xbf";
  const bool marked =
      source->length >= sizeof mark - 1 && memcmp(source->text, mark, sizeof mark - 1) == 0;
  *reader = (CsvReader){.source = source,
                        .at = source->text + (marked ? sizeof mark - 1 : 0),
                        .end = source->text + source->length,
                        .fields = arena_array(arena, CsvField, most_fields(source))};
  return reader->fields != NULL;
}

static bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// Whether bytes [first, last) are one code point each.
static bool is_plain(const char *first, const char *last) {
  uint64_t all = 0;
  for (; last - first >= (long)sizeof all; first += sizeof all) {
    uint64_t word;
    memcpy(&word, first, sizeof word);
    all |= word;
  }
  for (; first < last; first++) {
    all |= (unsigned char)*first;
  }
  return (all & UINT64_C(0x8080808080808080)) == 0;
}

// Code points of bytes [first, last), which are of the row read last.
static int columns_of(const CsvReader *reader, const char *first, const char *last) {
  int count = 0;
  if (reader->plain) {
    return (int)(last - first);
  }
  for (; first < last; first++) {
    count += ((unsigned char)*first & 0xc0U) != 0x80U;
  }
  return count;
}

// The field in bytes [first, last), which starts at that column.
static CsvField make_field(const CsvReader *reader, const char *first, const char *last,
                           int column) {
  const char *start = first;
  while (first < last && is_blank(*first)) {
    first++;
  }
  while (last > first && is_blank(last[-1])) {
    last--;
  }
  column += columns_of(reader, start, first);
  const int width = columns_of(reader, first, last);
  CsvField field = {.text = first,
                    .length = (int)(last - first),
                    .mark = {.source = reader->source,
                             .line = reader->line,
                             .column = column,
                             .end_column = column + (width > 0 ? width : 1)}};
  if (field.length >= 2 && first[0] == '"' && last[-1] == '"') {
    field.text++;
    field.length -= 2;
  }
  return field;
}

// Splits bytes [first, last) of one line.
static void split(CsvReader *reader, const char *first, const char *last) {
  int column = 1;
  reader->count = 0;
  reader->overfull = false;
  for (;;) {
    const char *comma = memchr(first, ',', (size_t)(last - first));
    const char *stop = comma != NULL ? comma : last;
    if (reader->count == CSV_FIELDS_LIMIT) {
      reader->overfull = true;
      return;
    }
    reader->fields[reader->count++] = make_field(reader, first, stop, column);
    if (comma == NULL) {
      return;
    }
    column += columns_of(reader, first, stop) + 1;
    first = stop + 1;
  }
}

bool csv_next(CsvReader *reader) {
  while (reader->at < reader->end) {
    const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    const char *stop = newline != NULL ? newline : reader->end;
    const char *last = stop > reader->at && stop[-1] == '\r' ? stop - 1 : stop;
    reader->line++;
    reader->plain = is_plain(reader->at, last);
    split(reader, reader->at, last);
    reader->at = newline != NULL ? newline + 1 : reader->end;
    if (reader->count > 1 || reader->fields[0].length > 0) {
      return true;
    }
  }
  return false;
}

bool csv_is_word(const CsvField *field, const char *word) {
  const size_t length = strlen(word);
  return (size_t)field->length == length && memcmp(field->text, word, length) == 0;
}

// ---- columns ----

static Mark head_of(const SourceText *source) {
  return (Mark){.source = source, .line = 1, .column = 1, .end_column = 2};
}

// Which field holds each wanted column.
static bool find_columns(const CsvReader *header, const CsvColumns *table, int *place, Diag *diag) {
  if (header->overfull) {
    return diag_add(diag, DIAG_IO_TABLE, header->fields[0].mark,
                    "a table may have up to %d columns", CSV_FIELDS_LIMIT);
  }
  for (int k = 0; k < table->count; k++) {
    place[k] = -1;
    for (int c = 0; c < header->count; c++) {
      if (csv_is_word(&header->fields[c], table->names[k]) && place[k] >= 0) {
        return diag_add(diag, DIAG_IO_TABLE, header->fields[c].mark,
                        "the table has two columns \"%s\"", table->names[k]);
      }
      place[k] = csv_is_word(&header->fields[c], table->names[k]) ? c : place[k];
    }
    if (place[k] < 0) {
      diag_add(diag, DIAG_IO_TABLE, table->places[k], "the table has no column \"%s\"",
               table->names[k]);
      return diag_related(diag, header->fields[0].mark,
                          "its header row, with %d column%s, stands here", header->count,
                          header->count == 1 ? "" : "s");
    }
  }
  return true;
}

bool csv_number(const CsvField *field, double *value, Diag *diag) {
  const NumberProblem problem = number_parse(field->text, field->length, value, NULL);
  if (problem == NUMBER_OK || problem == NUMBER_UNDERFLOW) {
    return true;
  }
  const int shown = field->length < 40 ? field->length : 40;
  diag_add(diag, DIAG_IO_TABLE, field->mark, "\"%.*s\" is not a number", shown, field->text);
  if (problem != NUMBER_NOT_A_NUMBER) {
    diag_hint(diag, "%s", number_problem_hint(problem));
  }
  return false;
}

static bool read_row(const CsvReader *reader, const CsvColumns *table, const int *place, int row,
                     Diag *diag) {
  for (int k = 0; k < table->count; k++) {
    if (!csv_number(&reader->fields[place[k]], &table->values[k][row], diag)) {
      return false;
    }
  }
  if (table->increasing && row > 0 && !(table->values[0][row] > table->values[0][row - 1])) {
    return diag_add(diag, DIAG_IO_TABLE, reader->fields[place[0]].mark,
                    "the numbers of column \"%s\" must increase", table->names[0]);
  }
  return true;
}

int csv_row_limit(const SourceText *source) {
  const char *at = source->text, *end = at + source->length;
  int count = 1;
  for (; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++) {
    count++;
  }
  return count;
}

static bool read_rows(CsvReader *reader, CsvColumns *table, const int *place, Diag *diag) {
  const int width = reader->count;
  while (csv_next(reader)) {
    if (reader->count != width || reader->overfull) {
      return diag_add(diag, DIAG_IO_TABLE, reader->fields[0].mark,
                      "this row has %d fields, the header %d", reader->count, width);
    }
    if (!read_row(reader, table, place, table->row_count, diag)) {
      return false;
    }
    table->row_count++;
  }
  if (table->row_count == 0 || (table->increasing && table->row_count < 2)) {
    return diag_add(diag, DIAG_IO_TABLE, head_of(reader->source), "the table has %s",
                    table->row_count == 0 ? "no rows" : "one row only; two are needed");
  }
  return true;
}

bool csv_read_columns(const SourceText *source, CsvColumns *table, Arena *arena, Diag *diag) {
  CsvReader reader;
  int *place = arena_array(arena, int, table->count);
  table->values = arena_array(arena, double *, table->count);
  table->row_count = 0;
  if (place == NULL || table->values == NULL || !csv_open(&reader, source, arena)) {
    return false;
  }
  if (!csv_next(&reader)) {
    return diag_add(diag, DIAG_IO_TABLE, head_of(source), "the table is empty");
  }
  if (!find_columns(&reader, table, place, diag)) {
    return false;
  }
  const int lines = csv_row_limit(source);
  for (int k = 0; k < table->count; k++) {
    table->values[k] = arena_array(arena, double, lines);
    if (table->values[k] == NULL) {
      return false;
    }
  }
  return read_rows(&reader, table, place, diag);
}
