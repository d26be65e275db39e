// SPDX-License-Identifier: BSD-3-Clause
// command.c: commands.def as a table.
#include "cli/shared/command.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool command_is_file(const char *word) {
  struct stat status;
  return strcmp(word, "-") == 0 || strpbrk(word, "./") != NULL || stat(word, &status) == 0;
}

bool command_refuse(const char *word, Arena *arena, Diag *diag) {
  const char *names[32];
  int count = 0;
  for (; count < command_count() && count < 32; count++) {
    names[count] = command_table[count].name;
  }
  diag_add(diag, DIAG_USAGE, mark_none(), "\"%s\" is neither a command nor a file", word);
  const char *file = text_print(arena, "%s.yaml", word);
  if (file != NULL && access(file, R_OK) == 0) {
    return diag_hint(diag, "did you mean the model \"%s\"?", file);
  }
  if (!diag_suggest(diag, text_nearest(word, names, count))) {
    diag_hint(diag, "mbsrun --help lists the commands");
  }
  return false;
}
