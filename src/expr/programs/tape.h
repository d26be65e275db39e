// SPDX-License-Identifier: BSD-3-Clause
// tape.h: the list of instructions while it grows.
//
// Every new instruction is first folded (when its operands are constants), put into its cheapest
// form (x + constant is one instruction), and looked up: an equal one is used again.
#ifndef MBS_EXPR_PROGRAMS_TAPE_H
#define MBS_EXPR_PROGRAMS_TAPE_H

#include "expr/programs/eval.h"
#include "expr/text/functions.h"

// No instruction was made, because the value of a constant expression is not finite.
enum { TAPE_NOT_FINITE = -1 };

// The source text of an instruction: bytes [first, last).
typedef struct Span {
  int first, last;
} Span;

typedef struct Tape {
  Instruction *code;
  int count, capacity;
  int *slots; // hash table: instruction + 1, or 0
  int slot_count;
  Symbol *inputs;
  const char **input_names;
  int input_count, input_capacity;
} Tape;

// Room for the given numbers of instructions and inputs. False when memory ran out.
bool tape_open(Tape *tape, int capacity, int input_capacity, Arena *arena);

int tape_constant(Tape *tape, double value, Span span);
int tape_input(Tape *tape, Symbol symbol, const char *name, Span span);
// Returns the number of the instruction, or TAPE_NOT_FINITE. Unused operands are 0.
int tape_emit(Tape *tape, Opcode op, int a, int b, int c, Span span);
// The value of a table at an instruction, in the same way.
int tape_table(Tape *tape, const Curve *curve, int a, Span span);

bool tape_is_constant(const Tape *tape, int instruction);

#endif
