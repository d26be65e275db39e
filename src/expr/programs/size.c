// SPDX-License-Identifier: BSD-3-Clause
// size.c: sizes, from the inputs to the result (see size.h).
#include "expr/programs/size.h"

#include <float.h>
#include <math.h>

#include "expr/text/functions.h"

enum { DEGREE = 8 };

// Whether cancellation in its operands is one in it.
static bool passes_on(const Instruction *at) {
  switch ((int)at->op) {
  case OP_NEGATE:
  case OP_SHIFT:
  case OP_SCALE:
  case OP_DIVIDE_BY:
  case OP_ADD:
  case OP_SUBTRACT:
  case OP_MULTIPLY:
  case OP_DIVIDE:
  case OP_SQRT:
  case OP_ABS:
  case OP_HYPOT:
  case OP_MIN:
  case OP_MAX:
  case OP_IF:
  case OP_NOEVENT:
    return true;
  case OP_POWER_WHOLE:
    return at->constant >= 0 && at->constant <= DEGREE;
  }
  return false;
}

// From those of its operands, its value and derivatives.
static double size_of(const Instruction *at, const double *v, double value, const double *size) {
  const int operand[3] = {at->a, at->b, at->c};
  double partials[3], largest = fabs(value);
  if (at->op == OP_SQRT) {
    return fmax(largest, sqrt(size[at->a]));
  }
  eval_partials(at, v, value, partials);
  for (int o = 0; o < 3; o++) {
    // of a root of squares at 0: as beside it
    const double part = isnan(partials[o]) ? 1 : fabs(partials[o]);
    const double one = part > 0 ? part * size[operand[o]] : 0;
    largest = one <= DBL_MAX ? fmax(largest, one) : largest;
  }
  return at->op == OP_SHIFT ? fmax(largest, fabs(at->constant)) : largest;
}

double program_size(const Program *program, const double *inputs, double *work) {
  const int count = program->result + 1;
  double *v = work, *size = work + count;
  eval_values(program, inputs, count, v);
  for (int k = 0; k < count; k++) {
    const Instruction *at = &program->code[k];
    size[k] = passes_on(at) ? size_of(at, v, v[k], size) : fabs(v[k]);
  }
  return size[count - 1];
}

double program_rounding(const Program *program, const double *inputs, double *work) {
  const int count = program->result + 1;
  double *v = work, *adjoints = work + count, sum = 0;
  eval_values(program, inputs, count, v);
  eval_adjoints(program, v, adjoints);
  for (int k = 0; k < count; k++) {
    const double one = fabs(v[k] * adjoints[k]);
    sum += one <= DBL_MAX ? one : 0;
  }
  return sum;
}
