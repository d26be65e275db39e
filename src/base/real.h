// SPDX-License-Identifier: BSD-3-Clause
// real.h: the one place that decides what a number is.
//
// Production builds use double. The derivative tests compile src/elements and expr/programs/eval.c
// once more with MBS_COMPLEX_STEP, so that the very same source text is differentiated to machine
// precision: df/dx = imag(f(x + i h)) / h with h = 1e-40 (Martins, Sturdza, Alonso 2003). The
// program itself does so with what places bodies and markers (system/parameters/placement_slope.h).
//
// Rules for such code: say `real`; branch on re(x); no fabs, fmin, atan2 or comparison on a real
// (use real_abs, real_atan2 below); norms as sqrt of a sum of products, never through cabs. Every
// external symbol is wrapped: void MBS_NAME(force_rows)(...).
#ifndef MBS_BASE_REAL_H
#define MBS_BASE_REAL_H

#ifdef MBS_COMPLEX_STEP
#include <complex.h>
#include <tgmath.h>
typedef double _Complex real;
#define re(x) creal(x)
#define MBS_NAME(name) name##_complex
// x as it changes, and what a result changes by.
#define REAL_STEP 1e-40
static inline real real_stepped(double x, double change) {
  return x + (real)I * (REAL_STEP * change);
}
static inline double real_change(real x) {
  return cimag(x) / REAL_STEP;
}
#else
#include <math.h>
typedef double real;
#define re(x) (x)
#define MBS_NAME(name) name
#endif

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
