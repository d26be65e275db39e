// SPDX-License-Identifier: BSD-3-Clause
// ldl.h: L D L' of sparse symmetric positive definite matrices with a fixed pattern.
//
//   P A P' = L D L'      P: approximate minimum degree (Amestoy, Davis, Duff 1996)
//
// Everything that depends on the pattern alone is laid out once: the order, the places of L's
// entries and, for every row of L, where its entries stand. Factoring and solving only walk along
// these lists; they search nothing and allocate nothing.
#ifndef MBS_MATH_LDL_H
#define MBS_MATH_LDL_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/pattern.h"

typedef struct LdlPlan {
  int n;
  int nonzeros;       // of L, below the diagonal
  double operations;  // multiplications of one factorization; HUGE_VAL: more than is worth counting
  int *place;         // of each unknown in the order of elimination
  int *parent;        // elimination tree: the first row below k in column k of L, or -1
  int *column_start;  // L by columns, n + 1
  int *row;           // nonzeros; ascending in each column
  int *row_start;     // L by rows, n + 1
  int *column, *slot; // nonzeros: the column of an entry of a row, and its place among `row`
  int *entry;         // of each entry of the pattern: its place in the values
} LdlPlan;

// The order of elimination and what it costs. The pattern (closed, with compressed columns) may
// hold either triangle or both. Returns false when memory ran out.
bool ldl_order(LdlPlan *plan, const Pattern *pattern, Arena *arena);

// After ldl_order, and only when operations is finite: lays L out. Returns false when memory ran
// out.
bool ldl_lay_out(LdlPlan *plan, const Pattern *pattern, Arena *arena);

// Values: nonzeros + n numbers, first L, then the diagonal. The caller sets them to zero and adds
// entry k of the pattern (of one triangle only) to values[plan->entry[k]].

// Place of A's entry (i, k), which the pattern holds, in the values.
int ldl_slot(const LdlPlan *plan, int i, int k);

// Replaces A in values by L and 1 / D. work: n numbers. A pivot below LDL_ROUND_OFF of its diagonal
// entry is noise and counts as that much. Returns the smallest pivot over its diagonal entry (1
// when there is none), 0 when a value is not finite or a diagonal entry is not positive.
#define LDL_ROUND_OFF 1e-15
double ldl_factor(const LdlPlan *plan, double *values, double *work);

// The same for a positive semidefinite matrix: a pivot up to `zero` is dropped (its 1 / D becomes
// 0, and so does its column of L). Returns how many were, and the largest size among them.
int ldl_factor_semidefinite(const LdlPlan *plan, double *values, double *work, double zero,
                            double *largest_dropped);

// Solves A x = b in place with these factors. work: n numbers.
void ldl_solve(const LdlPlan *plan, const double *values, double *x, double *work);

#endif
