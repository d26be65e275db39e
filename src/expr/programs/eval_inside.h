// SPDX-License-Identifier: BSD-3-Clause
// eval_inside.h: the helpers that the rows of functions.def and third.def call.
#ifndef MBS_EXPR_PROGRAMS_EVAL_INSIDE_H
#define MBS_EXPR_PROGRAMS_EVAL_INSIDE_H

#include "expr/programs/eval.h"
#include "expr/text/functions.h"

#define LOG_OF_10 2.30258509299404568402
#define UNDEFINED ((double)NAN)

static inline real square(real x) {
  return x * x;
}

static inline real three_halves(real x) {
  return x * sqrt(x);
}

// x^n for whole n: products only, so that whole numbers stay exact and the sign is right.
static inline real whole_power(real x, double n) {
  if (n == 2) {
    return x * x;
  }
  real result = 1;
  real factor = x;
  for (unsigned rest = (unsigned)(n < 0 ? -n : n); rest > 0; rest /= 2) {
    result = rest % 2 == 1 ? result * factor : result;
    factor = rest > 1 ? factor * factor : factor;
  }
  return n < 0 ? 1 / result : result;
}

static inline real whole_power_first(real x, double n) {
  return n == 2 ? 2 * x : n == 0 ? 0 : n * whole_power(x, n - 1);
}

static inline real whole_power_second(real x, double n) {
  return n == 2 ? 2 : n == 0 || n == 1 ? 0 : n * (n - 1) * whole_power(x, n - 2);
}

// x^y. The complex power is only right beside the positive axis; below zero only whole y count.
static inline real power(real x, real y) {
#ifdef MBS_COMPLEX_STEP
  if (re(x) < 0 && cimag(y) == 0 && floor(re(y)) == re(y)) {
    return fmod(re(y), 2) == 0 ? pow(-x, y) : -pow(-x, y);
  }
  return re(x) > 0 ? pow(x, y) : pow(re(x), re(y));
#else
  return pow(x, y);
#endif
}

static inline real size_of(real x) {
  return re(x) < 0 ? -x : x;
}

// |x|^y with the sign of x.
static inline real odd_power(real x, real y) {
  return re(x) < 0 ? -power(-x, y) : power(x, y);
}

static inline real whole_power_third(real x, double n) {
  return n == 0 || n == 1 || n == 2 ? 0 : n * (n - 1) * (n - 2) * whole_power(x, n - 3);
}

static inline real power_by_base(real x, real y) {
  return y == 0 ? 0 : y * power(x, y - 1);
}

static inline real power_by_base_twice(real x, real y) {
  return y == 0 || y == 1 ? 0 : y * (y - 1) * power(x, y - 2);
}

// x^y log(x), which tends to 0 at x = 0 for y > 0 and does not exist for x < 0.
static inline real power_by_exponent(real x, real y, real own) {
  if (re(x) == 0 && re(y) > 0) {
    return 0;
  }
  return re(x) < 0 ? UNDEFINED : own * log(x);
}

static inline real power_by_exponent_twice(real x, real y, real own) {
  if (re(x) == 0 && re(y) > 0) {
    return 0;
  }
  return re(x) < 0 ? UNDEFINED : own * square(log(x));
}

static inline real power_by_both(real x, real y) {
  if (re(x) == 0 && re(y) > 1) {
    return 0;
  }
  return re(x) < 0 ? UNDEFINED : power(x, y - 1) * (1 + y * log(x));
}

static inline real decimal_logarithm(real x) {
#ifdef MBS_COMPLEX_STEP
  return log(x) / LOG_OF_10; // C11 has no complex log10
#else
  return log10(x);
#endif
}

static inline double relation(double x, double y, bool holds) {
  return isunordered(x, y) ? UNDEFINED : (double)holds;
}

// What decides first, decides: false and anything is false, so that "x > 0 and sqrt(x) < 2" may
// guard its second half.
static inline double both(double x, double y) {
  return x == 0 ? 0 : relation(x, y, y != 0);
}

static inline double either(double x, double y) {
  return x != 0 && !isnan(x) ? 1 : relation(x, y, y != 0);
}

static inline real choose(real condition, real x, real y) {
  if (isnan(re(condition))) {
    return UNDEFINED;
  }
  return re(condition) != 0 ? x : y;
}

static inline double sign_of(double x) {
  return x == 0 ? 0 : relation(x, x, true) * (x < 0 ? -1 : 1);
}

// Neither swallows a NaN.
static inline real smaller(real x, real y) {
  if (isunordered(re(x), re(y))) {
    return UNDEFINED;
  }
  return re(x) < re(y) ? x : y;
}

static inline real larger(real x, real y) {
  if (isunordered(re(x), re(y))) {
    return UNDEFINED;
  }
  return re(x) < re(y) ? y : x;
}

static inline real hypotenuse(real x, real y) {
#ifdef MBS_COMPLEX_STEP
  return sqrt(x * x + y * y);
#else
  return hypot(x, y);
#endif
}

// x - turns * y, exact in its real part.
static inline real wrap(real x, real y) {
  const double remainder = eval_remainder(re(x), re(y));
#ifdef MBS_COMPLEX_STEP
  return remainder + (real)I * (cimag(x) - eval_turns(re(x), re(y)) * cimag(y));
#else
  return remainder;
#endif
}

// An angle between -pi and pi, counted on for a quarter turn beyond half pi and 0; half is 1 or -1.
static inline real beyond(real x, double half) {
  return x - 2 * EVAL_PI * floor((re(x) - half * EVAL_PI / 2) / (2 * EVAL_PI) + 0.5);
}

// (x - x0) / (x1 - x0), held between 0 and 1; a ramp without length has no value.
static inline real fraction(real x, real x0, real x1) {
  const real way = (x - x0) / (x1 - x0);
  if (re(x1) == re(x0)) {
    return UNDEFINED;
  }
  if (re(way) <= 0) {
    return 0;
  }
  return re(way) >= 1 ? 1 : way;
}

static inline bool inside(real way) {
  return re(way) > 0 && re(way) < 1;
}

// From h0 to h1 by the part p of the way; h1 exactly at the end. A way that is held (WAY) may go
// beyond it along the same curve.
static inline real blend(real h0, real h1, real way, real part) {
  return re(way) == 1 ? h1 : h0 + (h1 - h0) * part;
}

// The part of a chain rule; what does not move has no part, whatever the derivative there.
// Nor has what does not count, as the branch of an `if` that is not taken.
static inline real part(real derivative, real rate) {
  return rate == 0 || derivative == 0 ? 0 : derivative * rate;
}

// What the rows call operands: the values v of the instructions before.
#define X v[at->a]
#define Y v[at->b]
#define Z v[at->c]
#define K at->constant
#define CURVE at->curve
#define BRANCH ((int)at->b + 65536 * (int)at->c - 1)

#endif
