// SPDX-License-Identifier: BSD-3-Clause
// decimal.c: the shortest decimal of a double and the nearest double of a decimal, without trial
// and error.
//
// Shortest: v = c 2^q. Every real between the midpoints to the neighbours of v,
//
//   (c - 1/2) 2^q .. (c + 1/2) 2^q        (below a power of two: c - 1/4),
//
// rounds to v, the midpoints too when c is even. With k = floor(log10(length of that interval))
// it holds at most one multiple of 10^(k+1) and at least one of 10^k, so that only the two
// neighbours of v among either need to be looked at: those of 10^(k+1) first, for they are shorter.
// All comparisons are between 4 v 10^-k and its companions for the midpoints, taken as integers
// "rounded to odd": the floor, with the last bit set when something was cut off. 128 bits of
// 10^-k suffice for that.
//
// Method: Giulietti's "Schubfach"; that it holds is shown by tests/unit/test_base_decimal.c.
//
// Nearest: w 10^k with a whole w < 2^64. The table holds P with P - 1 < 10^k 2^s <= P, so that w P,
// 192 bits long, is less than w too large. Its upper 53 bits are the result, rounded by those that
// follow, unless the midpoint of two doubles lies among the numbers w P - w .. w P: then nothing
// is said, and the caller must look closer. (Below the upper 53 bits an error of w cannot matter:
// just below a double is as near to it as just above.)
#include "base/decimal.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

enum {
  FRACTION_BITS = DBL_MANT_DIG - 1,
  LOWEST_EXPONENT = DBL_MIN_EXP - DBL_MANT_DIG, // q of the subnormal numbers
  LOWEST_POWER = -292
};

typedef struct Power {
  uint64_t high, low;
} Power;

static const Power powers[] = {
#define POWER(high, low) {high, low},
#include "base/powers_of_ten.def"
#undef POWER
};

// floor(value / 2^bits), also of negative values.
static int floor_shift(int value, int bits) {
  return value >= 0 ? value >> bits : ~(~value >> bits);
}

// floor(log10(2^q)), or floor(log10(3/4 2^q)): a rational near log10(2), exact for all doubles.
static int log10_of_power(int q, bool three_quarters) {
  return floor_shift(q * 1262611 - (three_quarters ? 524031 : 0), 22);
}

// floor(log2(10^k)).
static int log2_of_power(int k) {
  return floor_shift(k * 1741647, 19);
}

// The upper half of the product; *low is the lower.
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Product;

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
  const Product product = (Product)a * b;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64);
}
#else
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
  const uint64_t half = 0xffffffffU;
  const uint64_t low_low = (a & half) * (b & half);
  const uint64_t low_high = (a & half) * (b >> 32);
  const uint64_t high_low = (a >> 32) * (b & half);
  const uint64_t middle = (low_low >> 32) + (low_high & half) + (high_low & half);
  *low = middle << 32 | (low_low & half);
  return (a >> 32) * (b >> 32) + (low_high >> 32) + (high_low >> 32) + (middle >> 32);
}
#endif

// The upper 64 bits of the 192 of power x factor, rounded to odd. The power may be one too large
// in its last bit, which is why a remainder of 1 counts as none.
static uint64_t multiply_to_odd(Power power, uint64_t factor) {
  uint64_t unused = 0;
  uint64_t middle = 0;
  const uint64_t carried = multiply(power.low, factor, &unused);
  uint64_t high = multiply(power.high, factor, &middle);
  middle += carried;
  high += middle < carried;
  return high | (middle > 1);
}

static Decimal without_zeros(uint64_t digits, int exponent) {
  while (digits % 10 == 0) {
    digits /= 10;
    exponent++;
  }
  return (Decimal){.digits = digits, .exponent = exponent};
}

// The shortest decimal of c 2^q. closer: the lower neighbour is at half the distance.
static Decimal shorten(uint64_t c, int q, bool closer) {
  const int k = log10_of_power(q, closer);
  const int shift = q + log2_of_power(-k) + 1;
  const Power power = powers[-k - LOWEST_POWER];
  const uint64_t low = multiply_to_odd(power, (4 * c - 2 + closer) << shift);
  const uint64_t value = multiply_to_odd(power, 4 * c << shift);
  const uint64_t high = multiply_to_odd(power, (4 * c + 2) << shift);
  const uint64_t open = c & 1; // the ends do not belong to the interval
  const uint64_t first = low + open;
  const uint64_t last = high - open;
  const uint64_t floor = value / 4;
  const uint64_t tens = floor / 10;
  // below and above v among the multiples of 10^(k+1), then of 10^k
  const bool tens_below = tens > 0 && first <= 40 * tens;
  const bool tens_above = 40 * tens + 40 <= last;
  if (tens_below != tens_above) {
    return without_zeros(tens + tens_above, k + 1);
  }
  const bool below = first <= 4 * floor;
  const bool above = 4 * floor + 4 <= last;
  if (below != above) {
    return without_zeros(floor + above, k);
  }
  const uint64_t middle = 4 * floor + 2;
  const bool up = value > middle || (value == middle && floor % 2 == 1);
  return without_zeros(floor + up, k);
}

Decimal decimal_shortest(double value) {
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  const uint64_t hidden = (uint64_t)1 << FRACTION_BITS;
  const uint64_t fraction = bits & (hidden - 1);
  const int biased = (int)(bits >> FRACTION_BITS);
  if (biased == 0) {
    return shorten(fraction, LOWEST_EXPONENT, false);
  }
  return shorten(hidden | fraction, LOWEST_EXPONENT - 1 + biased, fraction == 0 && biased > 1);
}

// The nearest double of significand 2^exponent, 2^63 <= significand, with a bit below the last one
// of the significand when rest; of two equally near ones the even. False beyond the normal numbers.
static bool round_to_double(uint64_t significand, int exponent, bool rest, double *value) {
  const int cut = 64 - DBL_MANT_DIG;
  const uint64_t half = (uint64_t)1 << (cut - 1);
  const uint64_t below = significand & (2 * half - 1);
  uint64_t kept = significand >> cut;
  kept += below > half || (below == half && (rest || kept % 2 == 1));
  // carried over: 2^53, whose fraction is zero as that of 2^52
  const int biased = exponent + cut - LOWEST_EXPONENT + 1 + (int)(kept >> DBL_MANT_DIG);
  if (biased < 1 || biased > 2 * DBL_MAX_EXP - 2) {
    return false;
  }
  const uint64_t fraction = kept & (((uint64_t)1 << FRACTION_BITS) - 1);
  const uint64_t bits = (uint64_t)biased << FRACTION_BITS | fraction;
  memcpy(value, &bits, sizeof bits);
  return true;
}

static int leading_zeros(uint64_t number) {
#ifdef __GNUC__
  return __builtin_clzll(number); // it is not zero
#endif
  int zeros = 0;
  for (int bits = 32; bits > 0; bits /= 2) {
    if (number >> (64 - bits) == 0) {
      number <<= bits;
      zeros += bits;
    }
  }
  return zeros;
}

bool decimal_round(uint64_t digits, int exponent, double *value) {
  const int last = LOWEST_POWER + (int)(sizeof powers / sizeof powers[0]) - 1;
  if (digits == 0 || exponent < LOWEST_POWER || exponent > last) {
    return false;
  }
  const Power power = powers[exponent - LOWEST_POWER];
  const int zeros = leading_zeros(digits);
  uint64_t lowest = 0;
  uint64_t middle = 0;
  const uint64_t carried = multiply(power.low, digits << zeros, &lowest);
  uint64_t high = multiply(power.high, digits << zeros, &middle);
  middle += carried;
  high += middle < carried;
  int scale = log2_of_power(exponent) - 127 - zeros + 128;
  if (high >> 63 == 0) {
    high = high << 1 | middle >> 63;
    middle <<= 1;
    scale--;
  }
  // The product may be too large by less than one (two, when shifted) in the last place of middle,
  // unless the table holds the power exactly, which it does when 5^k < 2^64.
  const uint64_t half = (uint64_t)1 << (64 - DBL_MANT_DIG - 1);
  const bool at_half = (high & (2 * half - 1)) == half;
  const bool exact = exponent >= 0 && exponent <= 27;
  if (at_half && middle <= 2 && !exact) {
    return false;
  }
  return round_to_double(high, scale, middle != 0, value);
}
