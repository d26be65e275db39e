// SPDX-License-Identifier: BSD-3-Clause
// command.h: the commands of mbsrun and what they are given.
#ifndef MBS_CLI_SHARED_COMMAND_H
#define MBS_CLI_SHARED_COMMAND_H

#include <signal.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cli/shared/commands.h"
#include "cli/shared/options.h"
#include "cli/shared/terminal.h"

// Everything that a command may use. Texts live in the arena.
typedef struct Session {
  const Options *options;
  Terminal *terminal;
  Arena *arena;
  Diag *diag;
  // From now on SIGINT, SIGTERM and SIGHUP only set *interrupted; a second one ends the process,
  // but for SIGHUP, which comes from the terminal and from the shell.
  void (*catch_signals)(void);
  const volatile sig_atomic_t *interrupted;
  char *const *environment; // as POSIX's environ
  struct Team *team;        // who works with us; or NULL
} Session;

// rules of exit statuses; EXIT_SIGNAL is added to the number of a signal
enum {
  EXIT_INTERNAL = 1,
  EXIT_USAGE = 2,
  EXIT_INPUT_OUTPUT = 5,
  EXIT_CHECK = 6,
  EXIT_MEMORY = 8,
  EXIT_INACCURATE = 10,
  EXIT_SIGNAL = 128
};

#define COMMAND(name, operand, count, summary) int command_##name(const Session *session);
#include "cli/shared/commands.def"
#undef COMMAND

#endif
