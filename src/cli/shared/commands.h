// SPDX-License-Identifier: BSD-3-Clause
// commands.h: the table of the commands (command.c, from commands.def).
#ifndef MBS_CLI_SHARED_COMMANDS_H
#define MBS_CLI_SHARED_COMMANDS_H

#include <stdbool.h>

#include "base/diag.h"

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
// Whether the word that stands for a model is a file, or looks like the name of one.
bool command_is_file(const char *word);
// Refuses a word that is neither a command nor a file, with what may be meant. Always false.
bool command_refuse(const char *word, Arena *arena, Diag *diag);

#endif
