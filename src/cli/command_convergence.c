// SPDX-License-Identifier: BSD-3-Clause
// command_convergence.c: mbsrun convergence MODEL.
#include "analysis/convergence.h"
#include "cli/command.h"
#include "cli/contestants.h"
#include "cli/loading.h"
#include "cli/messages.h"
#include "cli/versions.h"
#include "output/results.h"
#include "output/study.h"

// Everything that may refuse the command, before anything runs.
static const Model *open_study(const Session *session, const LoadOptions *load, ChannelNames *names,
                               Contestants *contestants) {
  LadderSizes sizes;
  if (!contestants_sizes(session, &sizes) || !sizes_channels(session, names)) {
    return NULL;
  }
  const Model *model = loading_model(session, load);
  const char *directory = session->options->output;
  const bool good =
      model != NULL && loading_has_analysis(session, model) &&
      sizes_channels_exist(session, names, model) &&
      (directory == NULL || results_writable(directory, session->arena, session->diag)) &&
      contestants_open(session, model, load, &sizes, contestants);
  return good ? model : NULL;
}

// What went wrong on a rung, once for each kind; the worst exit status. That rungs before the last
// are inaccurate is what a ladder is for.
static int tell_failures(const Session *session, const Ladder *ladder) {
  int worst = 0;
  for (int k = 0; k < ladder->rung_count; k++) {
    const Rung *rung = &ladder->rungs[k];
    if (rung->status != RUN_OK || k + 1 == ladder->rung_count) {
      failure_report(&rung->failure, &ladder->model->origins, session->diag);
      worst = diag_worse_status(rung->exit_status, worst);
    }
  }
  return worst;
}

// Runs the ladders one after the other. study->list grows with those that were begun.
static bool climb(const Session *session, const LoadOptions *load, const Contestants *contestants,
                  const ChannelNames *names, Convergence *list, Study *study, Arena *arena) {
  const RunOptions options = loading_run_options(session);
  const ModelReader reader = files_reader(load);
  bool good = true;
  session->catch_signals();
  terminal_start_progress(session->terminal);
  for (int k = 0; good && k < contestants->count && *session->interrupted == 0; k++) {
    good = ladder_climb(&contestants->list[k], &reader, &options, arena, session->diag) &&
           convergence_of(&contestants->list[k], names->list, names->count, &list[study->count++],
                          arena);
  }
  terminal_end_progress(session->terminal);
  return good;
}

static void show(const Session *session, const Study *study) {
  Text text;
  text_open(&text, session->arena->allocator);
  if (session->options->json) {
    study_json(study, &text);
  } else {
    messages_show(session, session->diag);
    study_people(study, &text);
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
}

static int report(const Session *session, Study *study, Arena *arena) {
  for (int k = 0; k < study->count; k++) {
    const int status = tell_failures(session, study->list[k].ladder);
    study->exit_status = diag_worse_status(status, study->exit_status);
  }
  if (*session->interrupted != 0) {
    study->exit_status = EXIT_SIGNAL + (int)*session->interrupted;
  }
  const char *directory = session->options->output;
  if (directory != NULL && !study_write(study, &io_kernel_calls, directory, arena, session->diag)) {
    study->exit_status = loading_status(session);
  }
  if (!session->arena->allocator->exhausted) {
    loading_allow_last_words(session->arena->allocator);
    show(session, study);
  }
  return study->exit_status;
}

int command_convergence(const Session *session) {
  const LoadOptions load = loading_options(session->options);
  Contestants contestants;
  ChannelNames names;
  const Model *model = open_study(session, &load, &names, &contestants);
  Arena arena;
  arena_open(&arena, session->arena->allocator);
  int status = EXIT_INTERNAL;
  Convergence *list =
      model != NULL ? arena_array(session->arena, Convergence, contestants.count) : NULL;
  Study study = {.version = versions_program(),
                 .model = model,
                 .list = list,
                 .diag = session->diag,
                 .reproducible = session->options->reproducible};
  if (list != NULL && climb(session, &load, &contestants, &names, list, &study, &arena)) {
    status = report(session, &study, &arena);
  } else {
    loading_blame(session);
    messages_show(session, session->diag);
    status = loading_status(session);
  }
  arena_close(&arena);
  return status;
}
