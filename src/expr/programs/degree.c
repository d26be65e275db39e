// SPDX-License-Identifier: BSD-3-Clause
// degree.c: the degree of a piecewise polynomial, and what is linear (see degree.h).
#include "expr/programs/degree.h"

#include "expr/text/functions.h"

static signed char larger(signed char x, signed char y) {
  return x > y ? x : y;
}

// Of a product, or of a quotient when y must not move.
static signed char product_degree(signed char x, signed char y, bool quotient) {
  const signed char largest = larger(x, y);
  const bool both_move = x >= DEGREE_LINEAR && y >= DEGREE_LINEAR;
  const bool divisor_moves = quotient && y >= DEGREE_LINEAR;
  return both_move || divisor_moves ? larger(largest, DEGREE_BEYOND) : largest;
}

// Constant between the switches of its operands.
static signed char flat_degree(signed char largest) {
  return largest > DEGREE_PIECEWISE && largest < DEGREE_ON_STATE ? DEGREE_PIECEWISE : largest;
}

signed char degree_of(const Instruction *at, const signed char *degrees) {
  const Opcode op = (Opcode)at->op;
  const int count = functions_operand_count(op);
  const signed char x = count > 0 ? degrees[at->a] : DEGREE_FIXED;
  const signed char y = count > 1 ? degrees[at->b] : DEGREE_FIXED;
  const signed char z = count > 2 ? degrees[at->c] : DEGREE_FIXED;
  const signed char largest = larger(larger(x, y), z);
  if (op == OP_NEGATE || op == OP_SHIFT || op == OP_SCALE || op == OP_DIVIDE_BY || op == OP_ADD ||
      op == OP_SUBTRACT || op == OP_ABS || op == OP_MIN || op == OP_MAX || op == OP_NOEVENT) {
    return largest;
  }
  if (op == OP_MULTIPLY || op == OP_DIVIDE || op == OP_MOD) {
    return product_degree(x, y, op != OP_MULTIPLY);
  }
  if (functions_is_truth(op) || op == OP_SIGN || op == OP_FLOOR || op == OP_CEIL) {
    return flat_degree(largest);
  }
  if (op == OP_TABLE && at->curve->kind == CURVE_LINEAR) {
    return largest;
  }
  if (op == OP_IF) {
    return larger(flat_degree(x), larger(y, z));
  }
  if (op == OP_FRACTION) {
    return product_degree(x, larger(y, z), true);
  }
  return largest >= DEGREE_LINEAR ? larger(largest, DEGREE_BEYOND) : largest;
}

// Whether an operation is free of kinks and jumps; a choice that is made once for all is.
static bool is_smooth(const Instruction *at, const signed char *degrees) {
  const Opcode op = (Opcode)at->op;
  return op == OP_NEGATE || op == OP_SHIFT || op == OP_SCALE || op == OP_DIVIDE_BY ||
         op == OP_ADD || op == OP_SUBTRACT || op == OP_NOEVENT || op == OP_MULTIPLY ||
         op == OP_DIVIDE || (op == OP_IF && degrees[at->a] == DEGREE_FIXED);
}

bool degree_is_linear(const Program *program, const bool *moving) {
  signed char degrees[PROGRAM_LIMIT];
  if (program->result >= PROGRAM_LIMIT) {
    return false;
  }
  for (int k = 0; k <= program->result; k++) {
    const Instruction *at = &program->code[k];
    if (at->op == OP_INPUT) {
      degrees[k] = moving[at->a] ? DEGREE_LINEAR : DEGREE_FIXED;
    } else {
      const signed char degree = degree_of(at, degrees);
      degrees[k] = degree == DEGREE_FIXED || is_smooth(at, degrees) ? degree : DEGREE_BEYOND;
    }
  }
  return degrees[program->result] <= DEGREE_LINEAR;
}

// What stands still, what is a sum of moving inputs times it, and the rest.
enum { STANDS, SUM, MIXED };

static signed char sum_of(const Instruction *at, const signed char *kinds) {
  const Opcode op = (Opcode)at->op;
  const int count = functions_operand_count(op);
  const signed char x = count > 0 ? kinds[at->a] : STANDS, y = count > 1 ? kinds[at->b] : STANDS;
  const signed char z = count > 2 ? kinds[at->c] : STANDS;
  if (x == STANDS && y == STANDS && z == STANDS) {
    return STANDS;
  }
  switch ((int)op) {
  case OP_NEGATE:
  case OP_SCALE:
  case OP_DIVIDE_BY:
    return x;
  case OP_ADD:
  case OP_SUBTRACT:
    return x == SUM && y == SUM ? SUM : MIXED;
  case OP_MULTIPLY:
    return (x == SUM && y == STANDS) || (x == STANDS && y == SUM) ? SUM : MIXED;
  case OP_DIVIDE:
    return x == SUM && y == STANDS ? SUM : MIXED;
  default:
    return MIXED;
  }
}

bool degree_is_homogeneous(const Program *program, const bool *moving) {
  signed char kinds[PROGRAM_LIMIT];
  if (program->result >= PROGRAM_LIMIT) {
    return false;
  }
  for (int k = 0; k <= program->result; k++) {
    const Instruction *at = &program->code[k];
    kinds[k] = at->op != OP_INPUT ? sum_of(at, kinds) : moving[at->a] ? SUM : STANDS;
  }
  return kinds[program->result] == SUM;
}
