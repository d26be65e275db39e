// SPDX-License-Identifier: BSD-3-Clause
// Rows and fields of a table, as RFC 4180 has them, and where each field stands.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/csv.h"

// A text as its rows: "a|b;c|d;", or what is expected of them.
static void read_as(const char *text, size_t length, const char *expected) {
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const SourceText source = {.text = text, .length = length};
  CsvReader reader;
  char found[400] = "";
  size_t used = 0;
  assert_true(csv_open(&reader, &source, &arena));
  while (csv_next(&reader)) {
    for (int k = 0; k < reader.count; k++) {
      const CsvField *field = &reader.fields[k];
      assert_true(used + (size_t)field->length + 2 < sizeof found);
      memcpy(found + used, field->text, (size_t)field->length);
      used += (size_t)field->length;
      found[used++] = k + 1 < reader.count ? '|' : ';';
    }
  }
  found[used] = '\0';
  assert_string_equal(found, expected);
  arena_close(&arena);
  assert_int_equal(allocator.used, 0);
}

static void reads(const char *text, const char *expected) {
  read_as(text, strlen(text), expected);
}

static void test_rows(void **state) {
  (void)state;
  reads("", "");
  reads("\n\r\n  \n", "");
  reads("a", "a;");
  reads("a,b\n1,2", "a|b;1|2;");
  reads("\xef\xbb\xbf"
        "a,b\r\n\r\n1,2\r\n",
        "a|b;1|2;");
  reads(" a ,\tb\t\n1,\n,2\n,\n", "a|b;1|;|2;|;");
}

static void test_quotes(void **state) {
  (void)state;
  reads("\"a\" , \"b\",c\n", "a|b|c;");
  reads("note,x\n\"a, b\",1\n\",\",2", "note|x;a, b|1;,|2;");
  reads("\"a \"\"b\"\"\",1\n\"\"\"\",\"\"\n", "a \"b\"|1;\"|;");
  reads("\"two\nlines, \r\nor three\",1\r\n2,3", "two\nlines, \r\nor three|1;2|3;");
  reads("\"last\"", "last;");
  reads("\"last\"\r\n", "last;");
}

static void test_quotes_that_enclose_no_field(void **state) {
  (void)state;
  reads("5\" pipe,1\n2,3\n", "5\" pipe|1;2|3;");
  reads("\"a\"b,1\n", "\"a\"b|1;");
  reads("\"open,1\n2,3\n", "\"open|1;2|3;");
  reads("\"open,1\n\"2\",3\n", "\"open|1;2|3;");
}

static void test_places(void **state) {
  (void)state;
  static const char text[] = "x, \"a, b\" ,\xc3\xa9\xc3\xa9,y\n\"1\n2\",3\n4";
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const SourceText source = {.text = text, .length = sizeof text - 1};
  CsvReader reader;
  assert_true(csv_open(&reader, &source, &arena));
  assert_true(csv_next(&reader));
  static const int columns[] = {1, 4, 12, 15}, ends[] = {2, 10, 14, 16};
  for (int n = 0; n < 8; n++) {
    const int k = n < 4 ? n : 7 - n; // to and fro
    assert_int_equal(csv_mark(&reader, k).line, 1);
    assert_int_equal(csv_mark(&reader, k).column, columns[k]);
    assert_int_equal(csv_mark(&reader, k).end_column, ends[k]);
  }
  assert_true(csv_next(&reader));
  assert_int_equal(csv_mark(&reader, 0).line, 2);
  assert_int_equal(csv_mark(&reader, 1).line, 3); // behind the end of a line in quotes
  assert_int_equal(csv_mark(&reader, 1).column, 4);
  assert_true(csv_next(&reader));
  assert_int_equal(reader.line, 4);
  assert_false(csv_next(&reader));
  arena_close(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_quotes),
      cmocka_unit_test(test_quotes_that_enclose_no_field),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
