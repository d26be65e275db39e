// SPDX-License-Identifier: BSD-3-Clause
// Messages: what is kept, in which order, and both renderings to the letter.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"
#include "support/failing_allocator.h"

typedef struct Fixture {
  Allocator allocator;
  Arena arena;
  Diag diag;
  Text text;
} Fixture;

static int setup(void **state) {
  static Fixture fixture;
  fixture = (Fixture){.allocator = {0}};
  arena_open(&fixture.arena, &fixture.allocator);
  diag_open(&fixture.diag, &fixture.arena);
  fixture.text = text_open(&fixture.allocator);
  *state = &fixture;
  return 0;
}

static int teardown(void **state) {
  Fixture *fixture = *state;
  text_close(&fixture->text);
  arena_close(&fixture->arena);
  return fixture->allocator.used == 0 ? 0 : -1;
}

static SourceText source_of(const char *name, const char *text) {
  return (SourceText){.name = name, .text = text, .length = strlen(text)};
}

static const char *render(Fixture *fixture) {
  text_close(&fixture->text);
  text_put(&fixture->text, "");
  diag_render(&fixture->diag, false, &fixture->text);
  return fixture->text.bytes;
}

static void test_the_example_of_the_header(void **state) {
  Fixture *f = *state;
  const SourceText source = source_of("models/a.yaml", "\n\n\n\n\n\n\n\n\n\n\n\n\n"
                                                       "    lenght: 1.0\nmore: 2\n");
  assert_false(diag_add(&f->diag, DIAG_SCHEMA_UNKNOWN, (Mark){&source, 14, 5, 11},
                        "joint \"%s\" has no key \"%s\"", "rod", "lenght"));
  diag_hint(&f->diag, "did you mean \"%s\"?", "length");
  assert_string_equal(
      render(f), "models/a.yaml:14:5: error[E-SCHEMA-003]: joint \"rod\" has no key \"lenght\"\n"
                 "   14 |     lenght: 1.0\n"
                 "      |     ^~~~~~\n"
                 "hint: did you mean \"length\"?\n");
}

static void test_places_without_a_line(void **state) {
  Fixture *f = *state;
  const SourceText source = source_of("a.yaml", "x\n");
  diag_add(&f->diag, DIAG_IO_READ, (Mark){.source = &source}, "cannot be read");
  diag_add(&f->diag, DIAG_INTERNAL, mark_none(), "100 %% wrong: %s", "%s%n");
  diag_add(&f->diag, DIAG_NAME_CASE, (Mark){&source, 99, 1, 2}, "no such line");
  assert_string_equal(render(f), "error[E-BUG-001]: 100 % wrong: %s%n\n"
                                 "a.yaml: error[E-IO-001]: cannot be read\n"
                                 "a.yaml:99:1: warning[W-REF-009]: no such line\n");
}

static void test_related_places(void **state) {
  Fixture *f = *state;
  const SourceText source = source_of("a.yaml", "mass: 1\r\nmass: 2");
  diag_add(&f->diag, DIAG_YAML_DUPLICATE, (Mark){&source, 2, 1, 5}, "twice");
  diag_related(&f->diag, (Mark){&source, 1, 1, 5}, "first %s here", "written");
  diag_hint(&f->diag, "remove one");
  assert_string_equal(render(f), "a.yaml:2:1: error[E-YAML-012]: twice\n"
                                 "    2 | mass: 2\n"
                                 "      | ^~~~\n"
                                 "a.yaml:1:1: note: first written here\n"
                                 "    1 | mass: 1\n"
                                 "      | ^~~~\n"
                                 "hint: remove one\n");
  for (int k = 0; k < 10; k++) {
    diag_related(&f->diag, mark_none(), "%d", k);
  }
  assert_int_equal(f->diag.messages[0].related_count, MBS_DIAG_RELATED);
}

static void assert_excerpt(Fixture *f, const char *line, int column, int end_column,
                           const char *expected) {
  const SourceText source = source_of("s", line);
  diag_open(&f->diag, &f->arena);
  diag_add(&f->diag, DIAG_YAML_SYNTAX, (Mark){&source, 1, column, end_column}, "m");
  const char *rendered = render(f);
  assert_string_equal(strchr(rendered, '\n') + 1, expected);
}

static void test_excerpts(void **state) {
  Fixture *f = *state;
  assert_excerpt(f, "abc\n", 2, 3, "    1 | abc\n      |  ^\n");
  assert_excerpt(f, "abc", 4, 5, "    1 | abc\n      |    ^\n"); // behind the end
  assert_excerpt(f, "", 1, 2, "    1 |\n      | ^\n");
  assert_excerpt(f, "abc   \r\n", 1, 9, "    1 | abc\n      | ^~~~~~\n");
  // a byte order mark has no column and no width
  assert_excerpt(f, "\xef\xbb\xbfkey: 1\n", 6, 7, "    1 | key: 1\n      |      ^\n");
  // tabs, invisible characters, bytes that are no UTF-8
  assert_excerpt(f, "\tb: 1", 1, 2, "    1 |     b: 1\n      | ^~~~\n");
  assert_excerpt(f, "a\tb", 3, 4, "    1 | a   b\n      |     ^\n");
  assert_excerpt(f, "a\033b", 3, 4, "    1 | a\\x1bb\n      |      ^\n");
  assert_excerpt(f, "a\033b", 2, 3, "    1 | a\\x1bb\n      |  ^~~~\n");
  assert_excerpt(f,
                 "a\xff"
                 "b",
                 3, 4, "    1 | a\\xffb\n      |      ^\n");
  assert_excerpt(f, "\xe2\x80\xae.", 2, 3, "    1 | \\u202e.\n      |       ^\n");
  // columns count code points; wide characters take two cells, combining ones none
  assert_excerpt(f, "\xc3\xa9\xc3\xa8x", 3, 4, "    1 | \xc3\xa9\xc3\xa8x\n      |   ^\n");
  assert_excerpt(f, "\xe4\xb8\xad\xe6\x96\x87x", 3, 4,
                 "    1 | \xe4\xb8\xad\xe6\x96\x87x\n      |     ^\n");
  assert_excerpt(f, "e\xcc\x81x", 3, 4, "    1 | e\xcc\x81x\n      |  ^\n");
}

static void test_long_lines_are_cut_around_the_word(void **state) {
  Fixture *f = *state;
  static char line[1001];
  memset(line, 'a', 1000);
  for (size_t k = 0; k < 4; k++) {
    line[500 + k] = "WORD"[k];
  }
  const SourceText source = source_of("s", line);
  diag_add(&f->diag, DIAG_YAML_SYNTAX, (Mark){&source, 1, 501, 505}, "m");
  const char *shown = strchr(render(f), '\n') + 1;
  const char *caret = strchr(shown, '\n') + 1;
  assert_true(strcspn(shown, "\n") <= 8 + 3 + 100 + 3);
  const char *word = strstr(shown, "WORD");
  assert_non_null(word);
  assert_int_equal(word - shown, strchr(caret, '^') - caret);
  assert_non_null(strstr(caret, "^~~~\n"));
  assert_int_equal(strncmp(shown, "    1 | ...aaa", 14), 0);
  assert_non_null(strstr(shown, "aaa...\n"));
  // near the start nothing is cut in front; a word that goes on is cut behind
  diag_open(&f->diag, &f->arena);
  diag_add(&f->diag, DIAG_YAML_SYNTAX, (Mark){&source, 1, 2, 900}, "m");
  shown = strchr(render(f), '\n') + 1;
  caret = strchr(shown, '\n') + 1;
  assert_int_equal(strncmp(shown, "    1 | aaa", 11), 0);
  assert_true(strcspn(caret, "\n") <= 8 + 103);
}

static void test_line_numbers_widen_the_gutter(void **state) {
  Fixture *f = *state;
  static char lines[1300000];
  memset(lines, '\n', sizeof lines - 1);
  lines[1234566] = 'x';
  const SourceText source = source_of("s", lines);
  diag_add(&f->diag, DIAG_YAML_SYNTAX, (Mark){&source, 1234567, 1, 2}, "m");
  assert_string_equal(strchr(render(f), '\n') + 1, "1234567 | x\n        | ^\n");
}

static void test_order_is_by_place_and_stable(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "");
  const SourceText b = source_of("b", "");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&b, 1, 1, 2}, "6");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 20, 1, 2}, "5");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 3, 9, 10}, "3");
  diag_add(&f->diag, DIAG_VALUE_NUMBER, (Mark){&a, 3, 9, 10}, "4");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 3, 2, 3}, "2");
  diag_add(&f->diag, DIAG_VALUE_RANGE, mark_none(), "1");
  diag_sort(&f->diag);
  for (int k = 0; k < 6; k++) {
    assert_int_equal(f->diag.messages[k].text[0], '1' + k);
  }
}

static void test_the_same_twice_is_dropped_with_its_hint(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "x");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 1, 1, 2}, "first");
  diag_add(&f->diag, DIAG_VALUE_NUMBER, (Mark){&a, 1, 1, 2}, "other code");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 1, 1, 2}, "again");
  diag_hint(&f->diag, "of the dropped one");
  diag_related(&f->diag, mark_none(), "of the dropped one");
  assert_int_equal(f->diag.count, 2);
  assert_int_equal(f->diag.error_count, 2);
  assert_null(f->diag.messages[1].hint);
  assert_int_equal(f->diag.messages[1].related_count, 0);
  // without a place nothing is a duplicate
  diag_add(&f->diag, DIAG_IO_READ, mark_none(), "one");
  diag_add(&f->diag, DIAG_IO_READ, mark_none(), "two");
  assert_int_equal(f->diag.count, 4);
}

static int count_of(const char *text, const char *word) {
  int count = 0;
  for (const char *k = strstr(text, word); k != NULL; k = strstr(k + 1, word)) {
    count++;
  }
  return count;
}

static void test_the_first_twenty_by_place(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "");
  for (int line = 5000; line > 0; line--) {
    diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, line, 1, 2}, "line %d", line);
  }
  assert_int_equal(f->diag.error_count, 5000);
  const char *text = render(f);
  assert_int_equal(count_of(text, "error["), 20);
  assert_non_null(strstr(text, "a:1:1: error[E-VAL-002]: line 1\n"));
  assert_non_null(strstr(text, "a:20:1: error[E-VAL-002]: line 20\n4980 more messages: -v shows "));
  assert_true(f->allocator.used < 4000000);
}

static void test_all_that_are_kept(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "");
  for (int line = 1; line <= 32; line++) {
    diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, line, 1, 2}, "line %d", line);
  }
  assert_non_null(strstr(render(f), "line 20\n12 more messages: -v shows them\n"));
  f->diag.all = true;
  assert_int_equal(count_of(render(f), "error["), 32);
  f->text.length = 0;
  diag_render_rest(&f->diag, &f->text);
  assert_int_equal(f->text.length, 0);
}

// What will not be shown is counted, once, and takes no memory; an early place still comes to its
// own.
static void test_the_rest_is_only_counted(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "");
  size_t used = 0;
  for (int line = 10; line <= 20000; line++) {
    for (int twice = 0; twice < 2; twice++) {
      diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, line, 1, 2}, "line %d", line);
      diag_hint(&f->diag, "hint %d", line);
    }
    used = line == 1000 ? f->allocator.used : used;
  }
  assert_int_equal(f->allocator.used, used);
  assert_int_equal(f->diag.error_count, 19991);
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 9, 1, 2}, "the first");
  diag_hint(&f->diag, "its hint");
  const char *text = render(f);
  assert_int_equal(count_of(text, "error["), 20);
  assert_non_null(strstr(text, "a:9:1: error[E-VAL-002]: the first\nhint: its hint\n"));
  assert_non_null(strstr(
      text, "a:28:1: error[E-VAL-002]: line 28\nhint: hint 28\n19972 more messages: -v shows "));
}

static void test_warnings_never_hide_an_error(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "");
  for (int line = 1; line < 1000; line++) {
    diag_add(&f->diag, DIAG_NAME_CASE, (Mark){&a, line, 1, 2}, "w");
  }
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 2000, 1, 2}, "the error");
  diag_hint(&f->diag, "its hint");
  const char *text = render(f);
  assert_int_equal(count_of(text, "warning["), 19);
  assert_non_null(strstr(
      text, "a:2000:1: error[E-VAL-002]: the error\nhint: its hint\n980 more messages: -v shows "));
  assert_int_equal(diag_exit_status(&f->diag), 3);
}

static void test_worse_exit_status(void **state) {
  (void)state;
  static const int worst_first[] = {1, 8, 5, 2, 3, 4, 7, 9, 10, 6, 0};
  enum { COUNT = sizeof worst_first / sizeof *worst_first };
  for (int i = 0; i < COUNT; i++) {
    for (int k = 0; k < COUNT; k++) {
      assert_int_equal(diag_worse_status(worst_first[i], worst_first[k]),
                       worst_first[i < k ? i : k]);
    }
    assert_int_equal(diag_worse_status(worst_first[i], 130), 130);
  }
}

static void test_exit_status_is_the_worst(void **state) {
  Fixture *f = *state;
  assert_int_equal(diag_exit_status(&f->diag), 0);
  diag_add(&f->diag, DIAG_NAME_CASE, mark_none(), "warning");
  assert_int_equal(diag_exit_status(&f->diag), 0);
  diag_add(&f->diag, DIAG_IO_READ, mark_none(), "read");
  diag_add(&f->diag, DIAG_VALUE_RANGE, mark_none(), "range");
  assert_int_equal(diag_exit_status(&f->diag), 5);
  assert_int_equal(f->diag.warning_count, 1);
  assert_int_equal(f->diag.error_count, 2);
}

static void test_user_text_is_made_visible_and_cut(void **state) {
  Fixture *f = *state;
  diag_add(&f->diag, DIAG_VALUE_RANGE, mark_none(), "\"%s\"", "\033[2J\n\xff");
  assert_string_equal(f->diag.messages[0].text, "\"\\x1b[2J\\x0a\\xff\"");
  static char word[5001];
  for (size_t k = 0; k < 5000; k += 2) {
    word[k] = '\xc3';
    word[k + 1] = '\xa9';
  }
  diag_add(&f->diag, DIAG_VALUE_RANGE, mark_none(), "x%s", word);
  const char *text = f->diag.messages[1].text;
  assert_int_equal(strlen(text), 1999 + 3);
  assert_string_equal(text + 1997, "\xc3\xa9...");
}

static void test_colors(void **state) {
  Fixture *f = *state;
  const SourceText a = source_of("a", "x");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 1, 1, 2}, "m");
  assert_null(strchr(render(f), '\033'));
  text_close(&f->text);
  diag_render(&f->diag, true, &f->text);
  assert_string_equal(f->text.bytes, "a:1:1: \033[1;31merror[E-VAL-002]\033[0m: m\n"
                                     "    1 | x\n"
                                     "      | \033[1;32m^\033[0m\n");
}

static void test_json(void **state) {
  Fixture *f = *state;
  diag_render_json(&f->diag, &f->text);
  assert_string_equal(f->text.bytes, "[]\n");
  text_close(&f->text);
  const SourceText a = source_of("dir \"q\"/a", "x: 1");
  diag_add(&f->diag, DIAG_NAME_CASE, mark_none(), "w");
  diag_add(&f->diag, DIAG_VALUE_RANGE, (Mark){&a, 1, 4, 5}, "a \"%s\"", "b");
  diag_hint(&f->diag, "h");
  diag_related(&f->diag, (Mark){&a, 1, 1, 2}, "key");
  diag_related(&f->diag, mark_none(), "nowhere");
  diag_render_json(&f->diag, &f->text);
  assert_string_equal(
      f->text.bytes,
      "[\n"
      " {\"file\": null, \"line\": null, \"column\": null, \"end_column\": null, "
      "\"severity\": \"warning\", \"code\": \"W-REF-009\", \"message\": \"w\", \"hint\": null, "
      "\"related\": []},\n"
      " {\"file\": \"dir \\\"q\\\"/a\", \"line\": 1, \"column\": 4, \"end_column\": 5, "
      "\"severity\": \"error\", \"code\": \"E-VAL-002\", \"message\": \"a \\\"b\\\"\", "
      "\"hint\": \"h\", \"related\": [{\"file\": \"dir \\\"q\\\"/a\", \"line\": 1, \"column\": 1, "
      "\"end_column\": 2, \"message\": \"key\"}, {\"file\": null, \"line\": null, "
      "\"column\": null, \"end_column\": null, \"message\": \"nowhere\"}]}\n"
      "]\n");
}

// A code appears once, looks like one, and its letter agrees with its severity.
static void test_table_of_codes(void **state) {
  (void)state;
  for (int code = DIAG_NONE + 1; code < DIAG_CODE_COUNT; code++) {
    const char *name = diag_code_name((DiagCode)code);
    const char *letters = "EWI";
    assert_int_equal(name[0], letters[diag_code_severity((DiagCode)code)]);
    assert_int_equal(strspn(name + strlen(name) - 3, "0123456789"), 3);
    assert_true(strlen(diag_code_meaning((DiagCode)code)) > 5);
    assert_int_equal(diag_code_severity((DiagCode)code) == DIAG_ERROR,
                     diag_code_exit_status((DiagCode)code) != 0);
    for (int other = DIAG_NONE; other < code; other++) {
      assert_string_not_equal(name, diag_code_name((DiagCode)other));
    }
  }
}

static void test_every_request_may_fail(void **state) {
  (void)state;
  const SourceText a = source_of("a", "key: value\n");
  for (int mode = FAILING_ONCE; mode <= FAILING_FOR_EVER; mode++) {
    for (long n = 1;; n++) {
      FailingAllocator failing;
      failing_open(&failing, n, (FailingMode)mode);
      Arena arena;
      Diag diag;
      arena_open(&arena, &failing.allocator);
      diag_open(&diag, &arena);
      Text text = text_open(&failing.allocator);
      for (int k = 0; k < 300; k++) {
        diag_add(&diag, DIAG_VALUE_RANGE, (Mark){&a, 1, k + 1, k + 2}, "%d", k);
        diag_hint(&diag, "hint %d", k);
        diag_related(&diag, mark_none(), "related %d", k);
      }
      assert_int_equal(diag.error_count, 300);
      diag_render(&diag, true, &text);
      diag_render_json(&diag, &text);
      text_close(&text);
      arena_close(&arena);
      failing_close(&failing);
      if (!failing.has_failed) {
        assert_true(n > 1000);
        break;
      }
      n += n > 100 ? 96 : 0; // each kind of request has been tried
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_the_example_of_the_header, setup, teardown),
      cmocka_unit_test_setup_teardown(test_places_without_a_line, setup, teardown),
      cmocka_unit_test_setup_teardown(test_related_places, setup, teardown),
      cmocka_unit_test_setup_teardown(test_excerpts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_long_lines_are_cut_around_the_word, setup, teardown),
      cmocka_unit_test_setup_teardown(test_line_numbers_widen_the_gutter, setup, teardown),
      cmocka_unit_test_setup_teardown(test_order_is_by_place_and_stable, setup, teardown),
      cmocka_unit_test_setup_teardown(test_the_same_twice_is_dropped_with_its_hint, setup,
                                      teardown),
      cmocka_unit_test_setup_teardown(test_the_first_twenty_by_place, setup, teardown),
      cmocka_unit_test_setup_teardown(test_all_that_are_kept, setup, teardown),
      cmocka_unit_test_setup_teardown(test_the_rest_is_only_counted, setup, teardown),
      cmocka_unit_test_setup_teardown(test_warnings_never_hide_an_error, setup, teardown),
      cmocka_unit_test_setup_teardown(test_exit_status_is_the_worst, setup, teardown),
      cmocka_unit_test(test_worse_exit_status),
      cmocka_unit_test_setup_teardown(test_user_text_is_made_visible_and_cut, setup, teardown),
      cmocka_unit_test_setup_teardown(test_colors, setup, teardown),
      cmocka_unit_test_setup_teardown(test_json, setup, teardown),
      cmocka_unit_test(test_table_of_codes),
      cmocka_unit_test(test_every_request_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
