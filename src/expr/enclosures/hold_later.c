// SPDX-License-Identifier: BSD-3-Clause
// hold_later.c: the branches of an instant later than a point (see hold.h).
#include <float.h>
#include <math.h>
#include <string.h>

#include "expr/enclosures/hold_inside.h"
#include "expr/enclosures/levels.h"
#include "expr/programs/eval.h"
#include "expr/text/functions.h"

// The branch beside the point on the side to which a number goes; false when that is not decided.
static bool branch_beside(const Program *program, const Switch *one, const Powers *f,
                          double *branch) {
  const double x = f->factor[0];
  const double room = fmax(f->error[0], fmax(DBL_MIN, 2 * DBL_EPSILON * fabs(x)));
  double ends[2] = {x - room, x + room};
  for (int k = 0; k < 2; k++) {
    const Switch alone = {.kind = one->kind == SWITCH_TURNS ? SWITCH_FLOOR : one->kind,
                          .curve = one->curve};
    ends[k] = eval_branch(program, &alone, &ends[k]);
  }
  const int heading = powers_heading(f);
  *branch = ends[heading > 0];
  if (powers_is_zero(f) && one->kind != SWITCH_TURNS) {
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
  const Powers *g;
} Choice;

static bool choose_flat(const Choice *choice) {
  Instruction *at = choice->at;
  const Opcode op = (Opcode)at->op;
  const Powers *x = &choice->g[at->a];
  double value;
  if (op == OP_FLOOR || op == OP_CEIL || op == OP_SIGN) {
    const Switch one = {.kind = op == OP_FLOOR  ? SWITCH_FLOOR
                                : op == OP_CEIL ? SWITCH_CEIL
                                                : SWITCH_ZERO};
    if (!branch_beside(choice->program, &one, x, &value)) {
      return false;
    }
    hold_constant(at, value);
    return true;
  }
  const Powers difference = powers_sum(x, &choice->g[at->b], -1);
  const int sign = powers_sign(&difference);
  if (sign != 0) {
    hold_constant(at, op == OP_LESS || op == OP_LESS_EQUAL ? sign < 0 : op == OP_NOT_EQUAL);
  } else if (powers_is_zero(&difference)) {
    hold_constant(at, op == OP_LESS_EQUAL || op == OP_EQUAL);
    return true;
  }
  return sign != 0;
}

static bool choose_smaller(const Choice *choice) {
  Instruction *at = choice->at;
  const Powers difference = powers_sum(&choice->g[at->a], &choice->g[at->b], -1);
  const int sign = powers_sign(&difference);
  if (sign != 0) {
    hold_operand(at, (sign < 0) == (at->op == OP_MIN) ? at->a : at->b);
  } else if (powers_is_zero(&difference)) { // as hold_one
    hold_operand(at, at->op == OP_MIN ? at->b : at->a);
    return true;
  }
  return sign != 0;
}

static bool choose_size(const Choice *choice) {
  const int sign = powers_sign(&choice->g[choice->at->a]);
  if (sign < 0) {
    choice->at->op = OP_NEGATE;
  } else if (sign > 0 || powers_is_zero(&choice->g[choice->at->a])) {
    hold_operand(choice->at, choice->at->a);
    return true;
  }
  return sign != 0;
}

static bool choose_turns(const Choice *choice) {
  Instruction *at = choice->at;
  const Switch one = {.kind = SWITCH_FLOOR};
  const Instruction quotient = {.op = OP_DIVIDE, .a = at->a, .b = at->b};
  const Powers turns = powers_operate(&quotient, NULL, choice->g);
  double value;
  if (!branch_beside(choice->program, &one, &turns, &value)) {
    return false;
  }
  at->op = OP_TURNED;
  at->constant = value;
  return true;
}

// The half turn from which an angle goes on: that above or below the axis, on which it is; on the
// axis that to which the point goes. What stays there keeps its side.
static bool choose_half(const Choice *choice, double own) {
  Instruction *at = choice->at;
  const Powers *y = &choice->g[at->a], *x = &choice->g[at->b];
  const bool cut = y->factor[0] == 0 && !(x->factor[0] > 0);
  const int side = !cut ? powers_place(y) : powers_is_zero(y) ? 0 : powers_sign(y);
  at->op = OP_ATAN2_BEYOND;
  at->constant = side < 0 || (side == 0 && own < 0) ? -1 : 1;
  return !cut || side != 0 || powers_is_zero(y);
}

// Likewise of a measure: within its round-off of half a turn it is where it goes to.
static bool choose_turn(const Choice *choice, double own) {
  static const double HALF_TURN = 3.14159265358979323846;
  Instruction *at = choice->at;
  const Powers *x = &choice->g[at->a];
  const bool cut = fabs(x->factor[0]) >= HALF_TURN - 2 * x->error[0];
  const int heading = cut ? powers_heading(x) : 0;
  at->op = OP_ANGLE_BEYOND;
  at->constant = heading != 0 ? -heading : own < 0 ? -1 : 1;
  return !cut || heading != 0 || isinf(x->order);
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
  hold_piece(at, value);
  return true;
}

// What stays zero is not below.
static int side_of(const Powers *difference) {
  return powers_is_zero(difference) ? 1 : powers_sign(difference);
}

static bool choose_fraction(const Choice *choice) {
  Instruction *at = choice->at;
  const Powers *g = choice->g;
  const Powers from_start = powers_sum(&g[at->a], &g[at->b], -1);
  const Powers from_end = powers_sum(&g[at->a], &g[at->c], -1);
  const Powers length = powers_sum(&g[at->c], &g[at->b], -1);
  const bool rising = length.factor[0] > 0;
  const int start = side_of(&from_start), end = side_of(&from_end);
  if (start != 0 && (start < 0) == rising) {
    hold_constant(at, 0);
  } else if (start != 0 && end != 0) {
    if ((end < 0) != rising) {
      hold_constant(at, 1);
    } else {
      at->op = OP_WAY;
    }
  }
  return start != 0 && (end != 0 || (start < 0) == rising);
}

// False where it is not decided: then nothing is changed.
static bool choose(const Choice *choice, double own, bool goes_on) {
  switch ((int)choice->at->op) {
  case OP_ABS:
    return choose_size(choice);
  case OP_MIN:
  case OP_MAX:
    return choose_smaller(choice);
  case OP_MOD:
    return choose_turns(choice);
  case OP_ATAN2:
    return choose_half(choice, own);
  case OP_ANGLE:
    return choose_turn(choice, own);
  case OP_TABLE:
    return choose_piece(choice, goes_on);
  case OP_FRACTION:
    return choose_fraction(choice);
  default:
    return !hold_is_flat((Opcode)choice->at->op) || choose_flat(choice);
  }
}

void hold_keep(Hold *hold) {
  if (hold->count > 0) {
    memcpy(hold->code_before, hold->code, (size_t)hold->program->count * sizeof *hold->code);
    memcpy(hold->branch_before, hold->branch, (size_t)hold->count * sizeof *hold->branch);
    hold->taken = true;
  }
}

void hold_return(Hold *hold) {
  if (hold->count > 0) {
    memcpy(hold->code, hold->code_before, (size_t)hold->program->count * sizeof *hold->code);
    memcpy(hold->branch, hold->branch_before, (size_t)hold->count * sizeof *hold->branch);
    memcpy(hold->slack, hold->rest, (size_t)hold->count * sizeof *hold->slack);
  }
}

void hold_forget(Hold *hold) {
  hold->taken = false;
}

// Within round-off of the surface f may be on its other side for a while.
static double slack_of(const Switch *one, double branch, double f, double error) {
  const double beyond = isnan(branch) ? -HUGE_VAL : hold_distance(one, branch, f);
  return fabs(beyond) <= error ? fmax(beyond, 0) + 4 * error : 0;
}

// The branch of one instruction an instant later. False where that is not decided: the branch
// before, or without one that of the moment.
static bool choose_later(const Hold *hold, int k, const Powers *powers, const double *work,
                         Instruction *at) {
  const Program *program = hold->program;
  const Choice choice = {.at = at, .program = program, .g = powers};
  if (choose(&choice, work[k], hold->goes_on)) {
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
static bool take_code(Hold *hold, const Powers *inputs, Powers *powers, const double *work) {
  const Program *program = hold->program;
  bool decided = true;
  for (int k = 0; k < program->count; k++) {
    const bool holds = hold->count > 0 && hold->holds[k];
    Instruction at = program->code[k];
    if (holds && !isnan(work[k])) {
      decided = choose_later(hold, k, powers, work, &at) && decided;
    }
    if (hold->count > 0) {
      hold->code[k] = at;
    }
    powers[k] = powers_operate(&at, inputs, powers);
    if (holds) {
      hold_go_on_below_zero(hold, &hold->code[k], work);
    }
  }
  return decided;
}

bool hold_take_later(Hold *hold, const double *values, const Powers *inputs, Powers *powers,
                     double *work) {
  const Program *program = hold->program;
  eval_values(program, values, program->count, work);
  bool decided = take_code(hold, inputs, powers, work);
  for (int k = 0; k < hold->count; k++) {
    const Switch *one = hold->list[k];
    double branch;
    if (isnan(work[one->instruction])) {
      hold->branch[k] = work[one->instruction];
    } else if (one->kind == SWITCH_CUT) {
      hold->branch[k] = hold->code[one->instruction].constant; // decided above
    } else if (branch_beside(program, one, &powers[one->instruction], &branch)) {
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
        fmax(hold->rest[k], slack_of(hold->list[k], hold->branch[k], held[f], powers[f].error[0]));
  }
  return decided;
}
