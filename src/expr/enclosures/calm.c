// SPDX-License-Identifier: BSD-3-Clause
// calm.c: which operations may make a narrow feature of a wide one (see calm.h).
#include "expr/enclosures/calm.h"

#include <math.h>

#include "expr/text/functions.h"

static const double SPAN = 3;    // of an argument
static const double FACTOR = 20; // about exp(SPAN)
enum { DEGREE = 8 };

// Never makes one: polynomials of a low degree.
static bool is_polynomial(const Instruction *at) {
  switch ((int)at->op) {
  case OP_INPUT:
  case OP_CONSTANT:
  case OP_NEGATE:
  case OP_SHIFT:
  case OP_SCALE:
  case OP_DIVIDE_BY:
  case OP_ADD:
  case OP_SUBTRACT:
  case OP_MULTIPLY:
  case OP_NOEVENT:
  case OP_BLEND_CUBIC:
  case OP_BLEND_QUINTIC:
  case OP_BLEND_HAVERSINE:
    return true;
  case OP_POWER_WHOLE:
    return at->constant >= 0 && at->constant <= DEGREE;
  }
  return false;
}

// On one side of 0, and by a factor alone.
static bool keeps_away(Interval x) {
  const double low = fmin(fabs(x.lo), fabs(x.hi)), high = interval_size(x);
  return !interval_has_zero(x) && high <= FACTOR * low;
}

// x^k, k log(x) by no more than the span.
static bool calm_power(Interval x, Interval k) {
  return x.lo > 0 && interval_width(interval_multiply(interval_log(x), k)) <= SPAN;
}

static bool apart(Interval x, Interval y) {
  return x.hi < y.lo || y.hi < x.lo;
}

static bool is_calm(const Instruction *at, const Enclosure *range, Interval value) {
  const Interval x = range[at->a].c[0], y = range[at->b].c[0];
  switch ((int)at->op) {
  case OP_SIN:
  case OP_COS:
  case OP_SINH:
  case OP_COSH:
  case OP_TANH:
  case OP_EXP:
  case OP_ATAN:
    return interval_width(x) <= SPAN;
  case OP_TAN:
  case OP_ATAN2:
    return interval_width(value) <= SPAN;
  case OP_LOG:
  case OP_LOG10:
  case OP_SQRT:
    return x.lo > 0 && keeps_away(x);
  case OP_POWER_WHOLE:
  case OP_POWER_CONSTANT:
    return calm_power(x, interval_point(at->constant));
  case OP_POWER:
    return calm_power(x, y);
  case OP_DIVIDE:
    return keeps_away(y);
  case OP_HYPOT:
    return keeps_away(value);
  case OP_ABS:
    return !interval_has_zero(x);
  case OP_MIN:
  case OP_MAX:
    return apart(x, y);
  case OP_IF:
    return interval_width(x) == 0;
  case OP_FRACTION:
    return value.lo > 0 && value.hi < 1;
  }
  return false; // switches, tables
}

// Whether an instruction moves at all: with the time or what is measured.
static bool moves(const Program *program, int k, const bool *moving) {
  const Instruction *at = &program->code[k];
  const int operand[3] = {at->a, at->b, at->c};
  bool any = at->op == OP_INPUT && program->inputs[at->a].kind != SYMBOL_PARAMETER;
  for (int o = 0; o < functions_operand_count((Opcode)at->op); o++) {
    any = any || moving[operand[o]];
  }
  return any;
}

bool calm_always(const Program *program) {
  bool moving[PROGRAM_LIMIT];
  if (program->result >= PROGRAM_LIMIT) {
    return false;
  }
  for (int k = 0; k <= program->result; k++) {
    moving[k] = moves(program, k, moving);
    if (moving[k] && !is_polynomial(&program->code[k])) {
      return false;
    }
  }
  return true;
}

bool calm_there(const Program *program, const Enclosure *range) {
  for (int k = 0; k <= program->result; k++) {
    const Interval value = range[k].c[0];
    if (!(interval_width(value) == 0) && !is_polynomial(&program->code[k]) &&
        !is_calm(&program->code[k], range, value)) {
      return false;
    }
  }
  return true;
}
