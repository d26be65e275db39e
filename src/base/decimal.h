// SPDX-License-Identifier: BSD-3-Clause
// decimal.h: the shortest decimal of a double.
#ifndef MBS_BASE_DECIMAL_H
#define MBS_BASE_DECIMAL_H

#include <stdint.h>

// value = digits x 10^exponent, digits without trailing zeros.
typedef struct Decimal {
  uint64_t digits; // at most 17 of them
  int exponent;
} Decimal;

// Of the decimals that round to value, those with the fewest digits; of these, the nearest.
// value > 0 and finite.
Decimal decimal_shortest(double value);

#endif
