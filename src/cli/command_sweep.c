// SPDX-License-Identifier: BSD-3-Clause
// command_sweep.c: mbsrun sweep STUDY, and status, report, merge of its results directory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/loading.h"
#include "cli/messages.h"
#include "cli/sweep_text.h"
#include "cli/versions.h"
#include "output/io.h"
#include "sweep/engine.h"
#include "sweep/files.h"
#include "sweep/folder.h"
#include "sweep/report.h"

enum { EXIT_RUNS_FAILED = 7 };

// ---- the study ----

typedef struct Input {
  const SourceText *text; // of the study
  const Sweep *sweep;
} Input;

// A study file, or a model with --vary.
static bool read_input(const Session *session, Input *input) {
  const Options *options = session->options;
  const LoadOptions load = loading_options(options);
  SourceText *source = arena_new(session->arena, SourceText);
  if (source == NULL ||
      !doc_read_file(options->operand, &load.limits, source, session->arena, session->diag)) {
    return false;
  }
  input->text = source;
  if (sweep_is_study(source)) {
    if (options->vary_count > 0 || options->samples > 0) {
      return diag_add(session->diag, DIAG_USAGE, mark_none(),
                      "%s is a study, which says itself what varies", options->operand);
    }
    input->sweep =
        sweep_load_text(source, options->operand, NULL, &load, session->arena, session->diag);
    return input->sweep != NULL;
  }
  if (options->vary_count == 0) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "nothing varies: %s is a model",
             options->operand);
    diag_hint(session->diag, "add --vary PATH=FIRST:LAST:COUNT, or write a study file");
    return false;
  }
  const Model *model = loading_model(session, &load);
  if (model == NULL || !loading_has_analysis(session, model)) {
    return false;
  }
  input->text = sweep_text_make(session, model);
  input->sweep = input->text == NULL ? NULL
                                     : sweep_load_text(input->text, "--vary", options->operand,
                                                       &load, session->arena, session->diag);
  return input->sweep != NULL;
}

static JobOptions job_options(const Session *session, const Sweep *sweep, const char *directory) {
  const bool keeps = sweep->keep != KEEP_NONE || sweep->keep_every > 0;
  return (JobOptions){.time_limit = session->options->time_limit,
                      .max_steps = session->options->max_steps,
                      .only_analysis = session->options->analysis,
                      .version = versions_program(),
                      .directory = keeps ? directory : NULL};
}

// ---- --dry-run ----

static int print_plan(const Session *session, const Sweep *sweep) {
  const Plan *plan = &sweep->plan;
  double *values = arena_array(session->arena, double, plan->variable_count);
  Text text;
  text_open(&text, session->arena->allocator);
  text_put(&text, "run");
  for (int v = 0; v < plan->variable_count; v++) {
    text_printf(&text, ",%s", plan->variables[v].path);
  }
  text_put(&text, "\n");
  for (long run = 0; values != NULL && run < plan->runs && !text.failed &&
                     session->terminal->output_failure == 0 && *session->interrupted == 0;
       run++) {
    plan_values(plan, run, values);
    text_printf(&text, "%ld", run);
    for (int v = 0; v < plan->variable_count; v++) {
      text_put(&text, ",");
      text_number(&text, values[v]);
    }
    text_put(&text, "\n");
    if (text.length > 60000) {
      terminal_print(session->terminal, &text);
      text.length = 0;
    }
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
  return values == NULL ? EXIT_MEMORY : 0;
}

// ---- running ----

static void say_progress(void *context, const EngineProgress *progress) {
  terminal_sweep_progress(context, progress->done, progress->total, progress->failed,
                          progress->rate, progress->left);
}

static void say(const Session *session, const char *text) {
  Text line;
  text_open(&line, session->arena->allocator);
  text_put(&line, text);
  if (!session->options->quiet) {
    terminal_say(session->terminal, &line);
  }
  text_close(&line);
}

static long failures(const long counts[static SWEEP_STATUS_COUNT]) {
  long failed = 0;
  for (int k = 1; k < SWEEP_STATUS_COUNT; k++) {
    failed += counts[k];
  }
  return failed;
}

// What a finished study says; its exit status.
static int conclude(const Session *session, Store *store, const char *directory) {
  long counts[SWEEP_STATUS_COUNT];
  char line[400];
  if (!store_counts(store, counts)) {
    return loading_status(session);
  }
  if (!files_write(store, &io_kernel_calls, directory, session->arena, session->diag)) {
    diag_hint(session->diag, "all runs are in %s/index.sqlite: the same command writes the files",
              directory);
    return loading_status(session);
  }
  const long failed = failures(counts);
  (void)snprintf(line, sizeof line, "%ld runs, %ld ok, %ld failed: %.200s/results.csv\n",
                 counts[SWEEP_OK] + failed, counts[SWEEP_OK], failed, directory);
  say(session, line);
  if (failed > 0) {
    diag_add(session->diag, DIAG_STUDY_FAILED, mark_none(), "%ld of %ld runs failed", failed,
             counts[SWEEP_OK] + failed);
    diag_hint(session->diag, "mbsrun sweep report %s says which and why", directory);
    return EXIT_RUNS_FAILED;
  }
  return 0;
}

static int workers_wanted(const Session *session) {
  if (session->options->jobs > 0) {
    return (int)session->options->jobs;
  }
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors > 0 && processors < 1024 ? (int)processors : 1;
}

static int work(const Session *session, const Input *input, const Folder *folder, Store *store) {
  const Options *options = session->options;
  const Sweep *sweep = input->sweep;
  EngineOptions engine = {.job = job_options(session, sweep, folder->path),
                          .workers = workers_wanted(session),
                          .wall_limit = options->wall_limit,
                          .shard = options->shard,
                          .shard_count = options->shard_count,
                          .interrupted = session->interrupted,
                          .progress = options->quiet ? NULL : say_progress,
                          .progress_context = session->terminal};
  Identity identity;
  long done = 0;
  bool complete = false;
  const size_t bytes = (size_t)(sweep->plan.runs / 8 + 1);
  unsigned char *bits = arena_alloc(session->arena, bytes);
  if (bits == NULL || !identity_make(sweep, &engine.job, &identity, session->arena) ||
      !store_claim(store, sweep, &identity) ||
      !folder_freeze(folder, input->text, sweep->model, session->arena, session->diag) ||
      !store_done(store, options->retry_failed, bits, sweep->plan.runs, &done) ||
      !store_begin_session(store, engine.workers)) {
    return loading_status(session);
  }
  terminal_start_progress(session->terminal);
  const bool good =
      engine_run(sweep, &engine, store, bits, done, &complete, session->arena, session->diag);
  terminal_end_progress(session->terminal);
  if (!good) {
    return loading_status(session);
  }
  if (*session->interrupted != 0) {
    say(session, "interrupted; the same command goes on from here\n");
    return EXIT_SIGNAL + (int)*session->interrupted;
  }
  return !complete || options->shard_count > 0 ? 0 : conclude(session, store, folder->path);
}

static int run_study(const Session *session) {
  Input input = {.sweep = NULL};
  Folder folder;
  const char *directory = session->options->output;
  if (!read_input(session, &input) || input.sweep == NULL) {
    return loading_status(session);
  }
  if (session->options->dry_run) {
    return print_plan(session, input.sweep);
  }
  if (directory == NULL) {
    directory = sweep_text_directory(session->options->operand, session->options->vary_count == 0,
                                     session->arena);
  }
  session->catch_signals();
  if (directory == NULL ||
      !folder_open(&folder, directory, session->options->shard, session->options->shard_count,
                   session->arena, session->diag)) {
    return loading_status(session);
  }
  Store *store =
      store_open(folder.index, session->options->shard_count > 0 ? STORE_NETWORK : STORE_WRITE,
                 session->arena, session->diag);
  const int status =
      store == NULL ? loading_status(session) : work(session, &input, &folder, store);
  store_close(store);
  folder_close(&folder);
  return status;
}

// ---- other verbs ----

static const char *directory_of(const Session *session) {
  const char *directory = session->options->second;
  if (directory == NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"mbsrun sweep %s\" needs a directory",
             session->options->operand);
  }
  return directory;
}

// Adds what an index says; false after a message.
static bool count_runs(const Session *session, const char *path,
                       long all[static SWEEP_STATUS_COUNT], long *total) {
  long counts[SWEEP_STATUS_COUNT];
  Store *store = path == NULL ? NULL : store_open(path, STORE_READ, session->arena, session->diag);
  const char *runs = store == NULL ? NULL : store_value(store, "runs");
  const bool good = runs != NULL && store_counts(store, counts);
  *total = good ? strtol(runs, NULL, 10) : 0;
  for (int s = 0; good && s < SWEEP_STATUS_COUNT; s++) {
    all[s] += counts[s];
  }
  store_close(store);
  return good;
}

static void say_counts(const Session *session, const long counts[static SWEEP_STATUS_COUNT],
                       long total) {
  Text text;
  text_open(&text, session->arena->allocator);
  text_printf(&text, "%ld of %ld runs have ended", counts[SWEEP_OK] + failures(counts), total);
  for (int s = 0; s < SWEEP_STATUS_COUNT; s++) {
    if (counts[s] > 0) {
      text_printf(&text, ", %ld %s", counts[s], sweep_status_word((SweepStatus)s));
    }
  }
  text_put(&text, "\n");
  terminal_print(session->terminal, &text);
  text_close(&text);
}

// Of the index, or of the shards together while they are ahead of it.
static int show_status(const Session *session) {
  const char *directory = directory_of(session);
  const char *const *shards = NULL;
  long whole[SWEEP_STATUS_COUNT] = {0}, parts[SWEEP_STATUS_COUNT] = {0}, total = 0;
  const int count = directory == NULL ? -1 : folder_shards(directory, &shards, session->arena);
  const char *index = count < 0 ? NULL : folder_file(directory, "index.sqlite", session->arena);
  bool good = index != NULL;
  for (int k = 0; good && k < count; k++) {
    good = count_runs(session, shards[k], parts, &total);
  }
  if (good && (count == 0 || folder_has(index))) {
    good = count_runs(session, index, whole, &total);
  }
  if (!good) {
    return loading_status(session);
  }
  const bool ahead = parts[SWEEP_OK] + failures(parts) > whole[SWEEP_OK] + failures(whole);
  say_counts(session, ahead ? parts : whole, total);
  return 0;
}

static int show_report(const Session *session) {
  const char *directory = directory_of(session);
  const char *index =
      directory == NULL ? NULL : folder_file(directory, "index.sqlite", session->arena);
  Store *store =
      index == NULL ? NULL : store_open(index, STORE_READ, session->arena, session->diag);
  Text text;
  text_open(&text, session->arena->allocator);
  const bool good = store != NULL && report_write(store, session->arena, &text);
  if (good) {
    terminal_print(session->terminal, &text);
  }
  text_close(&text);
  store_close(store);
  return good ? 0 : loading_status(session);
}

static int merge(const Session *session) {
  const char *directory = directory_of(session);
  const char *const *shards = NULL;
  Folder folder;
  const int count = directory == NULL ? -1 : folder_shards(directory, &shards, session->arena);
  if (count < 0) {
    return loading_status(session);
  }
  if (count == 0) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(), "%s holds no shards", directory);
    return loading_status(session);
  }
  if (!folder_open(&folder, directory, 0, 0, session->arena, session->diag)) {
    return loading_status(session);
  }
  Store *store = store_open(folder.index, STORE_WRITE, session->arena, session->diag);
  bool good = store != NULL && store_claim_as(store, shards[0]);
  for (int k = 0; good && k < count; k++) {
    good = store_merge(store, shards[k]);
  }
  int status = loading_status(session);
  long counts[SWEEP_STATUS_COUNT], total = 0;
  if (good && store_counts(store, counts) &&
      (total = strtol(store_value(store, "runs"), NULL, 10)) > 0) {
    const long ended = counts[SWEEP_OK] + failures(counts);
    if (ended == total) {
      status = conclude(session, store, directory);
    } else {
      diag_add(session->diag, DIAG_STUDY_INCOMPLETE, mark_none(), "%ld of %ld runs have not ended",
               total - ended, total);
      diag_hint(session->diag, "run the shards that are missing, then merge again");
      status = loading_status(session);
    }
  }
  store_close(store);
  folder_close(&folder);
  return status;
}

int command_sweep(const Session *session) {
  static const struct {
    const char *word;
    int (*act)(const Session *session);
  } verbs[] = {{"status", show_status}, {"report", show_report}, {"merge", merge}};
  int (*act)(const Session *session) = run_study;
  for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++) {
    if (strcmp(session->options->operand, verbs[k].word) == 0) {
      act = verbs[k].act;
    }
  }
  const int status = act(session);
  messages_show(session, session->diag);
  return status;
}
