// SPDX-License-Identifier: BSD-3-Clause
// crew.c: a process that is not number 0: a batch comes, each of its runs goes to a child process,
// records go back (see crew.h).
#include "mpi/crew.h"

#include <errno.h>
#include <mpi.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "sweep/runs/worker.h"

enum { TRIES = 3 };
static const double PAUSE = 0.5; // s

typedef struct Hand {
  const Sweep *sweep;
  const EngineOptions *options;
  Arena *arena;
  Worker worker;
  SweepRecord record;
  long batch[LARGEST_BATCH];
  char *answer; // records of the batch
  size_t filled;
  bool abandoned;
} Hand;

// Whether number 0 wants no more than what has ended.
static void hear_abandon(Hand *hand) {
  int tag = 0, size = 0;
  if (crew_listen(0, TAG_ABANDON, 0, &tag, &size) == 0) {
    MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_ABANDON, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    hand->abandoned = true;
  }
}

typedef enum Outcome { OUTCOME_RECORD, OUTCOME_GONE, OUTCOME_OVERDUE, OUTCOME_ABANDONED } Outcome;

// Waits for the child's record.
static Outcome attend(Hand *hand) {
  const double limit = hand->options->wall_limit;
  for (;;) {
    struct pollfd news = {.fd = hand->worker.from, .events = POLLIN};
    (void)poll(&news, 1, 50);
    const bool lives = worker_read(&hand->worker);
    if (worker_take(&hand->worker, hand->sweep, &hand->record)) {
      return OUTCOME_RECORD;
    }
    if (!lives) {
      return OUTCOME_GONE;
    }
    if (limit > 0 && worker_clock() - hand->worker.began >= limit) {
      return OUTCOME_OVERDUE;
    }
    hear_abandon(hand);
    if (hand->abandoned) {
      return OUTCOME_ABANDONED;
    }
  }
}

static bool start(Hand *hand) {
  return hand->worker.process > 0 || worker_start(&hand->worker, NULL, 0, hand->sweep,
                                                  &hand->options->job, hand->arena->allocator);
}

// One run to its record, as the engine of mbsrun does it: a child that somebody kills is replaced
// and the run tried again, any other end is the run's own. False when it was abandoned.
static bool run_one(Hand *hand, long run) {
  char message[80];
  bool killed = true;
  SweepStatus status = SWEEP_CRASHED;
  for (int tries = 1; killed && tries <= TRIES; tries++) {
    Outcome outcome = OUTCOME_GONE;
    if (!start(hand)) {
      (void)snprintf(message, sizeof message, "no process can be started: %s", strerror(errno));
      killed = false;
      continue;
    }
    if (worker_give(&hand->worker, run)) {
      outcome = attend(hand);
    }
    if (outcome == OUTCOME_RECORD) {
      return true;
    }
    status = worker_explain(worker_stop(&hand->worker), message, &killed);
    if (outcome == OUTCOME_ABANDONED) {
      return false;
    }
    if (outcome == OUTCOME_OVERDUE) {
      (void)snprintf(message, sizeof message, "it had not finished after %g s",
                     hand->options->wall_limit);
      hand->record.run = run;
      job_lose(hand->sweep, SWEEP_TIMEOUT, message, &hand->record);
      return true;
    }
  }
  hand->record.run = run;
  job_lose(hand->sweep, status, message, &hand->record);
  return true;
}

static void run_batch(Hand *hand, int count) {
  hand->filled = 0;
  hand->abandoned = false;
  for (int k = 0; k < count && !hand->abandoned; k++) {
    if (run_one(hand, hand->batch[k])) {
      hand->filled += worker_pack(hand->sweep, &hand->record, hand->answer + hand->filled);
    }
    hear_abandon(hand);
  }
  MPI_Send(hand->answer, (int)hand->filled, MPI_BYTE, 0, TAG_RECORDS, MPI_COMM_WORLD);
}

static bool open_hand(Hand *hand, const TeamStudy *study, const EngineOptions *options,
                      Arena *arena) {
  *hand = (Hand){.sweep = study->sweep, .options = options, .arena = arena};
  if (study->sweep == NULL || study->identity == NULL) {
    return false;
  }
  const size_t room = LARGEST_BATCH * worker_largest_record(study->sweep);
  hand->answer = arena_alloc(arena, room);
  return hand->answer != NULL && job_open_record(study->sweep, &hand->record, arena) &&
         worker_open(&hand->worker, study->sweep, arena);
}

// An ABANDON that crossed our RECORDS on the way is for nobody.
static void forget_abandon(Hand *hand) {
  hear_abandon(hand);
}

void crew_follow(Team *team, const TeamStudy *study, const EngineOptions *options, Arena *arena) {
  Hand hand;
  Ready ready;
  int tag = 0, size = 0;
  const bool able = open_hand(&hand, study, options, arena);
  crew_introduce(study, able ? ATTENDANCE_HERE : ATTENDANCE_TROUBLE, &ready);
  MPI_Send(&ready, (int)sizeof ready, MPI_BYTE, 0, TAG_READY, MPI_COMM_WORLD);
  team->met = true;
  for (;;) {
    while (crew_listen(0, TAG_WORK, PAUSE, &tag, &size) != 0) {
    }
    const int count = size / (int)sizeof(long);
    MPI_Recv(hand.batch, count, MPI_LONG, 0, TAG_WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    forget_abandon(&hand);
    if (count == 0) {
      break;
    }
    run_batch(&hand, count);
  }
  if (able) {
    worker_stop(&hand.worker);
  }
}
