// SPDX-License-Identifier: BSD-3-Clause
// command_complete.c: mbsrun complete -- WORD ...
#include "cli/completion/complete.h"
#include "cli/shared/command.h"

int command_complete(const Session *session) {
  Text text = text_open(session->arena->allocator);
  complete_line(session->options->operands, session->options->operand_count, &text, session->arena);
  terminal_print(session->terminal, &text);
  text_close(&text);
  return 0;
}
