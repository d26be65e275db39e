// SPDX-License-Identifier: BSD-3-Clause
// enclosure_polynomial.c: polynomials on a segment (see enclosure.h).
//
// Coefficients c_k about the middle m by Horner's shift in plain numbers, with one bound for its
// round-off, 2 n eps sum |p_k| m^k; then
//   p(m + s) in c_0 + sum c_j s^j,  |s| <= r,  even powers on one side of 0
// and the derivatives likewise.
#include "expr/enclosure.h"

static void recentre(const double *p, int degree, double m, double widening, Interval *c) {
  double v[ENCLOSURE_DEGREE + 1], size[ENCLOSURE_DEGREE + 1];
  for (int k = 0; k <= degree; k++) {
    v[k] = p[k];
    size[k] = fabs(p[k]);
  }
  for (int i = 0; i < degree; i++) {
    for (int k = degree - 1; k >= i; k--) {
      v[k] += v[k + 1] * m;
      size[k] += size[k + 1] * fabs(m);
    }
  }
  for (int k = 0; k <= degree; k++) {
    const double e = 2 * (degree + 1) * INTERVAL_ROUND * size[k] + (k == 0 ? widening : 0);
    c[k] = (Interval){v[k] - e, v[k] + e};
  }
}

// j over k.
static const double BINOMIAL[ENCLOSURE_ORDER + 1][ENCLOSURE_DEGREE + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36}};

static Interval spread(const Interval *c, int degree, int k, double r) {
  double lo = c[k].lo, hi = c[k].hi, size = 0, power = 1;
  for (int j = k + 1; j <= degree; j++) {
    power *= r;
    const double w = BINOMIAL[k][j] * power, l = c[j].lo * w, h = c[j].hi * w;
    const double most = interval_most(fabs(l), fabs(h));
    size += most;
    if ((j - k) % 2 == 0) {
      lo += l < 0 ? l : 0;
      hi += h > 0 ? h : 0;
    } else {
      lo -= most;
      hi += most;
    }
  }
  const double e = 32 * INTERVAL_ROUND * (size + fabs(lo) + fabs(hi));
  return (Interval){lo - e, hi + e};
}

void enclosure_polynomial(const double *p, int degree, double widening, double low, double high,
                          int order, Enclosure *e) {
  Interval c[ENCLOSURE_DEGREE + 1];
  const double m = low + 0.5 * (high - low);
  const double r = interval_most(high - m, m - low) * (1 + 4 * INTERVAL_ROUND);
  recentre(p, degree, m, widening, c);
  for (int k = 0; k <= order; k++) {
    e->c[k] = k > degree ? interval_point(0) : low < high ? spread(c, degree, k, r) : c[k];
  }
}
