// SPDX-License-Identifier: BSD-3-Clause
// number.h: numbers from and to text, the same on every machine and under every locale.
#ifndef MBS_BASE_NUMBER_H
#define MBS_BASE_NUMBER_H

#include <limits.h>
#include <stdbool.h>

enum { NUMBER_TEXT_SIZE = 32 };

// The largest whole number below which a double and a long, which may have 32 bits, hold all.
#define NUMBER_LARGEST_WHOLE (LONG_MAX > 9007199254740991 ? 9007199254740991.0 : (double)LONG_MAX)

typedef enum NumberProblem {
  NUMBER_OK,
  NUMBER_NOT_A_NUMBER, // does not start like one
  NUMBER_TRAILING,     // a number followed by something else; *used tells where
  NUMBER_LEADING_ZERO, // 012
  NUMBER_UNDERSCORE,   // 1_000
  NUMBER_HEXADECIMAL,  // 0x10
  NUMBER_COMMA,        // 1,5
  NUMBER_SEXAGESIMAL,  // 1:30
  NUMBER_EXPONENT_D,   // 1d3
  NUMBER_NOT_FINITE,   // .inf .nan inf nan
  NUMBER_TOO_LARGE,    // 1e999
  NUMBER_UNDERFLOW     // 1e-400: *value is 0 or denormal; a warning
} NumberProblem;

// Reads the grammar [-+]? (digits [. digits*] | . digits) ([eE] [-+]? digits)? from
// text[0 .. length). Correctly rounded. *used (may be NULL) receives the bytes consumed.
// A leading zero before another digit, hexadecimal, NaN and infinity are refused by name.
NumberProblem number_parse(const char *text, int length, double *value, int *used);

// The next action for a problem, for instance "write 1.5, with a point". Never NULL.
const char *number_problem_hint(NumberProblem problem);

// The shortest decimal text that reads back as the same double ("0.003", "1e-9", "-0"): at most
// 24 bytes and a NUL. NaN is written "nan", infinity "inf". Returns the length.
int number_format(double value, char text[static NUMBER_TEXT_SIZE]);

// The text of printf's %.*g, many times faster: at most `digits` digits, correctly rounded, no
// zeros behind the point; digits: 1 .. 17. Returns the length.
int number_format_digits(int digits, double value, char text[static NUMBER_TEXT_SIZE]);

// Numbers that a message compares: each with `digits` digits, but all by number_format when two
// that differ would read alike ("0.5 lies beyond 0.5").
void number_format_apart(int digits, int count, const double values[],
                         char texts[][NUMBER_TEXT_SIZE]);

#endif
