// SPDX-License-Identifier: BSD-3-Clause
// enclose.h: all values that an expression has while its inputs move within bounds.
//
// The tape of the program, instruction by instruction, on enclosures (enclosure.h): sure bounds of
// the value, and for inputs that are functions of one variable also of its first two Taylor
// coefficients. Bounds may be wider than need be, the more so the wider the inputs; they close in
// on the value as the inputs do.
#ifndef MBS_EXPR_ENCLOSURES_ENCLOSE_H
#define MBS_EXPR_ENCLOSURES_ENCLOSE_H

#include "expr/enclosures/enclosure.h"
#include "expr/programs/program.h"

// Enclosures of the first count instructions, given those of the inputs; work[k]: of instruction k.
void program_enclose(const Program *program, const Enclosure *inputs, int order, int count,
                     Enclosure *work);

#endif
