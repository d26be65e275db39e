// SPDX-License-Identifier: BSD-3-Clause
// real.h: the one place that decides what a number is.
//
// Production builds use double. The derivative tests compile src/elements, math/rotation.h and
// expr/eval.c once more with MBS_COMPLEX_STEP, so that the very same source text is differentiated
// to machine precision: df/dx = imag(f(x + i h)) / h with h = 1e-40 (Martins, Sturdza, Alonso
// 2003).
//
// Two further ones, MBS_LANES=4 and 8, take as many rows of a motion at once: real is then a vector
// of numbers (elements/lanes.def says for which kinds). Every operation is the same on each of
// them, so that nothing depends on how many are taken together.
//
// Rules for such code: say `real`; constants become numbers by real_of; branch on re(x), which code
// for lanes must not; no fabs, fmin, atan2 or comparison on a real (use real_abs, real_atan2
// below); norms as sqrt of a sum of products, never through cabs. Every external symbol is wrapped:
// void MBS_NAME(force_rows)(...).
#ifndef MBS_BASE_REAL_H
#define MBS_BASE_REAL_H

#ifdef MBS_COMPLEX_STEP
#include <complex.h>
#include <tgmath.h>
typedef double _Complex real;
#define re(x) creal(x)
static inline real real_of(double x) {
  return x;
}
#define MBS_NAME(name) name##_complex
#elif defined MBS_LANES
#include <immintrin.h>
#include <math.h>
enum { REAL_LANES = MBS_LANES };
typedef double real __attribute__((vector_size(8 * MBS_LANES)));
#if MBS_LANES == 8
#define MBS_NAME(name) name##_lanes8
static inline real real_of(double x) {
  return (real)_mm512_set1_pd(x);
}
static inline real real_root(real x) {
  return (real)_mm512_sqrt_pd((__m512d)x);
}
#else
#define MBS_NAME(name) name##_lanes4
static inline real real_of(double x) {
  return (real)_mm256_set1_pd(x);
}
static inline real real_root(real x) {
  return (real)_mm256_sqrt_pd((__m256d)x);
}
#endif
static inline real real_sine(real x) {
  for (int k = 0; k < REAL_LANES; k++) {
    x[k] = sin(x[k]);
  }
  return x;
}
static inline real real_cosine(real x) {
  for (int k = 0; k < REAL_LANES; k++) {
    x[k] = cos(x[k]);
  }
  return x;
}
#define sqrt(x) real_root(x)
#define sin(x) real_sine(x)
#define cos(x) real_cosine(x)
#else
#include <math.h>
enum { REAL_LANES = 1 };
typedef double real;
#define re(x) (x)
static inline real real_of(double x) {
  return x;
}
#define MBS_NAME(name) name
#endif

#ifndef MBS_LANES // no re(x) there: what branches on values is no code for lanes

// |x| with the derivative sign(re x).
static inline real real_abs(real x) {
  return re(x) < 0 ? -x : x;
}

// The angle of (x, y) in (-pi, pi]; analytic, so that the complex step goes through:
// d = (x dy - y dx) / (x^2 + y^2).
static inline real real_atan2(real y, real x) {
#ifdef MBS_COMPLEX_STEP
  const double angle = atan2(creal(y), creal(x));
  const double square = creal(x) * creal(x) + creal(y) * creal(y);
  return angle + (real)I * ((creal(x) * cimag(y) - creal(y) * cimag(x)) / square);
#else
  return atan2(y, x);
#endif
}

#endif
#endif
