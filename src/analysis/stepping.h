// SPDX-License-Identifier: BSD-3-Clause
// stepping.h: an analysis of type dynamics that its caller carries on, after those that it starts
// from.
#ifndef MBS_ANALYSIS_STEPPING_H
#define MBS_ANALYSIS_STEPPING_H

#include "analysis/dynamics/dynamics.h"
#include "analysis/run_session.h"

typedef struct Stepping {
  RunSession session;
  AnalysisInput input;
  Result *result;   // of the motion
  Dynamics *motion; // NULL where it could not be opened
  StateCopy start;  // its initial point
  StateCopy copy;   // room for a point
  ArenaMark mark;   // the memory of the motion begins here
  Diag said;        // of the opening of the motion
  bool changed;     // it was put to another point: its rows are not those of one motion
} Stepping;

// Opens the motion of options->only_analysis, whose type is dynamics, at its start. run: receives
// the results. False after a message, or when memory ran out. A motion that fails at its start is
// opened; its result has the failure. Options, reader, run must stay as long as the motion.
bool stepping_open(Stepping *stepping, const System *system, const ModelReader *reader,
                   const RunOptions *options, Run *run, Arena *arena, Diag *diag);
// Opens it once more. The memory since the start is used again. False as stepping_open.
bool stepping_reset(Stepping *stepping);
// Ends the motion with its verdict, as a run does, and closes. False as stepping_open.
bool stepping_finish(Stepping *stepping);
// Closes without a verdict, at any time.
void stepping_close(Stepping *stepping);

#endif
