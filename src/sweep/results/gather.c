// SPDX-License-Identifier: BSD-3-Clause
// gather.c: shards into the whole (see gather.h).
#include "sweep/results/gather.h"

#include <stdio.h>

enum { MOST_NAMED = 10 };

// Adds one shard. The lock keeps its process away, and lets SQLite take back what a killed one had
// begun to write.
static bool merge_one(Store *store, const FolderShard *shard, Lock *lock, Text *remarks) {
  if (lock->left_by[0] != '\0') {
    text_printf(remarks, "shard %ld/%ld was left unfinished by %s\n", shard->shard, shard->count,
                lock->left_by);
  }
  return store_claim_as(store, shard->index) && store_merge(store, shard->index);
}

bool gather_shards(Store *store, const char *directory, Gathered *gathered, Text *remarks,
                   Arena *arena, Diag *diag) {
  const FolderShard *shards = NULL;
  const int count = folder_shards(directory, &shards, arena);
  LockSight *sights = count < 0 ? NULL : arena_array(arena, LockSight, count);
  bool good = sights != NULL;
  *gathered = (Gathered){.shards = count};
  for (int k = 0; good && k < count; k++) {
    lock_look(shards[k].lock, &sights[k]);
  }
  for (int k = 0; good && k < count; k++) {
    char subject[64];
    Lock lock;
    Diag busy;
    diag_open(&busy, arena);
    (void)snprintf(subject, sizeof subject, "shard %ld/%ld", shards[k].shard, shards[k].count);
    if (lock_take(&lock, shards[k].lock, subject, &sights[k], &busy)) {
      good = merge_one(store, &shards[k], &lock, remarks);
      lock_release(&lock);
    } else if (busy.count > 0 && busy.messages[0].code == DIAG_STUDY_BUSY) {
      text_printf(remarks, "not merged: %s\n", busy.messages[0].text);
      gathered->busy++;
    } else {
      good = false;
      for (int m = 0; m < busy.count; m++) {
        diag_copy(diag, &busy.messages[m]);
      }
    }
  }
  return good;
}

static bool is_there(const unsigned char *bits, long run) {
  return (bits[run / 8] >> (run % 8) & 1) != 0;
}

static void name_shards(const unsigned char *bits, long runs, long count, Text *out) {
  int named = 0;
  long more = 0;
  for (long shard = 0; shard < count && shard < runs; shard++) {
    long missing = 0, all = 0;
    for (long run = shard; run < runs; run += count) {
      all++;
      missing += is_there(bits, run) ? 0 : 1;
    }
    if (missing > 0 && named < MOST_NAMED) {
      text_printf(out, named++ > 0 ? ", " : "");
      if (missing == all) {
        text_printf(out, "all %ld of shard %ld/%ld", all, shard, count);
      } else {
        text_printf(out, "%ld of %ld of shard %ld/%ld", missing, all, shard, count);
      }
    } else if (missing > 0) {
      more++;
    }
  }
  if (more > 0) {
    text_printf(out, ", and of %ld more shards", more);
  }
}

void gather_missing(const unsigned char *bits, long runs, long shard_count, Text *out) {
  int named = 0;
  if (shard_count > 0) {
    name_shards(bits, runs, shard_count, out);
    return;
  }
  for (long run = 0; run < runs && named < MOST_NAMED; run++) {
    if (!is_there(bits, run)) {
      text_printf(out, named++ > 0 ? ", %ld" : "runs %ld", run);
    }
  }
  text_put(out, named == MOST_NAMED ? ", ..." : "");
}
