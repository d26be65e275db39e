// SPDX-License-Identifier: BSD-3-Clause
// test_sweep_language.c: words of other tools lead to words of the model's or the study's language.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "language/tables/tables.h"
#include "spec/words.h"
#include "sweep/study/study.h"
#include "unit/language_walk.h"

typedef struct Wanted {
  const char *word;
  bool found;
} Wanted;

static void look_for(const Field *fields, const Field *field, void *context) {
  (void)fields;
  Wanted *wanted = context;
  wanted->found = wanted->found || strcmp(field->name, wanted->word) == 0;
  for (int k = 0; field->choices != NULL && field->choices[k] != NULL; k++) {
    wanted->found = wanted->found || strcmp(field->choices[k], wanted->word) == 0;
  }
}

static bool is_word_of_ours(const Language *language, const Language *study, const char *word) {
  Wanted wanted = {.word = word, .found = strcmp(word, "type") == 0};
  walk_all(language, look_for, &wanted);
  walk(study->top, look_for, &wanted);
  for (int k = 0; k < language->measure_count && !wanted.found; k++) {
    wanted.found = strcmp(language->measures[k].name, word) == 0;
  }
  for (int t = 0; t < language->table_count && !wanted.found; t++) {
    wanted.found = language_kind(&language->tables[t], word, IN_BOTH) != NULL;
  }
  return wanted.found;
}

static void foreign_words_lead_to_ours(void **state) {
  (void)state;
  Allocator allocator = {0};
  Arena arena;
  arena_open(&arena, &allocator);
  const Language *model = tables_language(&arena), *study = sweep_language(&arena);
  const char *ours = NULL, *theirs = NULL;
  int count = 0;
  assert_non_null(model);
  assert_non_null(study);
  for (int k = 0; words_foreign_row(k, &ours, &theirs); k++) {
    if (!is_word_of_ours(model, study, ours)) {
      fail_msg("\"%s\" lead to \"%s\", which does not exist", theirs, ours);
    }
    const char *const allowed[] = {ours};
    char *words = arena_copy(&arena, theirs, strlen(theirs));
    assert_non_null(words);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
      assert_string_equal(words_foreign(word, allowed, 1), ours);
      count++;
    }
  }
  assert_true(count > 600);
  arena_close(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(foreign_words_lead_to_ours)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
