// SPDX-License-Identifier: BSD-3-Clause
// folder.h: the results directory of a study: who works in it, where its indices are.
//
//   DIR/index.sqlite            the index
//   DIR/shards/K-of-N.sqlite    the index of a part, until it is merged
//   DIR/study.yaml, model.yaml  what was read when the study began, byte for byte
//   DIR/results.csv, columns.csv, summary.json   when all runs have ended
//   DIR/runs/000123/            of runs that are kept
#ifndef MBS_SWEEP_FOLDER_H
#define MBS_SWEEP_FOLDER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/mark.h"
#include "model/model.h"

typedef struct Folder {
  const char *path, *index; // index: of the part at hand
  int lock;                 // held while we work; -1: none
} Folder;

// Makes the directory where it is missing and takes the lock of the index (shard_count 0: of the
// whole study). The lock goes with the process, however it ends. False after a message.
bool folder_open(Folder *folder, const char *path, long shard, long shard_count, Arena *arena,
                 Diag *diag);
void folder_close(Folder *folder);

// Keeps the texts of study and model, unless they are there.
bool folder_freeze(const Folder *folder, const SourceText *study, const Model *model, Arena *arena,
                   Diag *diag);

// Paths of the shard indices in a directory, sorted. -1 when memory ran out.
int folder_shards(const char *path, const char *const **paths, Arena *arena);

// DIR/name in the arena; NULL when memory ran out.
const char *folder_file(const char *directory, const char *name, Arena *arena);
bool folder_has(const char *file);

#endif
