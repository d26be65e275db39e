// SPDX-License-Identifier: BSD-3-Clause
// Marks of words inside a decoded scalar.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mark.h"

// "a\u00e9 b" over two lines: the source is  "a\xe9 | b", folded at the blank.
static const int lines[] = {3, 3, 3, 3, 4, 4};
static const int columns[] = {5, 6, 6, 10, 2, 3};
static const Passage passage = {
    .text = "a\xc3\xa9 b", .length = 5, .line = lines, .column = columns};

static void assert_mark(int first, int last, int line, int column, int end_column) {
  const Mark mark = mark_of_passage(&passage, first, last);
  assert_int_equal(mark.line, line);
  assert_int_equal(mark.column, column);
  assert_int_equal(mark.end_column, end_column);
}

static void test_words(void **state) {
  (void)state;
  assert_mark(0, 1, 3, 5, 6);
  assert_mark(1, 3, 3, 6, 10); // an escape sequence is as wide as it is in the source
  assert_mark(0, 3, 3, 5, 10);
  assert_mark(0, 5, 3, 5, 11); // only the first line
  assert_mark(4, 5, 4, 2, 3);
  assert_mark(5, 5, 4, 3, 4); // just behind the scalar
}

static void test_indices_out_of_range(void **state) {
  (void)state;
  assert_mark(-7, 1, 3, 5, 6);
  assert_mark(9, 20, 4, 3, 4);
  assert_mark(4, 2, 4, 2, 3);
}

static void test_none(void **state) {
  (void)state;
  const Mark mark = mark_none();
  assert_int_equal(mark.line, 0);
  assert_null(mark.source);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_indices_out_of_range),
      cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
