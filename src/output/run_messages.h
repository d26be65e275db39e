// SPDX-License-Identifier: BSD-3-Clause
// run_messages.h: what is said of a run.
#ifndef MBS_OUTPUT_RUN_MESSAGES_H
#define MBS_OUTPUT_RUN_MESSAGES_H

#include "analysis/run.h"

// Appends the warnings and the failure of every analysis, and its checks that failed or could not
// be made.
void run_messages(const Run *run, Diag *diag);

#endif
