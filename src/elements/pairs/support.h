// SPDX-License-Identifier: BSD-3-Clause
// support.h: the point p of a round body that lies farthest along a direction m.
//
//   sphere of radius r                              p = r m/|m|
//   disc, edge of radius r about z                  p = r (m - e (e.m))/|..|,  e = z
//   ellipsoid of semi-axes a, b, c along x, y, z    p = D m/sqrt(m'D m),  D = diag(a^2, b^2, c^2)
//   wheel of radius R about z, tread of radius c    p = (R - c) (m - e (e.m))/|..| + c m/|m|
// p and m are in axes of the body; p counts from its centre; |..| is the norm of the numerator. p
// is homogeneous of degree 0 in m, so that its derivative p_m has p_m m = 0. p_m is symmetric,
// since it is the second derivative of the support function max m.x.
#ifndef MBS_ELEMENTS_PAIRS_SUPPORT_H
#define MBS_ELEMENTS_PAIRS_SUPPORT_H

#include "base/real.h"

typedef enum SupportShape {
  SUPPORT_SPHERE,
  SUPPORT_DISC,
  SUPPORT_ELLIPSOID,
  SUPPORT_WHEEL
} SupportShape;

typedef struct Support {
  SupportShape shape;
  real size[3]; // sphere r; disc r; ellipsoid a, b, c; wheel R, c [m]
} Support;

// How many sizes a shape has.
static inline int support_sizes(SupportShape shape) {
  return shape == SUPPORT_ELLIPSOID ? 3 : shape == SUPPORT_WHEEL ? 2 : 1;
}

// Writes p [3] and p_m [3 x 3] for a direction m that is not zero. Where many points are farthest
// (a disc that lies flat), p is the centre of its face, and p_m is not finite. A wheel with R < c
// has no finite p.
void MBS_NAME(support_point)(const Support *support, const real m[3], real p[3], real p_m[9]);

#endif
