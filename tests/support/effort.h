// SPDX-License-Identifier: BSD-3-Clause
// effort.h: how much work something is, as a multiple of ordinary work of the same kind that the
// same process does beside it. The multiple depends neither on the machine nor on sanitizers, and
// a quadratic or exponential step shows in it by orders of magnitude.
//
// Both are processor times of this process. Whatever else the machine does adds to one or the other
// for a while: where the multiple is too large both are done again, and the least one counts.
#ifndef MBS_TESTS_SUPPORT_EFFORT_H
#define MBS_TESTS_SUPPORT_EFFORT_H

#include <time.h>

enum { EFFORT_ROUNDS = 12, EFFORT_HOPELESS = 20 };

// A piece of work. Returns its processor time, without what only prepares it: effort_now() behind
// less effort_now() before.
typedef double (*EffortWork)(void *context);

static inline double effort_now(void) {
  struct timespec now;
  return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0
             ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec
             : 0;
}

// The work as a multiple of the ordinary one; as soon as it is no larger than `most` it is
// returned.
static inline double effort_multiple(double most, EffortWork work, void *context,
                                     EffortWork ordinary, void *ordinary_context) {
  double least = 1e300;
  for (int round = 0; round < EFFORT_ROUNDS && least > most; round++) {
    const double taken = work(context), usual = ordinary(ordinary_context);
    least = taken < least * usual ? taken / usual : least;
    if (least > EFFORT_HOPELESS * most) { // by no disturbance of the machine
      break;
    }
  }
  return least;
}

#endif
