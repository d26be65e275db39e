// SPDX-License-Identifier: BSD-3-Clause
// folder.h: the results directory of a study: who works in it, where its indices are.
//
//   DIR/index.sqlite            the index
//   DIR/shards/K-of-N/index.sqlite   that of a part, until it is merged
//   DIR/study.yaml, model.yaml  what was read when the study began, byte for byte
//   DIR/model.resolved.yaml     the model with what it includes, --set, and its tables, if any
//   DIR/results.csv, columns.csv, summary.json   when all runs have ended
//   DIR/runs/000123/            of runs that are kept
#ifndef MBS_SWEEP_RESULTS_FOLDER_H
#define MBS_SWEEP_RESULTS_FOLDER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"
#include "sweep/runs/lock.h"
#include "sweep/study/sweep.h"

typedef struct Folder {
  const char *path, *index; // index: of the part at hand
  Lock lock;                // held while we work
} Folder;

// Makes the directory where it is missing and takes the lock of the index (shard_count 0: of the
// whole study). False after a message.
bool folder_open(Folder *folder, const char *path, long shard, long shard_count, Arena *arena,
                 Diag *diag);
void folder_close(Folder *folder);

// Keeps the texts of study and model, unless they are there.
bool folder_freeze(const Folder *folder, const SourceText *study, const Sweep *sweep, Arena *arena,
                   Diag *diag);

// The part of a study that has an index of its own.
typedef struct FolderShard {
  long shard, count;
  const char *index, *lock; // paths
} FolderShard;

// The shards of a directory, by count and shard. -1 when memory ran out.
int folder_shards(const char *path, const FolderShard **shards, Arena *arena);

// DIR/name in the arena; NULL when memory ran out.
const char *folder_file(const char *directory, const char *name, Arena *arena);
bool folder_has(const char *file);

#endif
