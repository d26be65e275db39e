// SPDX-License-Identifier: BSD-3-Clause
// tape.c: constant folding, cheapest forms, common subexpressions.
//
// Only literals are constants here: parameters are inputs, whose values may change between runs
// without compiling again. No rewriting changes a bit of the value, except x^n for whole n of up
// to WHOLE_POWER_MAX, which is a product instead of the library's pow.
#include "expr/programs/tape.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "expr/text/functions.h"

enum { WHOLE_POWER_MAX = 64 };

bool tape_open(Tape *tape, int capacity, int input_capacity, Arena *arena) {
  int slot_count = 16;
  while (slot_count < 2 * capacity) {
    slot_count *= 2;
  }
  *tape = (Tape){.code = arena_array(arena, Instruction, capacity),
                 .capacity = capacity,
                 .slots = arena_array(arena, int, slot_count),
                 .slot_count = slot_count,
                 .inputs = arena_array(arena, Symbol, input_capacity),
                 .input_names = arena_array(arena, const char *, input_capacity),
                 .input_capacity = input_capacity};
  return tape->code != NULL && tape->slots != NULL && tape->inputs != NULL &&
         tape->input_names != NULL;
}

bool tape_is_constant(const Tape *tape, int instruction) {
  return tape->code[instruction].op == OP_CONSTANT;
}

// ---- common subexpressions ----

// The bytes of a double: 0 and -0 are two constants.
static uint64_t bits_of(double value) {
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t hash_of(const Instruction *instruction) {
  const uint64_t mixer = 0x9e3779b97f4a7c15U;
  const uint64_t words[] = {instruction->op, instruction->a, instruction->b, instruction->c,
                            bits_of(instruction->constant)};
  uint64_t hash = 0;
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    hash = (hash ^ words[k]) * mixer;
    hash ^= hash >> 29U;
  }
  return hash;
}

static bool is_same(const Instruction *one, const Instruction *other) {
  return one->op == other->op && one->a == other->a && one->b == other->b && one->c == other->c &&
         bits_of(one->constant) == bits_of(other->constant);
}

// Appends an instruction, or returns the equal one that is there already.
static int append(Tape *tape, Instruction instruction) {
  const unsigned mask = (unsigned)tape->slot_count - 1;
  unsigned slot = (unsigned)hash_of(&instruction) & mask;
  while (tape->slots[slot] != 0) {
    const int known = tape->slots[slot] - 1;
    if (is_same(&tape->code[known], &instruction)) {
      return known;
    }
    slot = (slot + 1) & mask;
  }
  assert(tape->count < tape->capacity);
  tape->code[tape->count] = instruction;
  tape->slots[slot] = ++tape->count;
  return tape->count - 1;
}

static int append_constant(Tape *tape, double value, Span span) {
  return append(
      tape,
      (Instruction){.op = OP_CONSTANT, .constant = value, .first = span.first, .last = span.last});
}

static int append_unary(Tape *tape, Opcode op, int a, double constant, Span span) {
  return append(tape, (Instruction){.op = (unsigned char)op,
                                    .a = (unsigned short)a,
                                    .constant = constant,
                                    .first = span.first,
                                    .last = span.last});
}

// ---- leaves ----

int tape_constant(Tape *tape, double value, Span span) {
  return append_constant(tape, value, span);
}

int tape_input(Tape *tape, Symbol symbol, const char *name, Span span) {
  int number = 0;
  while (number < tape->input_count &&
         (tape->inputs[number].kind != symbol.kind || tape->inputs[number].index != symbol.index)) {
    number++;
  }
  if (number == tape->input_count) {
    assert(number < tape->input_capacity);
    tape->inputs[number] = symbol;
    tape->input_names[number] = name;
    tape->input_count++;
  }
  return append_unary(tape, OP_INPUT, number, 0, span);
}

// ---- operations ----

static int fold(Tape *tape, Opcode op, const int operands[static 3], int count, Span span) {
  double values[3] = {0, 0, 0};
  for (int k = 0; k < count; k++) {
    values[k] = tape->code[operands[k]].constant;
  }
  const Instruction operation = {.op = (unsigned char)op, .a = 0, .b = 1, .c = 2};
  const double value = eval_operate(&operation, NULL, values);
  return isfinite(value) ? append_constant(tape, value, span) : TAPE_NOT_FINITE;
}

// x^n with a constant n.
static int append_power(Tape *tape, int base, double exponent, Span span) {
  const bool whole = floor(exponent) == exponent && fabs(exponent) <= WHOLE_POWER_MAX;
  return append_unary(tape, whole ? OP_POWER_WHOLE : OP_POWER_CONSTANT, base, exponent, span);
}

// The cheapest form of an operation with two operands.
static int append_binary(Tape *tape, Opcode op, int a, int b, Span span) {
  const Instruction *x = &tape->code[a];
  const Instruction *y = &tape->code[b];
  const bool commutes = op == OP_ADD || op == OP_MULTIPLY;
  if (commutes && (x->op == OP_CONSTANT || (y->op != OP_CONSTANT && a > b))) {
    return append_binary(tape, op, b, a, span);
  }
  if (y->op == OP_CONSTANT) {
    const double constant = y->constant;
    if (op == OP_ADD || op == OP_SUBTRACT) {
      return append_unary(tape, OP_SHIFT, a, op == OP_ADD ? constant : -constant, span);
    }
    if (op == OP_MULTIPLY) {
      return append_unary(tape, OP_SCALE, a, constant, span);
    }
    if (op == OP_DIVIDE) {
      return constant == 0 ? TAPE_NOT_FINITE : append_unary(tape, OP_DIVIDE_BY, a, constant, span);
    }
    if (op == OP_POWER) {
      return append_power(tape, a, constant, span);
    }
  }
  return append(tape, (Instruction){.op = (unsigned char)op,
                                    .a = (unsigned short)a,
                                    .b = (unsigned short)b,
                                    .first = span.first,
                                    .last = span.last});
}

// Operations of a constant that have no value, whatever the other operands are.
static bool is_undefined(const Tape *tape, Opcode op, const int operands[static 3]) {
  const Instruction *y = &tape->code[operands[1]];
  const Instruction *z = &tape->code[operands[2]];
  if (op == OP_MOD) {
    return y->op == OP_CONSTANT && y->constant == 0;
  }
  return op == OP_FRACTION && y->op == OP_CONSTANT && z->op == OP_CONSTANT &&
         y->constant == z->constant;
}

int tape_emit(Tape *tape, Opcode op, int a, int b, int c, Span span) {
  const int operands[3] = {a, b, c};
  const int count = functions_operand_count(op);
  assert(count <= 3);
  bool constant = true;
  for (int k = 0; k < count; k++) {
    constant = constant && tape_is_constant(tape, operands[k]);
  }
  if (constant) {
    return fold(tape, op, operands, count, span);
  }
  if (is_undefined(tape, op, operands)) {
    return TAPE_NOT_FINITE;
  }
  if (count == 1) {
    return append_unary(tape, op, a, 0, span);
  }
  if (count == 2) {
    return append_binary(tape, op, a, b, span);
  }
  return append(tape, (Instruction){.op = (unsigned char)op,
                                    .a = (unsigned short)a,
                                    .b = (unsigned short)b,
                                    .c = (unsigned short)c,
                                    .first = span.first,
                                    .last = span.last});
}

int tape_table(Tape *tape, const Curve *curve, int a, Span span) {
  if (tape_is_constant(tape, a)) {
    const double value = curve_at(curve, tape->code[a].constant, 0);
    return isfinite(value) ? append_constant(tape, value, span) : TAPE_NOT_FINITE;
  }
  return append(tape, (Instruction){.op = OP_TABLE,
                                    .a = (unsigned short)a,
                                    .curve = curve,
                                    .first = span.first,
                                    .last = span.last});
}
