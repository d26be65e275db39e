// SPDX-License-Identifier: BSD-3-Clause
// size.h: the size of what an expression is made of, which its value may be the small difference
// of: x - cos(t) has the size 1 where its value is an error of 1e-9.
#ifndef MBS_EXPR_PROGRAMS_SIZE_H
#define MBS_EXPR_PROGRAMS_SIZE_H

#include "expr/programs/program.h"

// The largest of: its value; the operands of its sums, times what the sum is multiplied with on its
// way to the result. What goes through a function such as exp or sin is as large as that makes it.
// work: 2 * count.
double program_size(const Program *program, const double *inputs, double *work);

// The sum over all operations and inputs of |v_k df/dv_k|: f is known to this times the round-off
// of one operation, where each v_k carries it. What has no derivative does not count.
// work: 2 * count.
double program_rounding(const Program *program, const double *inputs, double *work);

#endif
