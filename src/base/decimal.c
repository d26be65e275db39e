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
// Method: Giulietti's "Schubfach"; that it holds is shown by tests/unit/base/test_decimal.c.
//
// Powers of ten: every 27th is stored with 64 bits more than are wanted; times 5^j, which fits into
// a word, it gives the ones between. The same test computes all of them again.
//
// Nearest: w 10^k with a whole w < 2^64. The power is P with P - 1 < 10^k 2^s <= P, so that w P,
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
  SPACING = 27,
  LOWEST_STORED = -11 * SPACING
};

// ceil(10^k 2^(191 - floor(log2 10^k))) for k = -297, -270 .. 324, in words of 64 bits.
static const uint64_t powers_of_ten[][3] = {
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a37},
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d8},
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e663},
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64419},
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487e},
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208397},
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd4},
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ed},
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858902},
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a9},
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c8},
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000},
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000},
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28},
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d4},
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe3243020},
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f6},
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7d},
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bdf},
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e48},
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917d},
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc38},
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec3},
};

// 5^k with its first bit as that of the word, k = 0 .. 26.
static const uint64_t powers_of_five[SPACING] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
    0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
    0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
    0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8,
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

DecimalPower decimal_power(int k) {
  const int above = k - LOWEST_STORED;
  const uint64_t *stored = powers_of_ten[above / SPACING];
  const uint64_t five = powers_of_five[above % SPACING];
  uint64_t high = 0, middle = 0, low = 0, last = 0;
  const uint64_t to_low = multiply(stored[2], five, &last);
  uint64_t to_middle = multiply(stored[1], five, &low);
  high = multiply(stored[0], five, &middle);
  low += to_low;
  to_middle += low < to_low;
  middle += to_middle;
  high += middle < to_middle;
  if (high >> 63 == 0) {
    high = high << 1 | middle >> 63;
    middle = middle << 1 | low >> 63;
    low <<= 1;
  }
  middle += (low | last) != 0;
  high += (low | last) != 0 && middle == 0;
  return (DecimalPower){.high = high, .low = middle};
}

// The upper 64 bits of the 192 of power x factor, rounded to odd. The power may be one too large
// in its last bit, which is why a remainder of 1 counts as none.
static uint64_t multiply_to_odd(DecimalPower power, uint64_t factor) {
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
  const DecimalPower power = decimal_power(-k);
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
  if (digits == 0 || exponent < DECIMAL_LOWEST_POWER || exponent > DECIMAL_HIGHEST_POWER) {
    return false;
  }
  const DecimalPower power = decimal_power(exponent);
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
