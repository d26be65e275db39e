// SPDX-License-Identifier: BSD-3-Clause
// packing.c: a table of a motion as the page carries it (see packing.h).
#include "report/drawing/packing.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#define ZLIB_CONST // what goes in is not changed
#include <zlib.h>

#include "base/number.h"

enum {
  STEPS = 65535,
  DRAWN_STEPS = 1023,
  TURN = 65536,
  TIMES = 1 << 20,
  LIMIT = 1 << 24,
  DIGITS = 9,
  MANY = 1 << 30
};

// The number that people read of it: so the page computes with the very base and step that it is
// told.
static double as_written(double value) {
  char text[NUMBER_TEXT_SIZE];
  double read = value;
  int used = 0;
  const int length = number_format_digits(DIGITS, value, text);
  return number_parse(text, length, &read, &used) == NUMBER_OK ? read : value;
}

typedef struct Column {
  const double *values;
  size_t stride;
  int rows;
} Column;

static double value_at(const Column *column, int row) {
  return column->values[(size_t)row * column->stride];
}

// Steps so long that the range has as many as its kind asks for. Even times are whole steps.
static double step_of(const Column *column, PackingKind kind) {
  double low = (double)INFINITY, high = -(double)INFINITY;
  for (int row = 0; row < column->rows; row++) {
    const double value = value_at(column, row);
    low = value < low ? value : low;
    high = value > high ? value : high;
  }
  const double range = high - low;
  if (!(range > 0) || !isfinite(range)) {
    return 0;
  }
  if (kind == PACKING_ANGLE) {
    const double step = 2 * acos(-1.0) / TURN;
    return range < step * MANY ? step : range / MANY;
  }
  if (kind == PACKING_TIME) {
    const double intervals = column->rows - 1;
    return range / intervals / ceil(TIMES / intervals);
  }
  return range / (kind == PACKING_DRAWN ? DRAWN_STEPS : STEPS);
}

// The zig-zag numbers of a column; false when one does not fit.
static bool encode(const Column *column, double base, double step, uint32_t *out) {
  int64_t before = 0, difference = 0, k = 0;
  for (int row = 0; row < column->rows; row++) {
    const double value = value_at(column, row);
    if (step > 0 && isfinite(value)) {
      k = (int64_t)rint((value - base) / step);
    }
    const int64_t first = k - before, second = row > 1 ? first - difference : first;
    const int64_t zigzag = second < 0 ? -2 * second - 1 : 2 * second;
    if (zigzag >= LIMIT) {
      return false;
    }
    out[row] = (uint32_t)zigzag;
    difference = first;
    before = k;
  }
  return true;
}

static void encode_column(const PackingTable *table, int c, Packing *packing, uint32_t *out) {
  const Column column = {table->values + c, (size_t)table->stride, table->rows};
  double base = 0;
  for (int row = table->rows - 1; row >= 0; row--) {
    base = isfinite(value_at(&column, row)) ? value_at(&column, row) : base;
  }
  double step = step_of(&column, (PackingKind)table->kinds[c]);
  packing->base[c] = as_written(base);
  do {
    packing->step[c] = as_written(step);
    step *= 2;
  } while (!encode(&column, packing->base[c], packing->step[c], out));
}

// The rows of unknown values of a column, from `count` on; gaps: NULL where they are only counted.
static int add_gaps(const PackingTable *table, int c, PackingGap *gaps, int count) {
  bool within = false;
  for (int row = 0; row < table->rows; row++) {
    const bool gap = !isfinite(table->values[(size_t)row * (size_t)table->stride + (size_t)c]);
    count += gap && !within ? 1 : 0;
    if (gap && gaps != NULL) {
      gaps[count - 1] = (PackingGap){c, within ? gaps[count - 1].first : row, row};
    }
    within = gap;
  }
  return count;
}

// Rows of unknown values, column by column. False when memory ran out.
static bool list_gaps(const PackingTable *table, Packing *packing, Arena *arena) {
  int count = 0;
  for (int c = 0; c < table->columns; c++) {
    count = add_gaps(table, c, NULL, count);
  }
  packing->gap_count = 0;
  packing->gaps = arena_array(arena, PackingGap, count);
  for (int c = 0; packing->gaps != NULL && c < table->columns; c++) {
    packing->gap_count = add_gaps(table, c, packing->gaps, packing->gap_count);
  }
  return packing->gaps != NULL;
}

// zlib's memory from the arena, which gives it back as a whole.
static void *take(void *arena, uInt items, uInt size) {
  return arena_alloc(arena, (size_t)items * size);
}

static void leave(void *arena, void *memory) {
  (void)arena;
  (void)memory;
}

bool packing_deflate(const void *bytes, size_t length, Packing *packing, Arena *arena) {
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  z_stream stream = {.zalloc = take, .zfree = leave, .opaque = &scratch};
  const bool open =
      length <= UINT32_MAX / 2 && deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS,
                                               MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) == Z_OK;
  const uLong room = open ? deflateBound(&stream, (uLong)length) : 0;
  packing->bytes = open ? arena_alloc(arena, room) : NULL;
  stream.next_in = bytes;
  stream.avail_in = (uInt)length;
  stream.next_out = packing->bytes;
  stream.avail_out = (uInt)room;
  const bool done = packing->bytes != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packing->length = (size_t)stream.total_out;
  (void)deflateEnd(&stream);
  arena_close(&scratch);
  return done;
}

bool packing_make(const PackingTable *table, Packing *packing, Arena *arena) {
  const size_t rows = (size_t)table->rows, count = rows * (size_t)table->columns;
  *packing = (Packing){.base = arena_array(arena, double, table->columns),
                       .step = arena_array(arena, double, table->columns)};
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  uint32_t *column = arena_alloc_array(&scratch, table->rows, sizeof *column);
  unsigned char *planes = arena_alloc(&scratch, 3 * count + 1);
  bool good = packing->base != NULL && packing->step != NULL && column != NULL && planes != NULL &&
              list_gaps(table, packing, arena);
  for (int c = 0; good && c < table->columns; c++) {
    encode_column(table, c, packing, column);
    for (size_t row = 0; row < rows; row++) {
      for (size_t plane = 0; plane < 3; plane++) {
        planes[plane * count + (size_t)c * rows + row] =
            (unsigned char)(column[row] >> (8 * plane) & 0xffU);
      }
    }
  }
  good = good && packing_deflate(planes, 3 * count, packing, arena);
  arena_close(&scratch);
  return good;
}
