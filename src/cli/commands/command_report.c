// SPDX-License-Identifier: BSD-3-Clause
// command_report.c: mbsrun report DIR: the page of a run, of a study or of a convergence that is
// there already.
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/reporting.h"
#include "report/page/ladder.h"
#include "report/page/survey.h"
#include "sweep/results/folder.h"

// The page of a study. NULL after a message.
static const char *report_study(const Session *session, const char *index) {
  const char *directory = session->options->operand, *path = session->options->output;
  bool claimed = false;
  path = path != NULL ? path : text_print(session->arena, "%s/report.html", directory);
  Store *store = store_open(index, STORE_READ, session->arena, session->diag);
  bool good = store != NULL && path != NULL && store_claimed(store, &claimed);
  if (good && !claimed) {
    good = diag_add(session->diag, DIAG_IO_READ, mark_none(), "no study has begun in %s yet",
                    directory);
  }
  const SurveyJob job = {
      .calls = &io_kernel_calls, .store = store, .directory = directory, .path = path};
  good = good && store_check(store) && survey_write(&job, session->arena, session->diag);
  store_close(store);
  return good ? path : NULL;
}

// The page of a convergence. NULL after a message.
static const char *report_convergence(const Session *session) {
  const char *directory = session->options->operand, *path = session->options->output;
  path = path != NULL ? path : text_print(session->arena, "%s/report.html", directory);
  const LadderJob job = {.calls = &io_kernel_calls, .directory = directory, .path = path};
  return path != NULL && ladder_write(&job, session->arena, session->diag) ? path : NULL;
}

int command_report(const Session *session) {
  const Options *options = session->options;
  const char *index = folder_file(options->operand, "index.sqlite", session->arena);
  const char *rungs = folder_file(options->operand, "convergence.json", session->arena);
  const char *page = index != NULL && folder_has(index) ? report_study(session, index)
                     : rungs != NULL && folder_has(rungs)
                         ? report_convergence(session)
                         : reporting_page(session, options->operand, NULL, options->output);
  messages_show(session, session->diag);
  if (page == NULL) {
    return loading_status(session);
  }
  if (!options->quiet && !options->json) {
    Text text = text_open(session->arena->allocator);
    text_printf(&text, "%s\n", page);
    terminal_print(session->terminal, &text);
    text_close(&text);
  }
  return 0;
}
