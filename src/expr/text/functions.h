// SPDX-License-Identifier: BSD-3-Clause
// functions.h: what functions.def says about names, arguments and operands.
#ifndef MBS_EXPR_TEXT_FUNCTIONS_H
#define MBS_EXPR_TEXT_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum { FUNCTION_ARGUMENTS_MAX = 64 };

// What Instruction.op says. The constant is in `constant`, the number of an input in `a`.
typedef enum Opcode {
  OP_CONSTANT,
  OP_INPUT,
#define FLAT_UNARY(op, value) OP_##op,
#define FLAT_BINARY(op, value) OP_##op,
#define UNARY(op, value, dx, dxx) OP_##op,
#define BINARY(op, value, dx, dy, dxx, dxy, dyy) OP_##op,
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz) OP_##op,
#include "expr/text/functions.def"
  OPCODE_COUNT
} Opcode;

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

// The functions of the language, for hints and for the reference page: arguments as in
// "x, x0, h0, x1, h1", one line of documentation, and the formula of those that have one, else
// NULL. Returns the count.
int program_functions(const Function **table);
// True for names that no parameter may take: t pi and or not if and all functions.
bool program_reserved(const char *name);
// Of these the functions, which are known by the bracket behind them.
bool program_is_function(const char *name);

#endif
