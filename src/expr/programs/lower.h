// SPDX-License-Identifier: BSD-3-Clause
// lower.h: from the tree to instructions; names and dimensions are settled on the way.
#ifndef MBS_EXPR_PROGRAMS_LOWER_H
#define MBS_EXPR_PROGRAMS_LOWER_H

#include "expr/programs/tape.h"
#include "expr/text/parser.h"

// Fills the tape, which has room for every term. *result: the instruction of the value;
// *dimension: what it measures. False after messages (all of them), or when memory ran out.
bool lower_syntax(const Syntax *syntax, const Passage *text, const Scope *scope, Tape *tape,
                  int *result, Dimension *dimension, Arena *arena, Diag *diag);

#endif
