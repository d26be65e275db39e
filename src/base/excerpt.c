// SPDX-License-Identifier: BSD-3-Clause
// excerpt.c: a source line on a terminal, and the caret that must stand below the right word.
//
// The line is walked character by character; each has a column (one per code point) and a width
// in terminal cells: a tab reaches to the next multiple of four, an invisible character is
// written as \x1b, East Asian wide characters take two cells, combining ones none.
#include "base/excerpt.h"

#include <string.h>

enum {
  TAB_CELLS = 4,
  WIDEST = 100,      // cells of source shown
  CELLS_BEFORE = 40, // of these, at least so many stand before a word far to the right
};

// One line of a source, without its line break.
typedef struct Line {
  const char *text;
  size_t length;
} Line;

// One character of a line.
typedef struct Glyph {
  const char *bytes;
  size_t size;
  uint32_t code_point;
  bool valid; // UTF-8
  int cells;
} Glyph;

static bool find_line(const SourceText *source, int number, Line *line) {
  const char *rest = source->text;
  const char *end = source->text + source->length;
  for (int k = 1; k < number; k++) {
    const char *next = rest < end ? memchr(rest, '\n', (size_t)(end - rest)) : NULL;
    if (next == NULL) {
      return false;
    }
    rest = next + 1;
  }
  const char *stop = rest < end ? memchr(rest, '\n', (size_t)(end - rest)) : NULL;
  stop = stop == NULL ? end : stop;
  if (number == 1 && stop - rest >= 3 && memcmp(rest, "\xef\xbb\xbf", 3) == 0) {
    rest += 3; // a byte order mark has no column
  }
  if (stop > rest && stop[-1] == '\r') {
    stop--;
  }
  *line = (Line){.text = rest, .length = (size_t)(stop - rest)};
  return true;
}

static bool is_wide(uint32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
         (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
         (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
         (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) ||
         (c >= 0x20000 && c <= 0x3fffd);
}

static bool is_combining(uint32_t c) {
  return (c >= 0x0300 && c <= 0x036f) || (c >= 0x200b && c <= 0x200d) ||
         (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xfe00 && c <= 0xfe0f);
}

// The character at offset when cell cells stand before it.
static Glyph glyph_at(const Line *line, size_t offset, int cell) {
  Glyph glyph = {.bytes = line->text + offset};
  const int size = text_decode(glyph.bytes, line->length - offset, &glyph.code_point);
  glyph.valid = size > 0;
  glyph.size = size > 0 ? (size_t)size : 1;
  const uint32_t c = glyph.code_point;
  if (!glyph.valid) {
    glyph.cells = 4;
  } else if (c == '\t') {
    glyph.cells = TAB_CELLS - cell % TAB_CELLS;
  } else if (text_is_invisible(c)) {
    glyph.cells = c < 0x100 ? 4 : 6;
  } else if (is_combining(c)) {
    glyph.cells = 0;
  } else {
    glyph.cells = is_wide(c) ? 2 : 1;
  }
  return glyph;
}

// Cells of a line: where the marked word starts and ends, and how many there are.
typedef struct Extent {
  int begin, end, all;
} Extent;

static Extent measure(const Line *line, const Mark *mark) {
  Extent extent = {.begin = -1, .end = -1};
  int cell = 0;
  int column = 1;
  for (size_t k = 0; k < line->length;) {
    if (column == mark->column) {
      extent.begin = cell;
    }
    if (column == mark->end_column) {
      extent.end = cell;
    }
    const Glyph glyph = glyph_at(line, k, cell);
    cell += glyph.cells;
    k += glyph.size;
    column++;
  }
  extent.all = cell;
  extent.begin = extent.begin < 0 ? cell : extent.begin;
  extent.end = extent.end < 0 ? cell : extent.end;
  return extent;
}

static void put_cells(Text *out, const char *cell, int count) {
  for (int k = 0; k < count; k++) {
    text_put(out, cell);
  }
}

static void put_glyph(Text *out, const Glyph *glyph) {
  if (glyph->valid && glyph->code_point == '\t') {
    put_cells(out, " ", glyph->cells);
  } else {
    text_visible(out, glyph->bytes, glyph->size);
  }
}

// Writes the characters that stand wholly inside [first, last) and returns the cell of the first.
static int put_window(const Line *line, int first, int last, Text *out) {
  int cell = 0;
  int start = -1;
  for (size_t k = 0; k < line->length && cell < last;) {
    const Glyph glyph = glyph_at(line, k, cell);
    if (cell >= first && cell + glyph.cells <= last) {
      start = start < 0 ? cell : start;
      put_glyph(out, &glyph);
    }
    cell += glyph.cells;
    k += glyph.size;
  }
  return start < 0 ? first : start;
}

static void trim_blanks(Text *out) {
  while (!out->failed && out->length > 0 && out->bytes[out->length - 1] == ' ') {
    out->bytes[--out->length] = '\0';
  }
}

void excerpt_render(const Mark *mark, bool color, Text *out) {
  Line line;
  if (mark->source == NULL || mark->line < 1 || !find_line(mark->source, mark->line, &line)) {
    return;
  }
  const Extent extent = measure(&line, mark);
  int first = 0;
  int last = extent.all;
  if (extent.all > WIDEST) {
    first = extent.begin > WIDEST - CELLS_BEFORE ? extent.begin - CELLS_BEFORE : 0;
    last = first + WIDEST;
  }
  text_printf(out, "%5d | ", mark->line);
  const char *before = first > 0 ? "..." : "";
  text_put(out, before);
  const int start = put_window(&line, first, last, out);
  text_put(out, last < extent.all ? "..." : "");
  trim_blanks(out);
  text_put(out, "\n");
  int gutter = 5;
  for (int number = mark->line; number > 99999; number /= 10) {
    gutter++;
  }
  text_printf(out, "%*s | ", gutter, "");
  put_cells(out, " ", extent.begin - start + (int)strlen(before));
  text_put(out, color ? "\033[1;32m" : "");
  text_put(out, "^");
  const int end = extent.end < last ? extent.end : last;
  put_cells(out, "~", end - extent.begin - 1);
  text_put(out, color ? "\033[0m\n" : "\n");
}
