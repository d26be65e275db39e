// SPDX-License-Identifier: BSD-3-Clause
// command.c: commands.def as a table.
#include "cli/shared/command.h"

#include <string.h>

const Command command_table[] = {
#define COMMAND(name, operand, count, summary) {#name, operand, count, summary, command_##name},
#include "cli/shared/commands.def"
#undef COMMAND
};

int command_count(void) {
  return (int)(sizeof command_table / sizeof command_table[0]);
}

const Command *command_find(const char *name) {
  for (int k = 0; k < command_count(); k++) {
    if (strcmp(command_table[k].name, name) == 0) {
      return &command_table[k];
    }
  }
  return NULL;
}
