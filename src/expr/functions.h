// SPDX-License-Identifier: BSD-3-Clause
// functions.h: what functions.def says about names, arguments and operands.
#ifndef MBS_EXPR_FUNCTIONS_H
#define MBS_EXPR_FUNCTIONS_H

#include <stddef.h>

#include "expr/eval.h"

enum { FUNCTION_ARGUMENTS_MAX = 64 };

// How the dimensions of arguments and value hang together.
typedef enum FunctionRule {
  RULE_PURE,  // no dimensions at all
  RULE_ANGLE, // arguments alike; the value has none
  RULE_SAME,  // arguments and value alike
  RULE_SIGN,  // any argument; the value has none
  RULE_ROOT,  // half the exponents
  RULE_RAMP,  // x, x0, x1 alike; h0, h1 and the value alike
  RULE_IF     // a condition; the other two and the value alike
} FunctionRule;

// How a call becomes instructions.
typedef enum FunctionForm {
  FORM_OPERATION,  // one operation (a ramp: two)
  FORM_FORMULA,    // that formula
  FORM_POLYNOMIAL, // loops over the arguments
  FORM_CHEBYSHEV,
  FORM_FOURIER,
  FORM_TABLE // the function that the first argument names
} FunctionForm;

typedef struct Function {
  const char *name;
  FunctionForm form;
  int argument_count; // at least
  int argument_limit; // at most
  Opcode op;          // FORM_OPERATION
  FunctionRule rule;
  const char *arguments, *formula, *summary;
} Function;

// The function called text[0 .. length), or NULL.
const Function *functions_find(const char *text, int length);
// The known function whose name is nearest to a word, or NULL when none is near.
const char *functions_nearest(const char *word);
// All names, with blanks between them, for hints.
void functions_list(char *text, size_t size);
// How many operands an operation has.
int functions_operand_count(Opcode op);
// Whether the value of an operation is 0 or 1 by itself: a comparison or a word of logic.
bool functions_is_truth(Opcode op);

#endif
