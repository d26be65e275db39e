// SPDX-License-Identifier: BSD-3-Clause
// worker.h: a child process that runs what it is told, one run after the other.
//
// The child is a fork of a process that has the compiled model: nothing is loaded again. It reads
// numbers of runs from one pipe and writes records to another; the end of the first pipe ends it.
// The parent never waits in a read or write: it polls.
#ifndef MBS_SWEEP_RUNS_WORKER_H
#define MBS_SWEEP_RUNS_WORKER_H

#include <stddef.h>
#include <sys/types.h>

#include "sweep/runs/job.h"

// Runs that a worker is given ahead, so that it never waits for us; only the first of them has
// begun.
enum { WORKER_QUEUE = 4 };

typedef struct Worker {
  pid_t process; // 0: none
  int to, from;  // our ends of the pipes
  long queue[WORKER_QUEUE];
  int queued;
  double began; // when the first of the queue was begun, at the latest [monotonic s]
  char *buffer; // what came of a record
  size_t filled, capacity;
} Worker;

// Room for a worker's answers. False when memory ran out.
bool worker_open(Worker *worker, const Sweep *sweep, Arena *arena);

// Starts the process. others: workers whose pipes the child must not hold open. False with errno.
bool worker_start(Worker *worker, const Worker *others, int count, const Sweep *sweep,
                  const JobOptions *options, Allocator *allocator);

// Hands a run over. False when the process is gone, or the queue is full.
bool worker_give(Worker *worker, long run);

// Reads what has come. False when the process has ended.
bool worker_read(Worker *worker);
// The next whole record; false when there is none yet.
bool worker_take(Worker *worker, const Sweep *sweep, SweepRecord *record);

// Ends the process if it still runs, and closes the pipes. Returns its wait status.
int worker_stop(Worker *worker);

// Records as bytes, for a pipe or another way.
size_t worker_largest_record(const Sweep *sweep);
size_t worker_pack(const Sweep *sweep, const SweepRecord *record, char *bytes);
// Returns the size of the first record in the bytes; 0 when it is not whole.
size_t worker_unpack(const Sweep *sweep, const char *bytes, size_t length, SweepRecord *record);

// What the end of a process says of the run it was at: crashed, or without memory. killed: somebody
// ended it from outside.
SweepStatus worker_explain(int wait_status, char text[static 80], bool *killed);

double worker_clock(void); // monotonic seconds

#endif
