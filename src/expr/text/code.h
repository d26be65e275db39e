// SPDX-License-Identifier: BSD-3-Clause
// code.h: what an expression is compiled to, and what its names mean (see program.h).
#ifndef MBS_EXPR_TEXT_CODE_H
#define MBS_EXPR_TEXT_CODE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"
#include "expr/text/curve.h"

enum { PROGRAM_TEXT_LIMIT = 4096, PROGRAM_DEPTH_LIMIT = 64, PROGRAM_LIMIT = 4096 };

typedef enum SymbolKind { SYMBOL_PARAMETER, SYMBOL_TIME, SYMBOL_MEASURE } SymbolKind;

// Where a measure of an angle starts anew: it is between -pi and pi, or from 0 to 2 pi.
typedef enum SymbolCut { CUT_NONE, CUT_AT_PI, CUT_AT_ZERO } SymbolCut;

// What a name means. index belongs to the owner of the scope (parameter or measure number).
typedef struct Symbol {
  SymbolKind kind;
  int index;
  Dimension dimension;
  SymbolCut cut;
  Mark origin; // where a parameter is defined, for messages; may be nowhere
} Symbol;

// A function that the model defines: a table of one argument, or a formula (program_formula).
typedef struct NamedFunction {
  const char *name;
  const Curve *curve; // a table; else:
  const char *const *arguments;
  int argument_count;
  Passage text;
  const struct Syntax *syntax;
  int terms; // in all, with those of the functions that it calls
  int depth; // 1, or one more than the deepest function that it calls
  bool good; // false: it was refused, and who calls it fails without a message
} NamedFunction;

// A text of the model that stands in place of a name: a signal. Programs read it where they stand.
typedef struct NamedText {
  const char *name;
  Passage text;
  const struct Syntax *syntax; // NULL: it was refused
  Dimension dimension;         // as stated, else unknown: that of the text counts
  bool refused;                // who reads it told why it cannot: one message is enough
} NamedText;

// The names that an expression may use, and what it is for.
typedef struct Scope {
  void *context;
  // Resolves a dotted name at mark. Returns false after appending its own message to diag.
  bool (*find)(void *context, const char *name, Mark mark, Symbol *symbol, Diag *diag);
  // True when name is a parameter of the model (a unit of that name is then ambiguous). May be
  // NULL.
  bool (*is_parameter)(void *context, const char *name);
  // Is told what a parameter of unknown dimension must measure where it stands. May be NULL.
  void (*infer)(void *context, const Symbol *symbol, Dimension dimension, Mark mark, Diag *diag);
  // The function of this name, or NULL. May be NULL.
  const NamedFunction *(*find_function)(void *context, const char *name);
  // The text that stands in place of this name, or NULL. May be NULL.
  NamedText *(*find_text)(void *context, const char *name);
  // Is told that the names to come stand inside one more such text (1), or one less (-1). With
  // find_text.
  void (*go_inside)(void *context, int step);
  bool time_allowed, state_allowed; // else E-EXPR-005 at the name
  Dimension dimension;              // what the value must measure; unknown accepts all
  const char *what;                 // for messages: "the stiffness of force \"spring\""
} Scope;

typedef struct Instruction {
  unsigned char op;       // an Opcode of program.c
  unsigned short a, b, c; // operands: earlier instructions (input number for an input)
  union {
    double constant;
    const Curve *curve; // of a table
  };
  int first, last; // bytes [first, last) of the source text, for messages
} Instruction;

// When a switching function f changes the branch.
typedef enum SwitchKind {
  SWITCH_BELOW,     // f < 0, or not
  SWITCH_NOT_ABOVE, // f <= 0, or not
  SWITCH_ZERO,      // the sign of f, zero being a branch of its own
  SWITCH_FLOOR,     // the largest integer not above f
  SWITCH_CEIL,      // the smallest integer not below f
  SWITCH_TURNS,     // f is a quotient x/y, and the branch the whole turns of mod(x, y)
  SWITCH_KNOT,      // the curve_branch of a table at f
  SWITCH_CUT        // f is an angle: 1 or -1 for the half turn from which it goes on
} SwitchKind;

// A place where the value, or one of its first derivatives, jumps (of step5: its third).
typedef struct Switch {
  int instruction; // the switching function is this instruction's value
  SwitchKind kind;
  const Curve *curve; // SWITCH_KNOT
  bool on_state;      // depends on a measure, not on time and parameters alone
  bool linear;        // between the switches linear in time
} Switch;

typedef struct Program {
  Passage text;            // for messages
  const Instruction *code; // first the inputs in order; code[result + 1 .. count) is for switches
  int count;
  int result;           // the instruction whose value is the value
  const Symbol *inputs; // distinct symbols, in order of first use
  const char *const *input_names;
  int input_count;
  const Switch *switches;
  int switch_count;
  Dimension dimension; // of the result
  bool constant;       // no inputs: value holds the result
  bool uses_time, uses_state, uses_parameters;
  double value;
} Program;

#endif
