// SPDX-License-Identifier: BSD-3-Clause
// enclosure.c: the rules of differentiation on intervals (see enclosure.h).
#include "expr/enclosures/enclosure.h"

#define HALF_PI 1.57079632679489661923

Enclosure enclosure_either(const Enclosure *x, const Enclosure *y, bool kink, int order) {
  Enclosure r = enclosure_jump(interval_hull(x->c[0], y->c[0]));
  if (kink && order > 0) {
    r.c[1] = interval_hull(x->c[1], y->c[1]);
  }
  return r;
}

// ---- sums and products ----

Enclosure enclosure_negate(const Enclosure *x, int order) {
  Enclosure r = {0};
  for (int k = 0; k <= order; k++) {
    r.c[k] = interval_negate(x->c[k]);
  }
  return r;
}

Enclosure enclosure_shift(const Enclosure *x, double k) {
  Enclosure r = *x;
  r.c[0] = k == 0 ? x->c[0] : interval_add(x->c[0], interval_point(k));
  return r;
}

Enclosure enclosure_scale(const Enclosure *x, double k, int order) {
  Enclosure r = {0};
  for (int j = 0; j <= order; j++) {
    r.c[j] = interval_scale(x->c[j], k);
  }
  return r;
}

Enclosure enclosure_add(const Enclosure *x, const Enclosure *y, int order) {
  Enclosure r = {0};
  for (int k = 0; k <= order; k++) {
    r.c[k] = interval_add(x->c[k], y->c[k]);
  }
  return r;
}

Enclosure enclosure_subtract(const Enclosure *x, const Enclosure *y, int order) {
  Enclosure r = {0};
  for (int k = 0; k <= order; k++) {
    r.c[k] = interval_subtract(x->c[k], y->c[k]);
  }
  return r;
}

Enclosure enclosure_multiply(const Enclosure *x, const Enclosure *y, int order) {
  Enclosure r = {0};
  r.c[0] = interval_multiply(x->c[0], y->c[0]);
  if (order > 0) {
    r.c[1] = interval_add(interval_multiply(x->c[0], y->c[1]), interval_multiply(x->c[1], y->c[0]));
  }
  if (order > 1) {
    const Interval ends =
        interval_add(interval_multiply(x->c[0], y->c[2]), interval_multiply(x->c[2], y->c[0]));
    r.c[2] = interval_add(ends, interval_multiply(x->c[1], y->c[1]));
  }
  return r;
}

Enclosure enclosure_square(const Enclosure *x, int order) {
  Enclosure r = {0};
  r.c[0] = interval_square(x->c[0]);
  if (order > 0) {
    r.c[1] = interval_scale(interval_multiply(x->c[0], x->c[1]), 2);
  }
  if (order > 1) {
    r.c[2] = interval_add(interval_scale(interval_multiply(x->c[0], x->c[2]), 2),
                          interval_square(x->c[1]));
  }
  return r;
}

// From v y = x.
Enclosure enclosure_divide(const Enclosure *x, const Enclosure *y, int order) {
  Enclosure v;
  v.c[0] = interval_divide(x->c[0], y->c[0]);
  if (order > 0) {
    v.c[1] =
        interval_divide(interval_subtract(x->c[1], interval_multiply(v.c[0], y->c[1])), y->c[0]);
  }
  if (order > 1) {
    const Interval part = interval_subtract(x->c[2], interval_multiply(v.c[0], y->c[2]));
    v.c[2] = interval_divide(interval_subtract(part, interval_multiply(v.c[1], y->c[1])), y->c[0]);
  }
  return v;
}

// ---- roots ----

// From v^2 = x; at x = 0 the slopes are not known.
Enclosure enclosure_sqrt(const Enclosure *x, int order) {
  Enclosure v;
  v.c[0] = interval_sqrt(x->c[0]);
  const Interval twice = interval_scale(v.c[0], 2);
  if (order > 0) {
    v.c[1] = interval_divide(x->c[1], twice);
  }
  if (order > 1) {
    v.c[2] = interval_divide(interval_subtract(x->c[2], interval_square(v.c[1])), twice);
  }
  return v;
}

// v v' = x x' + y y',  (v'^2 + v v'') = x'^2 + y'^2 + x x'' + y y''; |v'|^2 <= x'^2 + y'^2.
Enclosure enclosure_hypot(const Enclosure *x, const Enclosure *y, int order) {
  const Enclosure a = enclosure_square(x, order), b = enclosure_square(y, order);
  const Enclosure sum = enclosure_add(&a, &b, order);
  Enclosure v = enclosure_sqrt(&sum, order);
  if (order > 0) {
    const Interval fast =
        interval_sqrt(interval_add(interval_square(x->c[1]), interval_square(y->c[1])));
    v.c[1] = interval_meet(v.c[1], (Interval){-fast.hi, fast.hi});
  }
  return v;
}

// ---- functions of one number ----

Enclosure enclosure_compose(const Enclosure *x, const Interval f[ENCLOSURE_ORDER + 1], int order) {
  Enclosure v;
  const bool rests =
      order > 0 && interval_is_zero(x->c[1]) && (order < 2 || interval_is_zero(x->c[2]));
  if (rests) { // whatever the derivatives of f are: those of 0^1.3 are infinite
    return enclosure_constant(f[0]);
  }
  v.c[0] = f[0];
  if (order > 0) {
    v.c[1] = interval_multiply(f[1], x->c[1]);
  }
  if (order > 1) {
    v.c[2] = interval_add(interval_multiply(f[1], x->c[2]),
                          interval_multiply(f[2], interval_square(x->c[1])));
  }
  return v;
}

Enclosure enclosure_sin(const Enclosure *x, int order) {
  Interval f[ENCLOSURE_ORDER + 1];
  f[0] = interval_sin(x->c[0]);
  if (order > 0) {
    f[1] = interval_cos(x->c[0]);
    f[2] = interval_scale(f[0], -0.5);
  }
  return enclosure_compose(x, f, order);
}

Enclosure enclosure_cos(const Enclosure *x, int order) {
  Interval f[ENCLOSURE_ORDER + 1];
  f[0] = interval_cos(x->c[0]);
  if (order > 0) {
    f[1] = interval_negate(interval_sin(x->c[0]));
    f[2] = interval_scale(f[0], -0.5);
  }
  return enclosure_compose(x, f, order);
}

static Interval atan_of(Interval y, Interval x) {
  return interval_grown(interval_divide(y, x), atan);
}

// *cut: the segment may cross the negative axis, where the angle jumps.
static Interval angle_of(Interval y, Interval x, bool *cut) {
  static const Interval quarter = {HALF_PI, HALF_PI + 2 * INTERVAL_ROUND};
  *cut = false;
  if (x.lo > 0) {
    return atan_of(y, x);
  }
  if (y.lo > 0) {
    return interval_subtract(quarter, atan_of(x, y));
  }
  if (y.hi < 0) {
    return interval_subtract(interval_negate(quarter), atan_of(x, y));
  }
  *cut = true;
  return (Interval){-2 * HALF_PI - 4 * INTERVAL_ROUND, 2 * HALF_PI + 4 * INTERVAL_ROUND};
}

// v' = (y' x - x' y)/(x^2 + y^2), for coefficients the same with (k+1) c_(k+1).
Enclosure enclosure_atan2(const Enclosure *y, const Enclosure *x, int order) {
  bool cut;
  Enclosure v = enclosure_jump(angle_of(y->c[0], x->c[0], &cut));
  if (cut || order == 0) {
    return v;
  }
  const Interval length = interval_add(interval_square(x->c[0]), interval_square(y->c[0]));
  v.c[1] = interval_divide(
      interval_subtract(interval_multiply(y->c[1], x->c[0]), interval_multiply(x->c[1], y->c[0])),
      length);
  if (order > 1) { // length v_2 + (x x_1 + y y_1) v_1 = y_2 x - x_2 y
    const Interval turn =
        interval_subtract(interval_multiply(y->c[2], x->c[0]), interval_multiply(x->c[2], y->c[0]));
    const Interval grows =
        interval_add(interval_multiply(x->c[0], x->c[1]), interval_multiply(y->c[0], y->c[1]));
    v.c[2] = interval_divide(interval_subtract(turn, interval_multiply(grows, v.c[1])), length);
  }
  return v;
}
