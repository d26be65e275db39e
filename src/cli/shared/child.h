// SPDX-License-Identifier: BSD-3-Clause
// child.h: a command in a process of its own, with all that it says caught.
//
// It can neither crash nor hold up whoever waits for it, and may be ended any time. Control-C is
// for who waits.
#ifndef MBS_CLI_SHARED_CHILD_H
#define MBS_CLI_SHARED_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

typedef struct Child {
  pid_t process; // 0: none runs
  int words;     // the end of the pipe where what it says comes out, while it runs
  double began;
  Text said; // so far
  // of the one that ended
  int status; // as a shell tells it: 128 + n when signal n ended it
  double took;
} Child;

// Starts act(context) in a child; its value is the exit status. child->said is open. False with
// errno.
bool child_start(Child *child, int (*act)(void *context), void *context);
// Takes what it has said, as far as it is there. Whether it has ended.
bool child_look(Child *child);
// Ends it, if it runs.
void child_stop(Child *child);

#endif
