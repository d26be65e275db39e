// SPDX-License-Identifier: BSD-3-Clause
// number.c: numbers from and to text.
//
// Reading: our own grammar finds the extent of the number and its significant digits d1 .. dn;
// strtod then rounds "d1..dn e x", a text without a decimal point, so that no locale matters. The
// midpoint of two neighbouring doubles has at most 767 significant digits; of a longer text the
// first 800 are kept, and one more digit 1 stands for any non-zero remainder.
//
// Writing: the shortest digits that read back as the same double. A decimal of up to 15 digits
// survives the way to a double and back, so 15 digits without their trailing zeros are tried
// first, then 16 and 17; subnormal numbers, which carry fewer digits, start at 1. Of several
// shortest texts the one nearest to the value is written.
#include "base/number.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIGITS_KEPT = 800,
  EXPONENT_CAP = 100000,  // beyond any double; keeps sums of exponents small
  SHORTEST_EXPONENT = -4, // 0.0001 is written so, 1e-5 with an exponent
  LARGEST_EXPONENT = 16
};

// ---- reading ----

// What the grammar found: value = 0.d1 d2 .. dn x 10^exponent.
typedef struct Decimal {
  char digits[DIGITS_KEPT + 1];
  int count;
  long exponent;
  bool remainder; // digits beyond the kept ones are not all zero
} Decimal;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The byte at k, or NUL behind the end.
static char at(const char *text, int length, int k) {
  return k >= 0 && k < length ? text[k] : '\0';
}

static void take_digit(Decimal *decimal, char digit, bool fraction) {
  if (decimal->count == 0 && digit == '0') {
    decimal->exponent -= fraction;
    return;
  }
  if (decimal->count < DIGITS_KEPT) {
    decimal->digits[decimal->count++] = digit;
  } else {
    decimal->remainder = decimal->remainder || digit != '0';
  }
  decimal->exponent += !fraction;
}

// The written exponent, capped; *k moves behind it. Without digits it is no exponent.
static long take_exponent(const char *text, int length, int *k) {
  int place = *k + 1;
  const char sign = at(text, length, place);
  place += sign == '-' || sign == '+';
  if (!is_digit(at(text, length, place))) {
    return 0;
  }
  long exponent = 0;
  while (is_digit(at(text, length, place))) {
    if (exponent < 10L * INT_MAX) {
      exponent = exponent * 10 + (text[place] - '0');
    }
    place++;
  }
  *k = place;
  return sign == '-' ? -exponent : exponent;
}

// Returns the bytes that form a number, 0 when none does.
static int take_number(const char *text, int length, Decimal *decimal) {
  const char sign = at(text, length, 0);
  int k = sign == '-' || sign == '+';
  const int first = k;
  while (is_digit(at(text, length, k))) {
    take_digit(decimal, text[k], false);
    k++;
  }
  int digits = k - first;
  if (at(text, length, k) == '.' && (digits > 0 || is_digit(at(text, length, k + 1)))) {
    k++;
    while (is_digit(at(text, length, k))) {
      take_digit(decimal, text[k], true);
      k++;
      digits++;
    }
  }
  if (digits == 0) {
    return 0;
  }
  if (lower(at(text, length, k)) == 'e') {
    decimal->exponent += take_exponent(text, length, &k);
  }
  return k;
}

static double round_decimal(const Decimal *decimal) {
  char text[DIGITS_KEPT + 32];
  if (decimal->count == 0) {
    return 0;
  }
  memcpy(text, decimal->digits, (size_t)decimal->count);
  int length = decimal->count;
  if (decimal->remainder) {
    text[length++] = '1';
  }
  long exponent = decimal->exponent - length;
  if (exponent > EXPONENT_CAP) {
    exponent = EXPONENT_CAP;
  } else if (exponent < -EXPONENT_CAP) {
    exponent = -EXPONENT_CAP;
  }
  snprintf(text + length, sizeof text - (size_t)length, "e%ld", exponent);
  return strtod(text, NULL);
}

// inf, infinity and nan, with a sign and YAML's point, as a whole word.
static bool is_not_finite(const char *text, int length) {
  static const char *const words[] = {"infinity", "inf", "nan"};
  int k = at(text, length, 0) == '-' || at(text, length, 0) == '+';
  k += at(text, length, k) == '.';
  for (size_t word = 0; word < sizeof words / sizeof words[0]; word++) {
    const int size = (int)strlen(words[word]);
    int same = 0;
    while (same < size && lower(at(text, length, k + same)) == words[word][same]) {
      same++;
    }
    const char next = lower(at(text, length, k + same));
    if (same == size && !is_digit(next) && !(next >= 'a' && next <= 'z') && next != '_') {
      return true;
    }
  }
  return false;
}

static bool is_hex_digit(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
}

// The habits of other languages that a number followed by something else may show.
static NumberProblem name_problem(const char *text, int length, int used) {
  const char last = at(text, length, used - 1);
  const char next = at(text, length, used);
  const char after = at(text, length, used + 1);
  const int first = at(text, length, 0) == '-' || at(text, length, 0) == '+';
  if (used == first + 1 && last == '0' && lower(next) == 'x' && is_hex_digit(after)) {
    return NUMBER_HEXADECIMAL;
  }
  if (next == '_' && is_digit(last) && is_digit(after)) {
    return NUMBER_UNDERSCORE;
  }
  if (lower(next) == 'd') {
    const bool sign = after == '-' || after == '+';
    return is_digit(at(text, length, used + 1 + sign)) ? NUMBER_EXPONENT_D : NUMBER_TRAILING;
  }
  if (next == ':' && is_digit(after)) {
    return NUMBER_SEXAGESIMAL;
  }
  if (next == ',' && is_digit(after)) {
    // only a whole text is meant as one number; "1,5)" may be two arguments
    int k = used + 1;
    while (is_digit(at(text, length, k))) {
      k++;
    }
    return k == length ? NUMBER_COMMA : NUMBER_TRAILING;
  }
  return NUMBER_TRAILING;
}

NumberProblem number_parse(const char *text, int length, double *value, int *used) {
  Decimal decimal = {.count = 0};
  const int extent = take_number(text, length, &decimal);
  if (used != NULL) {
    *used = extent;
  }
  if (extent == 0) {
    return is_not_finite(text, length) ? NUMBER_NOT_FINITE : NUMBER_NOT_A_NUMBER;
  }
  const double magnitude = round_decimal(&decimal);
  *value = text[0] == '-' ? -magnitude : magnitude;
  const int first = text[0] == '-' || text[0] == '+';
  if (text[first] == '0' && is_digit(at(text, length, first + 1))) {
    return NUMBER_LEADING_ZERO;
  }
  const NumberProblem problem = extent < length ? name_problem(text, length, extent) : NUMBER_OK;
  if (problem != NUMBER_OK && problem != NUMBER_TRAILING) {
    return problem;
  }
  if (magnitude > DBL_MAX) {
    return NUMBER_TOO_LARGE;
  }
  if (problem == NUMBER_OK && decimal.count > 0 && magnitude < DBL_MIN) {
    return NUMBER_UNDERFLOW;
  }
  return problem;
}

const char *number_problem_hint(NumberProblem problem) {
  switch (problem) {
  case NUMBER_OK:
    return "nothing to do";
  case NUMBER_NOT_A_NUMBER:
    return "write a number such as 1.5, 2e-3 or 90 deg";
  case NUMBER_TRAILING:
    return "write only the number and its unit, such as 1.5 or 90 deg";
  case NUMBER_LEADING_ZERO:
    return "write the number without leading zeros";
  case NUMBER_UNDERSCORE:
    return "write the digits without underscores";
  case NUMBER_HEXADECIMAL:
    return "write the number in decimal digits";
  case NUMBER_COMMA:
    return "write the number with a point, such as 1.5";
  case NUMBER_SEXAGESIMAL:
    return "write one number with its unit, such as 90 s or 1.5 min";
  case NUMBER_EXPONENT_D:
    return "write the exponent with e, such as 1e3";
  case NUMBER_NOT_FINITE:
    return "write a finite number, or leave the key out";
  case NUMBER_TOO_LARGE:
    return "the largest number is about 1.8e308";
  case NUMBER_UNDERFLOW:
    return "write 0, or a number of at least 2.3e-308";
  }
  return "";
}

// ---- writing ----

// Digits d1 .. dn without trailing zeros of value > 0 to a precision; *exponent is that of d1.
static int take_digits(double value, int precision, char digits[static 20], int *exponent) {
  char text[NUMBER_TEXT_SIZE];
  snprintf(text, sizeof text, "%.*e", precision - 1, value);
  int count = 0;
  const char *rest = text;
  for (; *rest != 'e'; rest++) {
    if (is_digit(*rest)) {
      digits[count++] = *rest;
    }
  }
  *exponent = (int)strtol(rest + 1, NULL, 10);
  while (count > 1 && digits[count - 1] == '0') {
    count--;
  }
  return count;
}

static bool reads_back(double value, const char *digits, int count, int exponent) {
  char text[NUMBER_TEXT_SIZE];
  snprintf(text, sizeof text, "%.*se%d", count, digits, exponent - count + 1);
  return strtod(text, NULL) == value;
}

// The next decimal above: one more in the last of size digits, of which count are not trailing
// zeros. Returns the new count, or 0 when the step carries through all digits.
static int step_up(char digits[static 20], int count, int size) {
  memset(digits + count, '0', (size_t)(size - count));
  int k = size - 1;
  while (k >= 0 && digits[k] == '9') {
    k--;
  }
  if (k >= 0) {
    digits[k]++;
  }
  return k + 1;
}

static int shortest_digits(double value, char digits[static 20], int *exponent) {
  int binary_exponent = 0;
  const bool power_of_two = frexp(value, &binary_exponent) == 0.5;
  for (int precision = value < DBL_MIN ? 1 : DBL_DIG; precision < DBL_DIG + 2; precision++) {
    int count = take_digits(value, precision, digits, exponent);
    if (reads_back(value, digits, count, *exponent)) {
      return count;
    }
    // more decimals above a power of two read back than below it: the nearest may fail below
    if (power_of_two) {
      count = step_up(digits, count, precision);
      if (count > 0 && reads_back(value, digits, count, *exponent)) {
        return count;
      }
    }
  }
  return take_digits(value, DBL_DIG + 2, digits, exponent);
}

// 123.45, 0.0123, 12300: the point stands behind digit exponent + 1.
static int place_point(const char *digits, int count, int exponent, char *text) {
  int length = 0;
  if (exponent < 0) {
    text[length++] = '0';
    text[length++] = '.';
    for (int k = -1; k > exponent; k--) {
      text[length++] = '0';
    }
  }
  for (int k = 0; k < count || k <= exponent; k++) {
    if (k == exponent + 1 && exponent >= 0) {
      text[length++] = '.';
    }
    text[length++] = k < count ? digits[k] : '0';
  }
  text[length] = '\0';
  return length;
}

// 1.2345e-7
static int place_exponent(const char *digits, int count, int exponent, char *text) {
  int length = 0;
  text[length++] = digits[0];
  if (count > 1) {
    text[length++] = '.';
    memcpy(text + length, digits + 1, (size_t)(count - 1));
    length += count - 1;
  }
  return length + snprintf(text + length, 8, "e%d", exponent);
}

int number_format(double value, char text[static NUMBER_TEXT_SIZE]) {
  if (isnan(value)) {
    return snprintf(text, NUMBER_TEXT_SIZE, "nan");
  }
  int length = 0;
  if (signbit(value)) {
    text[length++] = '-';
  }
  const double magnitude = fabs(value);
  if (isinf(value)) {
    return length + snprintf(text + length, 4, "inf");
  }
  char digits[20] = "0";
  int exponent = 0;
  int count = 1;
  if (magnitude > 0) {
    count = shortest_digits(magnitude, digits, &exponent);
  }
  if (exponent >= SHORTEST_EXPONENT && exponent < LARGEST_EXPONENT) {
    return length + place_point(digits, count, exponent, text + length);
  }
  return length + place_exponent(digits, count, exponent, text + length);
}
