// SPDX-License-Identifier: BSD-3-Clause
// leading_powers.h: a number an instant after a point: its leading powers of the time s that has
// passed.
//
//   f(s) = c_0 + c_1 s^p_1 + .. + O(s^order),   0 < p_1 < p_2 < ..
// Powers need not be whole: (x0 - x)^1.5 on its surface is c s^1.5. Every coefficient carries a
// bound of its round-off; one within it counts as zero. The first one that does not is the sign of
// f an instant later, whatever the size of s may be.
#ifndef MBS_EXPR_ENCLOSURES_LEADING_POWERS_H
#define MBS_EXPR_ENCLOSURES_LEADING_POWERS_H

#include "expr/programs/program.h"

enum { LEADING_TERMS = 5 };

typedef struct Powers {
  int count; // at least 1: the first power is 0
  double power[LEADING_TERMS], factor[LEADING_TERMS], error[LEADING_TERMS];
  double order; // of what is not known
} Powers;

// c + O(s^order).
Powers powers_constant(double c, double error, double order);
// The same with another power of s in it, larger than those before.
void powers_append(Powers *powers, double power, double factor, double error);

// The sign of its value, and of its first change that exceeds the round-off of the value: 0 where
// every known coefficient counts as zero.
int powers_place(const Powers *powers);
int powers_heading(const Powers *powers);
// The sign an instant later.
int powers_sign(const Powers *powers);
// Whether it stays zero, to its round-off.
bool powers_is_zero(const Powers *powers);

Powers powers_sum(const Powers *a, const Powers *b, double sign_of_b);

// Of one instruction whose operands are in g. Where it has no derivative, only its value is known.
Powers powers_operate(const Instruction *at, const Powers *inputs, const Powers *g);

#endif
