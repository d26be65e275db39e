// SPDX-License-Identifier: BSD-3-Clause
// germ.h: a number an instant after a point: its leading powers of the time s that has passed.
//
//   f(s) = c_0 + c_1 s^p_1 + .. + O(s^order),   0 < p_1 < p_2 < ..
// Powers need not be whole: (x0 - x)^1.5 on its surface is c s^1.5. Every coefficient carries a
// bound of its round-off; one within it counts as zero. The first one that does not is the sign of
// f an instant later, whatever the size of s may be.
#ifndef MBS_EXPR_ENCLOSURES_GERM_H
#define MBS_EXPR_ENCLOSURES_GERM_H

#include "expr/programs/program.h"

enum { GERM_TERMS = 5 };

typedef struct Germ {
  int count; // at least 1: the first power is 0
  double power[GERM_TERMS], factor[GERM_TERMS], error[GERM_TERMS];
  double order; // of what is not known
} Germ;

// c + O(s^order).
Germ germ_constant(double c, double error, double order);
// The same with another power of s in it, larger than those before.
void germ_append(Germ *germ, double power, double factor, double error);

// The sign of its value, and of its first change that exceeds the round-off of the value: 0 where
// every known coefficient counts as zero.
int germ_place(const Germ *germ);
int germ_heading(const Germ *germ);
// The sign an instant later.
int germ_sign(const Germ *germ);
// Whether it stays zero, to its round-off.
bool germ_is_zero(const Germ *germ);

Germ germ_sum(const Germ *a, const Germ *b, double sign_of_b);

// Of one instruction whose operands are in g. Where it has no derivative, only its value is known.
Germ germ_operate(const Instruction *at, const Germ *inputs, const Germ *g);

#endif
