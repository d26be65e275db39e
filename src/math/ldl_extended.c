// SPDX-License-Identifier: BSD-3-Clause
// ldl_extended.c: L D L' by rows as in ldl.c, in twice the precision (see ldl_extended.h).
#include "math/ldl_extended.h"

static Extended minus_product(Extended x, Extended a, Extended b) {
  return extended_subtract(x, extended_multiply(a, b));
}

// Row k of L from what stands there of A; returns the pivot.
static Extended eliminate_row(const LdlPlan *plan, Extended *values, Extended *work, int k) {
  const Extended *diagonal = values + plan->nonzeros;
  const int first = plan->row_start[k], end = plan->row_start[k + 1];
  for (int e = first; e < end; e++) {
    work[plan->column[e]] = values[plan->slot[e]];
  }
  Extended pivot = diagonal[k];
  for (int e = first; e < end; e++) {
    const int i = plan->column[e], own = plan->slot[e];
    const Extended x = work[i], l = extended_multiply(x, diagonal[i]);
    for (int p = plan->column_start[i]; p < own; p++) {
      work[plan->row[p]] = minus_product(work[plan->row[p]], values[p], x);
    }
    values[own] = l;
    pivot = minus_product(pivot, l, x);
  }
  return pivot;
}

double ldl_extended_factor(const LdlPlan *plan, Extended *values, Extended *work, double zero) {
  Extended *diagonal = values + plan->nonzeros;
  const Extended one = {1, 0}, none = {0, 0};
  double smallest = 1;
  for (int k = 0; k < plan->n; k++) {
    const double size = diagonal[k].hi;
    const Extended pivot = eliminate_row(plan, values, work, k);
    const bool kept = pivot.hi > zero * size;
    diagonal[k] = kept ? extended_divide(one, pivot) : none;
    smallest = kept && pivot.hi < smallest * size ? pivot.hi / size : smallest;
  }
  return smallest;
}

void ldl_extended_solve(const LdlPlan *plan, const Extended *values, Extended *x, Extended *work) {
  const int n = plan->n, *start = plan->column_start, *row = plan->row;
  const Extended *diagonal = values + plan->nonzeros;
  for (int i = 0; i < n; i++) {
    work[plan->place[i]] = x[i];
  }
  for (int i = 0; i < n; i++) {
    for (int p = start[i]; p < start[i + 1]; p++) {
      work[row[p]] = minus_product(work[row[p]], values[p], work[i]);
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    Extended own = extended_multiply(work[i], diagonal[i]);
    for (int p = start[i]; p < start[i + 1]; p++) {
      own = minus_product(own, values[p], work[row[p]]);
    }
    work[i] = own;
  }
  for (int i = 0; i < n; i++) {
    x[i] = work[plan->place[i]];
  }
}
