// SPDX-License-Identifier: BSD-3-Clause
// Growable text, its visible and JSON forms, nearest words, UTF-8.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/failing_allocator.h"

static void test_append_printf_number(void **state) {
  (void)state;
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  assert_null(text.bytes);
  text_put(&text, "");
  assert_string_equal(text.bytes, "");
  text_append(&text, "ab\0c", 4);
  assert_int_equal(text.length, 4);
  text_close(&text);
  for (int k = 0; k < 1000; k++) {
    text_printf(&text, "%d,", k);
  }
  text_number(&text, 0.003);
  assert_int_equal(text.length, strlen(text.bytes));
  assert_string_equal(text.bytes + text.length - 17, "997,998,999,0.003");
  text_close(&text);
  assert_int_equal(allocator.used, 0);
}

static void test_failure_keeps_what_was_there(void **state) {
  (void)state;
  for (long n = 1;; n++) {
    FailingAllocator failing;
    failing_open(&failing, n, FAILING_ONCE);
    Text text = text_open(&failing.allocator);
    for (int k = 0; k < 300; k++) {
      text_printf(&text, "%03d", k);
    }
    assert_int_equal(text.failed, failing.has_failed);
    for (size_t k = 0; k < text.length / 3; k++) {
      assert_int_equal((text.bytes[3 * k] - '0') * 100 + (text.bytes[3 * k + 1] - '0') * 10 +
                           (text.bytes[3 * k + 2] - '0'),
                       k);
    }
    assert_int_equal(text.length % 3, 0);
    text_close(&text);
    failing_close(&failing);
    if (!failing.has_failed) {
      break;
    }
  }
}

static void assert_visible(const char *raw, size_t length, const char *expected) {
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  text_put(&text, "");
  text_visible(&text, raw, length);
  assert_string_equal(text.bytes, expected);
  text_close(&text);
}

static void test_visible(void **state) {
  (void)state;
  assert_visible("plain", 5, "plain");
  assert_visible("\033[31mred", 8, "\\x1b[31mred");
  assert_visible("a\0b\n\t\x7f", 6, "a\\x00b\\x0a\\x09\\x7f");
  assert_visible("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  assert_visible("\xff\xc3", 2, "\\xff\\xc3");
  assert_visible("\xe2\x80\xae.\xe2\x80\xa8.\xe2\x81\xa6.\xc2\x85.\xe2\x80\x8f", 18,
                 "\\u202e.\\u2028.\\u2066.\\x85.\\u200f");
  assert_visible("%s%n", 4, "%s%n");
}

static void assert_json(const char *raw, const char *expected) {
  Allocator allocator = {0};
  Text text = text_open(&allocator);
  text_json_string(&text, raw);
  assert_string_equal(text.bytes, expected);
  text_close(&text);
}

static void test_json_string(void **state) {
  (void)state;
  assert_json("", "\"\"");
  assert_json("a \"b\" \\", "\"a \\\"b\\\" \\\\\"");
  assert_json("\b\t\n\f\r\033", "\"\\b\\t\\n\\f\\r\\u001b\"");
  assert_json("\xc3\xa9\x7f", "\"\xc3\xa9\\u007f\"");
  assert_json("\xff|\xe2\x80\xae", "\"\\ufffd|\\u202e\"");
}

static void test_distance(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    int distance;
  } table[] = {
      {"", "", 0},
      {"", "abc", 3},
      {"abc", "", 3},
      {"mass", "mass", 0},
      {"mas", "mass", 1},
      {"maas", "mass", 1},
      {"amss", "mass", 1},
      {"msas", "mass", 1},
      {"lenght", "length", 1},
      {"kitten", "sitting", 3},
      {"abcdef", "badcfe", 3},
      {"ca", "abc", 3},
  };
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    assert_int_equal(text_distance(table[k].a, table[k].b, 9), table[k].distance);
    assert_int_equal(text_distance(table[k].b, table[k].a, 9), table[k].distance);
  }
  assert_int_equal(text_distance("kitten", "sitting", 2), 3);
  assert_int_equal(text_distance("kitten", "xxxxxxxxxxxx", 1), 2);
  char word[200];
  memset(word, 'a', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  assert_int_equal(text_distance(word, word, 2), 0);
  assert_int_equal(text_distance(word, word + 1, 2), 1);
  char other[200];
  memset(other, 'b', sizeof other - 1);
  other[sizeof other - 1] = '\0';
  assert_int_equal(text_distance(word, other, 2), 3); // too long to be compared
}

static void test_nearest(void **state) {
  (void)state;
  static const char *const words[] = {"mass", "inertia", "initial", "markers", "type", "id"};
  enum { COUNT = 6 };
  assert_string_equal(text_nearest("mas", words, COUNT), "mass");
  assert_string_equal(text_nearest("Mass", words, COUNT), "mass");
  assert_string_equal(text_nearest("MARKER", words, COUNT), "markers");
  assert_string_equal(text_nearest("inital", words, COUNT), "initial");
  assert_string_equal(text_nearest("tpye", words, COUNT), "type");
  assert_null(text_nearest("stiffness", words, COUNT));
  assert_null(text_nearest("xy", words, COUNT));                 // distance 2 of a short word
  assert_string_equal(text_nearest("i", words, COUNT), "id");    // distance 1
  assert_null(text_nearest("", words, COUNT));                   // nothing was meant
  assert_null(text_nearest("y", (const char *const[]){"t"}, 1)); // nothing in common
  assert_null(text_nearest("mass", words, 0));
  static const char *const twins[] = {"ab", "ac"};
  assert_ptr_equal(text_nearest("ad", twins, 2), twins[0]);
  char endless[100];
  memset(endless, 'm', sizeof endless - 1);
  endless[sizeof endless - 1] = '\0';
  assert_null(text_nearest(endless, words, COUNT));
}

// The table of well-formed sequences (Unicode, table 3-7), at its edges.
static void test_decode(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    int size;
    uint32_t code_point;
  } table[] = {
      {"a", 1, 'a'},
      {"\x7f", 1, 0x7f},
      {"\x80", 0, 0},
      {"\xbf", 0, 0},
      {"\xc0\x80", 0, 0},
      {"\xc1\xbf", 0, 0},
      {"\xc2\x80", 2, 0x80},
      {"\xdf\xbf", 2, 0x7ff},
      {"\xdf", 0, 0},
      {"\xc3(", 0, 0},
      {"\xe0\x9f\xbf", 0, 0},
      {"\xe0\xa0\x80", 3, 0x800},
      {"\xed\x9f\xbf", 3, 0xd7ff},
      {"\xed\xa0\x80", 0, 0},
      {"\xed\xbf\xbf", 0, 0},
      {"\xee\x80\x80", 3, 0xe000},
      {"\xef\xbf\xbf", 3, 0xffff},
      {"\xef\xbf", 0, 0},
      {"\xf0\x8f\xbf\xbf", 0, 0},
      {"\xf0\x90\x80\x80", 4, 0x10000},
      {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
      {"\xf4\x90\x80\x80", 0, 0},
      {"\xf5\x80\x80\x80", 0, 0},
      {"\xff", 0, 0},
  };
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    uint32_t code_point = 0;
    assert_int_equal(text_decode(table[k].bytes, strlen(table[k].bytes), &code_point),
                     table[k].size);
    assert_int_equal(code_point, table[k].code_point);
  }
  uint32_t code_point = 7;
  assert_int_equal(text_decode("", 0, &code_point), 0);
  assert_int_equal(text_decode("\0", 1, &code_point), 1);
  assert_int_equal(code_point, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_append_printf_number),
      cmocka_unit_test(test_failure_keeps_what_was_there),
      cmocka_unit_test(test_visible),
      cmocka_unit_test(test_json_string),
      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_decode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
