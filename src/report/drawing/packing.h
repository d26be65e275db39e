// SPDX-License-Identifier: BSD-3-Clause
// packing.h: a table of a motion as the page carries it.
//
// Each column is rounded to whole steps from its first value, value = base + k step with k = 0 in
// the first row: 65535 steps over the range of the column, 1023 of what is only drawn, of angles
// 65536 a turn however many turns, of times 2^20 or more over the duration. What stands is the
// second difference of k (k in the first row, the first difference in the second), zig-zag 0 -1 1
// -2 2 .. as 0 1 2 3 4 .., below 2^24 (else the step is doubled); all columns one behind the other;
// first the low bytes of all, then the middle ones, then the high ones; deflated (RFC 1951, raw). A
// smooth motion has second differences near zero, which deflate takes to a tenth.
//
// A value that is not known repeats the one before and is listed as a gap.
#ifndef MBS_REPORT_DRAWING_PACKING_H
#define MBS_REPORT_DRAWING_PACKING_H

#include "base/text.h"

typedef enum PackingKind { PACKING_VALUE, PACKING_DRAWN, PACKING_ANGLE, PACKING_TIME } PackingKind;

typedef struct PackingTable {
  int rows, columns;
  const double *values;       // row by row; NaN: not known
  int stride;                 // from row to row, at least columns
  const unsigned char *kinds; // PackingKind of each column
} PackingTable;

typedef struct PackingGap {
  int column, first, last; // rows
} PackingGap;

typedef struct Packing {
  double *base, *step; // of each column; numbers of 7 digits
  PackingGap *gaps;
  int gap_count;
  unsigned char *bytes;
  size_t length;
} Packing;

// Deflates bytes into the arena. False when memory ran out.
bool packing_deflate(const void *bytes, size_t length, Packing *packing, Arena *arena);

// False when memory ran out.
bool packing_make(const PackingTable *table, Packing *packing, Arena *arena);

#endif
