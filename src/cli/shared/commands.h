// SPDX-License-Identifier: BSD-3-Clause
// commands.h: the table of the commands (command.c, from commands.def).
#ifndef MBS_CLI_SHARED_COMMANDS_H
#define MBS_CLI_SHARED_COMMANDS_H

struct Session;

typedef struct Command {
  const char *name;
  const char *operand;
  int operand_count; // at most
  const char *summary;
  int (*act)(const struct Session *session); // returns the exit status
} Command;

extern const Command command_table[];
int command_count(void);
const Command *command_find(const char *name); // or NULL

#endif
