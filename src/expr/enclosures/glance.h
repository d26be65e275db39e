// SPDX-License-Identifier: BSD-3-Clause
// glance.h: what is known for certain of a function on a segment: its values, slopes and bends.
//
//   f(m + s)  in  c_0(m) + c_1(m) s + c_2 s^2,   m the middle, c_2 of the whole segment (Lagrange)
// met with the plain range, which is all that is asked for where it is below 0. (R. E. Moore 1979.)
#ifndef MBS_EXPR_ENCLOSURES_GLANCE_H
#define MBS_EXPR_ENCLOSURES_GLANCE_H

#include "expr/enclosures/enclosure.h"

// Of f over [low, high], or at one point; coefficients 0 .. order.
typedef void (*GlanceEnclose)(void *context, double low, double high, int order, Enclosure *f);

typedef struct Glance {
  Interval value, slope, bend; // f, f', f''
} Glance;

Glance glance_on(GlanceEnclose enclose, void *context, double a, double b);

#endif
