// SPDX-License-Identifier: BSD-3-Clause
// Bytes that no model may hold, each at its line and column.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/yaml_support.h"

typedef struct Case {
  const char *bytes;
  size_t length;
  DiagCode code;
  int line, column;
  const char *text;
} Case;

#define BYTES(literal) literal, sizeof(literal) - 1

// clang-format off
static const Case cases[] = {
  // not UTF-8
  {BYTES("a: \xff\n"), DIAG_YAML_ENCODING, 1, 4, "0xff"},
  {BYTES("a: 1\nb: \xc3\xa9\xc3\n"), DIAG_YAML_ENCODING, 2, 5, "0xc3"},
  {BYTES("a: \xc0\x80\n"), DIAG_YAML_ENCODING, 1, 4, "0xc0"},         // overlong
  {BYTES("# \xe0\x9f\xbf\n"), DIAG_YAML_ENCODING, 1, 3, "UTF-8"},     // overlong, in a comment
  {BYTES("a: \xed\xa0\x80\n"), DIAG_YAML_ENCODING, 1, 4, "0xed"},     // surrogate
  {BYTES("a: \xf4\x90\x80\x80\n"), DIAG_YAML_ENCODING, 1, 4, "0xf4"}, // beyond U+10FFFF
  {BYTES("a: M\xfchle\n"), DIAG_YAML_ENCODING, 1, 5, "0xfc"},         // Latin-1
  {BYTES("a: \xe2\x82"), DIAG_YAML_ENCODING, 1, 4, "0xe2"},           // cut off
  {BYTES("\xff\xfe" "a\0:\0"), DIAG_YAML_ENCODING, 0, 0, "UTF-16"},
  {BYTES("\xfe\xff\0a\0:"), DIAG_YAML_ENCODING, 0, 0, "UTF-16"},
  {BYTES("m\0b\0s\0"), DIAG_YAML_ENCODING, 0, 0, "UTF-16"},
  {BYTES("\0m\0b\0s"), DIAG_YAML_ENCODING, 0, 0, "UTF-16"},
  // forbidden characters
  {BYTES("ab: x\0y\n"), DIAG_YAML_CHARACTER, 1, 6, "NUL"},
  {BYTES("a: 1\0"), DIAG_YAML_CHARACTER, 1, 5, "NUL"},
  {BYTES("a: '\033[31m'\n"), DIAG_YAML_CHARACTER, 1, 5, "control character, U+001B"},
  {BYTES("a: \a\n"), DIAG_YAML_CHARACTER, 1, 4, "U+0007"},
  {BYTES("# \v\n"), DIAG_YAML_CHARACTER, 1, 3, "U+000B"},
  {BYTES("a: \x7f\n"), DIAG_YAML_CHARACTER, 1, 4, "U+007F"},
  {BYTES("a: \xc2\x9f\n"), DIAG_YAML_CHARACTER, 1, 4, "U+009F"},
  {BYTES("a: b\xc2\x85" "c\n"), DIAG_YAML_CHARACTER, 1, 5, "line separator, U+0085"},
  {BYTES("a: b\xe2\x80\xa8" "c\n"), DIAG_YAML_CHARACTER, 1, 5, "line separator, U+2028"},
  {BYTES("a: b\xe2\x80\xa9" "c\n"), DIAG_YAML_CHARACTER, 1, 5, "line separator, U+2029"},
  {BYTES("# \xe2\x80\xae\n"), DIAG_YAML_CHARACTER, 1, 3, "bidirectional control character, U+202E"},
  {BYTES("a: \xe2\x80\xaa\n"), DIAG_YAML_CHARACTER, 1, 4, "U+202A"},
  {BYTES("a: \xe2\x81\xa6\n"), DIAG_YAML_CHARACTER, 1, 4, "U+2066"},
  {BYTES("a: \xe2\x81\xa9\n"), DIAG_YAML_CHARACTER, 1, 4, "U+2069"},
  {BYTES("a: \xe2\x80\x8e\n"), DIAG_YAML_CHARACTER, 1, 4, "U+200E"},
  {BYTES("a: \xe2\x80\x8f\n"), DIAG_YAML_CHARACTER, 1, 4, "U+200F"},
  {BYTES("a: \xef\xbb\xbf\n"), DIAG_YAML_CHARACTER, 1, 4, "byte order mark"},
  {BYTES("\xef\xbb\xbf\xef\xbb\xbf" "a: 1\n"), DIAG_YAML_CHARACTER, 1, 1, "byte order mark"},
  {BYTES("a: \xef\xbf\xbf\n"), DIAG_YAML_CHARACTER, 1, 4, "noncharacter"},
  {BYTES("a: 1\rb: 2\r"), DIAG_YAML_CHARACTER, 1, 5, "carriage return"},
  {BYTES("a: 1\r\r\nb: 2\n"), DIAG_YAML_CHARACTER, 1, 5, "LF or CR LF"},
  {BYTES("a: 1\r\n\xc3\xa9: \r"), DIAG_YAML_CHARACTER, 2, 4, "carriage return"},
  // the same by an escape sequence
  {BYTES("a: \"x\\0\"\n"), DIAG_YAML_CHARACTER, 1, 6, "NUL"},
  {BYTES("a:\n  - \"\\t\\e[0m\"\n"), DIAG_YAML_CHARACTER, 2, 8, "U+001B"},
  {BYTES("a: \"x\n  \\u202e\"\n"), DIAG_YAML_CHARACTER, 2, 3, "U+202E"},
  {BYTES("a: \"\\N\"\n"), DIAG_YAML_CHARACTER, 1, 5, "U+0085"},
  {BYTES("\"a\\r\": 1\n"), DIAG_YAML_CHARACTER, 1, 3, "U+000D"},
};
// clang-format on

static void test_refused_bytes(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const Case *tested = &cases[k];
    Parsed parsed;
    parsed_open_bytes(&parsed, tested->bytes, tested->length);
    const DiagMessage *message = &parsed.diag.messages[0];
    if (parsed.root != NULL || parsed.diag.count < 1 || message->code != tested->code ||
        message->mark.line != tested->line || message->mark.column != tested->column ||
        (strstr(message->text, tested->text) == NULL &&
         strstr(message->hint, tested->text) == NULL)) {
      fail_msg("case %d: %s at %d:%d", (int)k, parsed.diag.count > 0 ? message->text : "accepted",
               parsed.diag.count > 0 ? message->mark.line : 0,
               parsed.diag.count > 0 ? message->mark.column : 0);
    }
    parsed_close(&parsed);
  }
}

static void test_accepted_bytes(void **state) {
  (void)state;
  static const char *const texts[] = {
      "\xef\xbb\xbf# c\na: 1\n",
      "a: 1\r\nb: 2\r\n",
      "a:\t1\n",
      "a: 1\t# c\n",
      "a: \xc2\xa0\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\n",
      "a: \xe2\x80\x8b\n", // zero width space: invisible, but no deception of order
      "a: \"\\t\\n\\u00e9\\U0001F600\\x41\"\n",
  };
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    Parsed parsed;
    parsed_open(&parsed, texts[k]);
    assert_int_equal(parsed.diag.count, 0);
    assert_non_null(parsed.root);
    parsed_close(&parsed);
  }
}

// One message for each run of wrong bytes, all of a file, and not a million.
static void test_all_faults_are_found(void **state) {
  (void)state;
  Parsed parsed;
  parsed_open(&parsed, "a: \xff\xfe\xfd x\n\x01 \x02\nb: M\xfchle\n");
  assert_int_equal(parsed.diag.count, 4);
  assert_int_equal(parsed.diag.messages[1].mark.line, 2);
  assert_int_equal(parsed.diag.messages[2].mark.column, 3);
  assert_int_equal(parsed.diag.messages[3].mark.line, 3);
  parsed_close(&parsed);
  static char binary[1000001];
  memset(binary, 1, sizeof binary - 1);
  parsed_open(&parsed, binary);
  assert_true(parsed.diag.error_count >= MBS_DIAG_LIMIT && parsed.diag.error_count <= 100);
  parsed_close(&parsed);
}

// Every character of the first plane, raw: accepted exactly when it is not forbidden.
static void test_every_character(void **state) {
  (void)state;
  for (uint32_t c = 1; c < 0x10000; c++) {
    if (c >= 0xd800 && c <= 0xdfff) {
      continue;
    }
    char text[16] = "a: 'x";
    size_t length = 5;
    if (c < 0x80) {
      text[length++] = (char)c;
    } else if (c < 0x800) {
      text[length++] = (char)(0xc0 | c >> 6);
      text[length++] = (char)(0x80 | (c & 0x3f));
    } else {
      text[length++] = (char)(0xe0 | c >> 12);
      text[length++] = (char)(0x80 | (c >> 6 & 0x3f));
      text[length++] = (char)(0x80 | (c & 0x3f));
    }
    text[length] = 'y';
    text[length + 1] = '\'';
    const bool control = (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c <= 0x9f);
    const bool direction =
        c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    const bool other = c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffe;
    const bool quote = c == '\''; // ends the text before y
    Parsed parsed;
    parsed_open_bytes(&parsed, text, length + 2);
    assert_int_equal(parsed.root == NULL, control || direction || other || quote);
    parsed_close(&parsed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused_bytes),
      cmocka_unit_test(test_accepted_bytes),
      cmocka_unit_test(test_all_faults_are_found),
      cmocka_unit_test(test_every_character),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
