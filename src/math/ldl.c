// SPDX-License-Identifier: BSD-3-Clause
// ldl.c: sparse L D L' with a fixed pattern (see ldl.h).
//
// Row k of L solves L_11 D_11 l' = A_1k. Its pattern is what is met on the ways from A's entries up
// the elimination tree (Liu 1990). Rows are made one after the other: column i of what stands above
// row k is subtracted where l_ki is not zero, and touches only places of row k's own pattern.
#include "math/ldl.h"

#include <amd.h>
#include <math.h>
#include <string.h>

static const double WORTH_COUNTING = 5e7; // entries of L

// Entries of the strict lower triangle of P A P', by rows; duplicates may occur.
typedef struct Lower {
  int *start, *column;
} Lower;

static bool order_by_amd(LdlPlan *plan, const Pattern *pattern, int *order, Arena *arena) {
  const int status = amd_order(plan->n, pattern->column_start, pattern->row, order, NULL, NULL);
  if (status != AMD_OK && status != AMD_OK_BUT_JUMBLED) {
    arena->allocator->exhausted = true;
    return false;
  }
  for (int k = 0; k < plan->n; k++) {
    plan->place[order[k]] = k;
  }
  return true;
}

// Row and column of entry k of one column of the pattern, in the order of elimination.
static void place_entry(const LdlPlan *plan, const Pattern *pattern, int column, int k, int *below,
                        int *above) {
  const int i = plan->place[pattern->row[k]], j = plan->place[column];
  *below = i > j ? i : j;
  *above = i > j ? j : i;
}

static bool collect_lower(const LdlPlan *plan, const Pattern *pattern, Lower *lower, Arena *arena) {
  const int n = plan->n;
  lower->start = arena_array(arena, int, n + 2);
  lower->column = arena_array(arena, int, pattern->nonzeros);
  if (lower->start == NULL || lower->column == NULL) {
    return false;
  }
  int below, above;
  for (int j = 0; j < n; j++) {
    for (int k = pattern->column_start[j]; k < pattern->column_start[j + 1]; k++) {
      place_entry(plan, pattern, j, k, &below, &above);
      lower->start[below + 2] += below != above;
    }
  }
  for (int i = 0; i < n; i++) {
    lower->start[i + 2] += lower->start[i + 1];
  }
  for (int j = 0; j < n; j++) {
    for (int k = pattern->column_start[j]; k < pattern->column_start[j + 1]; k++) {
      place_entry(plan, pattern, j, k, &below, &above);
      if (below != above) {
        lower->column[lower->start[below + 1]++] = above;
      }
    }
  }
  return true;
}

// Climbs from every entry of row k of A up the tree to what row k has met already. Each place on
// the way is an entry (k, i) of L: it is counted in count[i], and written down where row is given,
// at next[i]. Extends the tree as it goes. Returns how many there are.
static int climb(LdlPlan *plan, const Lower *lower, int k, int *met, int *count, int *row) {
  int found = 0;
  met[k] = k;
  for (int e = lower->start[k]; e < lower->start[k + 1]; e++) {
    for (int i = lower->column[e]; met[i] != k; i = plan->parent[i]) {
      if (plan->parent[i] < 0) {
        plan->parent[i] = k;
      }
      if (row != NULL) {
        row[count[i]] = k;
      }
      count[i]++;
      met[i] = k;
      found++;
    }
  }
  return found;
}

// The elimination tree, the lengths of L's columns (as column_start), the operations.
static bool count_columns(LdlPlan *plan, const Lower *lower, Arena *scratch) {
  const int n = plan->n;
  int *met = arena_array(scratch, int, n), *count = arena_array(scratch, int, n);
  if (met == NULL || count == NULL) {
    return false;
  }
  double nonzeros = 0;
  for (int k = 0; k < n; k++) {
    met[k] = plan->parent[k] = -1;
  }
  for (int k = 0; k < n && nonzeros <= WORTH_COUNTING; k++) {
    nonzeros += climb(plan, lower, k, met, count, NULL);
  }
  if (nonzeros > WORTH_COUNTING) {
    plan->operations = HUGE_VAL;
    return true;
  }
  plan->nonzeros = (int)nonzeros;
  plan->operations = 0;
  for (int i = 0; i < n; i++) {
    plan->operations += 0.5 * count[i] * (count[i] + 3.0);
    plan->column_start[i + 1] = plan->column_start[i] + count[i];
  }
  return true;
}

bool ldl_order(LdlPlan *plan, const Pattern *pattern, Arena *arena) {
  const int n = pattern->n;
  *plan = (LdlPlan){.n = n,
                    .place = arena_array(arena, int, n),
                    .parent = arena_array(arena, int, n),
                    .column_start = arena_array(arena, int, n + 1)};
  if (arena->allocator->exhausted) {
    return false;
  }
  const ArenaMark mark = arena_mark(arena);
  int *order = arena_array(arena, int, n);
  Lower lower;
  const bool ok = order != NULL && (n == 0 || order_by_amd(plan, pattern, order, arena)) &&
                  collect_lower(plan, pattern, &lower, arena) && count_columns(plan, &lower, arena);
  arena_release(arena, mark);
  return ok;
}

// L by columns again, and from that by rows.
static bool list_rows(LdlPlan *plan, const Lower *lower, Arena *scratch) {
  const int n = plan->n;
  int *met = arena_array(scratch, int, n), *next = arena_array(scratch, int, n + 1);
  if (met == NULL || next == NULL) {
    return false;
  }
  for (int k = 0; k < n; k++) {
    met[k] = -1;
    next[k] = plan->column_start[k];
  }
  for (int k = 0; k < n; k++) {
    plan->row_start[k + 1] = plan->row_start[k] + climb(plan, lower, k, met, next, plan->row);
  }
  memcpy(next, plan->row_start, (size_t)n * sizeof(int));
  for (int i = 0; i < n; i++) {
    for (int k = plan->column_start[i]; k < plan->column_start[i + 1]; k++) {
      const int at = next[plan->row[k]]++;
      plan->column[at] = i;
      plan->slot[at] = k;
    }
  }
  return true;
}

// Place of entry (below, above) in the values.
static int slot_of(const LdlPlan *plan, int below, int above) {
  if (below == above) {
    return plan->nonzeros + below;
  }
  int low = plan->column_start[above], high = plan->column_start[above + 1] - 1;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (plan->row[middle] < below) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

int ldl_slot(const LdlPlan *plan, int i, int k) {
  const int a = plan->place[i], b = plan->place[k];
  return slot_of(plan, a > b ? a : b, a > b ? b : a);
}

bool ldl_lay_out(LdlPlan *plan, const Pattern *pattern, Arena *arena) {
  const int n = plan->n;
  plan->row = arena_array(arena, int, plan->nonzeros);
  plan->row_start = arena_array(arena, int, n + 1);
  plan->column = arena_array(arena, int, plan->nonzeros);
  plan->slot = arena_array(arena, int, plan->nonzeros);
  plan->entry = arena_array(arena, int, pattern->nonzeros);
  if (arena->allocator->exhausted) {
    return false;
  }
  const ArenaMark mark = arena_mark(arena);
  Lower lower;
  const bool ok = collect_lower(plan, pattern, &lower, arena) && list_rows(plan, &lower, arena);
  arena_release(arena, mark);
  int below, above;
  for (int j = 0; ok && j < n; j++) {
    for (int k = pattern->column_start[j]; k < pattern->column_start[j + 1]; k++) {
      place_entry(plan, pattern, j, k, &below, &above);
      plan->entry[k] = slot_of(plan, below, above);
    }
  }
  return ok;
}

// Row k of L from what stands there of A; returns the pivot.
static inline double eliminate_row(const LdlPlan *plan, double *values, double *work, int k) {
  const int *column_start = plan->column_start, *row = plan->row;
  const int first = plan->row_start[k], end = plan->row_start[k + 1];
  const double *diagonal = values + plan->nonzeros;
  for (int e = first; e < end; e++) {
    work[plan->column[e]] = values[plan->slot[e]];
  }
  double pivot = diagonal[k];
  for (int e = first; e < end; e++) {
    const int i = plan->column[e], own = plan->slot[e];
    const double x = work[i], l = x * diagonal[i];
    for (int p = column_start[i]; p < own; p++) {
      work[row[p]] -= values[p] * x;
    }
    values[own] = l;
    pivot -= l * x;
  }
  return pivot;
}

double ldl_factor(const LdlPlan *plan, double *values, double *work) {
  double *diagonal = values + plan->nonzeros;
  double smallest = 1;
  for (int k = 0; k < plan->n; k++) {
    const double size = diagonal[k], pivot = eliminate_row(plan, values, work, k);
    if (!(size > 0) || !isfinite(pivot)) {
      return 0;
    }
    if (pivot < smallest * size) {
      smallest = pivot / size;
    }
    diagonal[k] = 1 / (pivot > LDL_ROUND_OFF * size ? pivot : LDL_ROUND_OFF * size);
  }
  return smallest > LDL_ROUND_OFF ? smallest : LDL_ROUND_OFF;
}

int ldl_factor_semidefinite(const LdlPlan *plan, double *values, double *work, double zero,
                            double *largest_dropped) {
  double *diagonal = values + plan->nonzeros;
  int dropped = 0;
  *largest_dropped = 0;
  for (int k = 0; k < plan->n; k++) {
    const double pivot = eliminate_row(plan, values, work, k);
    if (pivot > zero) {
      diagonal[k] = 1 / pivot;
      continue;
    }
    const double size = isnan(pivot) ? HUGE_VAL : fabs(pivot);
    *largest_dropped = size > *largest_dropped ? size : *largest_dropped;
    diagonal[k] = 0;
    dropped++;
  }
  return dropped;
}

void ldl_solve(const LdlPlan *plan, const double *values, double *x, double *work) {
  const int n = plan->n, *start = plan->column_start, *row = plan->row, *place = plan->place;
  const double *diagonal = values + plan->nonzeros;
  for (int i = 0; i < n; i++) {
    work[place[i]] = x[i];
  }
  for (int i = 0; i < n; i++) {
    const double own = work[i];
    for (int p = start[i]; p < start[i + 1]; p++) {
      work[row[p]] -= values[p] * own;
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    double own = work[i] * diagonal[i];
    for (int p = start[i]; p < start[i + 1]; p++) {
      own -= values[p] * work[row[p]];
    }
    work[i] = own;
  }
  for (int i = 0; i < n; i++) {
    x[i] = work[place[i]];
  }
}
