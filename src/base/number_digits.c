// SPDX-License-Identifier: BSD-3-Clause
// number_digits.c: a number to some digits, from its shortest text.
//
// Let S be the shortest decimal that reads back as x, and T a number half-way between two of d
// digits: T has d + 1 of them. T cannot lie between x and S, or be x, unless S is T: it would be
// shorter than S, or as short and nearer. So S and x round to the same d digits, but where S ends
// in a single 5 behind them. Where S has fewer than d digits it is what x rounds to, since it
// differs from x by less than half a unit of the 15th digit. Neither holds for denormal numbers.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/number.h"

enum { SAFE_DIGITS = 15, ROOM = 24, SMALLEST_PLAIN = -4 };

// The digits of a whole number, without a NUL. Returns how many.
static int put_whole(uint64_t number, char *text) {
  char back[ROOM];
  int count = 0;
  do {
    back[count++] = (char)('0' + (int)(number % 10));
    number /= 10;
  } while (number > 0);
  for (int k = 0; k < count; k++) {
    text[k] = back[count - 1 - k];
  }
  return count;
}

// Rounds 0.d1 d2 .. to the first `digits` of them and drops zeros at the end. False for a tie.
static bool round_to(int digits, char *number, int *count, int *exponent) {
  if (*count > digits) {
    const bool up = number[digits] >= '5';
    if (number[digits] == '5' && *count == digits + 1) {
      return false;
    }
    *count = digits;
    while (up && *count > 0 && number[*count - 1] == '9') {
      --*count;
    }
    if (up && *count > 0) {
      number[*count - 1]++;
    } else if (up) {
      number[0] = '1';
      *count = 1;
      ++*exponent;
    }
  }
  while (*count > 1 && number[*count - 1] == '0') {
    --*count;
  }
  return true;
}

// exponent: of the first digit. Returns the length.
static int lay_out(const char *number, int count, int exponent, int digits, char *text) {
  int length = 0;
  const bool plain = exponent >= SMALLEST_PLAIN && exponent < digits;
  const int whole = plain ? exponent + 1 : 1; // digits before the point
  if (whole <= 0) {
    memcpy(text, "0.000", sizeof "0.000");
    length = 2 - whole;
  }
  for (int k = 0; k < count || k < whole; k++) {
    if (k == whole && k > 0) {
      text[length++] = '.';
    }
    text[length++] = k < count ? number[k] : '0';
  }
  if (!plain) {
    const int size = abs(exponent);
    text[length++] = 'e';
    text[length++] = exponent < 0 ? '-' : '+';
    if (size < 10) {
      text[length++] = '0';
    }
    length += put_whole((uint64_t)size, text + length);
  }
  return length;
}

int number_format_digits(int digits, double value, char text[static NUMBER_TEXT_SIZE]) {
  const double size = fabs(value);
  if (digits >= 1 && digits <= SAFE_DIGITS && size >= DBL_MIN && size <= DBL_MAX) {
    char number[ROOM];
    const Decimal shortest = decimal_shortest(size);
    int count = put_whole(shortest.digits, number);
    int exponent = shortest.exponent + count - 1;
    if (round_to(digits, number, &count, &exponent)) {
      const int sign = value < 0 ? 1 : 0;
      text[0] = '-';
      const int length = sign + lay_out(number, count, exponent, digits, text + sign);
      text[length] = '\0';
      return length;
    }
  }
  return snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
}
