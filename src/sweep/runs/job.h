// SPDX-License-Identifier: BSD-3-Clause
// job.h: one run of a study, in this process: values -> motion -> figures.
#ifndef MBS_SWEEP_RUNS_JOB_H
#define MBS_SWEEP_RUNS_JOB_H

#include "analysis/run.h"
#include "sweep/study/shape.h"

typedef enum SweepStatus {
  SWEEP_OK,
  SWEEP_REFUSED,    // the values make no model, or no initial state
  SWEEP_FAILED,     // the solution failed
  SWEEP_BUDGET,     // of steps, time or output
  SWEEP_INACCURATE, // it finished, and the audit contradicts it
  SWEEP_MEMORY,
  SWEEP_CRASHED, // the process ended
  SWEEP_TIMEOUT, // it was ended since it took too long
  SWEEP_STATUS_COUNT
} SweepStatus;

const char *sweep_status_word(SweepStatus status);

enum { SWEEP_MESSAGE_SIZE = 1200 };

typedef struct SweepRecord {
  long run;
  SweepStatus status;
  long steps; // of all analyses
  double cpu_s, wall_s;
  char code[16]; // "E-INT-001", or empty
  char message[SWEEP_MESSAGE_SIZE];
  double *values, *outputs; // by variable, by output; NaN: none
} SweepRecord;

typedef struct JobOptions {
  double time_limit; // CPU seconds of a run; 0: none
  long max_steps;
  bool accept_inaccurate; // such runs are ok, and their message is kept
  const char *only_analysis;
  const char *version;   // of mbsrun, for the summaries of kept runs
  const char *directory; // of the study: kept runs go below it; NULL: none are kept
  void (*before)(void *context, long run); // test hook: called before each run; or NULL
  void *context;
} JobOptions;

// Room for one record. False when memory ran out.
bool job_open_record(const Sweep *sweep, SweepRecord *record, Arena *arena);

// Runs number record->run. All memory of the run goes back to `allocator` at its end, but for the
// model that it shares with later ones (shape); running out of it is the run's failure, not ours.
void job_run(const Sweep *sweep, const JobOptions *options, Shape *shape, Allocator *allocator,
             SweepRecord *record);

// The record of run number record->run, of which nothing is known but that its process is gone.
void job_lose(const Sweep *sweep, SweepStatus status, const char *message, SweepRecord *record);

#endif
