// SPDX-License-Identifier: BSD-3-Clause
// command_run.c: mbsrun run MODEL.
#include <string.h>

#include "analysis/run.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/reporting.h"
#include "cli/shared/versions.h"
#include "output/comparison_report.h"
#include "output/results.h"
#include "output/run_messages.h"
#include "output/terminal_text.h"

static const double DEFAULT_OUTPUT = 1024.0 * 1024 * 1024;
static const double LARGEST_TRACK = 256.0 * 1024 * 1024; // in memory; its pages could not be shown

// ---- before ----

// --repeat times eigenvalues: there must be some.
static bool check_repeat(const Session *session, const Model *model) {
  for (int k = 0; k < model->analysis_count; k++) {
    if (model->analyses[k].kind == ANALYSIS_LINEARIZE) {
      return true;
    }
  }
  return session->options->repeat == 0 ||
         diag_add(session->diag, DIAG_USAGE, mark_none(),
                  "--repeat: the model has no analysis of type linearize");
}

// One line for each step of a method that prints its corrections: --verbose.
static void say_corrections(void *context, double t, double step, const double *norms, int count,
                            bool converged) {
  const Session *session = context;
  Text text = text_open(session->arena->allocator);
  text_printf(&text, "t = %.9g s, step %.6g s, corrections", t, step);
  for (int k = 0; k < count; k++) {
    text_printf(&text, " %.3g", norms[k]);
  }
  text_put(&text, converged ? "\n" : ", given up\n");
  terminal_say(session->terminal, &text);
  text_close(&text);
}

// What cannot wait for the end, as a message of its own.
static void say_at_once(void *context, const DiagMessage *message) {
  const Session *session = context;
  terminal_end_progress(session->terminal);
  messages_announce(session, message);
}

static bool solve(const Session *session, const Model *model, const LoadOptions *load, Run *run,
                  Arena *arena) {
  RunOptions options = loading_run_options(session);
  const ModelReader reader = files_reader(load);
  options.track_bytes = session->options->no_motion ? 0 : LARGEST_TRACK;
  options.track_forces = session->options->report;
  options.corrections = session->options->verbose ? say_corrections : NULL;
  options.corrections_context = (void *)(size_t)session;
  options.announce = session->options->json ? NULL : say_at_once;
  options.announce_context = (void *)(size_t)session;
  session->catch_signals();
  terminal_start_progress(session->terminal);
  const bool good = run_model(model, &reader, &options, run, arena, session->diag);
  terminal_end_progress(session->terminal);
  return good;
}

// Every analysis again by other methods.
static bool check_across(const Session *session, const Model *model, const LoadOptions *load,
                         Run *run, Arena *arena) {
  const RunOptions options = loading_run_options(session);
  const ModelReader reader = files_reader(load);
  CrossCheck *checks = arena_array(arena, CrossCheck, run->result_count);
  bool good = checks != NULL;
  terminal_start_progress(session->terminal);
  for (int k = 0; good && k < run->result_count; k++) {
    good = cross_check(model, &reader, &options, &run->results[k], &checks[k], arena);
    if (good && !checks[k].same) {
      run->exit_status = diag_worse_status(run->exit_status, EXIT_CHECK);
    }
  }
  terminal_end_progress(session->terminal);
  run->cross_checks = checks;
  return good;
}

// ---- after ----

static int final_status(const Session *session, const Run *run) {
  if (*session->interrupted != 0) {
    return EXIT_SIGNAL + (int)*session->interrupted;
  }
  return run->exit_status;
}

// Writes the files; the messages of a failure go to the end of the session's.
static bool write_files(const Session *session, ResultsJob *job, Arena *arena, int *status) {
  Diag trouble;
  diag_open(&trouble, session->arena);
  if (results_write(job, arena, &trouble)) {
    return true;
  }
  *status = diag_exit_status(&trouble);
  diag_copy_all(&trouble, session->diag);
  return false;
}

static void say_summary(const Session *session, const Summary *summary, const char *directory) {
  if (session->options->quiet) {
    return;
  }
  Text text = text_open(session->arena->allocator);
  terminal_run(summary, directory, session->terminal->color, session->options->verbose, &text);
  for (int k = 0; summary->run->cross_checks != NULL && k < summary->run->result_count; k++) {
    cross_check_people(&summary->run->cross_checks[k], summary->run->results[k].analysis, &text);
  }
  terminal_say(session->terminal, &text);
  text_close(&text);
}

// Files first, as they matter most; then messages; then the few lines for people.
static int report(const Session *session, const Run *run, const char *directory,
                  Environment *environment, Arena *arena) {
  const Options *options = session->options;
  int status = final_status(session, run);
  ResultsJob job = {.calls = &io_kernel_calls,
                    .directory = directory,
                    .writer = options->writer,
                    .max_bytes = options->max_output > 0 ? options->max_output : DEFAULT_OUTPUT,
                    .summary = {.version = versions_program(),
                                .run = run,
                                .diag = session->diag,
                                .environment = options->reproducible ? NULL : environment,
                                .exit_status = status}};
  const Diag of_model = *session->diag;
  const bool written = write_files(session, &job, arena, &status);
  if (written && options->report) {
    job.summary.page =
        reporting_page(session, directory, run->model, NULL) != NULL ? "report.html" : NULL;
    status = job.summary.page != NULL ? status : diag_worse_status(status, loading_status(session));
  }
  loading_allow_last_words(session->arena->allocator);
  run_messages(run, session->diag);
  messages_show(session, session->diag);
  job.summary.diag = &of_model;
  if (!session->arena->allocator->exhausted) {
    job.summary.environment = environment;
    say_summary(session, &job.summary, written ? directory : NULL);
  }
  return status;
}

int command_run(const Session *session) {
  const double start = terminal_clock();
  const LoadOptions load = loading_options(session->options);
  const Model *model = loading_model(session, &load);
  const char *directory = NULL;
  if (model != NULL && loading_has_analysis(session, model) && check_repeat(session, model)) {
    directory = results_claim(model, session->options->output, session->options->force,
                              session->arena, session->diag);
  }
  if (directory == NULL) {
    messages_show(session, session->diag);
    return loading_status(session);
  }
  Environment environment;
  versions_describe(&environment, session->options->operand, session->arena);
  environment.load_s = terminal_clock() - start;
  Arena arena;
  Run run = {.model = model};
  arena_open(&arena, session->arena->allocator);
  int status = EXIT_INTERNAL;
  if (solve(session, model, &load, &run, &arena) &&
      (!session->options->cross_check || check_across(session, model, &load, &run, &arena))) {
    environment.run_s = terminal_clock() - start - environment.load_s;
    status = report(session, &run, directory, &environment, &arena);
  } else {
    loading_blame(session);
    messages_show(session, session->diag);
    status = loading_status(session);
  }
  arena_close(&arena);
  return status;
}
