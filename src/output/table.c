// SPDX-License-Identifier: BSD-3-Clause
// table.c: an aligned table of text (see table.h).
#include "output/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put_text(Table *table, const char *text) {
  text_visible(&table->cells, text, strlen(text));
}

static void end_cell(Table *table) {
  text_append(&table->cells, "", 1);
  table->count++;
}

void table_open(Table *table, const char *align, const char *const *heads, Allocator *allocator) {
  *table = (Table){.align = align, .columns = (int)strlen(align)};
  table->cells = text_open(allocator);
  for (int k = 0; k < table->columns; k++) {
    put_text(table, heads[k]);
    end_cell(table);
  }
}

void table_row(Table *table, const char *letters, ...) {
  va_list arguments;
  va_start(arguments, letters);
  for (const char *at = letters; *at != '\0'; at++) {
    if (*at == 's') {
      put_text(table, va_arg(arguments, const char *));
    } else if (*at == 'l') {
      text_printf(&table->cells, "%ld", va_arg(arguments, long));
    } else {
      const double value = va_arg(arguments, double);
      text_printf(&table->cells, isnan(value) ? "-" : "%.*g", *at == 'c' ? 12 : *at - '0', value);
    }
    end_cell(table);
  }
  va_end(arguments);
}

// Characters of a cell; it was made visible, so that each takes one place.
static int width_of(const char *cell) {
  int width = 0;
  for (; *cell != '\0'; cell++) {
    width += ((unsigned char)*cell & 0xc0U) != 0x80U;
  }
  return width;
}

// *blanks: still to be written, unless the line ends.
static void put_cell(const Table *table, int column, const char *cell, int room, int *blanks,
                     Text *out) {
  const int rest = room - width_of(cell);
  const bool right = table->align[column] == 'r';
  if (cell[0] != '\0') {
    text_printf(out, "%*s%s", *blanks + (right ? rest : 0), "", cell);
    *blanks = right ? 2 : rest + 2;
  } else {
    *blanks += room + 2;
  }
}

void table_print(Table *table, int indent, Text *out) {
  int room[TABLE_COLUMNS] = {0}, blanks = 0;
  const char *cell = table->cells.bytes;
  for (int k = 0; !table->cells.failed && k < table->count; k++) {
    const int width = width_of(cell);
    room[k % table->columns] = width > room[k % table->columns] ? width : room[k % table->columns];
    cell += strlen(cell) + 1;
  }
  cell = table->cells.bytes;
  for (int k = 0; !table->cells.failed && k < table->count; k++) {
    const int column = k % table->columns;
    blanks = column == 0 ? indent : blanks;
    put_cell(table, column, cell, room[column], &blanks, out);
    text_put(out, column + 1 == table->columns ? "\n" : "");
    cell += strlen(cell) + 1;
  }
  out->failed = out->failed || table->cells.failed;
  text_close(&table->cells);
}
