// SPDX-License-Identifier: BSD-3-Clause
// test_model_examples.c: every measure, of every owner that has it, is read by an example of the
// reference pages (docs/examples), all of which tests/docs runs.
#include "support/place.h"
#include "unit/model_support.h"

#include <dirent.h>

enum { MOST = 400 };

static void note_measures(const char *path, bool *used) {
  Allocator allocator = {0};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  const Model *model = model_load(path, &options, &arena, &diag);
  if (model == NULL) {
    fail_msg("%s does not load", path);
  }
  for (int m = 0; model != NULL && m < model->measure_count; m++) {
    const Measure *measure = &model->measures[m];
    used[(measure->vector != NULL ? measure->vector : measure->kind) - measure_kinds] = true;
  }
  arena_close(&arena);
}

static void every_measure_is_read(void **state) {
  (void)state;
  bool used[MOST] = {false};
  char path[2048];
  const Place examples = place_of("docs/examples");
  DIR *folder = opendir(examples.path);
  assert_non_null(folder);
  for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    const char *dot = strrchr(entry->d_name, '.');
    if (dot != NULL && strcmp(dot, ".yaml") == 0) {
      (void)snprintf(path, sizeof path, "%s/%s", examples.path, entry->d_name);
      note_measures(path, used);
    }
  }
  assert_int_equal(closedir(folder), 0);
  int missing = 0;
  assert_true(measure_kind_count() <= MOST);
  for (int k = 0; k < measure_kind_count(); k++) {
    const MeasureKind *kind = &measure_kinds[k];
    if (!used[k]) {
      print_error("no example reads %s %s%s (%d)\n", kind->type == NULL ? "" : kind->type,
                  kind->name, kind->spaces == IN_SPACE ? ", in space" : "", (int)kind->owner);
      missing++;
    }
  }
  assert_int_equal(missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_measure_is_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
