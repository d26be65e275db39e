// SPDX-License-Identifier: BSD-3-Clause
// command_help.c: mbsrun help [COMMAND], and --help of every command.
#include <string.h>

#include "cli/manual/manual.h"
#include "cli/shared/command.h"
#include "cli/shared/messages.h"
#include "cli/words/help.h"

static bool refuse(const Session *session) {
  const char *word = session->options->operand;
  diag_add(session->diag, DIAG_USAGE, mark_none(), "there is no command \"%s\"", word);
  return diag_hint(session->diag,
                   "mbsrun help lists the commands, mbsrun explain %s may know the word", word);
}

static bool put_manual(const Session *session, Text *out) {
  const char *word = session->options->operand;
  const Command *command = word != NULL ? command_find(word) : NULL;
  if (word == NULL) {
    manual_of_program(out);
  } else if (command != NULL) {
    manual_of_command(command, out);
  } else if (strcmp(word, "model") == 0) {
    return manual_of_model(out, session->arena);
  } else if (strcmp(word, "study") == 0) {
    return manual_of_study(out, session->arena);
  } else {
    return refuse(session);
  }
  return true;
}

static bool put_help(const Session *session, Text *out) {
  const Options *options = session->options;
  if (options->help && strcmp(options->command->name, "run") == 0 && !options->command_given) {
    help_general(out);
    return true;
  }
  if (options->help) {
    help_of_command(options->command, out);
    return true;
  }
  if (options->manual) {
    return put_manual(session, out);
  }
  if (options->operand == NULL) {
    help_general(out);
    return true;
  }
  const Command *command = command_find(options->operand);
  if (command == NULL) {
    return refuse(session);
  }
  help_of_command(command, out);
  return true;
}

int command_help(const Session *session) {
  Text text = text_open(session->arena->allocator);
  const bool good = put_help(session, &text);
  messages_show(session, session->diag);
  terminal_print(session->terminal, &text);
  text_close(&text);
  return good ? 0 : EXIT_USAGE;
}
