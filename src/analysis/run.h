// SPDX-License-Identifier: BSD-3-Clause
// run.h: from a loaded model to results: compile, initial conditions, every analysis, checks.
#ifndef MBS_ANALYSIS_RUN_H
#define MBS_ANALYSIS_RUN_H

#include <stdbool.h>

#include "analysis/inspection/jacobian_check.h"
#include "analysis/interface/options.h"
#include "system/mechanism/system.h"

typedef struct CrossCheck CrossCheck;

typedef struct Run {
  const Model *model;
  Mobility mobility;
  Result *results; // one per analysis, in file order
  int result_count;
  const CrossCheck *cross_checks; // one per result, or NULL (cross_check.h)
  int exit_status;                // the worst of all analyses and checks (docs/commands.md)
} Run;

// Runs the analyses. Messages that concern the whole model (refused initial conditions, redundant
// joints) go to diag, those of one analysis into its Result. Returns false when the model was
// refused before any analysis ran (exit status then from diag) or memory ran out.
bool run_model(const Model *model, const ModelReader *reader, const RunOptions *options, Run *run,
               Arena *arena, Diag *diag);

// The same of a model that is compiled already (system_compile), as a sweep does thousands of
// times: everything that belongs to the run is opened anew in the arena, so that no run knows of
// another.
bool run_system(const System *system, const ModelReader *reader, const RunOptions *options,
                Run *run, Arena *arena, Diag *diag);

// `mbsrun check`: everything short of solving.
bool run_check(const Model *model, CheckReport *report, Arena *arena, Diag *diag);

// The mechanism at the initial point that run_check looks at, for state_close. NULL after messages,
// or when memory ran out.
State *run_initial(const Model *model, Arena *arena, Diag *diag);

#endif
