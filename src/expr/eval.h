// SPDX-License-Identifier: BSD-3-Clause
// eval.h: single operations and whole tapes, for the compiler, the search for switches and the
// search for the culprit of a value that is not finite. Everybody else uses program.h.
#ifndef MBS_EXPR_EVAL_H
#define MBS_EXPR_EVAL_H

#include "base/real.h"
#include "expr/program.h"

#define EVAL_PI 3.14159265358979323846

// What Instruction.op says. The constant is in `constant`, the number of an input in `a`.
typedef enum Opcode {
  OP_CONSTANT,
  OP_INPUT,
#define FLAT_UNARY(op, value) OP_##op,
#define FLAT_BINARY(op, value) OP_##op,
#define UNARY(op, value, dx, dxx) OP_##op,
#define BINARY(op, value, dx, dy, dxx, dxy, dyy) OP_##op,
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz) OP_##op,
#include "expr/functions.def"
  OPCODE_COUNT
} Opcode;

// The value of one instruction whose operands are in v.
real MBS_NAME(eval_operate)(const Instruction *at, const real *inputs, const real *v);

// Its partial derivatives by the operands a, b, c (0 for those it does not have); v holds the
// values of the operands, own its own value.
void MBS_NAME(eval_partials)(const Instruction *at, const real *v, real own,
                             real partials[static 3]);

// The values of the first count instructions.
void MBS_NAME(eval_values)(const Program *program, const real *inputs, int count, real *v);

// The derivative of the result by every instruction, given all values.
void MBS_NAME(eval_adjoints)(const Program *program, const real *v, real *adjoints);

// Values, first and second time derivatives of the first count instructions.
void MBS_NAME(eval_jets)(const Program *program, const real *inputs, const real *first,
                         const real *second, int count, real *v, real *v1, real *v2);

// The number of the branch that a switch is on, given the values v of the instructions; NaN where
// the switching function has none.
double eval_branch(const Program *program, const Switch *one, const double *v);

// What mod(x, y) leaves: in [0, y) for y > 0, in (y, 0] for y < 0. fmod is exact.
static inline double eval_remainder(double x, double y) {
  const double remainder = fmod(x, y);
  return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
}

// floor(x / y) as if the quotient were exact: the whole turns that mod(x, y) takes away.
static inline double eval_turns(double x, double y) {
  return floor((x - eval_remainder(x, y)) / y + 0.5);
}

#endif
