// SPDX-License-Identifier: BSD-3-Clause
// enclosure_polynomial.c: polynomials on a segment (see enclosure.h).
//
// Coefficients c_k about the middle m by Horner's shift in plain numbers, with one bound for its
// round-off, 2 n eps sum |p_k| m^k; then
//   p(m + s) in c_0 + sum c_j s^j,  |s| <= r,  even powers on one side of 0
// and the derivatives likewise.
#include "base/hot.h"
#include "expr/enclosures/enclosure.h"

// A coefficient and the size of what it is made of.
typedef double Pair __attribute__((vector_size(2 * sizeof(double))));

MBS_SIZED void recentre(const double *p, const int degree, double m, double widening, Interval *c) {
  const Pair by = {m, fabs(m)};
  Pair v[ENCLOSURE_DEGREE + 1];
  for (int k = 0; k <= degree; k++) {
    v[k] = (Pair){p[k], fabs(p[k])};
  }
  for (int i = 0; i < degree && m != 0; i++) {
    for (int k = degree - 1; k >= i; k--) {
      v[k] += v[k + 1] * by;
    }
  }
  for (int k = 0; k <= degree; k++) {
    const double e = 2 * (degree + 1) * INTERVAL_ROUND * v[k][1] + (k == 0 ? widening : 0);
    c[k] = (Interval){v[k][0] - e, v[k][0] + e};
  }
}

// j over k.
static const double BINOMIAL[ENCLOSURE_ORDER + 1][ENCLOSURE_DEGREE + 1] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36}};

MBS_SIZED Interval spread(const Interval *c, const int degree, const int k, double r) {
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

MBS_SIZED void enclose(const double *p, const int degree, double widening, double low, double high,
                       int order, Enclosure *e) {
  Interval c[ENCLOSURE_DEGREE + 1];
  const double m = low + 0.5 * (high - low);
  const double r = interval_most(high - m, m - low) * (1 + 4 * INTERVAL_ROUND);
  recentre(p, degree, m, widening, c);
#pragma GCC unroll 3
  for (int k = 0; k <= ENCLOSURE_ORDER; k++) {
    if (k <= order) {
      e->c[k] = k > degree ? interval_point(0) : low < high ? spread(c, degree, k, r) : c[k];
    }
  }
}

// The degrees of methods' own motions without loops.
void enclosure_polynomial(const double *p, int degree, double widening, double low, double high,
                          int order, Enclosure *e) {
  switch (degree) {
  case 0:
    enclose(p, 0, widening, low, high, order, e);
    return;
  case 5:
    enclose(p, 5, widening, low, high, order, e);
    return;
  case 7:
    enclose(p, 7, widening, low, high, order, e);
    return;
  default:
    enclose(p, degree, widening, low, high, order, e);
  }
}
