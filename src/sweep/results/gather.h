// SPDX-License-Identifier: BSD-3-Clause
// gather.h: the shards of a directory, put together in the index of the whole study.
#ifndef MBS_SWEEP_RESULTS_GATHER_H
#define MBS_SWEEP_RESULTS_GATHER_H

#include "base/text.h"
#include "sweep/results/folder.h"
#include "sweep/runs/store.h"

typedef struct Gathered {
  int shards, busy; // busy: another process works there, so that they were left alone
} Gathered;

// Merges every shard that nobody works on. The store may be fresh: then it becomes an index of the
// first shard's study. What is left alone, and by whom, goes to `remarks`, a line each. False after
// a message, or when memory ran out.
bool gather_shards(Store *store, const char *directory, Gathered *gathered, Text *remarks,
                   Arena *arena, Diag *diag);

// Says which runs have no row: how many of which shard where the directory has shards of one count,
// else the first numbers. bits: of runs that have one.
void gather_missing(const unsigned char *bits, long runs, long shard_count, Text *out);

#endif
