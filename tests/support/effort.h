// SPDX-License-Identifier: BSD-3-Clause
// effort.h: how much work something is, as a multiple of ordinary work of the same kind that the
// same process does beside it. A quadratic or exponential step shows in it by orders of magnitude.
//
// Work is counted, not timed, so that nothing else on the machine adds to it: the blocks of code
// that the floors up to model pass, which the compiler counts in builds with sanitizers
// (MBS_COUNT_WORK), and the bytes that they and libyaml have the C library copy, fill, compare and
// measure. What libyaml's own code does is not counted; it is called once for each token and each
// piece of the file, which is. Other builds do the work without counting it.
#ifndef MBS_TESTS_SUPPORT_EFFORT_H
#define MBS_TESTS_SUPPORT_EFFORT_H

// A piece of work. Returns how much it was, without what only prepares it: effort_now() behind less
// effort_now() before.
typedef double (*EffortWork)(void *context);

#ifdef MBS_COUNT_WORK
double effort_now(void);
#else
static inline double effort_now(void) {
  return 0;
}
#endif

// The work as a multiple of the ordinary one; 0 where work is not counted.
static inline double effort_multiple(EffortWork work, void *context, EffortWork ordinary,
                                     void *ordinary_context) {
  const double done = work(context), usual = ordinary(ordinary_context);
  return usual > 0 ? done / usual : 0;
}

#endif
