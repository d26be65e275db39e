// SPDX-License-Identifier: BSD-3-Clause
// help.h: the help texts, 80 columns wide.
#ifndef MBS_CLI_HELP_H
#define MBS_CLI_HELP_H

#include "base/text.h"
#include "cli/command.h"

void help_general(Text *out);
void help_of_command(const Command *command, Text *out);

// "  left     right, wrapped below itself".
void help_two_columns(const char *left, const char *right, Text *out);
// Words of a text in lines that end before column `width`; each line but the first is indented.
void help_wrap(const char *text, int column, int indent, int width, Text *out);

#endif
