// SPDX-License-Identifier: BSD-3-Clause
// cart_pole.h: what both programs do with a pole on a cart: episodes of steps of 20 ms, in each a
// push of 10 N to the one side or to the other.
//
//   cart 1 kg, pole 0.1 kg and 1 m long, that leans by 0.05 rad; g = 9.81 m/s^2
#ifndef MBS_BENCH_STEPPING_CART_POLE_H
#define MBS_BENCH_STEPPING_CART_POLE_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

enum { EPISODE = 25 };
static const double PERIOD = 0.02, PUSH = 10, LEAN = 0.05;

static inline double push_at(int step) {
  return step / 2 % 2 == 0 ? PUSH : -PUSH; // it stays near the middle
}

static inline double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Resets of the environment and steps until its end; the angle of the pole there [rad].
typedef bool Reset(void *of);
typedef bool Step(void *of, int step);
typedef double Angle(void *of);

static inline int play(void *of, Reset *reset, Step *step, Angle *angle, long episodes) {
  const double start = seconds_now();
  for (long e = 0; e < episodes; e++) {
    if (!reset(of)) {
      return 1;
    }
    for (int k = 0; k < EPISODE; k++) {
      if (!step(of, k)) {
        return 1;
      }
    }
  }
  const double passed = seconds_now() - start;
  printf("%.17g %.17g\n", passed / (double)(episodes * EPISODE), angle(of));
  return 0;
}

#endif
