// SPDX-License-Identifier: BSD-3-Clause
// dimension.h: physical dimensions and the units that a literal may carry (rules: SI inside).
//
// A Dimension is the vector of exponents of length, mass, time and temperature; rad is 1. A bare
// number has an unknown dimension (it is SI by definition), and so has every expression one of
// whose factors is unknown; sums and comparisons take the dimension of the operand that is known.
#ifndef MBS_EXPR_TEXT_DIMENSION_H
#define MBS_EXPR_TEXT_DIMENSION_H

#include <stdbool.h>

typedef struct Dimension {
  bool known;
  signed char length, mass, time, temperature; // exponents
} Dimension;

Dimension dimension_unknown(void);
Dimension dimension_make(int length, int mass, int time);
bool dimension_equal(Dimension a, Dimension b); // true when either is unknown
Dimension dimension_times(Dimension a, Dimension b);
Dimension dimension_over(Dimension a, Dimension b);
// Unknown where an exponent comes out broken or too large: (m^2)^1.5 is m^3, m^1.5 is none.
Dimension dimension_power(Dimension a, double exponent);
// Writes "N", "kg m^2", "1" ... into text (at most size bytes with the NUL).
void dimension_text(Dimension dimension, char *text, int size);
// The same as a file writes it: "kg*m^2" for "kg m^2", "N*s/m/rad" for "N s/(m rad)".
void dimension_written(Dimension dimension, char *text, int size);

// Reads units such as "N*m/rad" or "m/s^2" (no blanks) from text[0 .. length): *factor converts
// to SI, *dimension is what it measures. On failure returns false and [*bad, *bad_end) is the
// symbol at fault. Known: m mm cm km in ft, kg g t, s ms min h, rad deg rev rpm, N kN, J, W,
// Pa kPa MPa GPa, Hz, lbf lb, K.
bool dimension_parse_units(const char *text, int length, double *factor, Dimension *dimension,
                           int *bad, int *bad_end);
// The same with the factor as a quotient of two exact numbers: value * numerator / denominator
// turns "9 mm" into exactly 0.009, which 9 * 0.001 is not.
bool dimension_read_units(const char *text, int length, double *numerator, double *denominator,
                          Dimension *dimension, int *bad, int *bad_end);
// The same for a unit as it is told, with blanks for products: "N m", "kg m^2/s", "1/(m s)", "1".
bool dimension_read_told(const char *text, double *numerator, double *denominator,
                         Dimension *dimension);
// True when text[0 .. length) is the symbol of a unit.
bool dimension_is_unit(const char *text, int length);
// The names of all unit symbols, for hints. Returns how many.
int dimension_unit_names(const char *const **names);

#endif
