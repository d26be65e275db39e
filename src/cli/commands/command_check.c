// SPDX-License-Identifier: BSD-3-Clause
// command_check.c: mbsrun check MODEL.
#include "analysis/run.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "output/terminal_text.h"

static void print_report(const Session *session, const Model *model, const CheckReport *report) {
  Text text = text_open(session->arena->allocator);
  terminal_check(model, report, &text);
  terminal_print(session->terminal, &text);
  text_close(&text);
}

int command_check(const Session *session) {
  const LoadOptions load = loading_options(session->options);
  const Model *model = loading_model(session, &load);
  Arena arena;
  CheckReport report = {.unknowns = 0};
  arena_open(&arena, session->arena->allocator);
  const bool good = model != NULL && run_check(model, &report, &arena, session->diag);
  if (!good) {
    loading_blame(session);
  }
  messages_show(session, session->diag);
  if (good && !session->options->json && !session->options->quiet) {
    print_report(session, model, &report);
  }
  arena_close(&arena);
  return good ? diag_exit_status(session->diag) : loading_status(session);
}
