// SPDX-License-Identifier: BSD-3-Clause
// glance.c: what is known of a function on a segment (see glance.h).
#include "expr/enclosures/glance.h"

// b s + a s^2 for |s| <= r, a in an interval, b in one.
static Interval bow(Interval b, Interval a, double r) {
  const double b0 = interval_middle(b), a0 = interval_middle(a);
  if (!interval_is_finite(b) || !interval_is_finite(a)) {
    return interval_line();
  }
  const double up = (a0 * r + b0) * r, down = (a0 * r - b0) * r;
  double lo = interval_least(interval_least(up, down), 0);
  double hi = interval_most(interval_most(up, down), 0);
  if (fabs(b0) < 2 * fabs(a0) * r) {
    const double top = -b0 * b0 / (4 * a0);
    lo = interval_least(lo, top);
    hi = interval_most(hi, top);
  }
  const double size = (fabs(b0) + fabs(a0) * r) * r;
  const double loose = (0.5 * interval_width(b) + 0.5 * interval_width(a) * r) * r;
  const double rest = loose * (1 + 8 * INTERVAL_ROUND) + 16 * INTERVAL_ROUND * size;
  return (Interval){lo - rest, hi + rest};
}

// The plain range first; Taylor coefficients where it does not tell.
Glance glance_on(GlanceEnclose enclose, void *context, double a, double b) {
  const double m = a + 0.5 * (b - a);
  const double r = interval_most(b - m, m - a) * (1 + 4 * INTERVAL_ROUND);
  Enclosure whole;
  enclose(context, a, b, 0, &whole);
  Glance glance = {whole.c[0], interval_line(), interval_line()};
  if (glance.value.hi < 0 || !interval_is_finite(glance.value)) {
    return glance;
  }
  enclose(context, a, b, 2, &whole);
  glance =
      (Glance){interval_meet(glance.value, whole.c[0]), whole.c[1], interval_scale(whole.c[2], 2)};
  if (!interval_is_finite(whole.c[2])) {
    return glance;
  }
  Enclosure middle;
  enclose(context, m, m, 1, &middle);
  const Interval taylor = interval_add(middle.c[0], bow(middle.c[1], whole.c[2], r));
  const Interval turned = interval_multiply(glance.bend, (Interval){-r, r});
  glance.value = interval_meet(glance.value, taylor);
  glance.slope = interval_meet(glance.slope, interval_add(middle.c[1], turned));
  return glance;
}
