// SPDX-License-Identifier: BSD-3-Clause
// gather.h: rows that wait until there are enough of them to be computed together (system/batch.h).
//
// A step has a handful of rows, so they are gathered over several steps; they are recorded in the
// order of their times. With one row at a time the same is done, and the same comes out.
#ifndef MBS_ANALYSIS_GATHER_H
#define MBS_ANALYSIS_GATHER_H

#include "analysis/recorder.h"
#include "system/batch.h"

// A row that waits.
typedef struct GatheredRow {
  Sample sample;
  double aim;  // of its projection
  double work; // up to its time
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
  int room;    // for so many rows
  GatheredRow rows[BATCH_ROWS];
  double t[BATCH_ROWS];            // their times
  double *numbers;                 // q, v and their rates as interpolated, each of all rows
  int count, done;                 // rows that wait; of them recorded already
  double *q, *v, *q_rate, *v_rate; // of one row, in one piece
  int *measures; // those that batches give, then those of the model's ledger, then all others
  int point_count, ledger_count, other_count;
  int *ledger;     // which quantity of the ledger
  PairLevel level; // of constraint rows that the others read
} Gather;

// Looks whether rows can be taken together, and opens what that needs. lanes: several at a time.
// Returns false when memory ran out.
bool gather_open(Gather *gather, Recorder *recorder, bool lanes, Arena *arena);

// Takes the recorder's next samples, those up to a time for which there is room, and counts them.
// The caller fills in their aims and numbers. Returns how many they are.
int gather_take(Gather *gather, double reached);
static inline bool gather_is_full(const Gather *gather) {
  return gather->count == gather->room;
}
// One row's numbers: from q in one piece into the lane of a row, and back into the gather's q.
void gather_put(Gather *gather, int lane, const double *numbers);
void gather_get(Gather *gather, int lane);

// Records the rows that wait. GATHER_ALONE: the row gather->done is not ordinary; the caller
// records it, counts it in done, and asks again.
typedef enum GatherOutcome { GATHER_DONE, GATHER_ALONE, GATHER_FAILED } GatherOutcome;
GatherOutcome gather_record(Gather *gather);

// After the last row: the largest values of all rows go to the audit.
void gather_finish(const Gather *gather);

#endif
