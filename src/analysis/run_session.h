// SPDX-License-Identifier: BSD-3-Clause
// run_session.h: what all analyses of a run share, and how each of them begins.
#ifndef MBS_ANALYSIS_RUN_SESSION_H
#define MBS_ANALYSIS_RUN_SESSION_H

#include "analysis/interface/input.h"

// Everything that one run of a model keeps open.
typedef struct RunSession {
  const Model *model;
  const System *system;
  const ModelReader *reader;
  const RunOptions *options;
  State *state;
  unsigned *undetermined; // masks of undetermined reactions (mobility_of)
  InitialReport initial;
  Run *run;
  StateCopy *ends; // of each analysis of the model: where it ended
  Arena *arena;
  Diag *diag;
} RunSession;

// Opens the state of a run at the numbers of its file. False after a message, or when memory ran
// out; the caller closes session->state.
bool run_session_open(RunSession *session, const System *system, const NumberValues *values,
                      Arena *arena, Diag *diag);

// Opens run->results for the analyses that the options want, in the order of the file. False as
// run_session_open.
bool run_session_results(RunSession *session, const ModelReader *reader, const RunOptions *options,
                         Run *run);

// The initial point, projected or checked, and its mobility. False when the model is refused.
bool run_session_start(RunSession *session, bool project, Mobility *mobility);

// Brings the state to where an analysis begins, and fills its input. *skipped: it cannot begin, and
// the result says why. False as run_session_open.
bool run_session_begin(RunSession *session, Result *result, AnalysisInput *input, bool *skipped);

#endif
