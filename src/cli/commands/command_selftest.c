// SPDX-License-Identifier: BSD-3-Clause
// command_selftest.c: mbsrun selftest [DIR]: does the program work here?
//
// Every model of a folder is run as mbsrun run does it, in a child of its own, into a directory
// that nobody keeps. As many run at a time as there are processors.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shared/child.h"
#include "cli/shared/command.h"
#include "cli/shared/messages.h"
#include "cli/shared/own.h"
#include "cli/shared/scratch.h"
#include "cli/shared/shipped.h"
#include "output/io.h"
#include "sweep/runs/cluster.h"

enum { MOST_AT_A_TIME = 64, LOOK = 200 }; // ms

typedef struct SelfRun {
  const struct SelfTest *test;
  Child child;
  const ShippedModel *model;
  const char *directory; // of its results
} SelfRun;

typedef struct SelfTest {
  const Session *session;
  const char *folder;
  ShippedModel *models; // in the order of their names
  long count, done, failed;
  SelfRun runs[MOST_AT_A_TIME];
  int at_a_time;
} SelfTest;

// ---- which models ----

static bool find_models(SelfTest *it) {
  const Session *session = it->session;
  const char *given = session->options->operand;
  it->folder = given != NULL ? given : own_folder("models", session->arena);
  if (it->folder == NULL) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(),
             "no models were installed with this program");
    return diag_hint(session->diag, "give a folder of models: mbsrun selftest DIR");
  }
  it->models = shipped_models(it->folder, session->arena);
  for (const ShippedModel *model = it->models; model != NULL; model = model->next) {
    it->count++;
  }
  if (it->count == 0 && !session->arena->allocator->exhausted) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(), "there is no model (*.yaml) in \"%s\"",
             it->folder);
  }
  return it->count > 0;
}

// ---- one run ----

// In the child. What it says is read only when it is not ok.
static int act(void *context) {
  const SelfRun *run = context;
  const Session *session = run->test->session;
  Allocator allocator = {.limit = 0};
  Terminal terminal = *session->terminal;
  Arena arena;
  Diag diag;
  Options options = *session->options;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  terminal.error_is_terminal = false; // no line of progress
  options.operand = io_join(&arena, run->test->folder, run->model->path);
  options.output = run->directory;
  options.force = true;
  Session own = *session;
  own.options = &options;
  own.terminal = &terminal;
  own.arena = &arena;
  own.diag = &diag;
  return options.operand != NULL ? command_run(&own) : EXIT_MEMORY;
}

static bool start(SelfRun *run, const ShippedModel *model) {
  const Session *session = run->test->session;
  run->model = model;
  if (child_start(&run->child, act, run)) {
    return true;
  }
  return diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "a run could not be started: %s",
                  strerror(errno));
}

static void end(SelfTest *it, SelfRun *run) {
  const Session *session = it->session;
  Child *child = &run->child;
  it->done++;
  if (child->status == 0) {
    return;
  }
  it->failed++;
  terminal_end_progress(session->terminal);
  Text text = text_open(session->arena->allocator);
  if (child->said.length > 0) {
    text_append(&text, child->said.bytes, child->said.length);
  }
  text_printf(&text, "%s: exit status %d\n", run->model->path, child->status);
  terminal_say(session->terminal, &text);
  text_close(&text);
}

// ---- all of them ----

// Waits until one of the children says something or has ended.
static void wait_for_words(const SelfTest *it) {
  struct pollfd list[MOST_AT_A_TIME];
  int count = 0;
  for (int k = 0; k < it->at_a_time; k++) {
    if (it->runs[k].child.process > 0) {
      list[count++] = (struct pollfd){.fd = it->runs[k].child.words, .events = POLLIN};
    }
  }
  (void)poll(list, (nfds_t)count, LOOK);
}

static bool run_all(SelfTest *it) {
  const Session *session = it->session;
  const ShippedModel *next = it->models;
  const double began = terminal_clock();
  bool good = true;
  while (good && it->done < it->count && *session->interrupted == 0) {
    for (int k = 0; good && k < it->at_a_time; k++) {
      SelfRun *run = &it->runs[k];
      if (run->child.process == 0 && next != NULL) {
        good = start(run, next);
        next = next->next;
      }
    }
    wait_for_words(it);
    for (int k = 0; k < it->at_a_time; k++) {
      if (it->runs[k].child.process > 0 && child_look(&it->runs[k].child)) {
        end(it, &it->runs[k]);
      }
    }
    const double rate = (double)it->done / (terminal_clock() - began + 1e-9);
    terminal_sweep_progress(session->terminal, it->done, it->count, it->failed, rate,
                            (double)(it->count - it->done) / (rate + 1e-9));
  }
  terminal_end_progress(session->terminal);
  return good;
}

static bool open_runs(SelfTest *it, const char *scratch) {
  const Session *session = it->session;
  const long wanted = session->options->jobs > 0 ? session->options->jobs
                                                 : cluster_processors(session->environment, false);
  bool good = true;
  it->at_a_time = (int)(wanted < MOST_AT_A_TIME ? wanted : MOST_AT_A_TIME);
  for (int k = 0; k < it->at_a_time; k++) {
    it->runs[k].test = it;
    it->runs[k].child.said = text_open(session->arena->allocator);
    it->runs[k].directory = text_print(session->arena, "%s/%d", scratch, k);
    good = good && it->runs[k].directory != NULL;
  }
  return good;
}

static void close_runs(SelfTest *it, const char *scratch) {
  for (int k = 0; k < it->at_a_time; k++) {
    child_stop(&it->runs[k].child);
    text_close(&it->runs[k].child.said);
    scratch_remove(it->runs[k].directory, it->session->arena);
  }
  scratch_remove(scratch, it->session->arena);
}

static void tell(const SelfTest *it) {
  Text text = text_open(it->session->arena->allocator);
  text_printf(&text, "%ld of %ld models ok\n", it->done - it->failed, it->count);
  terminal_print(it->session->terminal, &text);
  text_close(&text);
}

int command_selftest(const Session *session) {
  SelfTest *it = arena_new(session->arena, SelfTest);
  if (it == NULL) {
    return EXIT_MEMORY;
  }
  it->session = session;
  bool good = find_models(it);
  const char *scratch = good ? scratch_make(session) : NULL;
  good = scratch != NULL && open_runs(it, scratch);
  if (good) {
    session->catch_signals();
    terminal_start_progress(session->terminal);
    good = run_all(it);
  }
  if (scratch != NULL) {
    close_runs(it, scratch);
  }
  messages_show(session, session->diag);
  if (!good) {
    return session->arena->allocator->exhausted ? EXIT_MEMORY : EXIT_INPUT_OUTPUT;
  }
  tell(it);
  return it->failed > 0 ? EXIT_CHECK : 0;
}
