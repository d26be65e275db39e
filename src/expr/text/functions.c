// SPDX-License-Identifier: BSD-3-Clause
// functions.c: the tables that functions.def unfolds into.
#include "expr/text/functions.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const Function functions[] = {
#define FUNCTION(name, count, op, rule, arguments, summary)                                        \
  {name, FORM_OPERATION, count, count, OP_##op, rule, arguments, NULL, summary},
#define FORMULA(name, count, arguments, formula, summary)                                          \
  {name, FORM_FORMULA, count, count, OP_CONSTANT, RULE_PURE, arguments, formula, summary},
#define SERIES(name, least, form, arguments, formula, summary)                                     \
  {name,        form,      least,     (form) == FORM_TABLE ? 2 : FUNCTION_ARGUMENTS_MAX,           \
   OP_CONSTANT, RULE_PURE, arguments, formula,                                                     \
   summary},
#include "expr/text/functions.def"
};

static const char *const names[] = {
#define FUNCTION(name, count, op, rule, arguments, summary) name,
#define FORMULA(name, count, arguments, formula, summary) name,
#define SERIES(name, least, form, arguments, formula, summary) name,
#include "expr/text/functions.def"
};

enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

// Words that no element or parameter may have as its name, beside the functions.
static const char *const reserved[] = {"t", "pi", "and", "or", "not"};

const Function *functions_find(const char *text, int length) {
  for (int k = 0; k < FUNCTION_COUNT; k++) {
    if ((int)strlen(functions[k].name) == length &&
        memcmp(functions[k].name, text, (size_t)length) == 0) {
      return &functions[k];
    }
  }
  return NULL;
}

const char *functions_nearest(const char *word) {
  return text_nearest(word, names, FUNCTION_COUNT);
}

void functions_list(char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int k = 0; k < FUNCTION_COUNT && used < size; k++) {
    used += (size_t)snprintf(text + used, size - used, k > 0 ? " %s" : "%s", names[k]);
  }
}

int functions_operand_count(Opcode op) {
  static const unsigned char counts[OPCODE_COUNT] = {
      [OP_CONSTANT] = 0,
      [OP_INPUT] = 0,
#define FLAT_UNARY(op, value) [OP_##op] = 1,
#define FLAT_BINARY(op, value) [OP_##op] = 2,
#define UNARY(op, value, dx, dxx) [OP_##op] = 1,
#define BINARY(op, value, dx, dy, dxx, dxy, dyy) [OP_##op] = 2,
#define TERNARY(op, value, dx, dy, dz, dxx, dxy, dxz, dyy, dyz, dzz) [OP_##op] = 3,
#include "expr/text/functions.def"
  };
  return counts[op];
}

bool functions_is_truth(Opcode op) {
  return op >= OP_LESS && op <= OP_NOT;
}

int program_functions(const Function **table) {
  *table = functions;
  return FUNCTION_COUNT;
}

bool program_reserved(const char *name) {
  for (size_t k = 0; k < sizeof reserved / sizeof reserved[0]; k++) {
    if (strcmp(name, reserved[k]) == 0) {
      return true;
    }
  }
  return program_is_function(name);
}

bool program_is_function(const char *name) {
  return functions_find(name, (int)strlen(name)) != NULL;
}
