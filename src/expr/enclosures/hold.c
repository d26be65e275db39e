// SPDX-License-Identifier: BSD-3-Clause
// hold.c: an expression whose branches are held (see hold.h).
#include "expr/enclosures/hold.h"

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
    if (clock || program->switches[k].on_state) {
      hold->list[next++] = &program->switches[k];
    }
  }
  memcpy(hold->code, program->code, (size_t)program->count * sizeof *hold->code);
  hold->held.code = hold->code;
  return true;
}

static void count_switches(Hold *hold, const Program *program, bool clock) {
  *hold = (Hold){.program = program, .held = *program};
  for (int k = 0; k < program->switch_count; k++) {
    hold->count += clock || program->switches[k].on_state;
  }
}

bool hold_open(Hold *hold, const Program *program, bool clock, Arena *arena) {
  count_switches(hold, program, clock);
  return hold->count == 0 || open_code(hold, clock, arena);
}

bool hold_open_beyond(Hold *hold, const Program *program, Arena *arena) {
  count_switches(hold, program, false);
  hold->goes_on = true;
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

static void be_piece(Instruction *at, double number) {
  const unsigned branch = (unsigned)((int)number + 1);
  at->op = OP_PIECE;
  at->b = (unsigned short)(branch & 0xffffU);
  at->c = (unsigned short)(branch >> 16U);
}

// The piece that x is on, whatever x becomes. Two operands that it does not have keep its number.
static void hold_table(Instruction *at, double x, bool goes_on) {
  if (goes_on || curve_jumps_inside(at->curve) || curve_jumps_at_ends(at->curve)) {
    be_piece(at, curve_branch(at->curve, x));
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
static void go_on_below_zero(const Hold *hold, Instruction *at, const double *v) {
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
      go_on_below_zero(hold, &hold->code[k], work);
    }
  }
  for (int k = 0; k < hold->count; k++) {
    hold->branch[k] = eval_branch(program, hold->list[k], work);
    hold->slack[k] = hold->rest[k];
  }
}

// How far f is outside the branch.
static double distance(const Switch *one, double branch, double f) {
  const Levels levels = levels_of(one, branch);
  return isnan(branch) ? branch : fmax(f - levels.high, levels.low - f);
}

// ---- holding what comes an instant later ----

// The branch beside the point on the side to which a number goes; false when that is not decided.
static bool branch_beside(const Program *program, const Switch *one, const Germ *f,
                          double *branch) {
  const double x = f->factor[0];
  const double room = fmax(f->error[0], fmax(DBL_MIN, 2 * DBL_EPSILON * fabs(x)));
  double ends[2] = {x - room, x + room};
  for (int k = 0; k < 2; k++) {
    const Switch alone = {.kind = one->kind == SWITCH_TURNS ? SWITCH_FLOOR : one->kind,
                          .curve = one->curve};
    ends[k] = eval_branch(program, &alone, &ends[k]);
  }
  const int heading = germ_heading(f);
  *branch = ends[heading > 0];
  if (germ_is_zero(f) && one->kind != SWITCH_TURNS) {
    const Switch alone = {.kind = one->kind, .curve = one->curve};
    *branch = eval_branch(program, &alone, &x);
    return true;
  }
  return isnan(x) || ends[0] == ends[1] || heading != 0;
}

// Likewise of an operation: the instruction that goes on along its branch.
typedef struct Choice {
  Instruction *at; // the live one; becomes the held one
  const Program *program;
  const Germ *g;
} Choice;

static bool choose_flat(const Choice *choice) {
  Instruction *at = choice->at;
  const Opcode op = (Opcode)at->op;
  const Germ *x = &choice->g[at->a];
  double value;
  if (op == OP_FLOOR || op == OP_CEIL || op == OP_SIGN) {
    const Switch one = {.kind = op == OP_FLOOR  ? SWITCH_FLOOR
                                : op == OP_CEIL ? SWITCH_CEIL
                                                : SWITCH_ZERO};
    if (!branch_beside(choice->program, &one, x, &value)) {
      return false;
    }
    be_constant(at, value);
    return true;
  }
  const Germ difference = germ_sum(x, &choice->g[at->b], -1);
  const int sign = germ_sign(&difference);
  if (sign != 0) {
    be_constant(at, op == OP_LESS || op == OP_LESS_EQUAL ? sign < 0 : op == OP_NOT_EQUAL);
  } else if (germ_is_zero(&difference)) {
    be_constant(at, op == OP_LESS_EQUAL || op == OP_EQUAL);
    return true;
  }
  return sign != 0;
}

static bool choose_smaller(const Choice *choice) {
  Instruction *at = choice->at;
  const Germ difference = germ_sum(&choice->g[at->a], &choice->g[at->b], -1);
  const int sign = germ_sign(&difference);
  if (sign != 0) {
    be_operand(at, (sign < 0) == (at->op == OP_MIN) ? at->a : at->b);
  } else if (germ_is_zero(&difference)) { // as hold_one
    be_operand(at, at->op == OP_MIN ? at->b : at->a);
    return true;
  }
  return sign != 0;
}

static bool choose_size(const Choice *choice) {
  const int sign = germ_sign(&choice->g[choice->at->a]);
  if (sign < 0) {
    choice->at->op = OP_NEGATE;
  } else if (sign > 0 || germ_is_zero(&choice->g[choice->at->a])) {
    be_operand(choice->at, choice->at->a);
    return true;
  }
  return sign != 0;
}

static bool choose_turns(const Choice *choice) {
  Instruction *at = choice->at;
  const Switch one = {.kind = SWITCH_FLOOR};
  const Instruction quotient = {.op = OP_DIVIDE, .a = at->a, .b = at->b};
  const Germ turns = germ_operate(&quotient, NULL, choice->g);
  double value;
  if (!branch_beside(choice->program, &one, &turns, &value)) {
    return false;
  }
  at->op = OP_TURNED;
  at->constant = value;
  return true;
}

static bool choose_piece(const Choice *choice, bool goes_on) {
  Instruction *at = choice->at;
  const Switch one = {.kind = SWITCH_KNOT, .curve = at->curve};
  double value;
  if (!goes_on && !curve_jumps_inside(at->curve) && !curve_jumps_at_ends(at->curve)) {
    return true;
  }
  if (!branch_beside(choice->program, &one, &choice->g[at->a], &value)) {
    return false;
  }
  be_piece(at, value);
  return true;
}

// What stays zero is not below.
static int side_of(const Germ *difference) {
  return germ_is_zero(difference) ? 1 : germ_sign(difference);
}

static bool choose_fraction(const Choice *choice) {
  Instruction *at = choice->at;
  const Germ *g = choice->g;
  const Germ from_start = germ_sum(&g[at->a], &g[at->b], -1);
  const Germ from_end = germ_sum(&g[at->a], &g[at->c], -1);
  const Germ length = germ_sum(&g[at->c], &g[at->b], -1);
  const bool rising = length.factor[0] > 0;
  const int start = side_of(&from_start), end = side_of(&from_end);
  if (start != 0 && (start < 0) == rising) {
    be_constant(at, 0);
  } else if (start != 0 && end != 0) {
    if ((end < 0) != rising) {
      be_constant(at, 1);
    } else {
      at->op = OP_WAY;
    }
  }
  return start != 0 && (end != 0 || (start < 0) == rising);
}

// False where it is not decided: then nothing is changed.
static bool choose(const Choice *choice, bool goes_on) {
  switch ((int)choice->at->op) {
  case OP_ABS:
    return choose_size(choice);
  case OP_MIN:
  case OP_MAX:
    return choose_smaller(choice);
  case OP_MOD:
    return choose_turns(choice);
  case OP_TABLE:
    return choose_piece(choice, goes_on);
  case OP_FRACTION:
    return choose_fraction(choice);
  default:
    return !is_flat((Opcode)choice->at->op) || choose_flat(choice);
  }
}

void hold_keep(Hold *hold) {
  if (hold->count > 0) {
    memcpy(hold->code_before, hold->code, (size_t)hold->program->count * sizeof *hold->code);
    memcpy(hold->branch_before, hold->branch, (size_t)hold->count * sizeof *hold->branch);
    hold->taken = true;
  }
}

void hold_forget(Hold *hold) {
  hold->taken = false;
}

// Within round-off of the surface f may be on its other side for a while.
static double slack_of(const Switch *one, double branch, double f, double error) {
  const double beyond = isnan(branch) ? -HUGE_VAL : distance(one, branch, f);
  return fabs(beyond) <= error ? fmax(beyond, 0) + 4 * error : 0;
}

// The branch of one instruction an instant later. False where that is not decided: the branch
// before, or without one that of the moment.
static bool choose_later(const Hold *hold, int k, const Germ *germs, const double *work,
                         Instruction *at) {
  const Program *program = hold->program;
  const Choice choice = {.at = at, .program = program, .g = germs};
  if (choose(&choice, hold->goes_on)) {
    return true;
  }
  *at = hold->code_before[k];
  if (!hold->taken) {
    *at = program->code[k];
    hold_one(at, work, work[k], hold->goes_on);
  }
  return false;
}

// The code and the germ of every instruction. False when some branch is not decided.
static bool take_code(Hold *hold, const Germ *inputs, Germ *germs, const double *work) {
  const Program *program = hold->program;
  bool decided = true;
  for (int k = 0; k < program->count; k++) {
    const bool holds = hold->count > 0 && hold->holds[k];
    Instruction at = program->code[k];
    if (holds && !isnan(work[k])) {
      decided = choose_later(hold, k, germs, work, &at) && decided;
    }
    if (hold->count > 0) {
      hold->code[k] = at;
    }
    germs[k] = germ_operate(&at, inputs, germs);
    if (holds) {
      go_on_below_zero(hold, &hold->code[k], work);
    }
  }
  return decided;
}

bool hold_take_later(Hold *hold, const double *values, const Germ *inputs, Germ *germs,
                     double *work) {
  const Program *program = hold->program;
  eval_values(program, values, program->count, work);
  bool decided = take_code(hold, inputs, germs, work);
  for (int k = 0; k < hold->count; k++) {
    const Switch *one = hold->list[k];
    double branch;
    if (isnan(work[one->instruction])) {
      hold->branch[k] = work[one->instruction];
    } else if (branch_beside(program, one, &germs[one->instruction], &branch)) {
      hold->branch[k] = branch;
    } else {
      decided = false;
      hold->branch[k] = hold->taken ? hold->branch_before[k] : eval_branch(program, one, work);
    }
  }
  double *held = work + program->count;
  eval_values(&hold->held, values, hold->count > 0 ? program->count : 0, held);
  for (int k = 0; k < hold->count; k++) {
    const int f = hold->list[k]->instruction;
    hold->slack[k] =
        fmax(hold->rest[k], slack_of(hold->list[k], hold->branch[k], held[f], germs[f].error[0]));
  }
  return decided;
}

// ---- looking ----

void hold_look(const Hold *hold, const double *inputs, double *excess, double *work) {
  eval_values(&hold->held, inputs, hold->held.count, work);
  for (int k = 0; k < hold->count; k++) {
    const Switch *one = hold->list[k];
    const double held = hold->branch[k], now = eval_branch(hold->program, one, work);
    const double beyond = distance(one, held, work[one->instruction]);
    // a function without a value, here or where it was held, leaves nothing
    excess[k] = now < held || now > held ? fmax(beyond, DBL_MIN) : fmin(beyond, 0);
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
