// SPDX-License-Identifier: BSD-3-Clause
// hold.c: an expression whose branches are held (see hold.h).
#include "expr/enclosures/hold_inside.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "expr/enclosures/levels.h"
#include "expr/programs/eval.h"
#include "expr/text/functions.h"

// ---- opening ----

static int operands_of(const Instruction *at, int operands[3]) {
  operands[0] = at->a;
  operands[1] = at->b;
  operands[2] = at->c;
  return functions_operand_count((Opcode)at->op);
}

static bool starts_anew(Opcode op) {
  return op == OP_ATAN2 || op == OP_ANGLE || op == OP_MOD;
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
    hold->holds[k] =
        hold->holds[k] && moves[k] && (!hold->cuts || starts_anew((Opcode)program->code[k].op));
  }
}

static bool counts(const Hold *hold, const Switch *one, bool clock) {
  const bool cut = one->kind == SWITCH_CUT || one->kind == SWITCH_TURNS;
  return (clock || one->on_state) && (!hold->cuts || cut);
}

static bool open_code(Hold *hold, bool clock, Arena *arena) {
  const Program *program = hold->program;
  bool *moves = arena_array(arena, bool, program->count);
  hold->code = arena_array(arena, Instruction, program->count);
  hold->holds = arena_array(arena, bool, program->count);
  hold->list = arena_array(arena, const Switch *, hold->count);
  hold->branch = arena_array(arena, double, hold->count);
  hold->slack = arena_array(arena, double, hold->count);
  hold->rest = arena_array(arena, double, hold->count);
  hold->code_before = arena_array(arena, Instruction, program->count);
  hold->branch_before = arena_array(arena, double, hold->count);
  if (!moves || !hold->code || !hold->holds || !hold->list || !hold->branch || !hold->slack ||
      !hold->rest || !hold->code_before || !hold->branch_before) {
    return false;
  }
  mark(hold, clock, moves);
  int next = 0;
  for (int k = 0; k < program->switch_count; k++) {
    if (counts(hold, &program->switches[k], clock)) {
      hold->list[next++] = &program->switches[k];
    }
  }
  memcpy(hold->code, program->code, (size_t)program->count * sizeof *hold->code);
  hold->held.code = hold->code;
  return true;
}

static void count_switches(Hold *hold, const Program *program, bool clock, bool cuts) {
  *hold = (Hold){.program = program, .held = *program, .cuts = cuts};
  for (int k = 0; k < program->switch_count; k++) {
    hold->count += counts(hold, &program->switches[k], clock);
  }
}

bool hold_open(Hold *hold, const Program *program, bool clock, Arena *arena) {
  count_switches(hold, program, clock, false);
  return hold->count == 0 || open_code(hold, clock, arena);
}

bool hold_open_cuts(Hold *hold, const Program *program, Arena *arena) {
  count_switches(hold, program, true, true);
  return hold->count == 0 || open_code(hold, true, arena);
}

bool hold_open_beyond(Hold *hold, const Program *program, Arena *arena) {
  count_switches(hold, program, false, false);
  hold->goes_on = true;
  return open_code(hold, false, arena);
}

// ---- holding ----

void hold_constant(Instruction *at, double value) {
  at->op = OP_CONSTANT;
  at->constant = value;
}

void hold_operand(Instruction *at, int operand) {
  at->op = OP_SHIFT;
  at->a = (unsigned short)operand;
  at->constant = 0;
}

// Below x0 0, beyond x1 1, else the unlimited way; decided as the switches of a ramp decide.
static void hold_fraction(Instruction *at, const double *v) {
  const bool rising = v[at->c] > v[at->b];
  const bool below_start = v[at->a] - v[at->b] < 0, below_end = v[at->a] - v[at->c] < 0;
  if (below_start == rising) {
    hold_constant(at, 0);
  } else if (below_end != rising) {
    hold_constant(at, 1);
  } else {
    at->op = OP_WAY;
  }
}

void hold_piece(Instruction *at, double number) {
  const unsigned branch = (unsigned)((int)number + 1);
  at->op = OP_PIECE;
  at->b = (unsigned short)(branch & 0xffffU);
  at->c = (unsigned short)(branch >> 16U);
}

// The piece that x is on, whatever x becomes. Two operands that it does not have keep its number.
static void hold_table(Instruction *at, double x, bool goes_on) {
  if (goes_on || curve_jumps_inside(at->curve) || curve_jumps_at_ends(at->curve)) {
    hold_piece(at, curve_branch(at->curve, x));
  }
}

// Constant between the switches of its own. AND, OR and NOT need none: they follow their operands.
bool hold_is_flat(Opcode op) {
  return op == OP_LESS || op == OP_LESS_EQUAL || op == OP_EQUAL || op == OP_NOT_EQUAL ||
         op == OP_SIGN || op == OP_FLOOR || op == OP_CEIL;
}

// v: values of the live program. What is smooth stays as it is.
void hold_one(Instruction *at, const double *v, double own, bool goes_on) {
  const Opcode op = (Opcode)at->op;
  if (hold_is_flat(op)) {
    hold_constant(at, own);
  } else if (op == OP_ABS && v[at->a] < 0) {
    at->op = OP_NEGATE;
  } else if (op == OP_ABS) {
    hold_operand(at, at->a);
  } else if (op == OP_MIN) {
    hold_operand(at, v[at->a] < v[at->b] ? at->a : at->b);
  } else if (op == OP_MAX) {
    hold_operand(at, v[at->a] < v[at->b] ? at->b : at->a);
  } else if (op == OP_MOD) {
    at->op = OP_TURNED;
    at->constant = eval_turns(v[at->a], v[at->b]);
  } else if (op == OP_ATAN2 || op == OP_ANGLE) {
    at->op = op == OP_ATAN2 ? OP_ATAN2_BEYOND : OP_ANGLE_BEYOND;
    at->constant = own < 0 ? -1 : 1;
  } else if (op == OP_TABLE) {
    hold_table(at, v[at->a], goes_on);
  } else if (op == OP_FRACTION) {
    hold_fraction(at, v);
  }
}

// Whether a number ends where a held max, min or abs does: it is one, times what does not move.
static bool ends_at_a_switch(const Hold *hold, int k) {
  for (;;) {
    const Instruction *at = &hold->program->code[k];
    const Opcode op = (Opcode)at->op;
    if (op == OP_MAX || op == OP_MIN || op == OP_ABS) {
      return hold->holds[k];
    }
    const bool by_right = op == OP_MULTIPLY && !hold->holds[at->a];
    const bool by_left = (op == OP_MULTIPLY || op == OP_DIVIDE) && !hold->holds[at->b];
    if (!by_right && !by_left && op != OP_NEGATE && op != OP_SCALE && op != OP_DIVIDE_BY) {
      return false;
    }
    k = by_right ? at->b : at->a;
  }
}

// A power of max(x, 0) has no value beyond x = 0, where a step looks before it ends at the switch;
// held, it goes on there as an odd function.
void hold_go_on_below_zero(const Hold *hold, Instruction *at, const double *v) {
  const Opcode op = (Opcode)at->op;
  const bool fixed = op == OP_POWER && !hold->holds[at->b];
  if ((op != OP_POWER_CONSTANT && op != OP_SQRT && !fixed) || !ends_at_a_switch(hold, at->a)) {
    return;
  }
  at->constant = op == OP_SQRT ? 0.5 : fixed ? v[at->b] : at->constant;
  at->op = OP_POWER_ODD;
}

void hold_take(Hold *hold, const double *inputs, double *work) {
  const Program *program = hold->program;
  eval_values(program, inputs, program->count, work);
  for (int k = 0; k < program->count; k++) {
    hold->code[k] = program->code[k];
    if (hold->holds[k] && !isnan(work[k])) {
      hold_one(&hold->code[k], work, work[k], hold->goes_on);
      hold_go_on_below_zero(hold, &hold->code[k], work);
    }
  }
  for (int k = 0; k < hold->count; k++) {
    hold->branch[k] = eval_branch(program, hold->list[k], work);
    hold->slack[k] = hold->rest[k];
  }
}

// How far f is outside the branch.
double hold_distance(const Switch *one, double branch, double f) {
  const Levels levels = levels_of(one, branch);
  return isnan(branch) ? branch : fmax(f - levels.high, levels.low - f);
}

// ---- looking ----

static bool has_left(const Hold *hold, int k, const double *v) {
  const Switch *one = hold->list[k];
  const double held = hold->branch[k];
  if (one->kind == SWITCH_CUT) { // which of two halves it goes on from is not told by f
    return hold_distance(one, held, v[one->instruction]) > 0;
  }
  const double now = eval_branch(hold->program, one, v);
  return now < held || now > held;
}

void hold_look(const Hold *hold, const double *inputs, double *excess, double *work) {
  eval_values(&hold->held, inputs, hold->held.count, work);
  for (int k = 0; k < hold->count; k++) {
    const Switch *one = hold->list[k];
    const double beyond = hold_distance(one, hold->branch[k], work[one->instruction]);
    // a function without a value, here or where it was held, leaves nothing
    excess[k] = has_left(hold, k, work) ? fmax(beyond, DBL_MIN) : fmin(beyond, 0);
    if (hold->slack[k] > 0) {
      excess[k] = beyond - hold->slack[k];
    }
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
