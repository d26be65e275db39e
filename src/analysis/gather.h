// SPDX-License-Identifier: BSD-3-Clause
// gather.h: rows that wait until there are enough of them to be computed together (system/batch.h).
//
// A step has a handful of rows, so they are gathered over several steps; they are recorded in the
// order of their times. With one row at a time the same is done, and the same comes out.
#ifndef MBS_ANALYSIS_GATHER_H
#define MBS_ANALYSIS_GATHER_H

#include "analysis/recorder.h"
#include "system/batch.h"

// An interpolated row that waits.
typedef struct GatheredRow {
  Sample sample;
  double aim;                      // of its projection
  double work;                     // up to its time
  double *q, *v, *q_rate, *v_rate; // in one piece
} GatheredRow;

// A batch, and where it has the measures that it gives.
typedef struct GatherBatch {
  Batch *batch;
  const double **measure; // by number
} GatherBatch;

typedef struct Gather {
  bool active; // rows of this run can be taken together
  bool waits;  // from one step to the next
  Recorder *recorder;
  GatherBatch *together; // NULL: one by one
  GatherBatch *alone;
  bool blocks; // all that is wanted of a row stands in the batch
  GatheredRow rows[BATCH_ROWS];
  int room;        // for so many of them
  int count, done; // rows that wait; of them recorded already
  int *measures;   // those that batches give, then those of the model's ledger, then all others
  int point_count, ledger_count, other_count;
  int *ledger;     // which quantity of the ledger
  PairLevel level; // of constraint rows that the others read
} Gather;

// Looks whether rows can be taken together, and opens what that needs. lanes: several at a time.
// Returns false when memory ran out.
bool gather_open(Gather *gather, Recorder *recorder, bool lanes, Arena *arena);

// The place of the next row, to be filled in and counted by gather_add.
static inline GatheredRow *gather_next(Gather *gather) {
  return &gather->rows[gather->count];
}
// Takes the recorder's present sample. True when the rows must be recorded now.
bool gather_add(Gather *gather);

// Records the rows that wait. GATHER_ALONE: the row gather->done is not ordinary; the caller
// records it, counts it in done, and asks again.
typedef enum GatherOutcome { GATHER_DONE, GATHER_ALONE, GATHER_FAILED } GatherOutcome;
GatherOutcome gather_record(Gather *gather);

// After the last row: the largest values of all rows go to the audit.
void gather_finish(const Gather *gather);

#endif
