// SPDX-License-Identifier: BSD-3-Clause
// options.h: the options of a run: budgets, selection of an analysis, callbacks.
#ifndef MBS_ANALYSIS_INTERFACE_OPTIONS_H
#define MBS_ANALYSIS_INTERFACE_OPTIONS_H

#include <signal.h>
#include <stdbool.h>

#include "analysis/interface/observer.h"
#include "analysis/interface/result.h"
#include "model/model.h"

// Replaces the step or the tolerances of an analysis (a rung of a ladder). A zero replaces nothing.
typedef struct StepControl {
  double step;     // fixed step [s]
  double relative; // relative tolerance; the absolute ones change in the same proportion
  double longest;  // longest step, as a part of the duration (with `relative`); 0: that of the file
  double sides;    // replaces Result.sides, so that rows of several runs are on the same side of an
                   // event
} StepControl;

typedef struct RunOptions {
  double time_limit;                        // processor time for the whole run [s]; 0: no limit
  long max_steps;                           // per analysis; 0: the file's, or 10 million
  double max_output_bytes;                  // 0: the default, 1 GiB
  double track_bytes;                       // see Result.track_bytes
  bool track_forces;                        // see Result.track_forces
  bool accept_inaccurate;                   // an inaccurate result is a warning, not a failure
  long repeat;                              // linearize: number of timed executions; 0: none
  const char *only_analysis;                // --analysis NAME, or NULL
  StepControl control;                      // for only_analysis
  const Places *places;                     // for only_analysis: see Result.only; or NULL
  const NumberValues *values;               // numbers that differ from the file's; or NULL
  const volatile sig_atomic_t *interrupted; // set by a signal handler; may be NULL
  // Called from the time loop, at most about every 0.05 s of processor time; may be NULL.
  void (*progress)(void *context, const char *analysis, double t, double end, double step);
  void *progress_context;
  // Called with a message that cannot wait for the end of the run; may be NULL.
  void (*announce)(void *context, const DiagMessage *message);
  void *announce_context;
  // Called after every attempt at an implicit step on the position constraints, see scheme.h; may
  // be NULL.
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
