// SPDX-License-Identifier: BSD-3-Clause
// program.h: an expression of the model file, compiled to straight-line code.
//
// text -> tokens -> instructions in order of evaluation (no loops, no calls, at most 4,096), with
// equal subexpressions shared and constant ones folded. A function of the model that is a table is
// one instruction; one that is a formula is written in place of its call. Inputs are symbols
// resolved once at load:
// parameters, time, measures of the state. Evaluation gives the value, the exact gradient with
// respect to every input (reverse sweep), or value with first and second time derivative (jets).
#ifndef MBS_EXPR_PROGRAMS_PROGRAM_H
#define MBS_EXPR_PROGRAMS_PROGRAM_H

#include <stdbool.h>

#include "expr/programs/eval.h"

// Numbers may carry units: one blank, then symbols joined by * / ^ without blanks; the next blank,
// or a word that is no unit or is called like a function, ends the unit: "9.81 m/s^2",
// "sin(30 deg)", "30 N*sin(t)" = (30 N)*sin(t), "5 m*L" = (5 m)*L. A parameter that is called like
// a unit is none there: "45 N*m" is a torque, "(45 N)*m" the product with a parameter m. Where the
// second or a later symbol is t, E-UNIT-004 asks for parentheses: "(5 N)*t" or "5 (N*t)".
//
// t has the dimension of time where it meets another one ("t < 2 m" is refused), but "sin(t)" and
// a law "t^2" are those of a person who thinks in SI numbers, and so is a force "sin(2*pi*t)".

// Functions of the model call each other at most PROGRAM_DEPTH_LIMIT deep.

// Compiles a passage. On failure appends to diag and returns false (also when memory ran out).
bool program_compile(const Passage *text, const Scope *scope, Program *program, Arena *arena,
                     Diag *diag);

// Reads the text of a formula with named arguments into the function; of the scope only
// is_parameter is asked. False after a message, or when memory ran out.
bool program_formula_read(const Passage *text, const Scope *scope, const char *const *arguments,
                          int argument_count, NamedFunction *function, Arena *arena, Diag *diag);
// Reads the text that stands in place of a name. False after a message, or when memory ran out.
bool program_text_read(const Passage *passage, const Scope *scope, NamedText *text, Arena *arena,
                       Diag *diag);
// Tells the names that it reads, with their places in the file.
void program_text_names(const NamedText *text,
                        void (*tell)(void *context, const char *name, int length, Mark mark),
                        void *context);

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

// A time some roundings behind t, where the value, or with order 1 and 2 its first or second
// derivative by time, is another one than at t: the function jumps there, as "if(t > 0, 1, 0)" does
// at 0. Else t. The arguments are those of program_next_switch.
double program_jumps_at(const Program *program, const double *inputs, double t, double end,
                        int order, double *work);

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

#endif
