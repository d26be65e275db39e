// SPDX-License-Identifier: BSD-3-Clause
// linear.h: solves A x = b with a fixed pattern: own dense LU below the crossover, KLU above.
//
// Measured on planar chains of 1 to 16 links (src/DECISIONS.md): dense LU is a third faster at 8 to
// 32 unknowns, level at 64 to 80, and behind from there. Both use partial pivoting. KLU analyses
// the pattern once and refactors with the same pivots while they stay good.
#ifndef MBS_MATH_LINEAR_H
#define MBS_MATH_LINEAR_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/pattern.h"

enum { LINEAR_DENSE_LIMIT = 64 }; // unknowns up to which the dense LU is used

typedef struct Linear Linear;

// Opens a solver for a closed pattern. NULL when memory ran out. linear_close frees what KLU holds.
Linear *linear_open(const Pattern *pattern, Arena *arena);
void linear_close(Linear *linear);

// Factors the matrix with these values (pattern->nonzeros of them, which stay untouched). Returns
// false when it is singular to working precision or a value is not finite.
bool linear_factor(Linear *linear, const double *values);

// Solves in place with the last factors.
void linear_solve(Linear *linear, double *x);

#endif
