// SPDX-License-Identifier: BSD-3-Clause
// csv.c: one pass over the bytes; a field's line and column are counted when they are asked for.
#include "base/csv.h"

#include <string.h>

#include "base/number.h"

// At least as many fields as any row has, up to the limit: no more than bytes of the longest line,
// where no quotes make a row of several.
static int most_fields(const SourceText *source) {
  const char *at = source->text, *end = source->text + source->length;
  size_t longest = 0;
  if (memchr(at, '"', source->length) != NULL) {
    longest = source->length;
  }
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
                        .arena = arena,
                        .at = source->text + (marked ? sizeof mark - 1 : 0),
                        .end = source->text + source->length,
                        .fields = arena_array(arena, CsvField, most_fields(source))};
  return reader->fields != NULL;
}

static bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// ---- quotes ----

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && is_blank(*at)) {
    at++;
  }
  return at;
}

static bool ends_field(const char *at, const char *end) {
  return at == end || *at == ',' || *at == '\n' || (*at == '\r' && at + 1 < end && at[1] == '\n');
}

// The end of a field in quotes, where a comma or the end of its row follows; NULL: it is in none.
// at: its first byte that is no blank.
static const char *end_of_quoted(CsvReader *reader, const char *at) {
  if (reader->open || at == reader->end || *at != '"') {
    return NULL;
  }
  for (const char *from = at + 1;;) {
    const char *quote = memchr(from, '"', (size_t)(reader->end - from));
    if (quote == NULL) {
      reader->open = true;
      return NULL;
    }
    if (quote + 1 == reader->end || quote[1] != '"') {
      const char *stop = skip_blanks(quote + 1, reader->end);
      return ends_field(stop, reader->end) ? stop : NULL;
    }
    from = quote + 2;
  }
}

// The text without quotes around it, each one written twice once.
static bool unquote(const CsvReader *reader, CsvField *field) {
  field->text++;
  field->length -= 2;
  if (memchr(field->text, '"', (size_t)field->length) == NULL) {
    return true;
  }
  char *text = arena_array(reader->arena, char, field->length);
  int length = 0;
  for (int k = 0; text != NULL && k < field->length; k++) {
    text[length++] = field->text[k];
    k += field->text[k] == '"';
  }
  field->text = text;
  field->length = length;
  return text != NULL;
}

// ---- rows ----

static const char *end_of_line(const char *at, const char *end) {
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  return newline != NULL ? newline : end;
}

static int count_lines(const char *at, const char *end) {
  int count = 0;
  for (; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++) {
    count++;
  }
  return count;
}

// The end of a field from `at` on, in a line that ends there.
static const char *end_of_field(CsvReader *reader, const char *at, const char *line, bool *quoted) {
  const char *stop = *quoted ? end_of_quoted(reader, skip_blanks(at, line)) : NULL;
  *quoted = stop != NULL;
  if (stop != NULL) {
    return stop;
  }
  const char *comma = at < line ? memchr(at, ',', (size_t)(line - at)) : NULL;
  const bool carriage = line > at && line[-1] == '\r';
  return comma != NULL ? comma : carriage ? line - 1 : line;
}

// The bytes [first, last) without the blanks around them.
static CsvField make_field(const char *first, const char *last) {
  first = skip_blanks(first, last);
  while (last > first && is_blank(last[-1])) {
    last--;
  }
  const int length = (int)(last - first);
  return (CsvField){.text = first, .length = length, .first = first, .width = length};
}

// Splits the row that begins at reader->at, and goes behind it. False when memory ran out.
static bool split(CsvReader *reader) {
  const char *at = reader->at, *line = end_of_line(at, reader->end);
  const bool quotes = memchr(at, '"', (size_t)(line - at)) != NULL;
  bool room = true;
  reader->line = ++reader->last_line;
  reader->seen = (CsvPlace){.at = at, .line = reader->line, .column = 1};
  reader->begin = reader->seen;
  reader->count = 0;
  reader->overfull = false;
  for (;;) {
    bool quoted = quotes;
    const char *stop = end_of_field(reader, at, line, &quoted);
    if (stop > line) { // in quotes beyond the end of a line
      reader->last_line += count_lines(line, stop);
      line = end_of_line(stop, reader->end);
    }
    reader->overfull = reader->count == CSV_FIELDS_LIMIT;
    if (reader->overfull) {
      break;
    }
    CsvField *field = &reader->fields[reader->count++];
    *field = make_field(at, stop);
    room = (!quoted || unquote(reader, field)) && room;
    if (stop == reader->end || *stop != ',') {
      break;
    }
    at = stop + 1;
  }
  reader->at = line < reader->end ? line + 1 : reader->end;
  return room;
}

bool csv_next(CsvReader *reader) {
  while (reader->at < reader->end) {
    if (!split(reader)) {
      return false;
    }
    if (reader->count > 1 || reader->fields[0].length > 0) {
      return true;
    }
  }
  return false;
}

// ---- places ----

static void move_to(CsvPlace *place, const char *to) {
  for (const char *newline;
       (newline = memchr(place->at, '\n', (size_t)(to - place->at))) != NULL;) {
    place->line++;
    place->column = 1;
    place->at = newline + 1;
  }
  for (; place->at < to; place->at++) {
    place->column += ((unsigned char)*place->at & 0xc0U) != 0x80U;
  }
}

Mark csv_mark(CsvReader *reader, int k) {
  const CsvField *field = &reader->fields[k];
  if (field->first < reader->seen.at) {
    reader->seen = reader->begin;
  }
  move_to(&reader->seen, field->first);
  CsvPlace last = reader->seen;
  move_to(&last, field->first + field->width);
  const bool one_line = last.line == reader->seen.line && field->width > 0;
  return (Mark){.source = reader->source,
                .line = reader->seen.line,
                .column = reader->seen.column,
                .end_column = one_line ? last.column : reader->seen.column + 1};
}

// ---- columns ----

bool csv_is_word(const CsvField *field, const char *word) {
  const size_t length = strlen(word);
  return (size_t)field->length == length && memcmp(field->text, word, length) == 0;
}

static Mark head_of(const SourceText *source) {
  return (Mark){.source = source, .line = 1, .column = 1, .end_column = 2};
}

// Which field holds each wanted column.
static bool find_columns(CsvReader *header, const CsvColumns *table, int *place, Diag *diag) {
  if (header->overfull) {
    return diag_add(diag, DIAG_IO_TABLE, csv_mark(header, 0), "a table may have up to %d columns",
                    CSV_FIELDS_LIMIT);
  }
  for (int k = 0; k < table->count; k++) {
    place[k] = -1;
    for (int c = 0; c < header->count; c++) {
      if (csv_is_word(&header->fields[c], table->names[k]) && place[k] >= 0) {
        return diag_add(diag, DIAG_IO_TABLE, csv_mark(header, c),
                        "the table has two columns named \"%s\"", table->names[k]);
      }
      place[k] = csv_is_word(&header->fields[c], table->names[k]) ? c : place[k];
    }
    if (place[k] < 0) {
      diag_add(diag, DIAG_IO_TABLE, table->places[k], "the table has no column \"%s\"",
               table->names[k]);
      return diag_related(diag, csv_mark(header, 0), "its header row, with %d column%s, is here",
                          header->count, header->count == 1 ? "" : "s");
    }
  }
  return true;
}

bool csv_number(CsvReader *reader, int k, double *value, Diag *diag) {
  const CsvField *field = &reader->fields[k];
  const NumberProblem problem = number_parse(field->text, field->length, value, NULL);
  if (problem == NUMBER_OK || problem == NUMBER_UNDERFLOW) {
    return true;
  }
  const int shown = field->length < 40 ? field->length : 40;
  diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, k), "\"%.*s\" is not a number", shown,
           field->text);
  if (problem != NUMBER_NOT_A_NUMBER) {
    diag_hint(diag, "%s", number_problem_hint(problem));
  }
  return false;
}

static bool read_row(CsvReader *reader, const CsvColumns *table, const int *place, int row,
                     Diag *diag) {
  for (int k = 0; k < table->count; k++) {
    if (!csv_number(reader, place[k], &table->values[k][row], diag)) {
      return false;
    }
  }
  if (table->increasing && row > 0 && !(table->values[0][row] > table->values[0][row - 1])) {
    return diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, place[0]),
                    "the numbers of column \"%s\" must increase", table->names[0]);
  }
  return true;
}

int csv_row_limit(const SourceText *source) {
  return 1 + count_lines(source->text, source->text + source->length);
}

static bool read_rows(CsvReader *reader, CsvColumns *table, const int *place, Diag *diag) {
  const int width = reader->count;
  while (csv_next(reader)) {
    if (reader->count != width || reader->overfull) {
      return diag_add(diag, DIAG_IO_TABLE, csv_mark(reader, 0),
                      "this row has %d fields, the header %d", reader->count, width);
    }
    if (!read_row(reader, table, place, table->row_count, diag)) {
      return false;
    }
    table->row_count++;
  }
  if (table->row_count == 0 || (table->increasing && table->row_count < 2)) {
    return diag_add(diag, DIAG_IO_TABLE, head_of(reader->source), "the table has %s",
                    table->row_count == 0 ? "no rows" : "only one row; two are needed");
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
