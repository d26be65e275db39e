// SPDX-License-Identifier: BSD-3-Clause
// watch_run.c: one run of a watched model (see watch_run.h).
#include "cli/live/watch_run.h"

#include <string.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/source.h"
#include "cli/shared/loading.h"
#include "cli/shared/scratch.h"
#include "output/io.h"
#include "output/summary.h"

static const char KNOWN[] = "watch.json", PAGE[] = "report.html";
static const long LARGEST_PAGE = 256L * 1024 * 1024;

// ---- in the child ----

static void put_files(Json *json, const Model *model, Arena *arena) {
  json_begin_list(json, "files");
  json_text(json, NULL, model->file);
  for (int k = 0; k < model->include_count; k++) {
    json_text(json, NULL, model->includes[k]->name);
  }
  for (int k = 0; k < model->file_count; k++) {
    json_text(json, NULL, io_join(arena, model->directory, model->files[k].path));
  }
  json_end_list(json);
}

// What the page offers beside the results: the parameters that may be changed, and the files that
// the model is made of.
static void write_known(const Session *session, const char *directory) {
  const LoadOptions load = loading_options(session->options);
  const Model *model = loading_model(session, &load);
  if (model == NULL) {
    return; // the run will say why
  }
  Text text = text_open(session->arena->allocator);
  Json json = json_open(&text);
  json_begin_object(&json, NULL);
  summary_parameters(&json, model);
  put_files(&json, model, session->arena);
  json_end_object(&json);
  const char *path = io_join(session->arena, directory, KNOWN);
  if (path != NULL && !text.failed) {
    (void)io_write(&io_kernel_calls, path, text.bytes, text.length, session->arena, session->diag);
  }
  text_close(&text);
}

// The values of the page in place of those of the command line for the same parameter.
static bool join_sets(Options *options, const OptionWords *sets, Arena *arena) {
  const OptionWords given = options->sets;
  const char **list = arena_array(arena, const char *, given.count + sets->count);
  int count = 0;
  for (int k = 0; list != NULL && k < given.count; k++) {
    const size_t name = strcspn(given.list[k], "=");
    bool replaced = false;
    for (int i = 0; i < sets->count; i++) {
      replaced = replaced || strncmp(sets->list[i], given.list[k], name + 1) == 0;
    }
    if (!replaced) {
      list[count++] = given.list[k];
    }
  }
  for (int k = 0; list != NULL && k < sets->count; k++) {
    list[count++] = sets->list[k];
  }
  options->sets = (OptionWords){.list = list, .count = count};
  return list != NULL;
}

typedef struct WatchJob {
  const Session *session;
  const char *directory;
  const OptionWords *sets;
  void (*forget)(void *context);
  void *context;
} WatchJob;

static int act(void *context) {
  const WatchJob *job = context;
  Allocator allocator = {.limit = 0};
  Arena arena;
  Diag diag, unheard;
  Options options = *job->session->options;
  job->forget(job->context);
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  diag_open(&unheard, &arena);
  options.output = job->directory;
  options.report = options.quiet = options.force = true;
  if (!join_sets(&options, job->sets, &arena)) {
    return EXIT_MEMORY;
  }
  Session own = *job->session;
  own.options = &options;
  own.arena = &arena;
  own.diag = &unheard;
  write_known(&own, job->directory);
  own.diag = &diag;
  const int status = command_run(&own);
  return allocator.exhausted ? EXIT_MEMORY : status;
}

// ---- in the parent ----

bool watch_run_start(WatchRun *run, const Session *session, const char *directory,
                     const OptionWords *sets, void (*forget)(void *context), void *context) {
  WatchJob job = {session, directory, sets, forget, context};
  run->directory = directory;
  return mkdir(directory, 0700) == 0 && child_start(&run->child, act, &job);
}

static SourceText take_file(const char *directory, const char *name, Arena *arena) {
  SourceText text = {.text = ""};
  Diag unheard;
  diag_open(&unheard, arena);
  const char *path = io_join(arena, directory, name);
  struct stat there;
  if (path == NULL || stat(path, &there) != 0 ||
      !source_read(path, LARGEST_PAGE, &text, arena, &unheard)) {
    return (SourceText){.text = ""};
  }
  return text;
}

bool watch_run_look(WatchRun *run, Arena *arena) {
  if (!child_look(&run->child)) {
    return false;
  }
  run->page = take_file(run->directory, PAGE, arena);
  run->known = take_file(run->directory, KNOWN, arena);
  scratch_remove(run->directory, arena);
  return true;
}

void watch_run_stop(WatchRun *run) {
  Arena scratch;
  if (run->child.process > 0) {
    child_stop(&run->child);
    arena_open(&scratch, run->child.said.allocator);
    scratch_remove(run->directory, &scratch);
    arena_close(&scratch);
  }
}
