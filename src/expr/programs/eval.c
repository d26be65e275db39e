// SPDX-License-Identifier: BSD-3-Clause
// eval.c: values and derivatives of compiled expressions: the hot loop.
//
// The code is a list in order of evaluation, so the value is one walk forwards. The gradient is
// one walk back: with w_k = d(result)/d(v_k), every instruction hands w_k times its partial
// derivatives to its operands. A w that is zero is not handed on: what the result does not depend
// on (the branch of an `if` that is not taken) may have no derivative. Jets carry value, first and
// second time derivative forwards:
//
//   v' = f_x x' + f_y y' + ..,   v'' = f_x x'' + f_y y'' + .. + f_xx x'^2 + 2 f_xy x' y' + ..
//
// The partials are rows of functions.def. This file is compiled a second time with complex numbers
// to prove them (base/real.h).
// Source of the reverse sweep: Griewank and Walther, Evaluating Derivatives (2008).
#include "expr/programs/eval.h"

#include "base/hot.h"
#include "expr/programs/eval_inside.h"

// ---- one operation ----

MBS_SIZED real operate(const Instruction *at, const real *inputs, const real *v) {
  switch ((Opcode)at->op) {
  case OP_CONSTANT:
    return K;
  case OP_INPUT:
    return inputs[at->a];
#define ROW(op, value)                                                                             \
  case OP_##op:                                                                                    \
    return (value);
#define FLAT_UNARY(op, value) ROW(op, value)
#define FLAT_BINARY(op, value) ROW(op, value)
#define UNARY(op, value, dx, dxx) ROW(op, value)
#define BINARY(op, value, dx, dy, dxx, dxy, dyy) ROW(op, value)
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz) ROW(op, value)
#include "expr/text/functions.def"
#undef ROW
  case OPCODE_COUNT:
    break;
  }
  return UNDEFINED;
}

// Hands the derivative w of the result by one instruction to its operands.
static inline void hand_back(const Instruction *at, const real *v, real V, real w, real *adjoints) {
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    adjoints[at->a] += w * (dx);                                                                   \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    adjoints[at->a] += w * (dx);                                                                   \
    adjoints[at->b] += w * (dy);                                                                   \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    adjoints[at->a] += w * (dx);                                                                   \
    adjoints[at->b] += w * (dy);                                                                   \
    adjoints[at->c] += w * (dz);                                                                   \
    break;
#include "expr/text/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

real MBS_NAME(eval_operate)(const Instruction *at, const real *inputs, const real *v) {
  return operate(at, inputs, v);
}

void MBS_NAME(eval_partials)(const Instruction *at, const real *v, real own,
                             real partials[static 3]) {
  const real V = own;
  partials[0] = partials[1] = partials[2] = 0;
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    partials[0] = (dx);                                                                            \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    partials[0] = (dx);                                                                            \
    partials[1] = (dy);                                                                            \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    partials[0] = (dx);                                                                            \
    partials[1] = (dy);                                                                            \
    partials[2] = (dz);                                                                            \
    break;
#include "expr/text/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

// ---- jets ----

#define X1 v1[at->a]
#define Y1 v1[at->b]
#define Z1 v1[at->c]
#define X2 v2[at->a]
#define Y2 v2[at->b]
#define Z2 v2[at->c]

MBS_SIZED void jet(const Instruction *at, const real *v, const real *v1, const real *v2, real V,
                   real rates[static 2]) {
  rates[0] = rates[1] = 0;
  switch (at->op) {
#define FLAT_UNARY(op, value)
#define FLAT_BINARY(op, value)
#define UNARY(op, value, dx, dxx)                                                                  \
  case OP_##op:                                                                                    \
    if (X1 != 0 || X2 != 0) {                                                                      \
      rates[0] = part(dx, X1);                                                                     \
      rates[1] = part(dx, X2) + part(dxx, X1 * X1);                                                \
    }                                                                                              \
    break;
#define BINARY(op, value, dx, dy, dxx, dxy, dyy)                                                   \
  case OP_##op:                                                                                    \
    rates[0] = part(dx, X1) + part(dy, Y1);                                                        \
    rates[1] = part(dx, X2) + part(dy, Y2) + part(dxx, X1 * X1) + 2 * part(dxy, X1 * Y1) +         \
               part(dyy, Y1 * Y1);                                                                 \
    break;
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz)                               \
  case OP_##op:                                                                                    \
    rates[0] = part(dx, X1) + part(dy, Y1) + part(dz, Z1);                                         \
    rates[1] = part(dx, X2) + part(dy, Y2) + part(dz, Z2) + part(dxx, X1 * X1) +                   \
               part(dyy, Y1 * Y1) + part(dzz, Z1 * Z1) +                                           \
               2 * (part(dxy, X1 * Y1) + part(dxz, X1 * Z1) + part(dyz, Y1 * Z1));                 \
    break;
#include "expr/text/functions.def"
  default: // constants, inputs, and what is flat
    break;
  }
}

void MBS_NAME(eval_jets)(const Program *program, const real *inputs, const real *first,
                         const real *second, int count, real *v, real *v1, real *v2) {
  for (int k = 0; k < count; k++) {
    const Instruction *at = &program->code[k];
    v[k] = operate(at, inputs, v);
    if (at->op == OP_INPUT) {
      v1[k] = first[at->a];
      v2[k] = second[at->a];
    } else {
      real rates[2];
      jet(at, v, v1, v2, v[k], rates);
      v1[k] = rates[0];
      v2[k] = rates[1];
    }
  }
}

void MBS_NAME(program_jet)(const Program *program, const real *inputs, const real *first,
                           const real *second, real result[static 3], real *work) {
  const int count = program->result + 1;
  real *v1 = work + program->count;
  real *v2 = v1 + program->count;
  MBS_NAME(eval_jets)(program, inputs, first, second, count, work, v1, v2);
  result[0] = work[program->result];
  result[1] = v1[program->result];
  result[2] = v2[program->result];
}

// ---- value and gradient ----

static inline void run(const Program *program, int count, const real *inputs, real *v) {
  const Instruction *code = program->code;
  const int input_count = program->input_count;
  for (int k = 0; k < input_count; k++) {
    v[k] = inputs[k];
  }
  for (int k = input_count; k < count; k++) {
    v[k] = operate(&code[k], inputs, v);
  }
}

void MBS_NAME(eval_values)(const Program *program, const real *inputs, int count, real *v) {
  run(program, count, inputs, v);
}

real MBS_NAME(program_value)(const Program *program, const real *inputs, real *work) {
  if (program->constant) {
    return program->value;
  }
  run(program, program->result + 1, inputs, work);
  return work[program->result];
}

void MBS_NAME(eval_adjoints)(const Program *program, const real *v, real *adjoints) {
  for (int k = 0; k < program->result; k++) {
    adjoints[k] = 0;
  }
  adjoints[program->result] = 1;
  for (int k = program->result; k >= program->input_count; k--) {
    const real w = adjoints[k];
    if (w != 0) {
      hand_back(&program->code[k], v, v[k], w, adjoints);
    }
  }
}

real MBS_NAME(program_gradient)(const Program *program, const real *inputs, real *gradient,
                                real *work) {
  if (program->constant) {
    return program->value;
  }
  real *adjoints = work + program->count;
  run(program, program->result + 1, inputs, work);
  MBS_NAME(eval_adjoints)(program, work, adjoints);
  for (int k = 0; k < program->input_count; k++) {
    gradient[k] = adjoints[k];
  }
  return work[program->result];
}
