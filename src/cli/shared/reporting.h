// SPDX-License-Identifier: BSD-3-Clause
// reporting.h: from a results directory to a page, for the commands that make one.
#ifndef MBS_CLI_SHARED_REPORTING_H
#define MBS_CLI_SHARED_REPORTING_H

#include "cli/shared/command.h"
#include "model/model.h"
#include "report/pictures/stored.h"

// The model that was run, with the values that --set gave; NULL when its file is gone or another
// one now.
const Model *reporting_model(const Session *session, const Stored *stored, Diag *diag);

// The mechanism at the numbers of its file; NULL when they cannot be taken or memory ran out.
State *reporting_state(const Model *model, Arena *arena);

// Writes the page of the results in a directory. model: that was run; NULL: the file that the
// summary names is loaded, where it still is what was run, and else the page is without it. path:
// NULL for report.html in the directory. Returns the path; NULL after a message, or when memory ran
// out.
const char *reporting_page(const Session *session, const char *directory, const Model *model,
                           const char *path);

#endif
