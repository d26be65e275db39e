// SPDX-License-Identifier: BSD-3-Clause
// Words of ours in man(7): nothing is read as a request. What man makes of whole pages is tested in
// tests/cli.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/manual/roff.h"
#include "support/failing_allocator.h"

static void expect(void (*put)(const char *text, Text *out), const char *text, const char *wanted) {
  Allocator allocator = {0};
  Text out = text_open(&allocator);
  put(text, &out);
  assert_string_equal(out.bytes, wanted);
  text_close(&out);
  assert_int_equal(allocator.used, 0);
}

static void put_words(const char *text, Text *out) {
  roff_words(text, strlen(text), out);
}

static void put_lines(const char *text, Text *out) {
  roff_lines(text, strlen(text), out);
}

static void put_text(const char *text, Text *out) {
  roff_text(text, strlen(text), out);
}

static void words(void **state) {
  (void)state;
  expect(put_words, ".TH is no request", "\\&.TH is no request\n");
  expect(put_words, "'quoted'", "\\&\\(aqquoted\\(aq\n");
  expect(put_words, "a\\b --set x^2 ~ `", "a\\eb \\-\\-set x\\(ha2 \\(ti \\(ga\n");
  expect(put_words, "5 \xc2\xb5m", "5 \\[u00B5]m\n");
  expect(put_words, "One. Two? more... of it", "One.\nTwo?\nmore... of it\n");
  expect(put_words, "", "");
}

// A word at the end of a line never puts the next one where a request would stand.
static void long_lines(void **state) {
  (void)state;
  char text[512] = "";
  for (int k = 0; k < 40; k++) {
    strncat(text, "words .br ", 11);
  }
  Allocator allocator = {0};
  Text out = text_open(&allocator);
  put_words(text, &out);
  for (const char *line = out.bytes; *line != '\0'; line = strchr(line, '\n') + 1) {
    assert_true(strcspn(line, "\n") <= 80);
    assert_int_not_equal(line[0], '.');
  }
  text_close(&out);
}

static void sentences(void **state) {
  (void)state;
  expect(roff_sentence, "number in m", "Number in m.\n");
  expect(roff_sentence, "a hinge: it turns", "A hinge: it turns.\n");
  expect(roff_sentence, "x, y or xy: powers", "x, y or xy: powers.\n");
  expect(roff_sentence, "xyz | xzy", "xyz | xzy.\n");
  expect(roff_sentence, "uniform: evenly", "uniform: evenly.\n");
  expect(roff_sentence, "map:", "Map:\n");
  expect(roff_sentence, "does it work?", "Does it work?\n");
}

static void blocks(void **state) {
  (void)state;
  expect(put_lines, "  .a -b\n\n  c\n", ".PP\n.nf\n\\&.a \\-b\n\nc\n.fi\n");
  expect(put_text, "One\ntwo\n\nthree:\n  a  b\n",
         ".PP\nOne two\n.PP\nthree:\n.PP\n.nf\na  b\n.fi\n");
}

static void item(const char *text, Text *out) {
  roff_section(text, out);
  roff_item("--set", "PATH", text, out);
}

static void memory_that_is_refused(void **state) {
  (void)state;
  expect(item, "change it", ".SH change it\n.TP\n\\fB\\-\\-set\\fR \\fIPATH\\fR\nChange it.\n");
  for (long n = 1;; n++) {
    FailingAllocator failing;
    failing_open(&failing, n, FAILING_FOR_EVER);
    Text out = text_open(&failing.allocator);
    item("change it", &out);
    assert_int_equal(out.failed, failing.has_failed);
    text_close(&out);
    failing_close(&failing);
    if (!failing.has_failed) {
      break;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words),
      cmocka_unit_test(long_lines),
      cmocka_unit_test(sentences),
      cmocka_unit_test(blocks),
      cmocka_unit_test(memory_that_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
