// SPDX-License-Identifier: BSD-3-Clause
// hold.c: an expression whose branches are held (see hold.h).
#include "expr/hold.h"

#include <float.h>
#include <string.h>

#include "expr/eval.h"
#include "expr/functions.h"

// ---- opening ----

static int operands_of(const Instruction *at, int operands[3]) {
  operands[0] = at->a;
  operands[1] = at->b;
  operands[2] = at->c;
  return functions_operand_count((Opcode)at->op);
}

// Marks what moves and is reached from the result without passing a noevent.
static void mark(Hold *hold, bool clock, bool *moves) {
  const Program *program = hold->program;
  int operands[3];
  for (int k = 0; k < program->count; k++) {
    const Instruction *at = &program->code[k];
    const SymbolKind kind = at->op == OP_INPUT ? program->inputs[at->a].kind : SYMBOL_PARAMETER;
    moves[k] = kind == SYMBOL_MEASURE || (clock && kind == SYMBOL_TIME);
    for (int j = operands_of(at, operands) - 1; j >= 0; j--) {
      moves[k] = moves[k] || moves[operands[j]];
    }
  }
  hold->holds[program->result] = true;
  for (int k = program->result; k >= 0; k--) {
    const Instruction *at = &program->code[k];
    if (hold->holds[k] && at->op != OP_NOEVENT) {
      for (int j = operands_of(at, operands) - 1; j >= 0; j--) {
        hold->holds[operands[j]] = true;
      }
    }
  }
  for (int k = 0; k < program->count; k++) {
    hold->holds[k] = hold->holds[k] && moves[k];
  }
}

static bool open_code(Hold *hold, bool clock, Arena *arena) {
  const Program *program = hold->program;
  bool *moves = arena_array(arena, bool, program->count);
  hold->code = arena_array(arena, Instruction, program->count);
  hold->holds = arena_array(arena, bool, program->count);
  hold->list = arena_array(arena, const Switch *, hold->count);
  hold->branch = arena_array(arena, double, hold->count);
  if (!moves || !hold->code || !hold->holds || !hold->list || !hold->branch) {
    return false;
  }
  mark(hold, clock, moves);
  int next = 0;
  for (int k = 0; k < program->switch_count; k++) {
    if (clock || program->switches[k].on_state) {
      hold->list[next++] = &program->switches[k];
    }
  }
  memcpy(hold->code, program->code, (size_t)program->count * sizeof *hold->code);
  hold->held.code = hold->code;
  return true;
}

bool hold_open(Hold *hold, const Program *program, bool clock, Arena *arena) {
  *hold = (Hold){.program = program, .held = *program};
  for (int k = 0; k < program->switch_count; k++) {
    hold->count += clock || program->switches[k].on_state;
  }
  return hold->count == 0 || open_code(hold, clock, arena);
}

bool hold_open_beyond(Hold *hold, const Program *program, Arena *arena) {
  *hold = (Hold){.program = program, .held = *program, .goes_on = true};
  for (int k = 0; k < program->switch_count; k++) {
    hold->count += program->switches[k].on_state;
  }
  return open_code(hold, false, arena);
}

// ---- holding ----

static void be_constant(Instruction *at, double value) {
  at->op = OP_CONSTANT;
  at->constant = value;
}

static void be_operand(Instruction *at, int operand) {
  at->op = OP_SHIFT;
  at->a = (unsigned short)operand;
  at->constant = 0;
}

// Below x0 0, beyond x1 1, else the unlimited way; decided as the switches of a ramp decide.
static void hold_fraction(Instruction *at, const double *v) {
  const bool rising = v[at->c] > v[at->b];
  const bool below_start = v[at->a] - v[at->b] < 0, below_end = v[at->a] - v[at->c] < 0;
  if (below_start == rising) {
    be_constant(at, 0);
  } else if (below_end != rising) {
    be_constant(at, 1);
  } else {
    at->op = OP_WAY;
  }
}

// The piece that x is on, whatever x becomes. Two operands that it does not have keep its number.
static void hold_table(Instruction *at, double x, bool goes_on) {
  if (goes_on || curve_jumps_inside(at->curve) || curve_jumps_at_ends(at->curve)) {
    const unsigned branch = (unsigned)((int)curve_branch(at->curve, x) + 1);
    at->op = OP_PIECE;
    at->b = (unsigned short)(branch & 0xffffU);
    at->c = (unsigned short)(branch >> 16U);
  }
}

// Constant between the switches of its own. AND, OR and NOT need none: they follow their operands.
static bool is_flat(Opcode op) {
  return op == OP_LESS || op == OP_LESS_EQUAL || op == OP_EQUAL || op == OP_NOT_EQUAL ||
         op == OP_SIGN || op == OP_FLOOR || op == OP_CEIL;
}

// v: values of the live program. What is smooth stays as it is.
static void hold_one(Instruction *at, const double *v, double own, bool goes_on) {
  const Opcode op = (Opcode)at->op;
  if (is_flat(op)) {
    be_constant(at, own);
  } else if (op == OP_ABS && v[at->a] < 0) {
    at->op = OP_NEGATE;
  } else if (op == OP_ABS) {
    be_operand(at, at->a);
  } else if (op == OP_MIN) {
    be_operand(at, v[at->a] < v[at->b] ? at->a : at->b);
  } else if (op == OP_MAX) {
    be_operand(at, v[at->a] < v[at->b] ? at->b : at->a);
  } else if (op == OP_MOD) {
    at->op = OP_TURNED;
    at->constant = eval_turns(v[at->a], v[at->b]);
  } else if (op == OP_TABLE) {
    hold_table(at, v[at->a], goes_on);
  } else if (op == OP_FRACTION) {
    hold_fraction(at, v);
  }
}

void hold_take(Hold *hold, const double *inputs, double *work) {
  const Program *program = hold->program;
  eval_values(program, inputs, program->count, work);
  for (int k = 0; k < program->count; k++) {
    hold->code[k] = program->code[k];
    if (hold->holds[k] && !isnan(work[k])) {
      hold_one(&hold->code[k], work, work[k], hold->goes_on);
    }
  }
  for (int k = 0; k < hold->count; k++) {
    hold->branch[k] = eval_branch(program, hold->list[k], work);
  }
}

// ---- looking ----

// Between two jumps of a table.
static double distance_from_piece(const Curve *curve, double branch, double f) {
  const double above = curve_next_jump(curve, branch, true);
  const double below = curve_next_jump(curve, branch, false);
  return fmax(f - above, isinf(below) ? -below : below - f);
}

// How far f is outside the branch.
static double distance(const Switch *one, double branch, double f) {
  switch (one->kind) {
  case SWITCH_BELOW:
  case SWITCH_NOT_ABOVE:
    return branch != 0 ? f : -f;
  case SWITCH_ZERO:
    return branch != 0 ? -branch * f : fabs(f);
  case SWITCH_FLOOR:
  case SWITCH_TURNS:
    return fmax(f - (branch + 1), branch - f);
  case SWITCH_CEIL:
    return fmax(f - branch, branch - 1 - f);
  case SWITCH_KNOT:
    return distance_from_piece(one->curve, branch, f);
  }
  return 0;
}

void hold_look(const Hold *hold, const double *inputs, double *excess, double *work) {
  eval_values(&hold->held, inputs, hold->held.count, work);
  for (int k = 0; k < hold->count; k++) {
    const Switch *one = hold->list[k];
    const double held = hold->branch[k], now = eval_branch(hold->program, one, work);
    const double beyond = distance(one, held, work[one->instruction]);
    // a function without a value, here or where it was held, leaves nothing
    excess[k] = now < held || now > held ? fmax(beyond, DBL_MIN) : fmin(beyond, 0);
  }
}

double hold_value(const Hold *hold, const double *inputs, double *gradient, double *work) {
  if (gradient == NULL) {
    const double value = program_value(&hold->held, inputs, work);
    return isfinite(value) ? value : program_value(hold->program, inputs, work);
  }
  const double value = program_gradient(&hold->held, inputs, gradient, work);
  bool finite = isfinite(value);
  for (int k = 0; finite && k < hold->held.input_count; k++) {
    finite = isfinite(gradient[k]) || hold->held.inputs[k].kind != SYMBOL_MEASURE;
  }
  return finite ? value : program_gradient(hold->program, inputs, gradient, work);
}
