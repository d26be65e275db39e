// SPDX-License-Identifier: BSD-3-Clause
// run_messages.c: what is said of a run (see run_messages.h).
#include "output/run_messages.h"

static void collect_check(const CheckResult *check, const Origins *origins, Diag *diag) {
  const Mark mark = origin_mark(origins, check->check->origin);
  const char *text = check->text != NULL ? check->text : "no reason is known";
  if (!check->evaluated) {
    diag_add(diag, DIAG_CHECK_UNMADE, mark, "check \"%s\" could not be made: %s",
             check->check->name, text);
    if (check->hint != NULL) {
      diag_hint(diag, "%s", check->hint);
    }
  } else if (!check->passed) {
    diag_add(diag, DIAG_CHECK_FAILED, mark, "check \"%s\" failed: %s", check->check->name, text);
  }
}

void run_messages(const Run *run, Diag *diag) {
  for (int k = 0; k < run->result_count; k++) {
    const Result *result = &run->results[k];
    diag_copy_all(&result->warnings, diag);
    failure_report(&result->failure, &run->model->origins, diag);
    // what the checks of a part of the motion say helps nobody: the reason is said already
    for (int j = 0; j < result->check_count && run_finished(result->status); j++) {
      collect_check(&result->checks[j], &run->model->origins, diag);
    }
  }
}
