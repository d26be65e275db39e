// SPDX-License-Identifier: BSD-3-Clause
// lock.h: one process at an index, and who it is, also where hosts share a file system.
//
// The lock is a file. Whoever works holds a record lock on it, which the kernel takes back however
// the process ends, and has written host, boot, process and time into it, and every BEAT seconds a
// new number. File systems on which record locks do not exist, or do not reach other hosts, leave
// the words: a holder of another host counts as gone when its number stands still for WATCH
// seconds, a holder of this host when its process is gone. A lock that is given back is empty.
#ifndef MBS_SWEEP_RUNS_LOCK_H
#define MBS_SWEEP_RUNS_LOCK_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

enum { LOCK_TEXT_SIZE = 400 };

typedef struct Lock {
  int descriptor; // -1: not held
  const char *path;
  bool by_kernel;               // record locks work here
  bool doubtful;                // the kernel's word is not all that is needed
  long beats;                   // the number
  double beaten;                // when it was written [monotonic s]
  char words[LOCK_TEXT_SIZE];   // who we are, without the number
  char left_by[LOCK_TEXT_SIZE]; // "process 123 on node1, since 2026-..": it ended without giving
                                // the lock back; empty when nobody did
} Lock;

// What stands in a lock file, and since when we know it. For looking at many locks of other hosts
// at once before any is taken, so that their WATCH passes together.
typedef struct LockSight {
  char words[LOCK_TEXT_SIZE];
  double when;
} LockSight;
void lock_look(const char *path, LockSight *sight);

// Who holds it: "process 123 on node1, since 2026-..."; "left by process ..." when that one, of
// this host, has ended; empty when nobody does.
void lock_holder(const LockSight *sight, char text[static LOCK_TEXT_SIZE]);

// Takes the lock for work on `subject`; the path must outlive it. sight: what was seen earlier, or
// NULL. False after a message that names the holder, or that the file cannot be written.
bool lock_take(Lock *lock, const char *path, const char *subject, const LockSight *sight,
               Diag *diag);
// Shows that we live; to be called often, costs nothing until a beat is due.
void lock_beat(Lock *lock);
// Gives the lock back.
void lock_release(Lock *lock);

// Whether a directory is on the file system of a network, where processes of several hosts share no
// memory. False also when nothing is known.
bool lock_is_shared(const char *path);
bool lock_is_network(unsigned long type); // the same by the kernel's number of the file system

#endif
