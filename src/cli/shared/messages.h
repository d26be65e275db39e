// SPDX-License-Identifier: BSD-3-Clause
// messages.h: all messages of a command in one list, and the list in front of a person or program.
#ifndef MBS_CLI_SHARED_MESSAGES_H
#define MBS_CLI_SHARED_MESSAGES_H

#include "analysis/run.h"
#include "base/diag.h"
#include "cli/shared/command.h"

// Appends the messages of one list to another.
void messages_append(const Diag *from, Diag *diag);

// Appends the messages of each analysis of a run to diag: warnings, the failure, failed checks.
void messages_collect(const Run *run, Diag *diag);

// With --json the whole list on standard output. Else what the person wants to read, on standard
// error: errors; warnings unless --quiet; remarks with --verbose.
void messages_show(const Session *session, const Diag *diag);

// What cannot wait for the end of a run (DIAG_INT_MANY_STEPS), in front of a person while it goes
// on; messages_show then leaves it out.
void messages_announce(const Session *session, const DiagMessage *message);

#endif
