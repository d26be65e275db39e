// SPDX-License-Identifier: BSD-3-Clause
// engine.h: the runs of a study on this machine: worker processes, one index, resumable.
#ifndef MBS_SWEEP_RUNS_ENGINE_H
#define MBS_SWEEP_RUNS_ENGINE_H

#include <signal.h>

#include "sweep/runs/job.h"
#include "sweep/runs/store.h"

typedef struct EngineProgress {
  long done, total, failed; // runs; of the part of the study that is ours
  double rate;              // runs per second of this session
  double left;              // s; infinite while nothing is known
} EngineProgress;

typedef struct EngineOptions {
  JobOptions job;
  int workers;
  double wall_limit;       // s that a run may take before its worker is ended; 0: none
  long shard, shard_count; // our runs are those with run % shard_count == shard; 0: all
  const volatile sig_atomic_t *interrupted;
  void (*progress)(void *context, const EngineProgress *progress); // ten times a second; or NULL
  void *progress_context;
} EngineOptions;

// What has come of a session so far.
typedef struct EngineTally {
  EngineProgress progress;
  double opened, shown, run_wall; // run_wall: of all runs of this session together
  long ended;                     // in this session
} EngineTally;
EngineTally engine_open_tally(long done, long total);
// A run has ended.
void engine_count(EngineTally *tally, const SweepRecord *record);
// Tells the progress when it is due.
void engine_show(EngineTally *tally, const EngineOptions *options);

// Runs what has no row in the store yet. A worker that dies costs the run it was at, one that is
// killed from outside (SIGKILL, SIGTERM) nothing: the run is tried again, three times in all.
// False after a message, or when memory ran out; what is committed stays. *complete tells whether
// all runs of our part have ended, not so after an interrupt.
bool engine_run(const Sweep *sweep, const EngineOptions *options, Store *store,
                const unsigned char *done, long done_count, bool *complete, Arena *arena,
                Diag *diag);

#endif
