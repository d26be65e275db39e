// SPDX-License-Identifier: BSD-3-Clause
// store.h: the index of a study, an SQLite file with one row per run that has ended.
//
//   study(key, value)        what the study is (identity.h), the number of runs, the program
//   columns(position, name, kind, unit, meaning)   what the columns of runs are
//   sessions(session, started, host, process, workers, part)   who worked on it, when; part: which
//                            shard and what said so, empty for the whole study
//   runs(run, status, code, message, <variables>, <outputs>, steps, cpu_s, wall_s, session, digest)
//                            digest: of the row, see store_check.c
//   results                  a view: runs without times and sessions, in order
//   results_with_units       a view: the runs that ended well, columns called "L [m]"
//   failures(status, code, runs, first_run, message)   a view: each class with one diagnosis
//
// One process writes. A run without a row has not ended. Rows are committed by the thousand or
// twice a second; what is not committed counts as not run.
#ifndef MBS_SWEEP_RUNS_STORE_H
#define MBS_SWEEP_RUNS_STORE_H

#include <stdbool.h>

#include "base/diag.h"
#include "sweep/runs/identity.h"
#include "sweep/runs/job.h"

typedef struct Store Store;

typedef enum StoreMode {
  STORE_WRITE,   // made where it is missing; write-ahead log, for local disks
  STORE_NETWORK, // the same with a rollback journal, which shares no memory between processes: for
                 // shards, and for all file systems of a network
  STORE_READ
} StoreMode;

// Opens an index. NULL after a message, or when memory ran out. The store lives in the arena;
// store_close ends it, with what is not committed.
Store *store_open(const char *path, StoreMode mode, Arena *arena, Diag *diag);
void store_close(Store *store);
// Of an index whose runs have all ended: puts the write-ahead log into it, so that it is a single
// file that can be read where nothing can be written. While somebody reads it, it stays as it is.
void store_settle(Store *store);

// Makes the tables of a fresh index, or compares: an index of another study is refused with the
// parts that differ.
bool store_claim(Store *store, const Sweep *sweep, const Identity *identity);
// Whether an index has been claimed by anybody; false after a message.
bool store_claimed(Store *store, bool *claimed);
// Whether an index is sound and of this study; false after a message that names the parts that
// differ.
bool store_compare(Store *store, const Identity *identity);
// Whether an index that somebody has claimed is what was written into it: SQLite's own check of its
// pages, and all digests. False after a message that says what is not.
bool store_check(Store *store);
// The same, but every row that is not what was written has its message. *rows: how many there are.
bool store_verify(Store *store, long *rows);
// Notes that this process goes to work. Rows added later carry its number.
bool store_begin_session(Store *store, int workers, const char *part);

// Sets the bit of every run that has ended. Those that did not end well are taken out first when
// they are to be tried again.
bool store_done(Store *store, bool retry_failed, unsigned char *bits, long runs, long *count);
// Sets the bits of runs that have ended (well: only_good) in an index that is only read.
bool store_mark(Store *store, bool only_good, unsigned char *bits, long runs);

bool store_add(Store *store, const Sweep *sweep, const SweepRecord *record);
// Seconds until what was added is to be committed; a large number when nothing waits.
double store_patience(const Store *store);
bool store_commit(Store *store);

// Adds the rows of another index of the same study that this one does not have, or has as runs
// that did not end well, with the sessions they come from. One that nobody has begun adds nothing.
bool store_merge(Store *store, const char *path);
// Makes the tables as in another index.
bool store_claim_as(Store *store, const char *path);

// What the index says of itself; NULL when it has no such key, or memory ran out.
const char *store_value(Store *store, const char *key);
// Adds runs whose bit is not set yet by status, and sets it: the union of several indices.
bool store_count_new(Store *store, unsigned char *bits, long runs,
                     long counts[static SWEEP_STATUS_COUNT]);
// Ended runs by status; false after a message.
bool store_counts(Store *store, long counts[static SWEEP_STATUS_COUNT]);

typedef struct StoreColumn {
  const char *name, *kind, *unit, *meaning; // kind: "variable", "output"
  const char *sql;                          // its name in the table, without quotes
} StoreColumn;
// The columns of variables and outputs, in order. -1 after a message or when memory ran out.
int store_columns(Store *store, const StoreColumn **columns);
// Whether no run that ended well has a value of a column. False after a message.
bool store_without_values(Store *store, const StoreColumn *column, bool *without);

// Rows in the order of the runs. Text columns may be NULL; values has one entry per column, NaN
// where there is none. visit returns false to stop.
typedef struct StoreRow {
  long run;
  const char *status, *code, *message;
  const double *values;
  int value_count;
  long steps;
  double cpu_s, wall_s;
  const char *digest;
} StoreRow;
bool store_visit(Store *store, bool (*visit)(void *context, const StoreRow *row), void *context);

#endif
