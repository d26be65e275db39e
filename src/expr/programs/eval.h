// SPDX-License-Identifier: BSD-3-Clause
// eval.h: single operations and whole tapes, for the compiler, the search for switches and the
// search for the culprit of a value that is not finite. Everybody else uses program.h.
#ifndef MBS_EXPR_PROGRAMS_EVAL_H
#define MBS_EXPR_PROGRAMS_EVAL_H

#include "base/real.h"
#include "expr/text/code.h"

#define EVAL_PI 3.14159265358979323846

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

// inputs: input_count values in the order of program->inputs. work: room for program->count
// reals. The result may be NaN or infinite: see program_blame.
real MBS_NAME(program_value)(const Program *program, const real *inputs, real *work);

// Value and gradient[input_count]; work: 2 * count reals. Where a function has a kink the
// derivative is that of the branch taken. An entry without a real derivative is not finite
// (sqrt at 0; x^n by a parameter n at x < 0): look at the entries that are used.
real MBS_NAME(program_gradient)(const Program *program, const real *inputs, real *gradient,
                                real *work);

// Value, first and second time derivative, given those of the inputs (for time itself 1 and 0).
// work: 3 * count reals. result: value, first, second.
void MBS_NAME(program_jet)(const Program *program, const real *inputs, const real *first,
                           const real *second, real result[static 3], real *work);

// The gradient with its first and second time derivative, given those of the inputs: what a
// constraint phi(t, c) needs, since d(phi'')/dc = (phi_c)'', d(phi'')/dc' = 2 (phi_c)' and
// d(phi'')/dc'' = phi_c. work: 6 * count reals. Each of the three: input_count reals.
void MBS_NAME(program_gradient_jet)(const Program *program, const real *inputs, const real *first,
                                    const real *second, real *gradient, real *gradient_first,
                                    real *gradient_second, real *work);

#endif
