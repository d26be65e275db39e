// SPDX-License-Identifier: BSD-3-Clause
// formula.h: the texts of functions that are formulas, and how large an expression becomes when
// they stand in place of their calls.
#ifndef MBS_EXPR_PROGRAMS_FORMULA_H
#define MBS_EXPR_PROGRAMS_FORMULA_H

#include "expr/text/parser.h"

// Terms of an expression with all formulas in place: at most.
enum { FORMULA_TERMS_LIMIT = 2 * PROGRAM_LIMIT };

// Text, terms and names of the arguments of a function of the language. The text has no places.
// False when memory ran out.
bool formula_of_function(const Function *function, Passage *text, Syntax *syntax,
                         const char *const **names, Arena *arena);

// How many terms an expression has with all formulas in place of their calls and all texts in place
// of their names, each of these once; one more than FORMULA_TERMS_LIMIT
// when there are more. *depth: how deep functions of the model call each other in it; 0: none.
// -1 when memory ran out.
int formula_terms(const Syntax *syntax, const Passage *text, const Scope *scope, int *depth,
                  Arena *arena);

#endif
