// SPDX-License-Identifier: BSD-3-Clause
// The shortest decimal: its table of powers by long arithmetic, its results by trial and error.
// The nearest double: compared with strtod.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/decimal.h"

// ---- the table ----

enum { WORDS = 80, LOWEST = -292, HIGHEST = 324, SPARE_BITS = 2400 };

// A natural number, least significant word first.
typedef struct Long {
  uint32_t words[WORDS];
} Long;

static void times_ten(Long *number) {
  uint64_t carry = 0;
  for (int k = 0; k < WORDS; k++) {
    carry += (uint64_t)number->words[k] * 10;
    number->words[k] = (uint32_t)carry;
    carry >>= 32;
  }
  assert_int_equal(carry, 0);
}

// Returns the remainder.
static uint32_t over_ten(Long *number) {
  uint64_t rest = 0;
  for (int k = WORDS - 1; k >= 0; k--) {
    rest = rest << 32 | number->words[k];
    number->words[k] = (uint32_t)(rest / 10);
    rest %= 10;
  }
  return (uint32_t)rest;
}

static int highest_bit(const Long *number) {
  for (int k = 32 * WORDS - 1; k >= 0; k--) {
    if ((number->words[k / 32] >> k % 32 & 1) != 0) {
      return k;
    }
  }
  return -1;
}

static uint64_t bit(const Long *number, int k) {
  return k >= 0 ? number->words[k / 32] >> k % 32 & 1 : 0;
}

// The leading 128 bits, rounded up.
static void round_up(const Long *number, bool has_rest, uint64_t *high, uint64_t *low) {
  const int top = highest_bit(number);
  *high = 0;
  *low = 0;
  for (int k = 0; k < 64; k++) {
    *high = *high << 1 | bit(number, top - k);
    *low = *low << 1 | bit(number, top - 64 - k);
  }
  for (int k = 0; k <= top - 128; k++) {
    has_rest = has_rest || bit(number, k) != 0;
  }
  *low += has_rest;
  *high += has_rest && *low == 0;
}

static void test_powers_of_ten(void **state) {
  (void)state;
  assert_int_equal(LOWEST, DECIMAL_LOWEST_POWER);
  assert_int_equal(HIGHEST, DECIMAL_HIGHEST_POWER);
  Long number = {{1}};
  for (int power = 0; power <= HIGHEST; power++) {
    uint64_t high = 0;
    uint64_t low = 0;
    round_up(&number, false, &high, &low);
    assert_int_equal(decimal_power(power).high, high);
    assert_int_equal(decimal_power(power).low, low);
    times_ten(&number);
  }
  // floor(floor(x / 10) / 10) = floor(x / 100): start from a large power of two
  number = (Long){{0}};
  number.words[SPARE_BITS / 32] = 1;
  bool has_rest = false;
  for (int power = -1; power >= LOWEST; power--) {
    has_rest = over_ten(&number) != 0 || has_rest;
    uint64_t high = 0;
    uint64_t low = 0;
    round_up(&number, has_rest, &high, &low);
    assert_int_equal(decimal_power(power).high, high);
    assert_int_equal(decimal_power(power).low, low);
  }
}

// ---- the results ----

static bool reads_back(uint64_t digits, int exponent, double value) {
  char text[64];
  snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent);
  return strtod(text, NULL) == value;
}

// The nearest decimal of value with so many digits.
static Decimal nearest_decimal(double value, int digits) {
  char text[64];
  char mantissa[32];
  int count = 0;
  snprintf(text, sizeof text, "%.*e", digits - 1, value);
  const char *rest = text;
  for (; *rest != 'e'; rest++) {
    if (*rest != '.') {
      mantissa[count++] = *rest;
    }
  }
  mantissa[count] = '\0';
  return (Decimal){.digits = strtoull(mantissa, NULL, 10),
                   .exponent = (int)strtol(rest + 1, NULL, 10) - digits + 1};
}

// By trial: the fewest digits that read back, the nearest first and then the one above, for below
// a power of two the interval is shorter.
static Decimal try_shortest(double value) {
  for (int digits = 1; digits <= 17; digits++) {
    Decimal decimal = nearest_decimal(value, digits);
    if (reads_back(decimal.digits, decimal.exponent, value)) {
      return decimal;
    }
    if (reads_back(decimal.digits + 1, decimal.exponent, value)) {
      decimal.digits++;
      return decimal;
    }
  }
  fail_msg("%a needs more than 17 digits", value);
  return (Decimal){.digits = 0};
}

static void check(double value) {
  const Decimal decimal = decimal_shortest(value);
  Decimal expected = try_shortest(value);
  while (expected.digits % 10 == 0) {
    expected.digits /= 10;
    expected.exponent++;
  }
  if (decimal.digits != expected.digits || decimal.exponent != expected.exponent) {
    fail_msg("%a: %llue%d, expected %llue%d", value, (unsigned long long)decimal.digits,
             decimal.exponent, (unsigned long long)expected.digits, expected.exponent);
  }
}

static void test_powers_of_two_and_their_neighbours(void **state) {
  (void)state;
  for (int exponent = -1074; exponent < 1024; exponent++) {
    const double power = ldexp(1.0, exponent);
    check(power);
    check(nextafter(power, HUGE_VAL));
    if (exponent > -1074) {
      check(nextafter(power, 0));
    }
  }
  check(DBL_MAX);
  check(nextafter(DBL_MAX, 0));
}

static void test_powers_of_ten_and_their_neighbours(void **state) {
  (void)state;
  for (int exponent = -323; exponent <= 308; exponent++) {
    char text[16];
    snprintf(text, sizeof text, "1e%d", exponent);
    const double power = strtod(text, NULL);
    check(power);
    check(nextafter(power, HUGE_VAL));
    check(nextafter(power, 0));
  }
}

static void test_the_smallest(void **state) {
  (void)state;
  for (int k = 1; k < 3000; k++) {
    check(k * 0x1p-1074);
    check(DBL_MIN + (k - 1500) * 0x1p-1074);
  }
}

static void test_short_decimals_and_integers(void **state) {
  (void)state;
  for (int k = 1; k < 20000; k++) {
    check(k);
    check(k * 1000.0);
    check(k / 1000.0);
    check(k * 0.001);
    check(9007199254740992.0 + 2 * k);
    check(9007199254740992.0 - k);
    check(1e22 - 1048576.0 * k);
  }
}

static void test_random_doubles(void **state) {
  (void)state;
  uint64_t random = 0x2545f4914f6cdd1d;
  for (int k = 0; k < 100000; k++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    const uint64_t bits = random & 0x7fffffffffffffff;
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value) && value > 0) {
      check(value);
    }
    check((double)(random >> 11) * 0x1p-53 + 0x1p-60);
  }
}

// ---- the nearest double ----

// Compared with strtod. Returns whether the stored powers decided it.
static bool check_nearest(uint64_t digits, int exponent) {
  char text[64];
  snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, exponent);
  const double expected = strtod(text, NULL);
  double value = -1;
  if (!decimal_round(digits, exponent, &value)) {
    assert_true(value == -1); // untouched
    return false;
  }
  if (value != expected) {
    fail_msg("%s: %a, expected %a", text, value, expected);
  }
  return true;
}

static uint64_t next_random(uint64_t *random) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random;
}

static void test_nearest_of_random_decimals(void **state) {
  (void)state;
  uint64_t random = 0x9e3779b97f4a7c15;
  for (int k = 0; k < 300000; k++) {
    const uint64_t digits = next_random(&random) >> next_random(&random) % 64;
    const int exponent = (int)(next_random(&random) % 700) - 350;
    const bool decided = check_nearest(digits, exponent);
    if (digits != 0 && exponent >= -285 && exponent <= 285 && abs(exponent) > 27) {
      assert_true(decided); // 5^28 > 2^64: no tie among these
    }
    (void)check_nearest(digits, exponent % 30);
  }
}

// Midpoints of neighbouring doubles, and the decimals just below and above them.
static void test_nearest_of_ties(void **state) {
  (void)state;
  uint64_t random = 0xd1342543de82ef95;
  int undecided = 0;
  for (int k = 0; k < 100000; k++) {
    const uint64_t odd = (next_random(&random) >> 10) | ((uint64_t)1 << 53) | 1; // 54 bits
    uint64_t five = 1;
    for (int places = 0; places <= 3; places++) { // odd / 2^places, then odd 2^places
      for (int step = -1; step <= 1; step++) {
        undecided += !check_nearest(odd * five + (uint64_t)step, -places);
        assert_true(check_nearest((odd << places) + (uint64_t)step, 0));
      }
      five *= 5;
    }
  }
  assert_in_range(undecided, 1, 300000); // the ties with places, and nothing beside them
}

static void test_nearest_at_the_ends(void **state) {
  (void)state;
  double value = 0;
  assert_true(check_nearest(17976931348623157, 292)); // the largest
  assert_false(decimal_round(17976931348623159, 292, &value));
  assert_false(decimal_round(0, 0, &value));
  assert_false(decimal_round(1, -400, &value));
  assert_false(decimal_round(1, 400, &value));
  for (uint64_t digits = 1; digits < 20000; digits++) { // about the smallest normal number
    (void)check_nearest(22250738585072014ULL * 1000 - 10000 + digits, -327);
    (void)check_nearest(2225073 + digits, -292 - 20);
    (void)check_nearest(18446744073709551615ULL - digits, -292 - (int)(digits % 40));
  }
  for (int exponent = -292; exponent <= 308; exponent++) {
    assert_true(check_nearest(1, exponent));
    for (uint64_t digits = 2; digits < 200; digits++) {
      (void)check_nearest(digits, exponent);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_powers_of_ten),
      cmocka_unit_test(test_powers_of_two_and_their_neighbours),
      cmocka_unit_test(test_powers_of_ten_and_their_neighbours),
      cmocka_unit_test(test_the_smallest),
      cmocka_unit_test(test_short_decimals_and_integers),
      cmocka_unit_test(test_random_doubles),
      cmocka_unit_test(test_nearest_of_random_decimals),
      cmocka_unit_test(test_nearest_of_ties),
      cmocka_unit_test(test_nearest_at_the_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
