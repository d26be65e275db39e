// SPDX-License-Identifier: BSD-3-Clause
// random.h: reproducible random numbers of one test program: Marsaglia's xorshift with the shifts
// 13, 7 and 17, from the same start in every run.
#ifndef MBS_TESTS_SUPPORT_RANDOM_H
#define MBS_TESTS_SUPPORT_RANDOM_H

#include <stdint.h>

// A number between a and b, evenly distributed.
static inline double random_between(double a, double b) {
  static uint64_t seed = 88172645463325252U;
  seed ^= seed << 13U;
  seed ^= seed >> 7U;
  seed ^= seed << 17U;
  return a + (b - a) * (double)(seed >> 11U) / 9007199254740992.0;
}

#endif
