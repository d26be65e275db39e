// SPDX-License-Identifier: BSD-3-Clause
// degree.h: of which degree an expression is in what moves, by its operations alone. So the answer
// is certain where it is "at most linear", and cautious: (x + 1)^2 - x^2 counts as beyond.
#ifndef MBS_EXPR_PROGRAMS_DEGREE_H
#define MBS_EXPR_PROGRAMS_DEGREE_H

#include "expr/text/code.h"

// The degree of a piecewise polynomial in t; what is beyond linear is all the same. ON_STATE marks
// what depends on a measure.
enum {
  DEGREE_FIXED = 0,
  DEGREE_PIECEWISE = 1,
  DEGREE_LINEAR = 2,
  DEGREE_BEYOND = 3,
  DEGREE_ON_STATE = 4
};

// Of an operation with operands of known degrees.
signed char degree_of(const Instruction *at, const signed char *degrees);

// Whether the value is linear in the inputs marked as moving, one mark an input, without a kink or
// a jump in them, while the others stand still.
bool degree_is_linear(const Program *program, const bool *moving);

// Whether it is a sum of such inputs, each times what stands still, and nothing besides.
bool degree_is_homogeneous(const Program *program, const bool *moving);

#endif
