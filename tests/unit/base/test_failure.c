// SPDX-License-Identifier: BSD-3-Clause
// The first failure wins, and is reported through the list of messages.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/failure.h"

static void test_first_wins(void **state) {
  (void)state;
  static const SourceText source = {.name = "m.yaml", .text = "a: 1\n", .length = 5};
  OriginPlace places[] = {{.mark = {.source = NULL}}, {.mark = {&source, 1, 4, 5}}};
  const Origins origins = {places, 2};
  const Origin mark = {.id = 1};
  Failure failure = {.code = DIAG_NONE};
  failure_hint(&failure, "too early");
  assert_string_equal(failure.hint, "");
  assert_false(failure_set(&failure, DIAG_INT_STALLED, mark, "step %g s at t = %g s", 1e-13, 0.5));
  failure_hint(&failure, "look at \"%s\"", "rod");
  assert_false(failure_set(&failure, DIAG_NUM_STATE, origin_none(), "later"));
  failure_hint(&failure, "later");
  assert_int_equal(failure.code, DIAG_INT_STALLED);
  assert_string_equal(failure.text, "step 1e-13 s at t = 0.5 s");
  assert_string_equal(failure.hint, "look at \"rod\"");

  Allocator allocator = {0};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  failure_report(&failure, &origins, &diag);
  Text text = text_open(&allocator);
  diag_render(&diag, false, &text);
  assert_string_equal(text.bytes, "m.yaml:1:4: error[E-INT-001]: step 1e-13 s at t = 0.5 s\n"
                                  "    1 | a: 1\n"
                                  "      |    ^\n"
                                  "hint: look at \"rod\"\n");
  assert_int_equal(diag_exit_status(&diag), 4);
  text_close(&text);
  arena_close(&arena);
}

static void test_nothing_to_report(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const Failure failure = {.code = DIAG_NONE};
  failure_report(&failure, NULL, &diag);
  assert_int_equal(diag.count, 0);
  assert_int_equal(diag.error_count, 0);
  arena_close(&arena);
}

static void test_long_texts_are_cut(void **state) {
  (void)state;
  static char word[3000];
  memset(word, 'x', sizeof word - 1);
  Failure failure = {.code = DIAG_NONE};
  failure_set(&failure, DIAG_NUM_STATE, origin_none(), "%s", word);
  failure_hint(&failure, "%s", word);
  assert_int_equal(strlen(failure.text), sizeof failure.text - 1);
  assert_int_equal(strlen(failure.hint), sizeof failure.hint - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_wins),
      cmocka_unit_test(test_nothing_to_report),
      cmocka_unit_test(test_long_texts_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
