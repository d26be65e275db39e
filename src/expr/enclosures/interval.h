// SPDX-License-Identifier: BSD-3-Clause
// interval.h: arithmetic on closed intervals of numbers, rounded outward.
//
// The result of an operation contains every value that it has for numbers of its operands, without
// a change of the rounding mode: a bound is moved outward by a relative 2^-52 (of functions of
// libm by 2^-50), products by the least normal number besides, where they may have underflowed.
// What overflows, or cannot be told (a quotient whose divisor contains 0), is the whole line. What
// has no value anywhere is the empty interval, whose ends are no numbers.
// Source: R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis (2009).
#ifndef MBS_EXPR_ENCLOSURES_INTERVAL_H
#define MBS_EXPR_ENCLOSURES_INTERVAL_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef struct Interval {
  double lo, hi;
} Interval;

#define INTERVAL_ROUND 0x1p-52 // of one operation
#define INTERVAL_LIBM 0x1p-50  // of a function of libm

static inline Interval interval_line(void) {
  return (Interval){-(double)INFINITY, (double)INFINITY};
}

static inline Interval interval_empty(void) {
  return (Interval){(double)NAN, (double)NAN};
}

static inline bool interval_is_empty(Interval a) {
  return isnan(a.lo) || isnan(a.hi);
}

static inline Interval interval_point(double x) {
  return (Interval){x, x};
}

// fmin and fmax are calls without -ffast-math.
static inline double interval_least(double a, double b) {
  return a < b ? a : b;
}
static inline double interval_most(double a, double b) {
  return a > b ? a : b;
}

static inline bool interval_is_zero(Interval a) {
  return a.lo == 0 && a.hi == 0;
}

// NaN: yes.
static inline bool interval_has_zero(Interval a) {
  return !(a.lo > 0) && !(a.hi < 0);
}

static inline bool interval_is_finite(Interval a) {
  return a.lo >= -DBL_MAX && a.hi <= DBL_MAX;
}

static inline double interval_width(Interval a) {
  return a.hi - a.lo;
}

static inline double interval_middle(Interval a) {
  return 0.5 * a.lo + 0.5 * a.hi;
}

// The largest absolute value.
static inline double interval_size(Interval a) {
  return interval_most(fabs(a.lo), fabs(a.hi));
}

// [lo, hi], each outward by a part of its size. `least`: and by that.
static inline Interval interval_outward(double lo, double hi, double part, double least) {
  if (!(fabs(lo) <= DBL_MAX && fabs(hi) <= DBL_MAX)) {
    return isnan(lo) || isnan(hi) ? interval_empty() : interval_line();
  }
  return (Interval){lo - (fabs(lo) * part + least), hi + (fabs(hi) * part + least)};
}

static inline Interval interval_negate(Interval a) {
  return (Interval){-a.hi, -a.lo};
}

// A sum that underflows is exact.
static inline Interval interval_add(Interval a, Interval b) {
  return interval_outward(a.lo + b.lo, a.hi + b.hi, INTERVAL_ROUND, 0);
}

static inline Interval interval_subtract(Interval a, Interval b) {
  return interval_outward(a.lo - b.hi, a.hi - b.lo, INTERVAL_ROUND, 0);
}

static inline Interval interval_multiply(Interval a, Interval b) {
  if (interval_is_zero(a) || interval_is_zero(b)) {
    return interval_point(0); // of what has a value
  }
  const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
  if (!(fabs(p) + fabs(q) + fabs(r) + fabs(s) < (double)INFINITY)) {
    return interval_is_empty(a) || interval_is_empty(b) ? interval_empty() : interval_line();
  }
  return interval_outward(interval_least(interval_least(p, q), interval_least(r, s)),
                          interval_most(interval_most(p, q), interval_most(r, s)), INTERVAL_ROUND,
                          DBL_MIN);
}

static inline Interval interval_scale(Interval a, double k) {
  return k == 1 ? a : interval_multiply(a, interval_point(k));
}

// A divisor that contains 0 leaves nothing known: the hull of two rays is the line.
static inline Interval interval_divide(Interval a, Interval b) {
  if (interval_has_zero(b)) {
    return interval_is_empty(b) ? b : interval_line();
  }
  const double p = a.lo / b.lo, q = a.lo / b.hi, r = a.hi / b.lo, s = a.hi / b.hi;
  if (!(fabs(p) + fabs(q) + fabs(r) + fabs(s) < (double)INFINITY)) {
    return interval_is_empty(a) || interval_is_empty(b) ? interval_empty() : interval_line();
  }
  return interval_outward(interval_least(interval_least(p, q), interval_least(r, s)),
                          interval_most(interval_most(p, q), interval_most(r, s)), INTERVAL_ROUND,
                          DBL_MIN);
}

// The least interval that holds both.
static inline Interval interval_hull(Interval a, Interval b) {
  if (interval_is_empty(a)) {
    return b;
  }
  if (interval_is_empty(b)) {
    return a;
  }
  return (Interval){interval_least(a.lo, b.lo), interval_most(a.hi, b.hi)};
}

// What is in both; the two are known to have something in common.
static inline Interval interval_meet(Interval a, Interval b) {
  return (Interval){b.lo > a.lo ? b.lo : a.lo, b.hi < a.hi ? b.hi : a.hi};
}

// x^2: not below 0, which a product of two equal factors would forget.
Interval interval_square(Interval a);
// x^n for whole n.
Interval interval_power_whole(Interval a, double n);
// x^k for x >= 0: from the part of a that is not below 0.
Interval interval_power(Interval a, double k);
// From the part of a that is not below 0.
Interval interval_sqrt(Interval a);
// Both are at most 1 in size whatever a.
Interval interval_sin(Interval a);
Interval interval_cos(Interval a);
// A function of libm that grows.
Interval interval_grown(Interval a, double (*f)(double));
// Likewise; not below zero.
Interval interval_exp(Interval a);
Interval interval_cosh(Interval a);
// The line where a reaches 0.
Interval interval_log(Interval a);
// x - floor(x/y) y.
Interval interval_mod(Interval a, Interval b);

#endif
