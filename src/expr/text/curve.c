// SPDX-License-Identifier: BSD-3-Clause
// curve.c: the polynomials of a table.
//
// Natural spline: the second derivatives m_k solve the tridiagonal system
//   h_(k-1) m_(k-1) + 2 (h_(k-1) + h_k) m_k + h_k m_(k+1) = 6 (d_k - d_(k-1)),   m_0 = m_n = 0,
// d_k being the secants. Not a knot: the first two pieces are one cubic, as are the last two,
//   m_0 = m_1 + h_0/h_1 (m_1 - m_2),   m_n = m_(n-1) + h_(n-1)/h_(n-2) (m_(n-1) - m_(n-2)),
// which goes into the equations of m_1 and m_(n-1) (three points: one parabola). The others give a
// slope t_k at every point, and a piece is the cubic with the two values and slopes at its ends:
//   c1 = t_k,   c2 = (3 d_k - 2 t_k - t_(k+1)) / h,   c3 = (t_k + t_(k+1) - 2 d_k) / h^2.
// Sources: de Boor 2001, A Practical Guide to Splines; Akima 1970, JACM 17:589; Fritsch and
// Butland 1984, SIAM J. Sci. Stat. Comput. 5:300 (inner slopes) with the three-point slope at the
// ends, limited so that it keeps the shape.
#include "expr/text/curve.h"

#include <math.h>

typedef struct Points {
  const double *x, *y;
  int count;
} Points;

static double width(const Points *points, int k) {
  return points->x[k + 1] - points->x[k];
}

static double secant(const Points *points, int k) {
  return (points->y[k + 1] - points->y[k]) / width(points, k);
}

// ---- slopes ----

// Secants beyond the ends continue the last two with a constant change.
static double akima_secant(const Points *points, int k) {
  const int last = points->count - 2;
  if (points->count == 2) {
    return secant(points, 0);
  }
  if (k < 0) {
    return secant(points, 0) + (double)k * (secant(points, 1) - secant(points, 0));
  }
  if (k > last) {
    return secant(points, last) +
           (double)(k - last) * (secant(points, last) - secant(points, last - 1));
  }
  return secant(points, k);
}

static double akima_slope(const Points *points, int k) {
  const double far_left = akima_secant(points, k - 2);
  const double left = akima_secant(points, k - 1);
  const double right = akima_secant(points, k);
  const double far_right = akima_secant(points, k + 1);
  const double left_weight = fabs(far_right - right);
  const double right_weight = fabs(left - far_left);
  const double sum = left_weight + right_weight;
  // All four nearly alike on both sides: no side is to be preferred.
  const double scale = fabs(far_left) + fabs(left) + fabs(right) + fabs(far_right);
  if (!(sum > 1e-9 * scale)) {
    return 0.5 * (left + right);
  }
  return (left_weight * left + right_weight * right) / sum;
}

// At an end, from the two secants next to it, over widths h (at the end) and g.
static double pchip_end(double h, double g, double near, double far) {
  const double slope = ((2 * h + g) * near - h * far) / (h + g);
  if (slope * near <= 0) {
    return 0;
  }
  return near * far <= 0 && fabs(slope) > 3 * fabs(near) ? 3 * near : slope;
}

static double pchip_slope(const Points *points, int k) {
  const int last = points->count - 1;
  if (points->count == 2) {
    return secant(points, 0);
  }
  if (k == 0) {
    return pchip_end(width(points, 0), width(points, 1), secant(points, 0), secant(points, 1));
  }
  if (k == last) {
    return pchip_end(width(points, last - 1), width(points, last - 2), secant(points, last - 1),
                     secant(points, last - 2));
  }
  const double left = secant(points, k - 1);
  const double right = secant(points, k);
  if (!(left * right > 0)) {
    return 0;
  }
  const double h = width(points, k);
  const double g = width(points, k - 1);
  return 3 * (h + g) / ((2 * h + g) / left + (h + 2 * g) / right);
}

// ---- pieces ----

static void hermite_piece(const Points *points, int k, double slope, double next_slope,
                          double c[static 4]) {
  const double h = width(points, k);
  const double d = secant(points, k);
  c[0] = points->y[k];
  c[1] = slope;
  c[2] = (3 * d - 2 * slope - next_slope) / h;
  c[3] = (slope + next_slope - 2 * d) / (h * h);
}

static void hermite(const Points *points, double (*slope)(const Points *, int), double (*c)[4]) {
  double here = slope(points, 0);
  for (int k = 0; k + 1 < points->count; k++) {
    const double next = slope(points, k + 1);
    hermite_piece(points, k, here, next, c[k]);
    here = next;
  }
}

// The second derivatives into c[k][2]. Elimination needs no exchange of rows: the diagonal
// outweighs the rest. c[k][2] holds the right-hand side and c[k][3] the eliminated upper diagonal
// on the way.
static void curvatures(const Points *points, bool knots, double (*c)[4]) {
  const int last = points->count - 1;
  c[0][2] = c[0][3] = c[last][2] = 0;
  for (int k = 1; k < last; k++) {
    const double g = width(points, k - 1);
    const double h = width(points, k);
    const double turn = 6 * (secant(points, k) - secant(points, k - 1));
    double left = g, middle = 2 * (g + h), right = h;
    if (!knots && k == 1) {
      middle += g + g * g / h;
      right -= g * g / h;
    }
    if (!knots && k + 1 == last) {
      middle += h + h * h / g;
      left -= h * h / g;
    }
    const double pivot = middle - left * c[k - 1][3];
    c[k][3] = k + 1 == last ? 0 : right / pivot;
    c[k][2] = (turn - left * c[k - 1][2]) / pivot;
  }
  for (int k = last - 1; k > 0; k--) {
    c[k][2] -= c[k][3] * c[k + 1][2];
  }
}

// The curvatures at the ends that make one cubic of the two pieces there.
static void bend_ends(const Points *points, double (*c)[4]) {
  const int last = points->count - 1;
  if (last == 2) {
    c[1][2] = 2 * (secant(points, 1) - secant(points, 0)) / (points->x[2] - points->x[0]);
    c[0][2] = c[2][2] = c[1][2];
  } else if (last > 2) {
    c[0][2] = c[1][2] + width(points, 0) / width(points, 1) * (c[1][2] - c[2][2]);
    c[last][2] = c[last - 1][2] + width(points, last - 1) / width(points, last - 2) *
                                      (c[last - 1][2] - c[last - 2][2]);
  }
}

static void spline(const Points *points, bool knots, double (*c)[4]) {
  curvatures(points, knots, c);
  if (!knots) {
    bend_ends(points, c);
  }
  for (int k = 0; k + 1 < points->count; k++) {
    const double here = c[k][2], next = c[k + 1][2];
    const double h = width(points, k);
    c[k][0] = points->y[k];
    c[k][1] = secant(points, k) - h * (2 * here + next) / 6;
    c[k][2] = here / 2;
    c[k][3] = (next - here) / (6 * h);
  }
}

static void linear(const Points *points, double (*c)[4]) {
  for (int k = 0; k + 1 < points->count; k++) {
    c[k][0] = points->y[k];
    c[k][1] = secant(points, k);
    c[k][2] = c[k][3] = 0;
  }
}

// The last piece, told from its end.
static void finish(const Points *points, double (*c)[4]) {
  const int last = points->count - 1;
  const double h = width(points, last - 1);
  const double *piece = c[last - 1];
  c[last][0] = points->y[last];
  c[last][1] = piece[1] + h * (2 * piece[2] + h * (3 * piece[3]));
  c[last][2] = piece[2] + 3 * h * piece[3];
  c[last][3] = piece[3];
}

bool curve_make(Curve *curve, CurveKind kind, CurveOutside outside, const double *x,
                const double *y, int count, Arena *arena) {
  const Points points = {.x = x, .y = y, .count = count};
  double *abscissas = arena_array(arena, double, count);
  double(*c)[4] = arena_alloc_array(arena, count, sizeof *c);
  if (abscissas == NULL || c == NULL) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    abscissas[k] = x[k];
  }
  switch (kind) {
  case CURVE_LINEAR:
    linear(&points, c);
    break;
  case CURVE_CUBIC:
  case CURVE_NOT_A_KNOT:
    spline(&points, kind == CURVE_CUBIC, c);
    break;
  case CURVE_AKIMA:
    hermite(&points, akima_slope, c);
    break;
  case CURVE_PCHIP:
    hermite(&points, pchip_slope, c);
    break;
  }
  finish(&points, c);
  curve->kind = kind;
  curve->outside = outside;
  curve->count = count;
  curve->x = abscissas;
  curve->c = (const double(*)[4])c;
  return true;
}

int curve_first_overflow(const Curve *curve) {
  const double largest_factor = 6; // of c3 in the third derivative
  for (int k = 0; k < curve->count; k++) {
    for (int j = 0; j < 4; j++) {
      if (!isfinite(largest_factor * curve->c[k][j])) {
        return k;
      }
    }
  }
  return -1;
}
