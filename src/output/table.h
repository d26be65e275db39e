// SPDX-License-Identifier: BSD-3-Clause
// table.h: an aligned table of text for people.
#ifndef MBS_OUTPUT_TABLE_H
#define MBS_OUTPUT_TABLE_H

#include "base/text.h"

enum { TABLE_COLUMNS = 16 };

// Fill it cell by cell, row by row; then print it once.
typedef struct Table {
  Text cells; // each followed by a NUL
  const char *align;
  int columns, count;
} Table;

// align: one letter per column, l or r.
void table_open(Table *table, const char *align, const char *const *heads, Allocator *allocator);
// A name from a model or a file is made visible.
void table_text(Table *table, const char *text);
// digits significant digits; "-" for what is not known.
void table_number(Table *table, double value, int digits);
void table_integer(Table *table, long value);
// Columns two blanks apart, every line indented; gives the memory back.
void table_print(Table *table, int indent, Text *out);

#endif
