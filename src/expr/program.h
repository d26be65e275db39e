// SPDX-License-Identifier: BSD-3-Clause
// program.h: an expression of the model file, compiled to straight-line code.
//
// text -> tokens -> instructions in order of evaluation (no loops, no calls, at most 4,096), with
// equal subexpressions shared and constant ones folded. A function of the model that is a table is
// one instruction; one that is a formula is written in place of its call. Inputs are symbols
// resolved once at load:
// parameters, time, measures of the state. Evaluation gives the value, the exact gradient with
// respect to every input (reverse sweep), or value with first and second time derivative (jets).
#ifndef MBS_EXPR_PROGRAM_H
#define MBS_EXPR_PROGRAM_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"
#include "base/real.h"
#include "expr/curve.h"

// Numbers may carry units: one blank, then symbols joined by * / ^ without blanks; the next blank,
// or a word that is no unit or is called like a function, ends the unit: "9.81 m/s^2",
// "sin(30 deg)", "30 N*sin(t)" = (30 N)*sin(t), "5 m*L" = (5 m)*L. A parameter that is called like
// a unit is none there: "45 N*m" is a torque, "(45 N)*m" the product with a parameter m. Where the
// second or a later symbol is t, E-UNIT-004 asks for parentheses: "(5 N)*t" or "5 (N*t)".
//
// t has the dimension of time where it meets another one ("t < 2 m" is refused), but "sin(t)" and
// a law "t^2" are those of a person who thinks in SI numbers, and so is a force "sin(2*pi*t)".

// Functions of the model call each other at most PROGRAM_DEPTH_LIMIT deep.

enum { PROGRAM_TEXT_LIMIT = 4096, PROGRAM_DEPTH_LIMIT = 64, PROGRAM_LIMIT = 4096 };

typedef enum SymbolKind { SYMBOL_PARAMETER, SYMBOL_TIME, SYMBOL_MEASURE } SymbolKind;

// What a name means. index belongs to the owner of the scope (parameter or measure number).
typedef struct Symbol {
  SymbolKind kind;
  int index;
  Dimension dimension;
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
  SWITCH_KNOT       // the curve_branch of a table at f
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

// Compiles a passage. On failure appends to diag and returns false (also when memory ran out).
bool program_compile(const Passage *text, const Scope *scope, Program *program, Arena *arena,
                     Diag *diag);

// Reads the text of a formula with named arguments into the function; of the scope only
// is_parameter is asked. False after a message, or when memory ran out.
bool program_formula_read(const Passage *text, const Scope *scope, const char *const *arguments,
                          int argument_count, NamedFunction *function, Arena *arena, Diag *diag);
// Tells the names of all functions that a formula calls, with their places in the file.
void program_formula_calls(const NamedFunction *function,
                           void (*tell)(void *context, const char *name, int length, Mark mark),
                           void *context);
// Compiles it with arguments of unknown dimension, so that its faults are told where it stands, and
// measures it. The functions that it calls are checked before. False after a message.
bool program_formula_check(NamedFunction *function, const Scope *scope, Arena *scratch, Diag *diag);

// The instructions whose values, but for signs, factors and constants, add up to the result: at
// most `most`. Returns how many; 0 where there are more, or where the result is no sum.
int program_terms(const Program *program, int *terms, int most);

// inputs: input_count values in the order of program->inputs. work: room for program->count
// reals. The result may be NaN or infinite: see program_blame.
real MBS_NAME(program_value)(const Program *program, const real *inputs, real *work);

// Value and gradient[input_count]; work: 2 * count reals. Where a function has a kink the
// derivative is that of the branch taken. An entry without a real derivative is not finite
// (sqrt at 0; x^n by a parameter n at x < 0): look at the entries that are used.
real MBS_NAME(program_gradient)(const Program *program, const real *inputs, real *gradient,
                                real *work);

// Value, first and second time derivative, given those of the inputs (for time itself 1 and 0).
// work: 3 * count reals. result: value, first, second.
void MBS_NAME(program_jet)(const Program *program, const real *inputs, const real *first,
                           const real *second, real result[static 3], real *work);

// The gradient with its first and second time derivative, given those of the inputs: what a
// constraint phi(t, c) needs, since d(phi'')/dc = (phi_c)'', d(phi'')/dc' = 2 (phi_c)' and
// d(phi'')/dc'' = phi_c. work: 6 * count reals. Each of the three: input_count reals.
void MBS_NAME(program_gradient_jet)(const Program *program, const real *inputs, const real *first,
                                    const real *second, real *gradient, real *gradient_first,
                                    real *gradient_second, real *work);

// After a value or gradient that is not finite: the instruction on the way to the result whose own
// value (or, with gradient true, derivative by time or state) is not finite while its operands
// are. Returns its mark; *text, *length give the subexpression as written. work: 3 * count.
Mark program_blame(const Program *program, const double *inputs, bool gradient, double *work,
                   const char **text, int *length);

// The table whose value program_blame blames, with *x where it was asked, or NULL.
const Curve *program_blame_table(const Program *program, const double *inputs, double *work,
                                 double *x);

// The next time in (t, end] at which a switch that depends on time and parameters alone has
// taken a new branch, or a value > end when there is none. It is the first double there: at the
// double before it, nextafter(result, t), the old branch (or a zero that lasts for one double
// only, as of sign) still holds. So stop at the double before and start again at the result.
// A switch within some roundings behind t counts as being at t. Switches that are piecewise linear
// in t are exact; the others are isolated for certain (isolate.h). Where that takes too long the
// time returned is one up to which nothing happens: ask again from there.
// inputs: time entries are overwritten in a copy. work: PROGRAM_SWITCH_WORK * count reals.
enum { PROGRAM_SWITCH_WORK = 19 };
double program_next_switch(const Program *program, const double *inputs, double t, double end,
                           double *work);

// The first time in (t, end] at which sign * value >= level, or > level where `beyond`, of a
// program of time and parameters with a sign of 1 or -1: the first double there, or a value > end.
// Where it is so roundings behind t, that.
typedef struct Reach {
  int sign;
  double level;
  bool beyond;
} Reach;
double program_next_reach(const Program *program, const double *inputs, double t, double end,
                          const Reach *reach, double *work);

// Whether the value is 0 or 1 by itself: of a comparison or a word of logic.
bool program_is_condition(const Program *program);

// Function names known to the language, for hints and for the reference page: name, arguments
// ("x, x0, h0, x1, h1"), one line of documentation, and the formula of those that have one, else
// NULL. Returns the count.
typedef struct FunctionDoc {
  const char *name, *arguments, *summary, *formula;
} FunctionDoc;
int program_functions(const FunctionDoc **table);
// True for names that no parameter may take: t pi and or not if and all functions.
bool program_reserved(const char *name);
// Of these the functions, which are known by the bracket behind them.
bool program_is_function(const char *name);

#endif
