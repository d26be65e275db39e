// SPDX-License-Identifier: BSD-3-Clause
// reference.c: reads a table of reference values (see reference.h).
#include "analysis/reference.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

enum { LARGEST_COLUMN_COUNT = 1000 };

// One line of the file being read.
typedef struct Line {
  const SourceText *source;
  const char *text, *end; // of the whole file's rest
  int number;
} Line;

typedef struct Cell {
  const char *text;
  int length, column; // 1-based column of its first character
} Cell;

static Mark mark_of(const Line *line, const Cell *cell) {
  return (Mark){.source = line->source,
                .line = line->number,
                .column = cell->column,
                .end_column = cell->column + (cell->length > 0 ? cell->length : 1)};
}

// Splits one line into cells; quotes around a cell are taken away. Returns the count, at most
// LARGEST_COLUMN_COUNT; moves line behind the line's end.
static int split_line(Line *line, Cell *cells) {
  const char *end = memchr(line->text, '\n', (size_t)(line->end - line->text));
  const char *stop = end != NULL ? end : line->end;
  const char *last = stop > line->text && stop[-1] == '\r' ? stop - 1 : stop;
  const char *start = line->text;
  int count = 0;
  while (start <= last && count < LARGEST_COLUMN_COUNT) {
    const char *comma = memchr(start, ',', (size_t)(last - start));
    const char *at = comma != NULL ? comma : last;
    Cell cell = {
        .text = start, .length = (int)(at - start), .column = (int)(start - line->text) + 1};
    if (cell.length >= 2 && cell.text[0] == '"' && cell.text[cell.length - 1] == '"') {
      cell.text++;
      cell.length -= 2;
    }
    cells[count++] = cell;
    start = at + 1;
  }
  line->text = end != NULL ? end + 1 : line->end;
  return count;
}

static bool same_word(const Cell *cell, const char *word) {
  return (size_t)cell->length == strlen(word) && memcmp(cell->text, word, strlen(word)) == 0;
}

// Which cell holds each wanted column.
static bool find_columns(const Line *line, const Cell *cells, int cell_count,
                         const char *const *columns, int count, int *place, Diag *diag) {
  if (cell_count == 0 || !same_word(&cells[0], "t")) {
    return diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[0]),
                    "a reference table starts with a header row whose first column is t");
  }
  for (int k = 0; k < count; k++) {
    place[k] = -1;
    for (int c = 1; c < cell_count; c++) {
      place[k] = same_word(&cells[c], columns[k]) ? c : place[k];
    }
    if (place[k] < 0) {
      return diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[0]),
                      "the reference table has no column \"%s\"", columns[k]);
    }
  }
  return true;
}

static bool read_cell(const Line *line, const Cell *cell, double *value, Diag *diag) {
  int used = 0;
  if (cell->length == 0) {
    *value = (double)NAN;
    return true;
  }
  const NumberProblem problem = number_parse(cell->text, cell->length, value, &used);
  if (problem == NUMBER_OK || problem == NUMBER_UNDERFLOW) {
    return true;
  }
  return diag_add(diag, DIAG_IO_TABLE, mark_of(line, cell), "not a number in a reference table");
}

static int count_lines(const SourceText *text) {
  int count = 1;
  for (size_t k = 0; k < text->length; k++) {
    count += text->text[k] == '\n';
  }
  return count;
}

static bool read_rows(Line *line, int cell_count, const int *place, int count, Cell *cells,
                      Reference *reference, Diag *diag) {
  while (line->text < line->end) {
    line->number++;
    const int found = split_line(line, cells);
    if (found == 1 && cells[0].length == 0) {
      continue;
    }
    if (found != cell_count) {
      return diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[0]),
                      "this row has %d fields, the header %d", found, cell_count);
    }
    const int row = reference->row_count;
    bool ok = read_cell(line, &cells[0], &reference->t[row], diag);
    if (ok && row > 0 && !(reference->t[row] > reference->t[row - 1])) {
      ok = diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[0]),
                    "the times of a reference table must increase");
    }
    for (int k = 0; ok && k < count; k++) {
      ok = read_cell(line, &cells[place[k]], &reference->value[(long)row * count + k], diag);
    }
    if (!ok) {
      return false;
    }
    reference->row_count++;
  }
  return reference->row_count > 0 ||
         diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[0]), "the reference table has no rows");
}

// Whether the header has a name twice, or one without a letter.
static bool check_names(const Line *line, const Cell *cells, const char *const *names, int count,
                        Diag *diag) {
  for (int k = 0; k < count; k++) {
    for (int j = 0; j < k; j++) {
      if (strcmp(names[j], names[k]) == 0) {
        return diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[k + 1]),
                        "the table has two columns \"%s\"", names[k]);
      }
    }
    if (names[k][0] == '\0') {
      return diag_add(diag, DIAG_IO_TABLE, mark_of(line, &cells[k + 1]),
                      "a column of the table has no name");
    }
  }
  return true;
}

bool reference_columns(const SourceText *text, const char *const **columns, int *count,
                       Arena *arena, Diag *diag) {
  Line line = {.source = text, .text = text->text, .end = text->text + text->length, .number = 1};
  Cell *cells = arena_array(arena, Cell, LARGEST_COLUMN_COUNT);
  const int found = cells != NULL ? split_line(&line, cells) : 0;
  const char **names = arena_array(arena, const char *, found);
  if (cells == NULL || names == NULL) {
    return false;
  }
  if (found >= LARGEST_COLUMN_COUNT) {
    return diag_add(diag, DIAG_IO_TABLE, mark_of(&line, &cells[0]),
                    "a table may have up to %d columns", LARGEST_COLUMN_COUNT - 1);
  }
  for (int k = 1; k < found; k++) {
    names[k - 1] = arena_copy(arena, cells[k].text, (size_t)cells[k].length);
    if (names[k - 1] == NULL) {
      return false;
    }
  }
  *columns = names;
  *count = found - 1;
  return find_columns(&line, cells, found, NULL, 0, NULL, diag) &&
         check_names(&line, cells, names, *count, diag);
}

bool reference_read(const SourceText *text, const char *const *columns, int count,
                    Reference *reference, Arena *scratch, Arena *arena, Diag *diag) {
  const int lines = count_lines(text);
  Line line = {.source = text, .text = text->text, .end = text->text + text->length, .number = 1};
  Cell *cells = arena_array(scratch, Cell, LARGEST_COLUMN_COUNT);
  int *place = arena_array(scratch, int, count);
  *reference = (Reference){.column_count = count};
  reference->t = arena_array(arena, double, lines);
  reference->value = arena_alloc_array(arena, lines, (size_t)count * sizeof(double));
  if (!cells || !place || !reference->t || !reference->value) {
    return false;
  }
  const int cell_count = split_line(&line, cells);
  return find_columns(&line, cells, cell_count, columns, count, place, diag) &&
         read_rows(&line, cell_count, place, count, cells, reference, diag);
}
