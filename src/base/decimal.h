// SPDX-License-Identifier: BSD-3-Clause
// decimal.h: the shortest decimal of a double, and the nearest double of a decimal.
#ifndef MBS_BASE_DECIMAL_H
#define MBS_BASE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

// value = digits x 10^exponent, digits without trailing zeros.
typedef struct Decimal {
  uint64_t digits; // at most 17 of them
  int exponent;
} Decimal;

// Of the decimals that round to value, those with the fewest digits; of these, the nearest.
// value > 0 and finite.
Decimal decimal_shortest(double value);

// The double nearest to digits x 10^exponent; of two equally near ones the even. False, with *value
// untouched, when the stored powers of ten do not decide it (nearly a tie, and hardly ever else),
// and for zero and for what is not a normal number.
bool decimal_round(uint64_t digits, int exponent, double *value);

// 10^k rounded up to 128 bits, the first of them one: ceil(10^k 2^(127 - floor(log2 10^k))).
typedef struct DecimalPower {
  uint64_t high, low;
} DecimalPower;

enum { DECIMAL_LOWEST_POWER = -292, DECIMAL_HIGHEST_POWER = 324 };

// Between the lowest and the highest power.
DecimalPower decimal_power(int k);

#endif
