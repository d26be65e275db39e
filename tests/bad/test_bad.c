// SPDX-License-Identifier: BSD-3-Clause
// test_bad.c: every broken model of this folder gets exactly the messages that it expects.
//
//   # expect: E-SCHEMA-003 7:5 E-REF-004 9:3; schema: fails
//
// The first line of a file lists codes with line and column of all messages, errors, warnings and
// remarks alike, in the order of places ("nothing" for none). "schema:" is for tests/schema.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/load.h"
#include "support/place.h"

enum { FIRST_LINE = 512, ACTUAL = 1024, LEAST_FILES = 90 };

// The text between "# expect: " and ";" or the end of the line. False when there is none.
static bool read_expectation(const char *path, char expected[FIRST_LINE]) {
  static const char prefix[] = "# expect: ";
  char line[FIRST_LINE] = "";
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  (void)fgets(line, sizeof line, file);
  assert_int_equal(fclose(file), 0);
  const char *start = strstr(line, prefix);
  if (start == NULL) {
    return false;
  }
  start += sizeof prefix - 1;
  const size_t length = strcspn(start, ";\r\n");
  memcpy(expected, start, length);
  expected[length] = '\0';
  return true;
}

static void describe(const Diag *diag, char actual[ACTUAL]) {
  int used = 0;
  for (int k = 0; k < diag->count && used < ACTUAL; k++) {
    const DiagMessage *message = &diag->messages[k];
    used += snprintf(actual + used, (size_t)(ACTUAL - used), "%s%s %d:%d", k > 0 ? " " : "",
                     diag_code_name(message->code), message->mark.line, message->mark.column);
  }
  if (diag->count == 0) {
    (void)snprintf(actual, ACTUAL, "nothing");
  }
}

// What people would see must not be empty, and the model exists exactly without errors.
static bool check_file(const char *path) {
  char expected[FIRST_LINE];
  char actual[ACTUAL];
  if (!read_expectation(path, expected)) {
    print_error("%s: the first line says nothing\n", path);
    return false;
  }
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  Diag diag;
  diag_open(&diag, &arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  const Model *model = model_load(path, &options, &arena, &diag);
  diag_sort(&diag);
  describe(&diag, actual);
  const bool same = strcmp(expected, actual) == 0;
  const bool consistent = (model != NULL) == (diag.error_count == 0);
  Text text = text_open(&allocator);
  diag_render(&diag, false, &text);
  if (!same || !consistent) {
    print_error("%s\n  expected %s\n  found    %s\n%s\n", path, expected, actual,
                text.bytes == NULL ? "" : text.bytes);
  }
  const bool told = diag.count == 0 || text.length > 0;
  text_close(&text);
  arena_close(&arena);
  return same && consistent && told && allocator.used == 0;
}

static int is_model(const struct dirent *entry) {
  const char *ending = strrchr(entry->d_name, '.');
  return ending != NULL && strcmp(ending, ".yaml") == 0;
}

static void every_file_gets_its_messages(void **state) {
  (void)state;
  struct dirent **entries = NULL;
  const Place folder = place_of("tests/bad");
  const int count = scandir(folder.path, &entries, is_model, alphasort);
  assert_true(count >= LEAST_FILES);
  int failed = 0;
  for (int k = 0; k < count; k++) {
    char path[2048];
    (void)snprintf(path, sizeof path, "%s/%s", folder.path, entries[k]->d_name);
    failed += !check_file(path);
    free(entries[k]);
  }
  free(entries);
  assert_int_equal(failed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_file_gets_its_messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
