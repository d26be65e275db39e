// SPDX-License-Identifier: BSD-3-Clause
// promise.h: what tolerances promise of a whole motion.
//
// Error control bounds the error of one step, not that of the motion, which is larger by what the
// motion magnifies: 70 to 900 times the relative tolerance on a pendulum of ten seconds. Ten
// thousand times the tolerance, of the scale of a channel, is what a motion keeps that does not
// magnify errors without bound. A fixed step promises nothing; what is off by more than a
// thousandth is wrong.
#ifndef MBS_ANALYSIS_PROMISE_H
#define MBS_ANALYSIS_PROMISE_H

#define PROMISE_FIXED 1e-2

static inline double promise_of(double relative_tolerance) {
  const double promise = 1e4 * relative_tolerance;
  return promise < 0.1 ? promise : 0.1;
}

#endif
