// SPDX-License-Identifier: BSD-3-Clause
// curve.h: tables of a function y(x): piecewise polynomials through given points.
//
//   y = c0 + c1 s + c2 s^2 + c3 s^3,   s = x - x_k  for x_k <= x < x_(k+1)
//
//   linear  c1 = (y_(k+1) - y_k) / h, the rest zero: y is continuous, y' jumps at the points
//   cubic   the natural spline: y, y' and y'' continuous, y'' = 0 at both ends
//   cubic with not-a-knot ends: y, y', y'' continuous, and y''' at the second and the last but one
//           point as well: what the points say of the curvature at the ends
//   akima   slopes from the two secants on either side, weighted by how much the others turn
//   pchip   slopes that keep the data monotonic: a harmonic mean of the two secants, or zero
//
// Akima and pchip have a continuous y' and a jump of y'' at the points. Outside of the points a
// curve has no value, or holds the last one, or goes on along the slope of its end. Roundings
// behind an end still belong to the curve.
#ifndef MBS_EXPR_TEXT_CURVE_H
#define MBS_EXPR_TEXT_CURVE_H

#include <float.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/number.h"
#include "base/real.h"
#include "expr/text/dimension.h"

typedef enum CurveKind {
  CURVE_LINEAR,
  CURVE_CUBIC,
  CURVE_AKIMA,
  CURVE_PCHIP,
  CURVE_NOT_A_KNOT // cubic
} CurveKind;
typedef enum CurveOutside { OUTSIDE_ERROR, OUTSIDE_HOLD, OUTSIDE_LINEAR } CurveOutside;

typedef struct Curve {
  const char *name;
  CurveKind kind;
  CurveOutside outside;
  int count;            // points, at least 2
  const double *x;      // count, increasing
  const double (*c)[4]; // count; the last row continues the last piece from the last point
  Dimension x_dimension, y_dimension;
} Curve;

// Finds the polynomials. x must increase and all numbers be finite. False when memory ran out.
bool curve_make(Curve *curve, CurveKind kind, CurveOutside outside, const double *x,
                const double *y, int count, Arena *arena);

// The first point whose polynomial, or a derivative of it, has no finite coefficients: numbers too
// large or points too near. -1 when there is none.
int curve_first_overflow(const Curve *curve);

// The piece in which x lies: k for x_k <= x < x_(k+1), count - 1 from the last point on, -1 before
// the first.
static inline int curve_piece(const Curve *curve, double x) {
  int low = -1;
  int high = curve->count;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (x < curve->x[middle]) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

// The roundings by which x may lie outside.
static inline double curve_margin(const Curve *curve) {
  const double first = fabs(curve->x[0]);
  const double last = fabs(curve->x[curve->count - 1]);
  return 8 * DBL_EPSILON * (first > last ? first : last);
}

// The polynomial of one row of a curve.
static inline real curve_polynomial(const double c[static 4], real s, int order) {
  switch (order) {
  case 0:
    return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
  case 1:
    return c[1] + s * (2 * c[2] + s * (3 * c[3]));
  case 2:
    return 2 * c[2] + s * (6 * c[3]);
  default:
    return 6 * c[3];
  }
}

// Behind an end, s away from it; c: of the end. What is held is so however far (0 times infinity is
// no number).
static inline real curve_beyond(const Curve *curve, const double c[static 4], real s, int order) {
  if (curve->outside == OUTSIDE_HOLD) {
    return order == 0 ? c[0] : 0;
  }
  return order == 0 ? c[0] + c[1] * s : order == 1 ? c[1] : 0;
}

// The derivative of the given order, 0 to 3, at x. NaN where the curve has no value.
static inline real curve_at(const Curve *curve, real x, int order) {
  const int last = curve->count - 1;
  int piece = curve_piece(curve, re(x));
  const bool before = piece < 0;
  const bool behind = piece == last && re(x) > curve->x[last];
  piece = before ? 0 : piece;
  const double *c = curve->c[piece];
  const real s = x - curve->x[piece];
  if (isnan(re(x))) {
    return x;
  }
  if ((before || behind) && curve->outside != OUTSIDE_ERROR) {
    return curve_beyond(curve, c, s, order);
  }
  if ((before || behind) && !(fabs(re(s)) <= curve_margin(curve))) {
    return (double)NAN;
  }
  return curve_polynomial(c, s, order);
}

// x and the two ends of a curve on which it does not lie, for a message that tells them apart.
enum { CURVE_TEXTS = 3, CURVE_DIGITS = 9 };
static inline void curve_tell(const Curve *curve, double x,
                              char texts[CURVE_TEXTS][NUMBER_TEXT_SIZE]) {
  const double told[CURVE_TEXTS] = {x, curve->x[0], curve->x[curve->count - 1]};
  number_format_apart(CURVE_DIGITS, CURVE_TEXTS, told, texts);
}

// Whether y, y' or y'' jumps at inner points, or at the ends.
static inline bool curve_jumps_inside(const Curve *curve) {
  return curve->kind != CURVE_CUBIC && curve->kind != CURVE_NOT_A_KNOT && curve->count > 2;
}
static inline bool curve_jumps_at_ends(const Curve *curve) {
  return curve->outside == OUTSIDE_HOLD ||
         (curve->outside == OUTSIDE_LINEAR && curve->kind != CURVE_LINEAR &&
          curve->kind != CURVE_CUBIC);
}

// The branch of a curve at x, which changes exactly where a value, slope or curvature jumps: the
// piece, where they jump inside; else -1 before, 0 on and 1 behind the curve. The last point
// belongs to what lies before it.
static inline double curve_branch(const Curve *curve, double x) {
  const int last = curve->count - 1;
  const bool behind = x > curve->x[last];
  if (!curve_jumps_inside(curve)) {
    return behind - (x < curve->x[0]);
  }
  const int piece = curve_piece(curve, x);
  return piece == last && !behind ? last - 1 : piece;
}

// The same as curve_at while x is on that branch, and its smooth continuation elsewhere.
static inline real curve_on(const Curve *curve, int branch, real x, int order) {
  const int last = curve->count - 1;
  const bool inside = curve_jumps_inside(curve);
  const bool behind = branch >= (inside ? last : 1);
  if (branch < 0 || behind) {
    const int end = behind ? last : 0;
    return curve->outside == OUTSIDE_ERROR
               ? (double)NAN
               : curve_beyond(curve, curve->c[end], x - curve->x[end], order);
  }
  int piece = branch;
  if (!inside) {
    piece = curve_piece(curve, re(x));
    piece = piece < 0 ? 0 : piece;
  }
  return curve_polynomial(curve->c[piece], x - curve->x[piece], order);
}

// The x at which the branch changes next when x grows, or falls; infinite when it never does. NaN
// when the branch is NaN.
static inline double curve_next_jump(const Curve *curve, double branch, bool grows) {
  if (isnan(branch)) {
    return branch;
  }
  const int last = curve->count - 1;
  const bool inside = curve_jumps_inside(curve);
  const int next = (int)branch + (grows ? 1 : 0);
  if (!inside) {
    const bool first = branch < 0 || (branch == 0 && !grows);
    return (branch < 0 && !grows) || (branch > 0 && grows) ? (double)INFINITY
                                                           : curve->x[first ? 0 : last];
  }
  return next < 0 || next > last ? (double)INFINITY : curve->x[next];
}

#endif
