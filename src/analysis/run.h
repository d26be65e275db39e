// SPDX-License-Identifier: BSD-3-Clause
// run.h: runs a loaded model: compiles it, finds initial conditions, runs every analysis and check.
#ifndef MBS_ANALYSIS_RUN_H
#define MBS_ANALYSIS_RUN_H

#include <stdbool.h>

#include "analysis/inspection/jacobian_check.h"
#include "analysis/interface/options.h"
#include "system/mechanism/system.h"

// Runs the analyses of a model. Messages that concern the whole model (refused initial conditions,
// redundant joints) go to diag, messages of one analysis into its Result. Returns false when the
// model was refused before any analysis ran (diag has the exit status) or memory ran out.
bool run_model(const Model *model, const ModelReader *reader, const RunOptions *options, Run *run,
               Arena *arena, Diag *diag);

// The same for a model that is compiled already (system_compile): a sweep does this thousands of
// times. Everything that belongs to the run is opened in the arena, so that runs do not depend on
// one another.
bool run_system(const System *system, const ModelReader *reader, const RunOptions *options,
                Run *run, Arena *arena, Diag *diag);

// `mbsrun check`: compiles the model, finds its initial conditions and checks its derivatives, but
// runs no analysis. False after messages, or when memory ran out.
bool run_check(const Model *model, CheckReport *report, Arena *arena, Diag *diag);

// The mechanism at the initial point of run_check; the caller closes it with state_close. NULL
// after messages, or when memory ran out.
State *run_initial(const Model *model, Arena *arena, Diag *diag);

// What a run keeps open (run_session.h).
typedef struct RunSession RunSession;

// Runs one analysis, from the initial point or from the end of another one. False after a message,
// or when memory ran out.
bool run_session_analysis(RunSession *session, Result *result);

// The exit status that a result asks for.
int run_status_code(const Result *result);

#endif
