// SPDX-License-Identifier: BSD-3-Clause
// reporting.c: from a results directory to a page (see reporting.h).
#include "cli/shared/reporting.h"

#include <string.h>

#include "cli/shared/loading.h"
#include "language/expand/files.h"
#include "output/json_read.h"
#include "report/page/page.h"
#include "system/start/initial.h"

const Model *reporting_model(const Session *session, const Stored *stored, Diag *diag) {
  const char *summary = stored->summary;
  Arena *arena = session->arena;
  LoadOptions load = loading_options(session->options);
  const char *list = json_read_find(summary, "overrides");
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    load.set_count++;
  }
  const char **sets = arena_array(arena, const char *, load.set_count);
  int k = 0;
  for (JsonItem item = json_read_first(list); sets != NULL && item.value != NULL;
       item = json_read_next(&item)) {
    const char *set = json_read_text(item.value, "", arena);
    sets[k++] = set != NULL ? set : "";
  }
  load.sets = sets;
  const char *path = json_read_text(summary, "environment.model_path", arena);
  const char *file = json_read_text(summary, "model.file", arena);
  const char *sha256 = json_read_text(summary, "model.sha256", arena);
  path = path != NULL ? path : file;
  if (sets == NULL || path == NULL || sha256 == NULL || strcmp(path, "-") == 0) {
    return NULL;
  }
  const Model *model = model_load(path, &load, arena, diag);
  return model != NULL && strcmp(model->sha256, sha256) == 0 ? model : NULL;
}

State *reporting_state(const Model *model, Arena *arena) {
  Failure failure = {.code = DIAG_NONE};
  const System *system = system_compile(model, arena);
  State *state = system != NULL ? state_open(system, arena) : NULL;
  if (state == NULL || !state_refresh(state, NULL, &failure)) {
    state_close(state);
    return NULL;
  }
  initial_guess(state);
  return state;
}

const char *reporting_page(const Session *session, const char *directory, const Model *model,
                           const char *path) {
  Arena *arena = session->arena;
  Stored stored;
  Diag unheard; // why the model cannot be loaded: the page says that it is another one
  diag_open(&unheard, arena);
  if (!stored_open(directory, &stored, arena, session->diag)) {
    return NULL;
  }
  model = model != NULL ? model : reporting_model(session, &stored, &unheard);
  path = path != NULL ? path : text_print(arena, "%s/report.html", directory);
  State *state = model != NULL ? reporting_state(model, arena) : NULL;
  const LoadOptions load = loading_options(session->options);
  const ModelReader reader = files_reader(&load);
  const PageJob job = {.calls = &io_kernel_calls,
                       .stored = &stored,
                       .path = path,
                       .model = state != NULL ? model : NULL,
                       .reader = &reader,
                       .state = state};
  const bool good = path != NULL && page_write(&job, arena, session->diag);
  state_close(state);
  return good ? path : NULL;
}
