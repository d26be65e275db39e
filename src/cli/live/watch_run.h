// SPDX-License-Identifier: BSD-3-Clause
// watch_run.h: one run of a watched model, in a process of its own.
//
// The child is mbsrun run MODEL --report into a directory of its own, which is gone with it: what
// it made is in memory.
#ifndef MBS_CLI_LIVE_WATCH_RUN_H
#define MBS_CLI_LIVE_WATCH_RUN_H

#include "cli/shared/child.h"
#include "cli/shared/command.h"

typedef struct WatchRun {
  Child child;
  const char *directory;
  SourceText page,
      known; // of the one that ended: the page; JSON of parameters and files; or no bytes
} WatchRun;

// Starts the run into a directory that does not exist yet, with these values (as --set takes them)
// in place of those of the command line. forget: closes what the child must not hold open. False
// with errno.
bool watch_run_start(WatchRun *run, const Session *session, const char *directory,
                     const OptionWords *sets, void (*forget)(void *context), void *context);
// Takes what it said and, where it has ended, what it made, into the arena. Whether it has.
bool watch_run_look(WatchRun *run, Arena *arena);
// Ends it, if it runs; its directory is gone.
void watch_run_stop(WatchRun *run);

#endif
