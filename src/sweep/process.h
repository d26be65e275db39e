// SPDX-License-Identifier: BSD-3-Clause
// process.h: another program, started without a shell.
#ifndef MBS_SWEEP_PROCESS_H
#define MBS_SWEEP_PROCESS_H

#include <stdbool.h>

#include "base/text.h"

enum { PROCESS_CUT = 64 << 10 }; // bytes of each stream that are kept

// Runs argv[0], looked up in PATH, with an empty standard input, to its end. out, err: what it
// wrote. *status: its wait status. False with errno when it cannot be started.
bool process_run(const char *const *argv, Text *out, Text *err, int *status);

#endif
