// SPDX-License-Identifier: BSD-3-Clause
// csv.h: tables of numbers with a header row, as spreadsheets and programs write them.
//
// As RFC 4180 has it: fields are separated by commas, rows end with LF or CRLF; in quotes a field
// may hold commas, ends of lines, and a quote written twice. Beyond it: blanks around a field and a
// byte order mark do not count, empty rows are passed over. Quotes that do not enclose a whole
// field are bytes as others are.
#ifndef MBS_BASE_CSV_H
#define MBS_BASE_CSV_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"

enum { CSV_FIELDS_LIMIT = 20001 }; // as many as a run writes

typedef struct CsvField {
  const char *text;
  int length;
  const char *first; // in the source, with its quotes
  int width;         // bytes there
} CsvField;

typedef struct CsvPlace {
  const char *at;
  int line, column;
} CsvPlace;

// A walk over the rows.
typedef struct CsvReader {
  const SourceText *source;
  const char *at, *end;
  int line;         // of the row read last
  CsvField *fields; // room for those of any line
  int count;        // of the row read last
  bool overfull;    // it has more
  CsvPlace begin;   // of the row read last
  CsvPlace seen;    // in it, up to where columns are counted
  bool open;        // a quote is never closed from here on: no field is in quotes
  int last_line;    // where the row read last ends
  Arena *arena;     // for fields with quotes inside
} CsvReader;

// False when memory ran out.
bool csv_open(CsvReader *reader, const SourceText *source, Arena *arena);
// Moves to the next row that is not empty; false at the end, or when memory ran out.
bool csv_next(CsvReader *reader);
bool csv_is_word(const CsvField *field, const char *word);
// Where field k of the row read last stands.
Mark csv_mark(CsvReader *reader, int k);
// The number in field k of the row read last. False after a message.
bool csv_number(CsvReader *reader, int k, double *value, Diag *diag);
// The largest number of rows that a table of so many bytes can have.
int csv_row_limit(const SourceText *source);

// Some columns of a table, all of whose fields are numbers.
typedef struct CsvColumns {
  const char *const *names;
  const Mark *places; // where the names are asked for, for messages
  int count;
  bool increasing; // the first one must increase, and there must be two rows
  double **values; // result: of each column row_count numbers
  int row_count;
} CsvColumns;

// False after a message, or when memory ran out.
bool csv_read_columns(const SourceText *source, CsvColumns *table, Arena *arena, Diag *diag);

#endif
