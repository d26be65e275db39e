// SPDX-License-Identifier: BSD-3-Clause
// crew.h: what the files of mbsrun-mpi share: the words between the processes of a team.
//
// Number 0 hands out batches of runs, each other number runs them in a child process of its own
// (worker.h), so that a run that crashes costs itself and not the job.
//
//   READY    n -> 0   at the start: the hash of the study that n has read, or why it has none
//   WORK     0 -> n   a batch: numbers of runs; none: this was all
//   RECORDS  n -> 0   what came of a batch, records one after the other; asks for more
//   ABANDON  0 -> n   stop after what has ended; RECORDS follow as always
#ifndef MBS_MPI_CREW_H
#define MBS_MPI_CREW_H

#include "cli/shared/team.h"

enum { TAG_READY = 1, TAG_WORK, TAG_RECORDS, TAG_ABANDON };
enum { LARGEST_BATCH = 256, READY_TEXT = 512 };

typedef enum Attendance { ATTENDANCE_HERE, ATTENDANCE_TROUBLE, ATTENDANCE_GONE } Attendance;

// READY. GONE: it ended before it got to the study, and waits for nothing.
typedef struct Ready {
  int attendance;
  char hash[SHA256_TEXT_SIZE];
  char host[128];
  char text[READY_TEXT]; // of TROUBLE
} Ready;

void crew_introduce(const TeamStudy *study, Attendance attendance, Ready *ready);

// Waits until a message is there or the pause has passed, without a busy processor. Returns the
// number of the sender and its tag and size, or -1.
int crew_listen(int from, int tag, double pause, int *found_tag, int *size);

bool crew_lead(Team *team, const TeamStudy *study, const EngineOptions *options, Store *store,
               const unsigned char *done, long done_count, bool *complete, Arena *arena,
               Diag *diag);
void crew_follow(Team *team, const TeamStudy *study, const EngineOptions *options, Arena *arena);

#endif
