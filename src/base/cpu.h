// SPDX-License-Identifier: BSD-3-Clause
// cpu.h: processor time of this process.
#ifndef MBS_BASE_CPU_H
#define MBS_BASE_CPU_H

#include <time.h>

// Seconds of processor time since the process started; where the system counts none, as in a
// browser, those that passed.
static inline double cpu_seconds(void) {
  struct timespec time = {.tv_sec = 0};
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) {
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
  }
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
