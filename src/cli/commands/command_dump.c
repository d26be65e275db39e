// SPDX-License-Identifier: BSD-3-Clause
// command_dump.c: mbsrun dump MODEL.
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "language/dump/dump.h"
#include "language/tables/tables.h"

static void note_size(const Session *session, const Model *model, const Inlining *inlining) {
  const long count = dump_values(model, inlining);
  const int usual = doc_default_limits().nodes;
  if (count > usual) {
    diag_add(session->diag, DIAG_DUMP_SIZE, (Mark){.source = model->source},
             "the resolved model has %ld values, more than %d", count, usual);
    diag_hint(session->diag, "mbsrun reads it with --max-nodes %ld", count);
  }
}

int command_dump(const Session *session) {
  const LoadOptions load = loading_options(session->options);
  const Model *model = loading_model(session, &load);
  const Language *language = tables_language(session->arena);
  Inlining inlining = {.count = 0};
  Text text = text_open(session->arena->allocator);
  const bool good =
      model != NULL && language != NULL &&
      (!session->options->defaults || dump_defaults(model, language, session->arena)) &&
      (!session->options->bundle ||
       dump_gather(model, language, &load, &inlining, session->arena, session->diag));
  if (good) {
    note_size(session, model, &inlining);
  }
  if (good) {
    dump_model(model, language, &inlining, session->options->json_document, &text);
  }
  messages_show(session, session->diag);
  terminal_print(session->terminal, &text);
  text_close(&text);
  return good ? diag_exit_status(session->diag) : loading_status(session);
}
