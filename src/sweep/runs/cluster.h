// SPDX-License-Identifier: BSD-3-Clause
// cluster.h: which part of a study this process takes, as its batch system or launcher says.
//
// A batch system numbers the tasks of an array (Slurm, PBS, SGE), a launcher numbers the processes
// that it starts side by side (srun, Open MPI, PMI). With both, every task of the array is divided
// among the processes started in it: K = task * processes + process, N = tasks * processes.
#ifndef MBS_SWEEP_RUNS_CLUSTER_H
#define MBS_SWEEP_RUNS_CLUSTER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct ClusterPart {
  long shard, count;
  const char *source; // what says so, for people: "SLURM_ARRAY_TASK_ID=2 of 0 to 7"
  bool side_by_side;  // a launcher has started this process with others
} ClusterPart;

// What --shard says: "K/N", "auto" or "auto/N". False when it is none of these.
typedef struct ClusterAsked {
  bool automatic;
  long shard, count; // automatic: count parts as stated, or 0
} ClusterAsked;
bool cluster_read(const char *text, ClusterAsked *asked);

// environment: as POSIX's environ. said: the number of parts that somebody stated, or 0.
// It is needed where the system does not tell how many tasks there are (PBS); there, tasks may be
// numbered from 0 or from 1. Variables that are missing, malformed or at odds are refused with all
// that was looked at. False after a message, or when memory ran out.
bool cluster_part(char *const *environment, long said, ClusterPart *part, Arena *arena, Diag *diag);

// Workers that suit this process: the processors that it may use, but no more than Slurm grants a
// task; one where a launcher has started others beside it and nothing is said.
int cluster_processors(char *const *environment, bool side_by_side);

#endif
