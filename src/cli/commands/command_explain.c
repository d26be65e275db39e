// SPDX-License-Identifier: BSD-3-Clause
// command_explain.c: mbsrun explain ARG.
#include <string.h>
#include <sys/stat.h>

#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/words/words.h"
#include "output/explain.h"

static bool ends_with(const char *text, const char *ending) {
  const size_t length = strlen(text);
  const size_t tail = strlen(ending);
  return length >= tail && strcmp(text + length - tail, ending) == 0;
}

static bool is_model(const char *argument) {
  struct stat status;
  return strcmp(argument, "-") == 0 || ends_with(argument, ".yaml") ||
         ends_with(argument, ".yml") || (stat(argument, &status) == 0 && !S_ISDIR(status.st_mode));
}

static bool explain_model(const Session *session, Text *out) {
  const LoadOptions load = loading_options(session->options);
  const Model *model = loading_model(session, &load);
  return model != NULL && explain_write(model, out, session->arena, session->diag);
}

// What was asked for: several words count as one, as in "contact in space".
static const char *argument_of(const Session *session) {
  const Options *options = session->options;
  const char *argument = options->operand;
  for (int k = 1; k < options->operand_count && argument != NULL; k++) {
    argument = text_print(session->arena, "%s %s", argument, options->operands[k]);
  }
  return argument;
}

int command_explain(const Session *session) {
  const char *argument = argument_of(session);
  Text text = text_open(session->arena->allocator);
  const bool good =
      argument != NULL && is_model(argument)
          ? explain_model(session, &text)
          : words_explain(argument, session->options->space, &text, session->arena, session->diag);
  if (!good) {
    loading_blame(session);
  }
  messages_show(session, session->diag);
  if (good) {
    terminal_print(session->terminal, &text);
  }
  text_close(&text);
  return good ? diag_exit_status(session->diag) : loading_status(session);
}
