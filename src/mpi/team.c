// SPDX-License-Identifier: BSD-3-Clause
// team.c: the team of mbsrun-mpi: joining, leaving, talking (see crew.h, cli/shared/team.h).
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mpi/crew.h"
#include "sweep/runs/worker.h"

// One to a process, as MPI itself.
static Team the_team;

Team *team_join(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  the_team = (Team){.lead = crew_lead, .follow = crew_follow};
  MPI_Comm_rank(MPI_COMM_WORLD, &the_team.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &the_team.size);
  return &the_team;
}

// Those that wait for work are told that there is none.
static void dismiss(const Team *team) {
  for (int rank = 1; rank < team->size; rank++) {
    Ready ready;
    MPI_Recv(&ready, (int)sizeof ready, MPI_BYTE, rank, TAG_READY, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (ready.attendance != ATTENDANCE_GONE) {
      MPI_Send(NULL, 0, MPI_LONG, rank, TAG_WORK, MPI_COMM_WORLD);
    }
  }
}

void team_leave(Team *team) {
  if (!team->met && team->rank == 0) {
    dismiss(team);
  } else if (!team->met) {
    Ready ready;
    crew_introduce(NULL, ATTENDANCE_GONE, &ready);
    MPI_Send(&ready, (int)sizeof ready, MPI_BYTE, 0, TAG_READY, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}

void crew_introduce(const TeamStudy *study, Attendance attendance, Ready *ready) {
  memset(ready, 0, sizeof *ready);
  ready->attendance = (int)attendance;
  (void)gethostname(ready->host, sizeof ready->host - 1);
  if (attendance == ATTENDANCE_HERE) {
    memcpy(ready->hash, study->identity->hash, sizeof ready->hash);
  } else if (attendance == ATTENDANCE_TROUBLE) {
    (void)snprintf(ready->text, sizeof ready->text, "%s", study->trouble);
  }
}

// MPI's own waiting keeps a processor busy, which here is one that a worker could have.
int crew_listen(int from, int tag, double pause, int *found_tag, int *size) {
  const double start = worker_clock();
  struct timespec nap = {.tv_nsec = 50000};
  for (;;) {
    MPI_Status status;
    int there = 0;
    MPI_Iprobe(from, tag, MPI_COMM_WORLD, &there, &status);
    if (there != 0) {
      *found_tag = status.MPI_TAG;
      MPI_Get_count(&status, MPI_BYTE, size);
      return status.MPI_SOURCE;
    }
    if (worker_clock() - start >= pause) {
      return -1;
    }
    (void)nanosleep(&nap, NULL);
    nap.tv_nsec = nap.tv_nsec < 1000000 ? 2 * nap.tv_nsec : nap.tv_nsec;
  }
}
