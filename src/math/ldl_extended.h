// SPDX-License-Identifier: BSD-3-Clause
// ldl_extended.h: L D L' with the plan of ldl.h in twice the precision of a double.
//
// For matrices of the form A = B B' whose rows are nearly dependent: pivots are squares of
// distances, and in doubles a distance below 1e-8 is lost.
#ifndef MBS_MATH_LDL_EXTENDED_H
#define MBS_MATH_LDL_EXTENDED_H

#include "math/extended.h"
#include "math/ldl.h"

// Replaces A in values (nonzeros + n, as in ldl.h) by L and 1 / D. A pivot up to `zero` times its
// diagonal entry is dropped: its 1 / D becomes 0, and with it its unknown. work: n numbers. Returns
// the smallest of the other pivots over their diagonal entries (1 when there is none).
double ldl_extended_factor(const LdlPlan *plan, Extended *values, Extended *work, double zero);

// Solves A x = b in place with these factors. work: n numbers.
void ldl_extended_solve(const LdlPlan *plan, const Extended *values, Extended *x, Extended *work);

#endif
