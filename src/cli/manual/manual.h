// SPDX-License-Identifier: BSD-3-Clause
// manual.h: the manual pages, from the tables of commands, options and of the language.
#ifndef MBS_CLI_MANUAL_MANUAL_H
#define MBS_CLI_MANUAL_MANUAL_H

#include "base/arena.h"
#include "base/text.h"
#include "cli/shared/commands.h"

// mbsrun(1) and mbsrun-COMMAND(1).
void manual_of_program(Text *out);
void manual_of_command(const Command *command, Text *out);
// mbsrun-model(5) and mbsrun-study(5). False when memory ran out.
bool manual_of_model(Text *out, Arena *arena);
bool manual_of_study(Text *out, Arena *arena);

#endif
