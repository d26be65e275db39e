// SPDX-License-Identifier: BSD-3-Clause
// process.h: another program, run to its end, without a shell.
#ifndef MBS_OUTPUT_PROCESS_H
#define MBS_OUTPUT_PROCESS_H

#include <stdbool.h>

#include "base/text.h"

// argv[0] is looked up in PATH; standard input is empty. out, err: the first 64 KiB of what it
// wrote. *status: its wait status. False with errno when it cannot be started.
bool process_run(const char *const *argv, Text *out, Text *err, int *status);

// Starts it and lets it go on by itself, without input and output. False with errno when it cannot
// be started.
bool process_leave(const char *const *argv);

#endif
