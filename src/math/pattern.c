// SPDX-License-Identifier: BSD-3-Clause
// pattern.c: where the entries of a square sparse matrix stand (see pattern.h).
#include "math/pattern.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

void pattern_open(Pattern *pattern, int n, bool dense, Arena *arena) {
  *pattern = (Pattern){.n = n, .dense = dense, .arena = arena};
  if (dense) {
    assert(n <= 46340);
    pattern->nonzeros = n * n;
    return;
  }
  for (int i = 0; i < n; i++) {
    pattern_add(pattern, i, i);
  }
}

static bool grow(Pattern *pattern) {
  const int old = pattern->announced_capacity;
  if (old > INT_MAX / 4) {
    return false;
  }
  const int capacity = old > 0 ? 2 * old : 256;
  int *announced = arena_array(pattern->arena, int, 2 * capacity);
  if (announced == NULL) {
    return false;
  }
  if (old > 0) {
    memcpy(announced, pattern->announced, 2 * (size_t)old * sizeof(int));
  }
  pattern->announced = announced;
  pattern->announced_capacity = capacity;
  return true;
}

void pattern_add(Pattern *pattern, int row, int column) {
  assert(row >= 0 && row < pattern->n && column >= 0 && column < pattern->n);
  if (pattern->dense || pattern->failed) {
    return;
  }
  if (pattern->announced_count == pattern->announced_capacity && !grow(pattern)) {
    pattern->failed = true;
    return;
  }
  pattern->announced[2 * pattern->announced_count] = row;
  pattern->announced[2 * pattern->announced_count + 1] = column;
  pattern->announced_count++;
}

// Stable counting sort of the pairs by one of their two numbers.
static void sort_by(int which, int n, const int *from, int count, int *to, int *start) {
  memset(start, 0, ((size_t)n + 1) * sizeof(int));
  for (int k = 0; k < count; k++) {
    start[from[2 * k + which] + 1]++;
  }
  for (int i = 0; i < n; i++) {
    start[i + 1] += start[i];
  }
  for (int k = 0; k < count; k++) {
    const int place = start[from[2 * k + which]]++;
    to[2 * place] = from[2 * k];
    to[2 * place + 1] = from[2 * k + 1];
  }
}

bool pattern_close(Pattern *pattern) {
  if (pattern->dense) {
    return true;
  }
  if (pattern->failed) {
    return false;
  }
  const int n = pattern->n, count = pattern->announced_count;
  int *sorted = arena_array(pattern->arena, int, 2 * count);
  int *start = arena_array(pattern->arena, int, n + 1);
  pattern->row = arena_array(pattern->arena, int, count);
  pattern->column_start = arena_array(pattern->arena, int, n + 1);
  if (sorted == NULL || start == NULL || pattern->row == NULL || pattern->column_start == NULL) {
    pattern->failed = true;
    return false;
  }
  sort_by(0, n, pattern->announced, count, sorted, start);
  sort_by(1, n, sorted, count, pattern->announced, start);
  int nonzeros = 0;
  for (int k = 0; k < count; k++) {
    const int *entry = pattern->announced + 2 * k;
    if (k > 0 && entry[0] == entry[-2] && entry[1] == entry[-1]) {
      continue;
    }
    pattern->row[nonzeros++] = entry[0];
    pattern->column_start[entry[1] + 1] = nonzeros;
  }
  pattern->nonzeros = nonzeros;
  return true;
}

int pattern_slot(const Pattern *pattern, int row, int column) {
  if (pattern->dense) {
    return column * pattern->n + row;
  }
  int low = pattern->column_start[column], high = pattern->column_start[column + 1] - 1;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (pattern->row[middle] < row) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  assert(low == high && pattern->row[low] == row);
  return low;
}
