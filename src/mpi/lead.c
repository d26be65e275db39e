// SPDX-License-Identifier: BSD-3-Clause
// lead.c: number 0 of the team: hands out batches, takes records, writes the index (see crew.h).
//
// A batch takes about BATCH_WALL seconds, and never more than a share of what is left, so that all
// are busy to the end and little is in flight when the job is killed.
#include <math.h>
#include <mpi.h>
#include <string.h>

#include "mpi/crew.h"
#include "sweep/runs/worker.h"

static const double BATCH_WALL = 0.2, LONGEST_WAIT = 0.1; // s

typedef struct Lead {
  const Team *team;
  const TeamStudy *study;
  const EngineOptions *options;
  Store *store;
  const unsigned char *done;
  Diag *diag;
  SweepRecord record;
  char *answer;
  size_t room;
  long next, left; // the first run that was not looked at yet; runs that were not handed out
  bool *busy;      // by rank: has a batch
  int present;     // ranks that wait for the last word
  EngineTally tally;
  bool stopping, failed;
} Lead;

// ---- handing out ----

static bool is_done(const Lead *lead, long run) {
  return (lead->done[run / 8] >> (run % 8) & 1) != 0;
}

static long batch_size(const Lead *lead) {
  const double mean =
      lead->tally.ended > 0 ? lead->tally.run_wall / (double)lead->tally.ended : BATCH_WALL;
  const double share = ceil((double)lead->left / (2.0 * (lead->team->size - 1)));
  const double size = fmin(share, mean > 0 ? BATCH_WALL / mean : LARGEST_BATCH);
  return (long)fmax(1, fmin(size, LARGEST_BATCH));
}

// The next batch, or the last word.
static void give(Lead *lead, int rank) {
  long batch[LARGEST_BATCH];
  int count = 0;
  const long most = batch_size(lead), runs = lead->study->sweep->plan.runs;
  while (!lead->stopping && count < most && lead->next < runs) {
    if (!is_done(lead, lead->next)) {
      batch[count++] = lead->next;
    }
    lead->next++;
  }
  lead->left -= count;
  lead->busy[rank] = count > 0;
  lead->present -= count == 0 ? 1 : 0;
  MPI_Send(batch, count, MPI_LONG, rank, TAG_WORK, MPI_COMM_WORLD);
}

// No more is handed out, and what has not ended is given up.
static void stop(Lead *lead) {
  for (int rank = 1; !lead->stopping && rank < lead->team->size; rank++) {
    if (lead->busy[rank]) {
      MPI_Send(NULL, 0, MPI_BYTE, rank, TAG_ABANDON, MPI_COMM_WORLD);
    }
  }
  lead->stopping = true;
}

static void fail(Lead *lead) {
  lead->failed = true;
  stop(lead);
}

// ---- what comes ----

static void hear_ready(Lead *lead, int rank) {
  Ready ready;
  MPI_Recv(&ready, (int)sizeof ready, MPI_BYTE, rank, TAG_READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (ready.attendance == ATTENDANCE_GONE) {
    lead->present--;
    diag_add(lead->diag, DIAG_STUDY_PROCESS, mark_none(),
             "process %d on %s ended before it had read the study", rank, ready.host);
    fail(lead);
    return;
  }
  if (ready.attendance == ATTENDANCE_TROUBLE) {
    diag_add(lead->diag, DIAG_STUDY_PROCESS, mark_none(),
             "process %d on %s could not read the study: %s", rank, ready.host, ready.text);
    fail(lead);
  } else if (strcmp(ready.hash, lead->study->identity->hash) != 0) {
    diag_add(lead->diag, DIAG_STUDY_PROCESS, mark_none(),
             "process %d on %s has read another study than process 0", rank, ready.host);
    diag_hint(lead->diag, "study, model and program must be the same on all hosts");
    fail(lead);
  }
  give(lead, rank);
}

static void hear_records(Lead *lead, int rank, int size) {
  size_t at = 0, used = 0;
  if ((size_t)size > lead->room) {
    size = (int)lead->room;
  }
  MPI_Recv(lead->answer, size, MPI_BYTE, rank, TAG_RECORDS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  lead->busy[rank] = false;
  while (!lead->failed && (used = worker_unpack(lead->study->sweep, lead->answer + at,
                                                (size_t)size - at, &lead->record)) > 0) {
    at += used;
    engine_count(&lead->tally, &lead->record);
    if (!store_add(lead->store, lead->study->sweep, &lead->record)) {
      fail(lead);
    }
  }
  give(lead, rank);
}

static void work(Lead *lead) {
  const volatile sig_atomic_t *interrupted = lead->options->interrupted;
  while (lead->present > 0) {
    int tag = 0, size = 0;
    const double patience = fmax(0, fmin(LONGEST_WAIT, store_patience(lead->store)));
    const int rank = crew_listen(MPI_ANY_SOURCE, MPI_ANY_TAG, patience, &tag, &size);
    if (interrupted != NULL && *interrupted != 0) {
      stop(lead);
    }
    if (rank > 0 && tag == TAG_READY) {
      hear_ready(lead, rank);
    } else if (rank > 0) {
      hear_records(lead, rank, size);
    }
    if (!lead->failed && store_patience(lead->store) <= 0 && !store_commit(lead->store)) {
      fail(lead);
    }
    engine_show(&lead->tally, lead->options);
  }
}

bool crew_lead(Team *team, const TeamStudy *study, const EngineOptions *options, Store *store,
               const unsigned char *done, long done_count, bool *complete, Arena *arena,
               Diag *diag) {
  const long runs = study->sweep->plan.runs;
  Lead lead = {.team = team,
               .study = study,
               .options = options,
               .store = store,
               .done = done,
               .diag = diag,
               .left = runs - done_count,
               .present = team->size - 1,
               .tally = engine_open_tally(done_count, runs)};
  lead.room = LARGEST_BATCH * worker_largest_record(study->sweep);
  lead.answer = arena_alloc(arena, lead.room);
  lead.busy = arena_array(arena, bool, team->size);
  *complete = false;
  if (lead.answer == NULL || lead.busy == NULL ||
      !job_open_record(study->sweep, &lead.record, arena)) {
    return false;
  }
  team->met = true;
  work(&lead);
  *complete = !lead.stopping;
  return (lead.failed || store_commit(store)) && !lead.failed;
}
