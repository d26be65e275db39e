// SPDX-License-Identifier: BSD-3-Clause
// team.h: processes that work on a study together, of which this is one.
//
// mbsrun works alone; mbsrun-mpi (src/mpi) is the same program with a team. Number 0 of the team
// does all that mbsrun does, but hands the runs to the others.
#ifndef MBS_CLI_SHARED_TEAM_H
#define MBS_CLI_SHARED_TEAM_H

#include "sweep/runs/engine.h"
#include "sweep/runs/identity.h"

typedef struct Team Team;

// What a member has read: it must be the same study everywhere.
typedef struct TeamStudy {
  const Sweep *sweep;       // NULL: it could not be read
  const Identity *identity; // NULL: it could not be read
  const char *trouble;      // then: why not
} TeamStudy;

struct Team {
  int rank, size;
  bool met; // lead or follow was called
  // Number 0: as engine_run, with the others for workers. A member whose study is missing or
  // another is told, and ends the work.
  bool (*lead)(Team *team, const TeamStudy *study, const EngineOptions *options, Store *store,
               const unsigned char *done, long done_count, bool *complete, Arena *arena,
               Diag *diag);
  // All others: does what number 0 hands over, until it says that this was all.
  void (*follow)(Team *team, const TeamStudy *study, const EngineOptions *options, Arena *arena);
};

// Both are in the program: src/cli/studies/team_alone.c or src/mpi/team.c. NULL: this process works
// alone.
Team *team_join(int *argc, char ***argv);
// To be called once, after all work; without it the others would wait.
void team_leave(Team *team);

#endif
