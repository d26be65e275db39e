// SPDX-License-Identifier: BSD-3-Clause
// hold_inside.h: what holding the branches of a point and those of an instant later share.
#ifndef MBS_EXPR_ENCLOSURES_HOLD_INSIDE_H
#define MBS_EXPR_ENCLOSURES_HOLD_INSIDE_H

#include "expr/enclosures/hold.h"
#include "expr/text/functions.h"

// An instruction becomes one that goes on along a branch: a number, one of its operands, a piece of
// its table by number.
void hold_constant(Instruction *at, double value);
void hold_operand(Instruction *at, int operand);
void hold_piece(Instruction *at, double number);

// Whether an operation is constant between the switches of its own.
bool hold_is_flat(Opcode op);

// The branch on which an instruction is; v: values of the live program, own: of the instruction.
void hold_one(Instruction *at, const double *v, double own, bool goes_on);

// A power of a held max(x, 0) goes on below x = 0.
void hold_go_on_below_zero(const Hold *hold, Instruction *at, const double *v);

// How far a switching function is outside its branch.
double hold_distance(const Switch *one, double branch, double f);

#endif
