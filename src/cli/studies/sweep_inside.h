// SPDX-License-Identifier: BSD-3-Clause
// sweep_inside.h: what the files of `mbsrun sweep` share.
#ifndef MBS_CLI_STUDIES_SWEEP_INSIDE_H
#define MBS_CLI_STUDIES_SWEEP_INSIDE_H

#include "base/source.h"
#include "cli/shared/command.h"
#include "sweep/results/folder.h"
#include "sweep/results/gather.h"
#include "sweep/runs/store.h"

typedef struct SweepInput {
  const char *file;       // the study, or the model
  const SourceText *text; // of the study
  const Sweep *sweep;
} SweepInput;

// Reads a study file, or a model with --vary. False after messages, or when memory ran out.
bool sweep_read_input(const Session *session, const char *file, SweepInput *input);
// Whether no run has left its results there, of which summary.json would be lost; false after a
// message.
bool sweep_may_begin(const Session *session, const char *directory);
JobOptions sweep_job_options(const Session *session, const Sweep *sweep, const char *directory);

// The journal for an index in a directory: shards and directories on a network share no memory.
StoreMode sweep_store_mode(const char *directory, bool shard);

// A line for people, unless --quiet.
void sweep_say(const Session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// That somebody ended without giving the lock back.
void sweep_say_left(const Session *session, const Lock *lock);
long sweep_failures(const long counts[static SWEEP_STATUS_COUNT]);

// Merges the shards that nobody works on, and says what was left alone.
bool sweep_gather(const Session *session, Store *store, const char *directory, Gathered *gathered);
// What a finished study writes and says; its exit status.
int sweep_conclude(const Session *session, Store *store, const char *directory);

// What was submitted last, if anything.
void sweep_put_jobs(const char *directory, Arena *arena, Text *out);

// Verbs.
int sweep_status(const Session *session);
int sweep_report(const Session *session);
int sweep_merge(const Session *session);
int sweep_submit(const Session *session);

// Marks the runs of an index that have ended (of those that failed, unless they are to be run
// again), if there is one; false after a message, also when it is of another study.
bool sweep_mark_ended(const Session *session, const char *index, const Identity *identity,
                      unsigned char *bits, long runs);

#endif
