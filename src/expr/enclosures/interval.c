// SPDX-License-Identifier: BSD-3-Clause
// interval.c: functions of intervals (see interval.h).
#include "expr/enclosures/interval.h"

#define PI 3.14159265358979323846

// ---- powers ----

Interval interval_square(Interval a) {
  const double l = a.lo * a.lo, h = a.hi * a.hi;
  Interval r = interval_outward(interval_least(l, h), interval_most(l, h), INTERVAL_ROUND,
                                interval_is_zero(a) ? 0 : DBL_MIN);
  r.lo = !interval_is_empty(a) && (interval_has_zero(a) || r.lo < 0) ? 0 : r.lo;
  return r;
}

// Products only: every one of them rounds, and carries the roundings before it on.
static double products(double x, double n) {
  double result = 1, factor = x;
  for (unsigned rest = (unsigned)n; rest > 0; rest /= 2) {
    result = rest % 2 == 1 ? result * factor : result;
    factor = rest > 1 ? factor * factor : factor;
  }
  return result;
}

Interval interval_power_whole(Interval a, double n) {
  if (n < 0) {
    return interval_divide(interval_point(1), interval_power_whole(a, -n));
  }
  if (n == 0) {
    return interval_point(1);
  }
  if (n == 1) {
    return a;
  }
  if (n == 2) {
    return interval_square(a);
  }
  const double l = products(a.lo, n), h = products(a.hi, n);
  Interval r = interval_outward(interval_least(l, h), interval_most(l, h), n * INTERVAL_ROUND,
                                interval_is_zero(a) ? 0 : DBL_MIN);
  if (fmod(n, 2) == 0 && !interval_is_empty(a)) {
    r.lo = interval_has_zero(a) || r.lo < 0 ? 0 : r.lo;
  }
  return r;
}

Interval interval_power(Interval a, double k) {
  if (!(a.hi >= 0)) {
    return interval_empty();
  }
  if (k == 0) {
    return interval_point(1);
  }
  if (a.hi == 0 && k > 0) {
    return interval_point(0);
  }
  const double l = pow(interval_most(a.lo, 0), k), h = pow(a.hi, k);
  Interval r = interval_outward(interval_least(l, h), interval_most(l, h), INTERVAL_LIBM, DBL_MIN);
  r.lo = interval_is_finite(r) && (r.lo < 0 || (k > 0 && a.lo <= 0)) ? 0 : r.lo;
  return r;
}

Interval interval_sqrt(Interval a) {
  if (!(a.hi >= 0)) {
    return interval_empty();
  }
  const double l = a.lo > 0 ? sqrt(a.lo) : 0;
  Interval r = interval_outward(l, sqrt(a.hi), INTERVAL_ROUND, 0);
  r.lo = interval_is_finite(r) && l == 0 ? 0 : r.lo;
  return r;
}

// ---- waves ----

// The range of a wave whose values at the ends are x and y, with extrema at (k + shift) pi, largest
// for even k. An extremum that is roundings away from an end counts as inside.
static Interval wave(Interval a, double x, double y, double shift) {
  const double near = 1e-15 * (1 + interval_size(a));
  if (interval_is_empty(a)) {
    return a;
  }
  if (!(interval_width(a) < 2 * PI) || !(near < 1)) {
    return (Interval){-1, 1};
  }
  Interval r = interval_outward(interval_least(x, y), interval_most(x, y), INTERVAL_LIBM, DBL_MIN);
  const double last = floor(a.hi / PI - shift) + 1;
  for (int n = 0; n < 4; n++) {
    const double k = last - n, at = (k + shift) * PI;
    const bool inside = at >= a.lo - near && at <= a.hi + near;
    if (inside && fmod(k, 2) == 0) {
      r.hi = 1;
    } else if (inside) {
      r.lo = -1;
    }
  }
  r.lo = interval_most(r.lo, -1);
  r.hi = interval_least(r.hi, 1);
  return r;
}

Interval interval_sin(Interval a) {
  return wave(a, sin(a.lo), sin(a.hi), 0.5);
}

Interval interval_cos(Interval a) {
  return wave(a, cos(a.lo), cos(a.hi), 0);
}

// ---- the rest ----

Interval interval_grown(Interval a, double (*f)(double)) {
  return interval_outward(f(a.lo), f(a.hi), INTERVAL_LIBM, DBL_MIN);
}

Interval interval_exp(Interval a) {
  Interval r = interval_grown(a, exp);
  r.lo = r.lo < 0 ? 0 : r.lo;
  r.lo = interval_is_finite(r) || interval_is_empty(a) ? r.lo : 0;
  return r;
}

Interval interval_cosh(Interval a) {
  const double l = cosh(a.lo), h = cosh(a.hi);
  Interval r = interval_outward(interval_least(l, h), interval_most(l, h), INTERVAL_LIBM, 0);
  r.lo = !interval_is_empty(a) && (interval_has_zero(a) || r.lo < 1) ? 1 : r.lo;
  return r;
}

Interval interval_log(Interval a) {
  if (!(a.hi > 0)) {
    return interval_empty();
  }
  return a.lo > 0 ? interval_grown(a, log) : interval_line();
}

Interval interval_mod(Interval a, Interval b) {
  if (interval_has_zero(b)) {
    return interval_is_empty(b) ? b : interval_line();
  }
  const Interval turns = interval_divide(a, b);
  if (interval_is_finite(turns) && floor(turns.lo) == floor(turns.hi)) {
    return interval_subtract(a, interval_scale(b, floor(turns.lo)));
  }
  return b.lo > 0 ? (Interval){0, b.hi} : (Interval){b.lo, 0};
}
