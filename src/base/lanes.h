// SPDX-License-Identifier: BSD-3-Clause
// lanes.h: decisions in code for rows in vector registers (real.h): one for each lane.
//
// The same source without MBS_LANES decides for its only row, and comes to the same numbers.
#ifndef MBS_BASE_LANES_H
#define MBS_BASE_LANES_H

#include <stdbool.h>

#include "base/real.h"

#ifdef MBS_LANES
// All bits of a lane are one where it is true.
typedef long long Truth __attribute__((vector_size(8 * MBS_LANES)));
#define TRUTH(condition) ((Truth)(condition))

static inline Truth truth_not(Truth truth) {
  return ~truth;
}
#if MBS_LANES == 8
static inline bool truth_any(Truth truth) {
  return _mm512_movepi64_mask((__m512i)truth) != 0;
}
static inline real real_choose(Truth truth, real yes, real no) {
  return (real)_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)truth), (__m512d)no,
                                    (__m512d)yes);
}
static inline real real_size(real x) {
  return (real)_mm512_andnot_pd(_mm512_set1_pd(-0.0), (__m512d)x);
}
#else
static inline bool truth_any(Truth truth) {
  return _mm256_movemask_pd((__m256d)truth) != 0;
}
static inline real real_choose(Truth truth, real yes, real no) {
  return (real)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)truth);
}
static inline real real_size(real x) {
  return (real)_mm256_andnot_pd(_mm256_set1_pd(-0.0), (__m256d)x);
}
#endif
#elif !defined MBS_COMPLEX_STEP
typedef bool Truth;
#define TRUTH(condition) (condition)

static inline bool truth_any(Truth truth) {
  return truth;
}
static inline Truth truth_not(Truth truth) {
  return !truth;
}
static inline real real_choose(Truth truth, real yes, real no) {
  return truth ? yes : no;
}
static inline real real_size(real x) {
  return fabs(x);
}
#endif

#ifndef MBS_COMPLEX_STEP
// The larger one; not a number when one is not.
static inline real real_larger(real a, real b) {
  return real_choose(TRUTH((b > a) | (b != b)), b, a);
}
#endif

#endif
