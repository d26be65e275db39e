// SPDX-License-Identifier: BSD-3-Clause
// enclosure_curve.c: tables of intervals (see enclosure.h, curve.h).
//
// On every piece that the interval meets the cubic about the middle of what it shares with it,
//   y = b_0 + b_1 s + b_2 s^2 + b_3 s^3,   |s| <= r
// is bounded by its quadratic part exactly and the rest by size; the same for its derivatives.
#include "expr/enclosures/enclosure.h"

// c1 s + c2 s^2 for |s| <= r.
static Interval quadratic(double c1, double c2, double r) {
  const double up = (c2 * r + c1) * r, down = (c2 * r - c1) * r;
  double lo = interval_least(interval_least(up, down), 0);
  double hi = interval_most(interval_most(up, down), 0);
  if (fabs(c1) < 2 * fabs(c2) * r) {
    const double top = -c1 * c1 / (4 * c2);
    lo = interval_least(lo, top);
    hi = interval_most(hi, top);
  }
  return interval_outward(lo, hi, 8 * INTERVAL_ROUND, c1 == 0 && c2 == 0 ? 0 : DBL_MIN);
}

// y, y' and y''/2 of the polynomial of one row of a curve, where s is in [a, b].
static void polynomial(const double c[static 4], double a, double b,
                       Interval f[ENCLOSURE_ORDER + 1]) {
  const double m = 0.5 * (a + b);
  const double r = 0.5 * (b - a) * (1 + 4 * INTERVAL_ROUND) + INTERVAL_ROUND * fabs(m);
  const double b0 = c[0] + m * (c[1] + m * (c[2] + m * c[3]));
  const double b1 = c[1] + m * (2 * c[2] + 3 * m * c[3]);
  const double b2 = c[2] + 3 * m * c[3];
  const double size = fabs(c[0]) + fabs(m) * (fabs(c[1]) + fabs(m) * (fabs(c[2]) + fabs(m * c[3])));
  const double slope = fabs(c[1]) + fabs(m) * (2 * fabs(c[2]) + 3 * fabs(m * c[3]));
  const double bend = fabs(c[2]) + 3 * fabs(m * c[3]);
  const double rest = 16 * INTERVAL_ROUND * (size + r * (slope + r * bend));
  const double cubed = fabs(c[3]) * r * r * r * (1 + 8 * INTERVAL_ROUND);
  Interval v = quadratic(b1, b2, r);
  f[0] = interval_add((Interval){b0 - rest - cubed, b0 + rest + cubed}, v);
  v = quadratic(2 * b2, 3 * c[3], r);
  const double loose = 16 * INTERVAL_ROUND * (slope + r * bend);
  f[1] = interval_add((Interval){b1 - loose, b1 + loose}, v);
  const double wide = 3 * fabs(c[3]) * r + 16 * INTERVAL_ROUND * (bend + fabs(c[3]) * r);
  f[2] = (Interval){b2 - wide, b2 + wide};
}

static void join(Interval f[ENCLOSURE_ORDER + 1], const Interval g[ENCLOSURE_ORDER + 1],
                 bool *first) {
  for (int k = 0; k <= ENCLOSURE_ORDER; k++) {
    f[k] = *first ? g[k] : interval_hull(f[k], g[k]);
  }
  *first = false;
}

// Behind an end, for s in [a, b] away from it.
static void beyond(const Curve *curve, const double c[static 4], double a, double b,
                   Interval f[ENCLOSURE_ORDER + 1]) {
  const double held[4] = {c[0], curve->outside == OUTSIDE_HOLD ? 0 : c[1], 0, 0};
  if (curve->outside == OUTSIDE_HOLD) {
    f[0] = interval_point(c[0]);
    f[1] = f[2] = interval_point(0);
  } else {
    polynomial(held, a, b, f);
  }
}

// Where a table without a value outside is asked there.
static bool leaves(const Curve *curve, Interval x) {
  const double margin = curve_margin(curve);
  return !(x.lo >= curve->x[0] - margin && x.hi <= curve->x[curve->count - 1] + margin);
}

Enclosure enclosure_curve(const Curve *curve, const Enclosure *x, int order) {
  const Interval on = x->c[0];
  const int last = curve->count - 1;
  const bool held = curve->outside == OUTSIDE_HOLD;
  if (!interval_is_finite(on) || (curve->outside == OUTSIDE_ERROR && leaves(curve, on))) {
    return enclosure_jump(interval_line());
  }
  const int from = curve_piece(curve, on.lo), to = curve_piece(curve, on.hi);
  Interval f[ENCLOSURE_ORDER + 1], g[ENCLOSURE_ORDER + 1];
  bool first = true;
  for (int k = from; k <= to; k++) {
    const int row = k < 0 ? 0 : k;
    const double origin = curve->x[row];
    const double a = k == from ? on.lo - origin : 0;
    const double b = (k == to ? on.hi : curve->x[k + 1]) - origin;
    if ((k < 0 || k == last) && curve->outside != OUTSIDE_ERROR) {
      beyond(curve, curve->c[row], a, b, g);
    } else {
      polynomial(curve->c[row], a, b, g);
    }
    join(f, g, &first);
  }
  const bool kinks =
      from != to && (curve->kind == CURVE_LINEAR || (held && (from < 0 || to == last)));
  if (kinks) {
    f[2] = interval_line();
  }
  return enclosure_compose(x, f, order);
}

Enclosure enclosure_piece(const Curve *curve, int branch, const Enclosure *x, int order) {
  const int last = curve->count - 1;
  const bool inside = curve_jumps_inside(curve), behind = branch >= (inside ? last : 1);
  const Interval on = x->c[0];
  Interval f[ENCLOSURE_ORDER + 1], g[ENCLOSURE_ORDER + 1];
  bool first = true;
  if (!interval_is_finite(on) || ((branch < 0 || behind) && curve->outside == OUTSIDE_ERROR)) {
    return enclosure_jump(interval_line());
  }
  if (branch < 0 || behind) {
    const int end = behind ? last : 0;
    beyond(curve, curve->c[end], on.lo - curve->x[end], on.hi - curve->x[end], f);
    return enclosure_compose(x, f, order);
  }
  int from = branch, to = branch;
  if (!inside) { // a spline, whose outer pieces go on
    from = curve_piece(curve, on.lo);
    to = curve_piece(curve, on.hi);
    from = from < 0 ? 0 : from;
    to = to < 0 ? 0 : to;
  }
  for (int k = from; k <= to; k++) {
    const double a = k == from ? on.lo : curve->x[k], b = k == to ? on.hi : curve->x[k + 1];
    polynomial(curve->c[k], a - curve->x[k], b - curve->x[k], g);
    join(f, g, &first);
  }
  return enclosure_compose(x, f, order);
}
