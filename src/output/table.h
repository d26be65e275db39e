// SPDX-License-Identifier: BSD-3-Clause
// table.h: an aligned table of text for people.
#ifndef MBS_OUTPUT_TABLE_H
#define MBS_OUTPUT_TABLE_H

#include "base/text.h"

enum { TABLE_COLUMNS = 16 };

// Fill it row by row; then print it once.
typedef struct Table {
  Text cells; // each followed by a NUL
  const char *align;
  int columns, count;
} Table;

// align: one letter per column, l or r.
void table_open(Table *table, const char *align, const char *const *heads, Allocator *allocator);
// Cells of a row, a letter for each: s a text (a name from a model or a file is made visible), l a
// whole number (long), 1 to 9 a number of so many significant digits, c of twelve, "-" where it is
// not known.
void table_row(Table *table, const char *letters, ...);
// Columns two blanks apart, every line indented; gives the memory back.
void table_print(Table *table, int indent, Text *out);

#endif
