// SPDX-License-Identifier: BSD-3-Clause
// lower_inside.h: what the parts of the lowering share.
//
// A term that is wrong gets its message and counts as failed; what uses it is then silently
// failed too, while the rest of the expression is still checked.
#ifndef MBS_EXPR_PROGRAMS_LOWER_INSIDE_H
#define MBS_EXPR_PROGRAMS_LOWER_INSIDE_H

#include "expr/programs/lower.h"
#include "expr/text/nature.h"

// What became of a term.
typedef struct Lowered {
  int instruction;
  Nature nature;
  bool failed;
  // The value is a parameter of unknown dimension, to the power 1 or -1, times what measures
  // `factor`; power 0: it is not.
  Symbol parameter;
  int power;
  Dimension factor;
} Lowered;

// A text that stands in place of a name, as the expression has it: once, however often it is read.
typedef struct LoweredText {
  const NamedText *text;
  Lowered value;
} LoweredText;

typedef struct LoweredTexts {
  LoweredText *list;
  int count, capacity;
} LoweredTexts;

// One expression, or a formula that it calls, whose arguments have values then.
typedef struct Lowering Lowering;
struct Lowering {
  Lexer lexer; // for messages
  const Syntax *syntax;
  Lowered *values; // one for each term
  Tape *tape;
  Arena *arena;
  const Lowering *caller; // NULL: this is the expression itself
  bool stands;            // this is a text in place of a name: its faults are its own
  const Term *call;       // by which the caller came here
  const char *const *names;
  const Lowered *arguments;
  int argument_count;
  LoweredTexts *texts; // of the expression
};

#define LOWER_FAILURE ((Lowered){.failed = true})

const char *lower_text_at(const Lowering *lowering, int at);
const Lowered *lower_operand(const Lowering *lowering, const Term *term, int number);
const Term *lower_operand_term(const Lowering *lowering, const Term *term, int number);
// The bytes of a term in the text of the expression itself, for messages while running.
Span lower_span(const Lowering *lowering, const Term *term);

// A message about a term. Inside a formula it is told where the expression calls it.
void lower_complain(const Lowering *lowering, DiagCode code, const Term *term, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
// The same: expected and found differ, with a subject such as "argument 2 of "step"".
Lowered lower_refuse_dimension(const Lowering *lowering, const Term *term, Dimension expected,
                               Dimension found, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

Lowered lower_emit(Lowering *lowering, const Term *term, Opcode op, int a, int b, int c,
                   Nature nature);

// What stands at a term must measure this: when that settles a parameter, the scope is told.
void lower_infer(const Lowering *lowering, const Lowered *value, const Term *term,
                 Dimension dimension);
// The same for two values that are alike.
void lower_infer_alike(const Lowering *lowering, const Lowered *a, const Term *a_term,
                       const Lowered *b, const Term *b_term);

// One term whose operands are lowered.
Lowered lower_term(Lowering *lowering, const Term *term);
Lowered lower_operation(Lowering *lowering, const Term *term);
Lowered lower_call(Lowering *lowering, const Term *term);
// A series such as poly, whose arguments are good.
Lowered lower_series(Lowering *lowering, const Term *term, FunctionForm form);
// A formula of the language, whose arguments are good.
Lowered lower_own_formula(Lowering *lowering, const Term *term, const Function *function);
// What a name is in whose place a text stands; *known tells whether there is one.
Lowered lower_named_text(Lowering *lowering, const Term *term, const char *name, bool *known);
// table(name, x)
Lowered lower_named_table(Lowering *lowering, const Term *term);
// A call of a function of the model; *known tells whether there is one of that name.
Lowered lower_model_function(Lowering *lowering, const Term *term, bool *known);

#endif
