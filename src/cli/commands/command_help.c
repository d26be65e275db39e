// SPDX-License-Identifier: BSD-3-Clause
// command_help.c: mbsrun help [COMMAND], and --help of every command.
#include <string.h>

#include "cli/shared/command.h"
#include "cli/shared/messages.h"
#include "cli/words/help.h"

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
  if (options->operand == NULL) {
    help_general(out);
    return true;
  }
  const Command *command = command_find(options->operand);
  if (command == NULL) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "there is no command \"%s\"",
             options->operand);
    return diag_hint(session->diag,
                     "mbsrun help lists the commands, mbsrun explain %s may know the word",
                     options->operand);
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
