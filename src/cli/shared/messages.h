// SPDX-License-Identifier: BSD-3-Clause
// messages.h: all messages of a command in one list, and the list in front of a person or program.
#ifndef MBS_CLI_SHARED_MESSAGES_H
#define MBS_CLI_SHARED_MESSAGES_H

#include "base/diag.h"
#include "cli/shared/command.h"

// With --json the whole list on standard output. Else what the person wants to read, on standard
// error: errors; warnings unless --quiet; remarks with --verbose.
void messages_show(const Session *session, const Diag *diag);

// What cannot wait for the end of a run (DIAG_INT_MANY_STEPS), in front of a person while it goes
// on; messages_show then leaves it out.
void messages_announce(const Session *session, const DiagMessage *message);

#endif
