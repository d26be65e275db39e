// SPDX-License-Identifier: BSD-3-Clause
// fault_place.c: which part of an expression is at fault when its value, or a derivative, is not
// finite?
//
// The value is followed from the result backwards through operands that are not finite, down to
// one whose own operands are: what the result does not depend on is never blamed. For a
// derivative, the first operation on the way back is blamed that has a finite weight but a
// partial derivative that is not finite, by an operand that depends on time or state.
#include "expr/programs/eval.h"
#include "expr/programs/program.h"
#include "expr/text/functions.h"

static int operand_of(const Instruction *at, int number) {
  const int operands[] = {at->a, at->b, at->c};
  return operands[number];
}

// Whether the value of an instruction is that of this operand, or made with it.
static bool is_used(const Instruction *at, const double *v, int number) {
  if (at->op != OP_IF || number == 0) {
    return true;
  }
  return (number == 1) == (v[at->a] != 0);
}

static int blame_value(const Program *program, const double *v) {
  int culprit = program->result;
  for (bool found = false; !found;) {
    const Instruction *at = &program->code[culprit];
    found = true;
    for (int k = 0; k < functions_operand_count((Opcode)at->op) && found; k++) {
      const int operand = operand_of(at, k);
      if (is_used(at, v, k) && !isfinite(v[operand])) {
        culprit = operand;
        found = false;
      }
    }
  }
  return culprit;
}

static bool depends(const Program *program, int instruction, double *marks) {
  return program->code[instruction].op == OP_INPUT
             ? program->inputs[program->code[instruction].a].kind != SYMBOL_PARAMETER
             : marks[instruction] > 0;
}

// marks[k] = 1 where instruction k depends on time or state.
static void mark_dependence(const Program *program, double *marks) {
  for (int k = 0; k <= program->result; k++) {
    const Instruction *at = &program->code[k];
    marks[k] = at->op == OP_INPUT && depends(program, k, marks);
    for (int j = 0; j < functions_operand_count((Opcode)at->op); j++) {
      marks[k] = marks[k] > 0 || depends(program, operand_of(at, j), marks);
    }
  }
}

static bool is_steep(const Program *program, const double *v, const double *marks, int k) {
  const Instruction *at = &program->code[k];
  double partials[3];
  eval_partials(at, v, v[k], partials);
  for (int j = 0; j < functions_operand_count((Opcode)at->op); j++) {
    if (marks[operand_of(at, j)] > 0 && !isfinite(partials[j])) {
      return true;
    }
  }
  return false;
}

static int blame_gradient(const Program *program, const double *v, const double *adjoints,
                          const double *marks) {
  for (int k = program->result; k >= 0; k--) {
    if (adjoints[k] != 0 && isfinite(adjoints[k]) && is_steep(program, v, marks, k)) {
      return k;
    }
  }
  return program->result; // a sum of finite parts that overflows
}

Mark program_blame(const Program *program, const double *inputs, bool gradient, double *work,
                   const char **text, int *length) {
  double *adjoints = work + program->count;
  double *marks = adjoints + program->count;
  eval_values(program, inputs, program->result + 1, work);
  int culprit = blame_value(program, work);
  if (gradient && isfinite(work[program->result])) {
    eval_adjoints(program, work, adjoints);
    mark_dependence(program, marks);
    culprit = blame_gradient(program, work, adjoints, marks);
  }
  const Instruction *at = &program->code[culprit];
  *text = program->text.text + at->first;
  *length = at->last - at->first;
  return mark_of_passage(&program->text, at->first, at->last);
}

const Curve *program_blame_table(const Program *program, const double *inputs, double *work,
                                 double *x) {
  eval_values(program, inputs, program->result + 1, work);
  const Instruction *at = &program->code[blame_value(program, work)];
  if (at->op != OP_TABLE || isfinite(work[at - program->code])) {
    return NULL;
  }
  *x = work[at->a];
  return at->curve;
}
