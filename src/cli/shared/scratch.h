// SPDX-License-Identifier: BSD-3-Clause
// scratch.h: a directory for what nobody keeps, below TMPDIR (an absolute one) or /tmp.
#ifndef MBS_CLI_SHARED_SCRATCH_H
#define MBS_CLI_SHARED_SCRATCH_H

#include "cli/shared/command.h"

// A new directory that nobody else can read. NULL after a message, or when memory ran out.
const char *scratch_make(const Session *session);
// Removes it with the files in it; a directory in it stays, and so does it then.
void scratch_remove(const char *path, Arena *arena);

#endif
