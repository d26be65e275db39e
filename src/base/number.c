// SPDX-License-Identifier: BSD-3-Clause
// number.c: numbers from and to text.
//
// Reading: our own grammar finds the extent of the number and its significant digits d1 .. dn. The
// first 19 make a whole number that decimal.h rounds; with more digits than that, the next one has
// to round to the same double. Where this does not decide, strtod rounds the text "d1..dn e x",
// which has no decimal point, so that no locale matters. The
// midpoint of two neighbouring doubles has at most 767 significant digits; of a longer text the
// first 800 are kept, and one more digit 1 stands for any non-zero remainder.
//
// Writing: the digits of decimal.h, with a point or an exponent put in; some of them: see the end.
#include "base/number.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

enum {
  DIGITS_KEPT = 800,
  DIGITS_LEADING = 19,    // the most that surely fit into 64 bits
  EXPONENT_CAP = 100000,  // beyond any double; keeps sums of exponents small
  SHORTEST_EXPONENT = -4, // 0.0001 is written so, 1e-5 with an exponent
  LARGEST_EXPONENT = 16,
  SAFE_DIGITS = 15
};

// ---- reading ----

// What the grammar found: value = 0.d1 d2 .. dn x 10^exponent, d1 not zero.
typedef struct Written {
  const char *digits; // where d1 stands; a point may follow among the others
  int count;          // n, the last of them perhaps zero
  uint64_t leading;   // the first 19 digits as one number
  int64_t exponent;
} Written;

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

// Whether eight digits stand at text; their number. In a word of eight bytes all of them are told
// and joined at once: tens of neighbours, then hundreds of pairs, then ten thousands of fours.
static bool take_eight(const char *text, uint64_t *number) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint64_t word;
  memcpy(&word, text, sizeof word);
  if ((((word + 0x4646464646464646) | (word - 0x3030303030303030)) & 0x8080808080808080) != 0) {
    return false;
  }
  word = (word & 0x0F0F0F0F0F0F0F0F) * (10 * 0x100 + 1) >> 8;
  word = (word & 0x00FF00FF00FF00FF) * (100 * 0x10000 + 1) >> 16;
  *number = (word & 0x0000FFFF0000FFFF) * (10000 * 0x100000000 + 1) >> 32;
  return true;
#else
  (void)text, (void)number;
  return false;
#endif
}

// The digits from k on; returns where they end.
static int take_digits(const char *text, int length, int k, bool fraction, Written *written) {
  int place = k;
  if (written->count == 0) {
    while (place < length && text[place] == '0') {
      place++;
    }
    written->exponent -= fraction ? place - k : 0;
    written->digits = text + place;
  }
  const int first = place;
  const int room = written->count < DIGITS_LEADING ? DIGITS_LEADING - written->count : 0;
  uint64_t leading = written->leading, eight = 0;
  while (length - place >= 8 && place - first + 8 <= room && take_eight(text + place, &eight)) {
    leading = 100000000 * leading + eight;
    place += 8;
  }
  for (; place < length && is_digit(text[place]); place++) {
    if (place - first < room) {
      leading = 10 * leading + (uint64_t)(text[place] - '0');
    }
  }
  written->leading = leading;
  written->count += place - first;
  written->exponent += fraction ? 0 : place - first;
  return place;
}

// The written exponent, capped; *k moves behind it. Without digits it is no exponent.
static int64_t take_exponent(const char *text, int length, int *k) {
  int place = *k + 1;
  const char sign = at(text, length, place);
  place += sign == '-' || sign == '+';
  if (!is_digit(at(text, length, place))) {
    return 0;
  }
  int64_t exponent = 0;
  while (is_digit(at(text, length, place))) {
    if (exponent < 10 * (int64_t)INT_MAX) {
      exponent = exponent * 10 + (text[place] - '0');
    }
    place++;
  }
  *k = place;
  return sign == '-' ? -exponent : exponent;
}

// Returns the bytes that form a number, 0 when none does.
static int take_number(const char *text, int length, Written *written) {
  const char sign = at(text, length, 0);
  int k = sign == '-' || sign == '+';
  const int first = k;
  k = take_digits(text, length, k, false, written);
  int digits = k - first;
  if (at(text, length, k) == '.' && (digits > 0 || is_digit(at(text, length, k + 1)))) {
    const int point = k;
    k = take_digits(text, length, k + 1, true, written);
    digits += k - point - 1;
  }
  if (digits == 0) {
    return 0;
  }
  if (lower(at(text, length, k)) == 'e') {
    written->exponent += take_exponent(text, length, &k);
  }
  return k;
}

// From the leading digits alone. False when they do not decide.
static bool round_leading(const Written *written, double *value) {
  if (written->exponent > EXPONENT_CAP || written->exponent < -EXPONENT_CAP) {
    return false;
  }
  const int used = written->count < DIGITS_LEADING ? written->count : DIGITS_LEADING;
  const int exponent = (int)written->exponent - used;
  double above = 0;
  return decimal_round(written->leading, exponent, value) &&
         (written->count <= DIGITS_LEADING ||
          (decimal_round(written->leading + 1, exponent, &above) && above == *value));
}

// By strtod, from at most 800 digits and one more that stands for any remainder.
static double round_text(const Written *written) {
  char text[DIGITS_KEPT + 32];
  int length = 0;
  bool remainder = false;
  const char *from = written->digits;
  for (int k = 0; k < written->count; from++) {
    if (*from == '.') {
      continue;
    }
    if (length < DIGITS_KEPT) {
      text[length++] = *from;
    } else {
      remainder = remainder || *from != '0';
    }
    k++;
  }
  if (remainder) {
    text[length++] = '1';
  }
  int64_t exponent = written->exponent - length;
  if (exponent > EXPONENT_CAP) {
    exponent = EXPONENT_CAP;
  } else if (exponent < -EXPONENT_CAP) {
    exponent = -EXPONENT_CAP;
  }
  snprintf(text + length, sizeof text - (size_t)length, "e%d", (int)exponent);
  return strtod(text, NULL);
}

static double round_written(const Written *written) {
  double value = 0;
  if (written->count == 0 || round_leading(written, &value)) {
    return value;
  }
  return round_text(written);
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
  Written written = {.digits = text};
  const int extent = take_number(text, length, &written);
  if (used != NULL) {
    *used = extent;
  }
  if (extent == 0) {
    return is_not_finite(text, length) ? NUMBER_NOT_FINITE : NUMBER_NOT_A_NUMBER;
  }
  const double magnitude = round_written(&written);
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
  if (problem == NUMBER_OK && written.count > 0 && magnitude < DBL_MIN) {
    return NUMBER_UNDERFLOW;
  }
  return problem;
}

const char *number_problem_hint(NumberProblem problem) {
  static const char *const hints[] = {
      [NUMBER_OK] = "nothing to do",
      [NUMBER_NOT_A_NUMBER] = "write a number such as 1.5, 2e-3 or 90 deg",
      [NUMBER_TRAILING] = "write only the number and its unit, such as 1.5 or 90 deg",
      [NUMBER_LEADING_ZERO] = "write the number without leading zeros",
      [NUMBER_UNDERSCORE] = "write the digits without underscores",
      [NUMBER_HEXADECIMAL] = "write the number in decimal digits",
      [NUMBER_COMMA] = "write the number with a point, such as 1.5",
      [NUMBER_SEXAGESIMAL] = "write one number with its unit, such as 90 s or 1.5 min",
      [NUMBER_EXPONENT_D] = "write the exponent with e, such as 1e3",
      [NUMBER_NOT_FINITE] = "write a finite number, or leave the key out",
      [NUMBER_TOO_LARGE] = "the largest number is about 1.8e308",
      [NUMBER_UNDERFLOW] = "write 0, or a number of at least 2.3e-308",
  };
  return hints[problem];
}

// ---- writing ----

enum { DIGITS_SIZE = 20 }; // of the longest whole number of 64 bits

// Two digits at a time.
static const char pairs[] = "0001020304050607080910111213141516171819"
                            "2021222324252627282930313233343536373839"
                            "4041424344454647484950515253545556575859"
                            "6061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

// Writes the digits of a whole number so that the last stands before end; returns the first.
static char *put_digits(uint64_t number, char *end) {
  for (; number >= 100; number /= 100) {
    end -= 2;
    memcpy(end, pairs + 2 * (number % 100), 2);
  }
  if (number >= 10) {
    end -= 2;
    memcpy(end, pairs + 2 * number, 2);
  } else {
    *--end = (char)('0' + (int)number);
  }
  return end;
}

// 123.45, 0.0123, 12300: the point stands behind digit exponent + 1.
static int place_point(const char *digits, int count, int exponent, char *text) {
  if (exponent < 0) {
    memcpy(text, "0.00000", sizeof "0.00000");
    memcpy(text + 1 - exponent, digits, (size_t)count);
    return 1 - exponent + count;
  }
  const int whole = exponent + 1;
  if (count <= whole) {
    memcpy(text, digits, (size_t)count);
    memset(text + count, '0', (size_t)(whole - count));
    return whole;
  }
  memcpy(text, digits, (size_t)whole);
  text[whole] = '.';
  memcpy(text + whole + 1, digits + whole, (size_t)(count - whole));
  return count + 1;
}

// 1.2345e-7; as printf writes it: 1.2345e-07, 1e+20.
static int place_exponent(const char *digits, int count, int exponent, bool as_printf, char *text) {
  int length = 0;
  text[length++] = digits[0];
  if (count > 1) {
    text[length++] = '.';
    memcpy(text + length, digits + 1, (size_t)(count - 1));
    length += count - 1;
  }
  text[length++] = 'e';
  if (exponent < 0 || as_printf) {
    text[length++] = exponent < 0 ? '-' : '+';
  }
  if (as_printf && abs(exponent) < 10) {
    text[length++] = '0';
  }
  char room[DIGITS_SIZE];
  const char *first = put_digits((uint64_t)abs(exponent), room + DIGITS_SIZE);
  const int size = (int)(room + DIGITS_SIZE - first);
  memcpy(text + length, first, (size_t)size);
  return length + size;
}

// exponent: of the first digit; from `largest` on it is written.
static int lay_out(const char *digits, int count, int exponent, int largest, bool as_printf,
                   char *text) {
  return exponent >= SHORTEST_EXPONENT && exponent < largest
             ? place_point(digits, count, exponent, text)
             : place_exponent(digits, count, exponent, as_printf, text);
}

static int format_positive(double value, char *text) {
  char room[DIGITS_SIZE];
  const Decimal decimal = decimal_shortest(value);
  const char *digits = put_digits(decimal.digits, room + DIGITS_SIZE);
  const int count = (int)(room + DIGITS_SIZE - digits);
  return lay_out(digits, count, decimal.exponent + count - 1, LARGEST_EXPONENT, false, text);
}

static int put_word(const char *word, char *text) {
  memcpy(text, word, strlen(word) + 1);
  return (int)strlen(word);
}

int number_format(double value, char text[static NUMBER_TEXT_SIZE]) {
  if (isnan(value)) {
    return put_word("nan", text);
  }
  int length = 0;
  if (signbit(value)) {
    text[length++] = '-';
  }
  const double magnitude = fabs(value);
  if (isinf(value)) {
    return length + put_word("inf", text + length);
  }
  if (magnitude > 0) {
    length += format_positive(magnitude, text + length);
  } else {
    text[length++] = '0';
  }
  text[length] = '\0';
  return length;
}

void number_format_apart(int digits, int count, const double values[],
                         char texts[][NUMBER_TEXT_SIZE]) {
  bool alike = false;
  for (int k = 0; k < count; k++) {
    (void)number_format_digits(digits, values[k], texts[k]);
    for (int j = 0; j < k; j++) {
      alike = alike || (values[j] != values[k] && strcmp(texts[j], texts[k]) == 0);
    }
  }
  for (int k = 0; k < count && alike; k++) {
    (void)number_format(values[k], texts[k]);
  }
}

// ---- so many digits ----

// Let S be the shortest decimal that reads back as x, and T a number half-way between two of d
// digits: T has d + 1 of them. T cannot lie between x and S, or be x, unless S is T: it would be
// shorter than S, or as short and nearer. So S and x round to the same d digits, but where S ends
// in a single 5 behind them. Where S has fewer than d digits it is what x rounds to, since it
// differs from x by less than half a unit of the 15th digit. Neither holds for denormal numbers.
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

int number_format_digits(int digits, double value, char text[static NUMBER_TEXT_SIZE]) {
  const double size = fabs(value);
  if (digits >= 1 && digits <= SAFE_DIGITS && size >= DBL_MIN && size <= DBL_MAX) {
    char room[DIGITS_SIZE];
    const Decimal shortest = decimal_shortest(size);
    char *number = put_digits(shortest.digits, room + DIGITS_SIZE);
    int count = (int)(room + DIGITS_SIZE - number);
    int exponent = shortest.exponent + count - 1;
    if (round_to(digits, number, &count, &exponent)) {
      const int sign = value < 0 ? 1 : 0;
      text[0] = '-';
      const int length = sign + lay_out(number, count, exponent, digits, true, text + sign);
      text[length] = '\0';
      return length;
    }
  }
  return snprintf(text, NUMBER_TEXT_SIZE, "%.*g", digits, value);
}
