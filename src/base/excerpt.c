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
  NARROWEST = 20,    // however narrow the terminal is
  BESIDE = 14,       // the gutter and the dots at both ends
  CELLS_BEFORE = 40, // characters that stand before a word far to the right
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

static bool fits(const Line *line, int widest) {
  int cells = 0;
  size_t k = 0;
  while (k < line->length && cells <= widest) {
    const Glyph glyph = glyph_at(line, k, cells);
    cells += glyph.cells;
    k += glyph.size;
  }
  return cells <= widest;
}

// The offset of a column, or the length of a line that is shorter.
static size_t find_column(const Line *line, int column) {
  size_t k = 0;
  for (int here = 1; here < column && k < line->length; here++) {
    uint32_t code_point = 0;
    const int size = text_decode(line->text + k, line->length - k, &code_point);
    k += size > 0 ? (size_t)size : 1;
  }
  return k;
}

// Cells behind the gutter where the marked word starts and ends.
typedef struct Extent {
  int begin, end;
} Extent;

// Writes what fits of a line from a column on, and finds the marked word in it.
static Extent put_window(const Line *line, int column, const Mark *mark, int widest, Text *out) {
  Extent extent = {.begin = -1, .end = -1};
  const char *before = column > 1 ? "..." : "";
  const int margin = (int)strlen(before);
  text_put(out, before);
  int cell = 0;
  size_t k = find_column(line, column);
  while (k < line->length) {
    const Glyph glyph = glyph_at(line, k, cell);
    extent.begin = column == mark->column ? cell + margin : extent.begin;
    extent.end = column == mark->end_column ? cell + margin : extent.end;
    if (cell + glyph.cells > widest) {
      break;
    }
    put_glyph(out, &glyph);
    cell += glyph.cells;
    k += glyph.size;
    column++;
  }
  text_put(out, k < line->length ? "..." : "");
  extent.begin = extent.begin < 0 ? cell + margin : extent.begin;
  extent.end = extent.end < 0 ? cell + margin : extent.end;
  return extent;
}

static void trim_blanks(Text *out) {
  while (!out->failed && out->length > 0 && out->bytes[out->length - 1] == ' ') {
    out->bytes[--out->length] = '\0';
  }
}

void excerpt_render(const Mark *mark, bool color, int width, Text *out) {
  Line line;
  if (mark->source == NULL || mark->line < 1 || !find_line(mark->source, mark->line, &line)) {
    return;
  }
  const int room = width - BESIDE < NARROWEST ? NARROWEST : width - BESIDE;
  const int widest = width > 0 && room < WIDEST ? room : WIDEST;
  const int before = CELLS_BEFORE < widest / 2 ? CELLS_BEFORE : widest / 2;
  const bool cut = !fits(&line, widest) && mark->column > widest - before;
  text_printf(out, "%5d | ", mark->line);
  const Extent extent = put_window(&line, cut ? mark->column - before : 1, mark, widest, out);
  trim_blanks(out);
  int gutter = 5;
  for (int number = mark->line; number > 99999; number /= 10) {
    gutter++;
  }
  text_printf(out, "\n%*s | ", gutter, "");
  put_cells(out, " ", extent.begin);
  text_put(out, color ? "\033[1;32m" : "");
  text_put(out, "^");
  put_cells(out, "~", extent.end - extent.begin - 1);
  text_put(out, color ? "\033[0m\n" : "\n");
}
