// SPDX-License-Identifier: BSD-3-Clause
// help.h: the help texts, 80 columns wide.
#ifndef MBS_CLI_WORDS_HELP_H
#define MBS_CLI_WORDS_HELP_H

#include "base/text.h"
#include "cli/shared/commands.h"

void help_general(Text *out);
void help_of_command(const Command *command, Text *out);

// docs/help/NAME.txt, "" where there is none; and what all exit statuses mean.
const char *help_text(const char *name);
const char *help_exit_statuses(void);

#endif
