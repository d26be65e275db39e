// SPDX-License-Identifier: BSD-3-Clause
// Numbers: the grammar with its named problems, correct rounding, the shortest text.
//
// Expected values are written in hexadecimal, which the compiler reads without rounding.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/number.h"

static void assert_number(const char *text, double expected) {
  double value = -1;
  int used = -1;
  const NumberProblem problem = number_parse(text, (int)strlen(text), &value, &used);
  if (problem != NUMBER_OK || value != expected || signbit(value) != signbit(expected)) {
    fail_msg("%.60s: problem %d, value %a, expected %a", text, (int)problem, value, expected);
  }
  assert_int_equal(used, strlen(text));
}

static void assert_problem(const char *text, NumberProblem expected, int expected_used) {
  double value = 0;
  int used = -1;
  const NumberProblem problem = number_parse(text, (int)strlen(text), &value, &used);
  if (problem != expected || used != expected_used) {
    fail_msg("%s: problem %d, used %d, expected %d, %d", text, (int)problem, used, (int)expected,
             expected_used);
  }
}

static void test_grammar(void **state) {
  (void)state;
  assert_number("0", 0.0);
  assert_number("-0", -0.0);
  assert_number("+1", 1.0);
  assert_number("1.", 1.0);
  assert_number(".5", 0.5);
  assert_number("-.5", -0.5);
  assert_number("0.5", 0.5);
  assert_number("1e3", 1000.0);
  assert_number("1E+3", 1000.0);
  assert_number("1e-3", 0x1.0624dd2f1a9fcp-10);
  assert_number("1e005", 100000.0);
  assert_number("0e99999999999999999999", 0.0);
  assert_number("1.7976931348623157e308", DBL_MAX);
  assert_number("2.2250738585072014e-308", DBL_MIN);
}

static void test_length_is_obeyed(void **state) {
  (void)state;
  double value = 0;
  int used = 0;
  assert_int_equal(number_parse("12345", 2, &value, &used), NUMBER_OK);
  assert_true(value == 12.0);
  assert_int_equal(used, 2);
  assert_int_equal(number_parse("1e5", 2, &value, NULL), NUMBER_TRAILING);
  assert_int_equal(number_parse("", 0, &value, &used), NUMBER_NOT_A_NUMBER);
  assert_int_equal(used, 0);
}

// Digits are read eight at a time: every byte at every place among eight and sixteen of them.
static void test_every_byte_among_digits(void **state) {
  (void)state;
  for (int place = 0; place < 16; place++) {
    for (int byte = 1; byte < 256; byte++) {
      char text[] = "1234567812345678", slow[40] = "";
      text[place] = (char)byte;
      double value = 0;
      int used = 0, digits = (int)strspn(text, "0123456789");
      number_parse(text, 16, &value, &used);
      if (byte == '.' || byte == 'e' || byte == 'E' || digits == 0) {
        continue;
      }
      memcpy(slow, text, (size_t)digits);
      assert_int_equal(used, digits);
      assert_true(value == strtod(slow, NULL));
    }
  }
}

static const struct {
  const char *text;
  NumberProblem problem;
  int used;
} problems[] = {
    {"abc", NUMBER_NOT_A_NUMBER, 0},
    {"", NUMBER_NOT_A_NUMBER, 0},
    {"-", NUMBER_NOT_A_NUMBER, 0},
    {".", NUMBER_NOT_A_NUMBER, 0},
    {"+.e1", NUMBER_NOT_A_NUMBER, 0},
    {" 1", NUMBER_NOT_A_NUMBER, 0},
    {"infinitely", NUMBER_NOT_A_NUMBER, 0},
    {"nano", NUMBER_NOT_A_NUMBER, 0},
    {"no", NUMBER_NOT_A_NUMBER, 0},
    {"1 m", NUMBER_TRAILING, 1},
    {"1.5 N*m/rad", NUMBER_TRAILING, 3},
    {"1e", NUMBER_TRAILING, 1},
    {"1e+", NUMBER_TRAILING, 1},
    {"1e+x", NUMBER_TRAILING, 1},
    {"1.2.3", NUMBER_TRAILING, 3},
    {"2*pi", NUMBER_TRAILING, 1},
    {"5deg", NUMBER_TRAILING, 1},
    {"5d", NUMBER_TRAILING, 1},
    {"1,5)", NUMBER_TRAILING, 1},
    {"1,2,3", NUMBER_TRAILING, 1},
    {"012", NUMBER_LEADING_ZERO, 3},
    {"-007", NUMBER_LEADING_ZERO, 4},
    {"00.5", NUMBER_LEADING_ZERO, 4},
    {"1_000", NUMBER_UNDERSCORE, 1},
    {"0x10", NUMBER_HEXADECIMAL, 1},
    {"-0XfF", NUMBER_HEXADECIMAL, 2},
    {"0xyz", NUMBER_TRAILING, 1},
    {"1,5", NUMBER_COMMA, 1},
    {"-10,25", NUMBER_COMMA, 3},
    {"1:30", NUMBER_SEXAGESIMAL, 1},
    {"1d3", NUMBER_EXPONENT_D, 1},
    {"1.5D-3", NUMBER_EXPONENT_D, 3},
    {".inf", NUMBER_NOT_FINITE, 0},
    {"-.INF", NUMBER_NOT_FINITE, 0},
    {"inf", NUMBER_NOT_FINITE, 0},
    {"+Infinity", NUMBER_NOT_FINITE, 0},
    {".NaN", NUMBER_NOT_FINITE, 0},
    {"nan", NUMBER_NOT_FINITE, 0},
    {"nan(7)", NUMBER_NOT_FINITE, 0},
    {"1e999", NUMBER_TOO_LARGE, 5},
    {"-1e309", NUMBER_TOO_LARGE, 6},
    {"1e99999999999999999999999", NUMBER_TOO_LARGE, 25},
    {"1.7976931348623159e308", NUMBER_TOO_LARGE, 22},
    {"1e-400", NUMBER_UNDERFLOW, 6},
    {"1e-99999999999999999999999", NUMBER_UNDERFLOW, 26},
    {"4.9e-324", NUMBER_UNDERFLOW, 8},
    {"2.2250738585072009e-308", NUMBER_UNDERFLOW, 23},
    {"1e-400 m", NUMBER_TRAILING, 6},
    {"1e999 m", NUMBER_TOO_LARGE, 5},
};

static void test_problems(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof problems / sizeof problems[0]; k++) {
    assert_problem(problems[k].text, problems[k].problem, problems[k].used);
  }
  for (int problem = NUMBER_OK; problem <= NUMBER_UNDERFLOW; problem++) {
    assert_true(strlen(number_problem_hint((NumberProblem)problem)) > 5);
  }
}

static void test_rounding(void **state) {
  (void)state;
  assert_number("0.1", 0x1.999999999999ap-4);
  assert_number("1e23", 0x1.52d02c7e14af6p+76);
  assert_number("8.5e22", 0x1.1ffdbf6b2b2ebp+76);
  assert_number("9007199254740992", 0x1p53);
  assert_number("9007199254740993", 0x1p53); // halfway, to even
  assert_number("9007199254740993.0000000000000000000000000000000000001", 0x1.0000000000001p53);
  assert_number("9007199254740995", 0x1.0000000000002p53); // halfway, to even
  assert_number("1.00000000000000011102230246251565404236316680908203125", 1.0);
  assert_number("1.00000000000000011102230246251565404236316680908203124", 1.0);
  assert_number("1.00000000000000011102230246251565404236316680908203126", 0x1.0000000000001p0);
  assert_number("2.2250738585072012e-308", DBL_MIN); // once an endless loop elsewhere
}

// Digits far beyond the 800 that are kept still decide a tie.
static void test_very_long_numbers(void **state) {
  (void)state;
  static char text[3000];
  static const char *const tie = "1.00000000000000011102230246251565404236316680908203125";
  memset(text, '0', sizeof text - 1);
  memcpy(text, tie, strlen(tie));
  text[sizeof text - 1] = '\0';
  assert_number(text, 1.0);
  text[sizeof text - 2] = '1';
  assert_number(text, 0x1.0000000000001p0);
  // 400 digits before the point are too many, 300 are not
  memset(text, '9', 400);
  text[400] = '\0';
  assert_problem(text, NUMBER_TOO_LARGE, 400);
  text[300] = '\0';
  assert_number(text, 1e300);
  memset(text, '0', 2000);
  text[1] = '.';
  snprintf(text + 1000, sizeof text - 1000, "123e1000");
  assert_number(text, 12.3);
}

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static double random_double(uint64_t *state) {
  double value = 0;
  do {
    const uint64_t bits = next_random(state);
    memcpy(&value, &bits, sizeof value);
  } while (!isfinite(value));
  return value;
}

static void test_every_double_is_read_back(void **state) {
  (void)state;
  uint64_t seed = 20240229;
  for (int k = 0; k < 50000; k++) {
    const double value = random_double(&seed);
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    double read = 0;
    const NumberProblem problem = number_parse(text, (int)strlen(text), &read, NULL);
    assert_true(problem == NUMBER_OK || (problem == NUMBER_UNDERFLOW && fabs(value) < DBL_MIN));
    assert_memory_equal(&read, &value, sizeof value);
  }
}

static void assert_format(double value, const char *expected) {
  char text[NUMBER_TEXT_SIZE];
  const int length = number_format(value, text);
  assert_string_equal(text, expected);
  assert_int_equal(length, strlen(expected));
}

static void test_format(void **state) {
  (void)state;
  assert_format(0.0, "0");
  assert_format(-0.0, "-0");
  assert_format(1.0, "1");
  assert_format(-10.0, "-10");
  assert_format(0.003, "0.003");
  assert_format(0.0001, "0.0001");
  assert_format(0.00001, "1e-5");
  assert_format(1e-9, "1e-9");
  assert_format(1.5e-9, "1.5e-9");
  assert_format(0.1, "0.1");
  assert_format(0.1 + 0.2, "0.30000000000000004");
  assert_format(1.0 / 3.0, "0.3333333333333333");
  assert_format(123456.0, "123456");
  assert_format(123456.789, "123456.789");
  assert_format(1e15, "1000000000000000");
  assert_format(9007199254740993.0, "9007199254740992");
  assert_format(1e16, "1e16");
  assert_format(12345678901234567890.0, "1.2345678901234567e19");
  assert_format(1e22, "1e22");
  assert_format(1e23, "1e23");
  assert_format(DBL_MAX, "1.7976931348623157e308");
  assert_format(-DBL_MAX, "-1.7976931348623157e308");
  assert_format(DBL_MIN, "2.2250738585072014e-308");
  assert_format(0x1p-1074, "5e-324");
  assert_format(0x1.ap-1070, "1.3e-322");
  assert_format(nan(""), "nan");
  assert_format(HUGE_VAL, "inf");
  assert_format(-HUGE_VAL, "-inf");
  assert_format(-1.2345678901234567e-100, "-1.2345678901234567e-100");
}

// Whether some decimal with so many digits reads back as value > 0.
static bool has_digits(double value, int digits) {
  char text[64];
  snprintf(text, sizeof text, "%.*e", digits - 1, value);
  // the neighbours in the last digit too: the nearest decimal need not be the one that reads back
  for (int shift = -1; shift <= 1; shift++) {
    char mantissa[32];
    int count = 0;
    const char *rest = text;
    for (; *rest != 'e'; rest++) {
      if (*rest != '.') {
        mantissa[count++] = *rest;
      }
    }
    mantissa[count] = '\0';
    const long long number = strtoll(mantissa, NULL, 10) + shift;
    char shifted[64];
    snprintf(shifted, sizeof shifted, "%llde%ld", number,
             strtol(rest + 1, NULL, 10) - (digits - 1));
    if (strtod(shifted, NULL) == value) {
      return true;
    }
  }
  return false;
}

static int count_digits(const char *text) {
  int count = 0;
  int zeros = 0;
  for (; *text != '\0' && *text != 'e'; text++) {
    if (*text >= '1' && *text <= '9') {
      count += zeros + 1;
      zeros = 0;
    } else if (*text == '0' && count > 0) {
      zeros++;
    }
  }
  return count;
}

static void check_shortest(double value) {
  char text[NUMBER_TEXT_SIZE];
  const int length = number_format(value, text);
  assert_true(length <= 24);
  double read = 0;
  int used = 0;
  const NumberProblem problem = number_parse(text, length, &read, &used);
  assert_true(problem == NUMBER_OK || problem == NUMBER_UNDERFLOW);
  assert_int_equal(used, length);
  assert_memory_equal(&read, &value, sizeof value);
  const int digits = count_digits(text);
  if (digits > 1 && has_digits(fabs(value), digits - 1)) {
    fail_msg("%s of %a is not the shortest text", text, value);
  }
}

static void test_format_is_shortest(void **state) {
  (void)state;
  uint64_t seed = 1234567;
  for (int k = 0; k < 50000; k++) {
    check_shortest(random_double(&seed));
  }
  for (int k = 1; k < 20000; k++) {
    check_shortest(k * 0.01);
    check_shortest(1.0 / k);
    check_shortest(sqrt(k) * 1e-7);
  }
  // powers of two, whose lower neighbour is nearer than the upper one, and their neighbours
  for (int exponent = -1074; exponent < 1024; exponent++) {
    const double power = ldexp(1.0, exponent);
    check_shortest(power);
    check_shortest(nextafter(power, HUGE_VAL));
    check_shortest(nextafter(power, 0) > 0 ? nextafter(power, 0) : power);
  }
}

static void check_digits(double value) {
  for (int digits = 1; digits <= 17; digits++) {
    char text[NUMBER_TEXT_SIZE], expected[NUMBER_TEXT_SIZE];
    const int length = number_format_digits(digits, value, text);
    snprintf(expected, sizeof expected, "%.*g", digits, value);
    if (strcmp(text, expected) != 0 || length != (int)strlen(expected)) {
      fail_msg("%a to %d digits: %s, expected %s", value, digits, text, expected);
    }
  }
}

// As the C library writes it: ties, carries, denormal numbers, and any others.
static void test_digits(void **state) {
  (void)state;
  static const double values[] = {0.0,
                                  -0.0,
                                  1.0,
                                  0.5,
                                  2.5,
                                  12.5,
                                  0.125,
                                  99999.95,
                                  999999.5,
                                  9.5,
                                  0.99999951,
                                  1e-4,
                                  9.9999e-5,
                                  1e15,
                                  1e16,
                                  123456789.5,
                                  0.000123455,
                                  5e-324,
                                  1.5e-323,
                                  DBL_MIN,
                                  DBL_MAX,
                                  1e100,
                                  1e22,
                                  1e23,
                                  9007199254740993.0,
                                  4503599627370497.5,
                                  -0.1,
                                  -1e-9,
                                  (double)INFINITY,
                                  (double)NAN};
  for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
    check_digits(values[k]);
  }
  uint64_t seed = 3;
  for (int k = 0; k < 5000; k++) {
    check_digits(random_double(&seed));
    const double few = (double)(next_random(&seed) % 2000000) / 1024; // many of them ties
    check_digits(few);
    check_digits((double)(next_random(&seed) % 1000000) * 1e-3);
  }
}

// Few digits as long as they tell the numbers apart, else all of them.
static void test_told_apart(void **state) {
  (void)state;
  char texts[3][NUMBER_TEXT_SIZE];
  number_format_apart(3, 3, (const double[]){0.5, 0.51234, 0.5}, texts);
  assert_string_equal(texts[0], "0.5");
  assert_string_equal(texts[1], "0.512");
  assert_string_equal(texts[2], "0.5");
  number_format_apart(9, 3, (const double[]){nextafter(0.5, 1), 0, 0.5}, texts);
  assert_string_equal(texts[0], "0.5000000000000001");
  assert_string_equal(texts[1], "0");
  assert_string_equal(texts[2], "0.5");
  number_format_apart(9, 2, (const double[]){-DBL_MAX, (double)NAN}, texts);
  assert_string_equal(texts[0], "-1.79769313e+308");
  assert_string_equal(texts[1], "nan");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_grammar),
      cmocka_unit_test(test_length_is_obeyed),
      cmocka_unit_test(test_every_byte_among_digits),
      cmocka_unit_test(test_problems),
      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_very_long_numbers),
      cmocka_unit_test(test_every_double_is_read_back),
      cmocka_unit_test(test_format),
      cmocka_unit_test(test_format_is_shortest),
      cmocka_unit_test(test_digits),
      cmocka_unit_test(test_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
