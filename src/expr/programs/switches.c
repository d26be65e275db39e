// SPDX-License-Identifier: BSD-3-Clause
// switches.c: where a program may jump or kink, found when it is compiled.
//
// Every comparison, abs, min .. has a switching function f that decides which branch is taken. A
// comparison a < b is decided by a - b < 0, which is the same in floating point too (a difference
// is zero only when its operands are equal). An `if` needs no switch of its own unless its
// condition is a plain number.
#include "expr/programs/switches.h"

#include "expr/programs/degree.h"
#include "expr/text/functions.h"

// ---- collecting ----

typedef struct Collection {
  Tape *tape;
  Switch *switches;
  int count;
} Collection;

static void add_knots(Collection *collection, int instruction, const Curve *curve) {
  for (int k = 0; k < collection->count; k++) {
    const Switch *known = &collection->switches[k];
    if (known->instruction == instruction && known->curve == curve) {
      return;
    }
  }
  if (curve_jumps_inside(curve) || curve_jumps_at_ends(curve)) {
    collection->switches[collection->count++] =
        (Switch){.instruction = instruction, .kind = SWITCH_KNOT, .curve = curve};
  }
}

static void add_switch(Collection *collection, int instruction, SwitchKind kind) {
  if (instruction == TAPE_NOT_FINITE || tape_is_constant(collection->tape, instruction)) {
    return;
  }
  for (int k = 0; k < collection->count; k++) {
    const Switch *known = &collection->switches[k];
    if (known->instruction == instruction && known->kind == kind) {
      return;
    }
  }
  collection->switches[collection->count++] = (Switch){.instruction = instruction, .kind = kind};
}

static void add_difference(Collection *collection, Instruction at, int x, int y, SwitchKind kind) {
  const Span span = {.first = at.first, .last = at.last};
  const bool zero =
      tape_is_constant(collection->tape, y) && collection->tape->code[y].constant == 0;
  add_switch(collection, zero ? x : tape_emit(collection->tape, OP_SUBTRACT, x, y, 0, span), kind);
}

// A number that is used as a condition.
static void add_condition(Collection *collection, int x) {
  if (!functions_is_truth((Opcode)collection->tape->code[x].op)) {
    add_switch(collection, x, SWITCH_ZERO);
  }
}

static void add_ramp(Collection *collection, Instruction at) {
  add_difference(collection, at, at.a, at.b, SWITCH_BELOW);
  add_difference(collection, at, at.a, at.c, SWITCH_BELOW);
}

static void add_turns(Collection *collection, Instruction at) {
  const Span span = {.first = at.first, .last = at.last};
  add_switch(collection, tape_emit(collection->tape, OP_DIVIDE, at.a, at.b, 0, span), SWITCH_TURNS);
}

// The angle of a point on the right of the axis, by a constant, never comes to its cut.
static void add_cut(Collection *collection, int k) {
  const Instruction *x = &collection->tape->code[collection->tape->code[k].b];
  if (x->op != OP_CONSTANT || !(x->constant > 0)) {
    add_switch(collection, k, SWITCH_CUT);
  }
}

static void add_operation(Collection *collection, int k) {
  const Instruction at = collection->tape->code[k];
  const Opcode op = (Opcode)at.op;
  if (op == OP_LESS || op == OP_MIN || op == OP_MAX) {
    add_difference(collection, at, at.a, at.b, SWITCH_BELOW);
  } else if (op == OP_LESS_EQUAL) {
    add_difference(collection, at, at.a, at.b, SWITCH_NOT_ABOVE);
  } else if (op == OP_EQUAL || op == OP_NOT_EQUAL) {
    add_difference(collection, at, at.a, at.b, SWITCH_ZERO);
  } else if (op == OP_ABS) {
    add_switch(collection, at.a, SWITCH_BELOW);
  } else if (op == OP_SIGN) {
    add_switch(collection, at.a, SWITCH_ZERO);
  } else if (op == OP_FLOOR || op == OP_CEIL) {
    add_switch(collection, at.a, op == OP_FLOOR ? SWITCH_FLOOR : SWITCH_CEIL);
  } else if (op == OP_MOD) {
    add_turns(collection, at);
  } else if (op == OP_ATAN2) {
    add_cut(collection, k);
  } else if (op == OP_ANGLE) {
    add_switch(collection, k, SWITCH_CUT);
  } else if (op == OP_FRACTION) {
    add_ramp(collection, at);
  } else if (op == OP_TABLE) {
    add_knots(collection, at.a, at.curve);
  } else if (op == OP_IF || op == OP_NOT) {
    add_condition(collection, at.a);
  } else if (op == OP_AND || op == OP_OR) {
    add_condition(collection, at.a);
    add_condition(collection, at.b);
  }
}

int switches_collect(Tape *tape, const bool *watched, int count, Switch *switches) {
  Collection collection = {.tape = tape, .switches = switches};
  for (int k = 0; k < count; k++) {
    if (watched[k]) {
      add_operation(&collection, k);
    }
  }
  return collection.count;
}

// ---- classifying ----

static signed char input_degree(SymbolKind kind) {
  if (kind == SYMBOL_MEASURE) {
    return DEGREE_ON_STATE;
  }
  return kind == SYMBOL_TIME ? DEGREE_LINEAR : DEGREE_FIXED;
}

int switches_classify(const Program *program, Switch *switches, int count, signed char *degrees) {
  for (int k = 0; k < program->count; k++) {
    const Instruction *at = &program->code[k];
    degrees[k] =
        at->op == OP_INPUT ? input_degree(program->inputs[at->a].kind) : degree_of(at, degrees);
  }
  int kept = 0;
  for (int k = 0; k < count; k++) {
    Switch one = switches[k];
    const signed char degree = degrees[one.instruction];
    one.on_state = degree == DEGREE_ON_STATE;
    one.linear = degree <= DEGREE_LINEAR;
    if (degree != DEGREE_FIXED) {
      switches[kept++] = one;
    }
  }
  return kept;
}
