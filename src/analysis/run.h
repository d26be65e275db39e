// SPDX-License-Identifier: BSD-3-Clause
// run.h: from a loaded model to results: compile, initial conditions, every analysis, checks.
#ifndef MBS_ANALYSIS_RUN_H
#define MBS_ANALYSIS_RUN_H

#include <signal.h>
#include <stdbool.h>

#include "analysis/look.h"
#include "model/model.h"
#include "system/result.h"
#include "system/system.h"

// Stands in for the step or the tolerances of an analysis: a rung of a ladder. Zeros: nothing.
typedef struct StepControl {
  double step;     // fixed step [s]
  double relative; // relative tolerance; the absolute ones change in the same proportion
  double longest;  // no step is longer than this part of the duration; 0: as the file says
} StepControl;

typedef struct RunOptions {
  double time_limit;                        // CPU seconds for the whole run; 0: none
  long max_steps;                           // per analysis; 0: the default, 10 million
  double max_output_bytes;                  // 0: the default, 1 GiB
  bool accept_inaccurate;                   // what the audit contradicts is told, no failure
  long repeat;                              // linearize: executions to time; 0: none
  const char *only_analysis;                // --analysis NAME, or NULL
  StepControl control;                      // of only_analysis
  const Places *places;                     // its rows are these, without checks; or NULL
  const NumberValues *values;               // that differ from the file's; or NULL
  const volatile sig_atomic_t *interrupted; // set by a signal handler; may be NULL
  // Called now and then from the time loop (not more than about every 0.05 s of CPU); may be NULL.
  void (*progress)(void *context, const char *analysis, double t, double end, double step);
  void *progress_context;
  // Called with what cannot wait for the end of the run; may be NULL.
  void (*announce)(void *context, const DiagMessage *message);
  void *announce_context;
  // Called after every try of an implicit step on the position constraints, see scheme.h; may be
  // NULL.
  void (*corrections)(void *context, double t, double step, const double *norms, int count,
                      bool converged);
  void *corrections_context;
  // Called at every row of only_analysis, and where it is not smooth; may be NULL.
  LookFunction *look;
  void *look_context;
} RunOptions;

typedef struct CrossCheck CrossCheck;

typedef struct Run {
  const Model *model;
  Mobility mobility;
  Result *results; // one per analysis, in file order
  int result_count;
  const CrossCheck *cross_checks; // one per result, or NULL (cross_check.h)
  int exit_status;                // the worst of all analyses and checks (rules.md section 2)
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
typedef struct CheckReport {
  Mobility mobility;
  double position_misfit, velocity_misfit;     // largest, scaled
  const char *position_worst, *velocity_worst; // joint names or NULL
  double jacobian_error;      // largest relative difference between the Jacobian and differences
  const char *jacobian_worst; // the pair of equation and unknown, in words
  int unknowns, nonzeros;     // of the integration matrix
} CheckReport;
bool run_check(const Model *model, CheckReport *report, Arena *arena, Diag *diag);

// `mbsrun explain MODEL`: the compiled system as text tables (bodies -> coordinates, joints ->
// rows, forces, measures, sparsity as dots).
bool run_explain(const Model *model, Text *out, Arena *arena, Diag *diag);

#endif
