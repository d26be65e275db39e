// SPDX-License-Identifier: BSD-3-Clause
// page.c: the page of a result.
#include "report/page/page.h"
#include "language/expand/files.h"
#include "library/handles.h"
#include "system/start/initial.h"

// The mechanism at the numbers of its file; NULL when they cannot be taken or memory ran out.
static State *open_mechanism(const mbs_result *result, Arena *arena) {
  Failure unheard = {.code = DIAG_NONE};
  State *state = state_open(result->model->system, arena);
  if (state == NULL || !state_refresh(state, NULL, &unheard)) {
    state_close(state);
    return NULL;
  }
  initial_guess(state);
  return state;
}

static bool write_page(const mbs_result *result, const char *directory, Arena *arena, Diag *diag) {
  Stored stored;
  if (!stored_open(directory, &stored, arena, diag)) {
    return false;
  }
  State *state = open_mechanism(result, arena);
  const ModelReader reader = files_reader(&result->model->load);
  const PageJob job = {.calls = &io_kernel_calls,
                       .stored = &stored,
                       .path = io_join(arena, directory, "report.html"),
                       .model = state != NULL ? result->run.model : NULL,
                       .reader = &reader,
                       .state = state};
  const bool good = job.path != NULL && page_write(&job, arena, diag);
  state_close(state);
  return good;
}

mbs_status mbs_result_page(mbs_result *result, const char *directory,
                           const mbs_messages **messages) {
  const mbs_messages *unheard;
  const mbs_messages **said = messages != NULL ? messages : &unheard;
  *said = NULL;
  if (result == NULL || directory == NULL || result->run.results == NULL) {
    return MBS_USAGE;
  }
  Arena arena;
  arena_open(&arena, &result->allocator);
  diag_open(&result->trouble.diag, &result->arena);
  const bool written = write_page(result, directory, &arena, &result->trouble.diag);
  arena_close(&arena);
  *said = &result->trouble;
  return handles_said(result, written);
}
