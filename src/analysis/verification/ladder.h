// SPDX-License-Identifier: BSD-3-Clause
// ladder.h: runs one analysis repeatedly, with decreasing steps or tolerances.
#ifndef MBS_ANALYSIS_VERIFICATION_LADDER_H
#define MBS_ANALYSIS_VERIFICATION_LADDER_H

#include "analysis/run.h"
#include "analysis/verification/trajectory.h"

typedef enum LadderKind { LADDER_STEP, LADDER_TOLERANCE } LadderKind;

typedef struct Rung {
  double size;       // step [s] or relative tolerance
  RunStatus status;  // RUN_OK for an inaccurate run, too
  bool inaccurate;   // the run reached its end, but the audit contradicts it
  Failure failure;   // set when not RUN_OK, or inaccurate and not accepted
  int exit_status;   // by the status alone: checks do not count
  Trajectory motion; // up to the time reached
  const CheckResult *checks;
  int check_count;
  const char *integrator, *formulation;
  Counters counters;
  double cpu_s; // processor time [s]; the least of up to 5 runs, if 0.02 s are enough for them
  double energy_drift; // the larger one of rows and steps [J]
  ScaleFloor floor;
} Rung;

// The status of a rung for reports.
static inline RunStatus rung_status(const Rung *rung) {
  return rung->inaccurate ? RUN_INACCURATE : rung->status;
}

typedef struct Ladder {
  const char *label; // for messages: "newmark{gamma: 0.5}"
  const Model *model;
  const char *analysis;
  LadderKind kind;
  const double *sizes; // descending
  int size_count;
  bool timed;     // short runs are repeated, for cpu_s
  double longest; // StepControl.longest of every rung
  double sides;   // StepControl.sides of every rung; 0: derived from the coarsest size
  // made by ladder_climb
  Rung *rungs; // the rungs that were run, coarsest first
  int rung_count;
} Ladder;

// Runs every rung. A rung that fails is kept with its failure, and the next rung is run as well.
// The ladder ends early only where the integrator refused the analysis or the run was interrupted.
// Messages of the model and warnings of the analysis go to diag. False when the model was refused
// or memory ran out.
bool ladder_climb(Ladder *ladder, const ModelReader *reader, const RunOptions *options,
                  Arena *arena, Diag *diag);

#endif
