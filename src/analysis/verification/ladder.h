// SPDX-License-Identifier: BSD-3-Clause
// ladder.h: one analysis run again and again, with smaller and smaller steps or tolerances.
#ifndef MBS_ANALYSIS_VERIFICATION_LADDER_H
#define MBS_ANALYSIS_VERIFICATION_LADDER_H

#include "analysis/run.h"
#include "analysis/verification/trajectory.h"

typedef enum LadderKind { LADDER_STEP, LADDER_TOLERANCE } LadderKind;

typedef struct Rung {
  double size; // step [s] or relative tolerance
  RunStatus status;
  bool inaccurate;   // RUN_OK, but the audit contradicts it
  Failure failure;   // when not RUN_OK, or inaccurate and not accepted
  int exit_status;   // of its status; what checks say does not count
  Trajectory motion; // up to where it came
  const CheckResult *checks;
  int check_count;
  const char *integrator, *formulation;
  Counters counters;
  double cpu_s;        // the least of some runs where one takes less than a few milliseconds
  double energy_drift; // larger of rows and steps [J]
  ScaleFloor floor;
} Rung;

// What is told of a rung.
static inline RunStatus rung_status(const Rung *rung) {
  return rung->inaccurate ? RUN_INACCURATE : rung->status;
}

// What is run, and how.
typedef struct Ladder {
  const char *label; // for people: "newmark{gamma: 0.5}"
  const Model *model;
  const char *analysis;
  LadderKind kind;
  const double *sizes; // descending
  int size_count;
  bool timed;     // short runs are repeated, for cpu_s
  double longest; // of steps, see StepControl
  double sides;   // see StepControl; 0: as the coarsest rung knows them
  // made by ladder_climb
  Rung *rungs; // those that were run, coarsest first
  int rung_count;
} Ladder;

// Runs every rung. A rung that fails is kept with its reason, and the next one has its try, unless
// the reason is the integrator's refusal or an interrupt. Messages of the model and warnings of the
// analysis go to diag. False when the model was refused or memory ran out.
bool ladder_climb(Ladder *ladder, const ModelReader *reader, const RunOptions *options,
                  Arena *arena, Diag *diag);

#endif
