// SPDX-License-Identifier: BSD-3-Clause
// fuzz_csv.c: any bytes as a table of numbers, and what is a table as a curve of every kind.
//
// Held: a table is read or refused with messages, each with a text and a place inside the bytes;
// a table that was read is as long as it says, and its first column increases; every curve goes
// through its points to the last bit, has values between them wherever its coefficients are
// finite, and says nothing outside unless it is told to.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"
#include "expr/text/curve.h"

enum { COLUMNS = 2, LONGEST = 65536, KINDS = 4, POLICIES = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

static void check_mark(const Mark *mark, const SourceText *source) {
  int lines = 1;
  for (size_t k = 0; k < source->length; k++) {
    lines += source->text[k] == '\n';
  }
  check(mark->line >= 0 && mark->line <= lines);
  check(mark->line == 0 || (mark->column >= 1 && mark->end_column > mark->column));
  check(mark->line == 0 || mark->column <= (int)source->length + 1);
}

static void check_messages(Diag *diag, const SourceText *source, Allocator *allocator) {
  Text text;
  for (int k = 0; k < diag->count; k++) {
    check(diag->messages[k].text != NULL && diag->messages[k].text[0] != '\0');
    check_mark(&diag->messages[k].mark, source);
  }
  text = text_open(allocator);
  diag_render(diag, true, &text);
  check(!text.failed);
  text_close(&text);
}

static void check_curve(const Curve *curve, const double *y) {
  const int last = curve->count - 1;
  const double first_x = curve->x[0];
  const double last_x = curve->x[last];
  for (int k = 0; k <= last; k++) {
    check(curve_at(curve, curve->x[k], 0) == y[k]);
    check(curve_piece(curve, curve->x[k]) == k);
    for (int order = 0; order < 4; order++) {
      check(!isnan(curve_at(curve, curve->x[k], order)));
    }
    const double branch = curve_branch(curve, curve->x[k]);
    check(curve_next_jump(curve, branch, true) >= curve->x[k] || !curve_jumps_inside(curve));
    check(curve_on(curve, (int)branch, curve->x[k], 0) == curve_at(curve, curve->x[k], 0) ||
          k == last);
  }
  const double size = fabs(first_x) + fabs(last_x); // roundings of this size are no matter
  const double beyond = last_x + 1 + size;
  const double before = first_x - 1 - size;
  const bool error = curve->outside == OUTSIDE_ERROR;
  check(!error || (isnan(curve_at(curve, beyond, 0)) && isnan(curve_at(curve, before, 0))));
  if (curve->outside == OUTSIDE_HOLD) {
    check(curve_at(curve, beyond, 0) == y[last] && curve_at(curve, before, 0) == y[0]);
  }
}

static void check_curves(const CsvColumns *table, Arena *arena) {
  for (int kind = 0; kind < KINDS; kind++) {
    for (int policy = 0; policy < POLICIES; policy++) {
      Curve curve = {.name = "fuzz"};
      const ArenaMark mark = arena_mark(arena);
      check(curve_make(&curve, (CurveKind)kind, (CurveOutside)policy, table->values[0],
                       table->values[1], table->row_count, arena));
      if (curve_first_overflow(&curve) < 0) {
        check_curve(&curve, table->values[1]);
      }
      arena_release(arena, mark);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[COLUMNS] = {"t", "x"};
  static const Mark places[COLUMNS] = {{0}, {0}};
  if (size > LONGEST) {
    return 0;
  }
  Allocator allocator = {0};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  char *bytes = malloc(size > 0 ? size : 1); // exactly so long: reading beyond is seen
  check(bytes != NULL);
  memcpy(bytes, data, size);
  const SourceText source = {.name = "fuzz.csv", .text = bytes, .length = size};
  CsvColumns table = {.names = names, .places = places, .count = COLUMNS, .increasing = true};
  const bool good = csv_read_columns(&source, &table, &arena, &diag);
  check(good == (diag.error_count == 0));
  check_messages(&diag, &source, &allocator);
  if (good) {
    check(table.row_count >= 2);
    for (int k = 1; k < table.row_count; k++) {
      check(table.values[0][k] > table.values[0][k - 1]);
    }
    check_curves(&table, &arena);
  }
  free(bytes);
  arena_close(&arena);
  check(allocator.used == 0);
  return 0;
}
