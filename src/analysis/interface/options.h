// SPDX-License-Identifier: BSD-3-Clause
// options.h: what a run is asked for beside its model: budgets, one analysis, who listens.
#ifndef MBS_ANALYSIS_INTERFACE_OPTIONS_H
#define MBS_ANALYSIS_INTERFACE_OPTIONS_H

#include <signal.h>
#include <stdbool.h>

#include "analysis/interface/observer.h"
#include "analysis/interface/result.h"
#include "model/model.h"

// Stands in for the step or the tolerances of an analysis: a rung of a ladder. Zeros: nothing.
typedef struct StepControl {
  double step;     // fixed step [s]
  double relative; // relative tolerance; the absolute ones change in the same proportion
  double longest;  // no step is longer than this part of the duration; 0: as the file says
  double sides;    // stands in for Result.sides, so that rows of several runs take the same side
} StepControl;

typedef struct RunOptions {
  double time_limit;                        // CPU seconds for the whole run; 0: none
  long max_steps;                           // per analysis; 0: the default, 10 million
  double max_output_bytes;                  // 0: the default, 1 GiB
  double track_bytes;                       // as Result has it
  bool track_forces;                        // likewise
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
  ObserverFunction *observer;
  void *observer_context;
} RunOptions;

static inline bool options_interrupted(const RunOptions *options) {
  return options->interrupted != NULL && *options->interrupted != 0;
}

#endif
