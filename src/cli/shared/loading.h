// SPDX-License-Identifier: BSD-3-Clause
// loading.h: from the command line to a loaded model, for the commands that have one.
#ifndef MBS_CLI_SHARED_LOADING_H
#define MBS_CLI_SHARED_LOADING_H

#include "analysis/run.h"
#include "cli/shared/command.h"
#include "language/load.h"

// The options as the loader wants them.
LoadOptions loading_options(const Options *options);

// Sets the limits of memory and loads the model. NULL after messages in session->diag, or when
// memory ran out.
const Model *loading_file(const Session *session, const char *path, const LoadOptions *load);
// The same of the command's operand.
const Model *loading_model(const Session *session, const LoadOptions *load);

// Whether there is something to run: any analysis, or the one that --analysis names. False after a
// message, or when memory ran out.
bool loading_has_analysis(const Session *session, const Model *model);

// Whether an analysis is of type dynamics and, with --analysis, the one that is named.
bool loading_is_chosen(const Session *session, const Analysis *analysis);
// Budgets, interrupts and progress, as the options say.
RunOptions loading_run_options(const Session *session);

// Says that this is a bug when a command stopped and no message tells why.
void loading_blame(const Session *session);

// The exit status of a command that stopped because of its messages.
int loading_status(const Session *session);

// The budget of memory is for the model and its motion. Now that the files are there, a run must
// not end as out of memory for want of room for its messages.
void loading_allow_last_words(Allocator *allocator);

#endif
