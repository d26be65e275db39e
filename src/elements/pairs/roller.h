// SPDX-License-Identifier: BSD-3-Clause
// roller.h: the distance of a point from a plane curve, with its derivatives. A roller keeps it.
//
// The curve C(u, t) is a slot, (u, F), or a cam, (F cos u, F sin u), with a function F(u, t). Its
// tangent is T = C_u. n is the unit normal: it points above the slot, and out of the cam. The foot
// of a point P is the u where g = (P - C).T = 0. The distance d, its gradient d_P, and the rate of
// the foot are
//   d = (P - C).n,   d_P = n(u),   u' = ((P' - C_t).T + (P - C).T_t) / (-g_u)
//   -g_u = T.T - (P - C).T_u = T.T (1 - d / R)      R: signed radius of curvature
// Since T.n = 0, the time derivatives of the distance are
//   d' = V.n,   d'' = A.n + V.n',   V = P' - C_t,   A = P'' - C_tt - C_ut u'
// The derivatives of n follow from those of T. Those of u follow from g = 0, differentiated twice.
// The margin is 1 - d/R. Where it is zero the path of the roller's centre has a cusp; for a larger
// d the path would cross itself.
#ifndef MBS_ELEMENTS_PAIRS_ROLLER_H
#define MBS_ELEMENTS_PAIRS_ROLLER_H

#include <stdbool.h>

#include "base/real.h"
#include "expr/programs/program.h"

// A function of time with its first and second time derivative.
typedef struct Jet {
  real value, first, second;
} Jet;

// The curve at one time. The inputs hold the values of all that the program reads.
typedef struct Roller {
  const Program *program; // F
  int argument, time;     // indices of u and t among the inputs, or -1
  bool polar, wraps;      // polar: a cam; wraps: F is evaluated at u in [0, 2 pi)
  real *inputs;           // values; that of u is overwritten
  real *room;             // room for 5 input_count numbers
  real *work;             // room for 6 program->count numbers
} Roller;

typedef struct RollerPoint {
  Jet distance, n[2];     // d, n
  real foot_rate, margin; // u', 1 - d/R
} RollerPoint;

// Which members of RollerPoint are computed; the others are not determined. Each detail includes
// those above it.
typedef enum RollerDetail {
  ROLLER_PLACE,  // distance, n and margin, without time derivatives
  ROLLER_MOTION, // both time derivatives of the distance, the first one of n
  ROLLER_BEND    // the second one of n, which needs third derivatives of the curve
} RollerDetail;

// Returns u, changed by whole turns into [0, 2 pi).
real MBS_NAME(roller_wrapped)(real u);

// Returns F at u.
real MBS_NAME(roller_radius)(const Roller *roller, real u);

// Returns the foot of P, by Newton's method from a guess nearby. NaN when it is not found.
real MBS_NAME(roller_foot)(const Roller *roller, const real P[2], real guess);

// Returns a guess of the foot of P: the u of the nearest of many points of the curve.
double MBS_NAME(roller_look)(const Roller *roller, const double P[2]);

// Writes the members for a foot that was found, up to a detail. P: the point with its time
// derivatives. moves: the curve may depend on time; false: it counts as fixed.
void MBS_NAME(roller_at)(const Roller *roller, real foot, const Jet P[2], bool moves,
                         RollerDetail detail, RollerPoint *out);

#endif
