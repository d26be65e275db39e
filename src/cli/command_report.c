// SPDX-License-Identifier: BSD-3-Clause
// command_report.c: mbsrun report RESULTS: the page of a run that is there already.
#include "cli/command.h"
#include "cli/loading.h"
#include "cli/messages.h"
#include "cli/reporting.h"

int command_report(const Session *session) {
  const Options *options = session->options;
  const char *page = reporting_page(session, options->operand, NULL, options->output);
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
