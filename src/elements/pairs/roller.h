// SPDX-License-Identifier: BSD-3-Clause
// roller.h: the distance of a point from a plane curve, with its derivatives: what a roller keeps.
//
// The curve C(u) is a slot, (u, F), or a cam, (F cos u, F sin u); T = C_u, and n is the normal that
// points above the slot, out of the cam. The foot u of a point P is where (P - C).T = 0, and
//   d = (P - C).n,   d_P = n(u),   u' = ((P' - C_t).T + (P - C).T_t) / (-g_u)
//   -g_u = T.T - (P - C).T_u = T.T (1 - d / R)      R: signed radius of curvature
// With T.n = 0 the time derivatives of the distance are
//   d' = V.n,   d'' = A.n + V.n',   V = P' - C_t,   A = P'' - C_tt - C_ut u'
// those of n follow from those of T, and those of u from g = 0, differentiated twice. Where d
// reaches R the path of the roller's centre has a cusp, and behind it would cross itself: the
// margin 1 - d/R is then zero.
#ifndef MBS_ELEMENTS_PAIRS_ROLLER_H
#define MBS_ELEMENTS_PAIRS_ROLLER_H

#include <stdbool.h>

#include "base/real.h"
#include "expr/programs/program.h"

typedef struct Jet {
  real value, first, second;
} Jet;

// The curve at one time. The inputs hold what the program reads beside the curve's argument.
typedef struct Roller {
  const Program *program; // F
  int argument, time;     // inputs: u and t, or -1
  bool polar, wraps;      // wraps: F is asked for u in [0, 2 pi)
  real *inputs;           // values
  real *room;             // 5 input_count
  real *work;             // 6 program->count
} Roller;

typedef struct RollerPoint {
  Jet distance, n[2];
  real foot_rate, margin;
} RollerPoint;

// What is wanted of a point; what is not is not determined. The second derivative of n alone needs
// third ones of the curve.
typedef enum RollerDetail {
  ROLLER_PLACE,  // distance, n and margin, without rates
  ROLLER_MOTION, // and the distance's two rates, the first one of n
  ROLLER_BEND    // and the second one of n
} RollerDetail;

// u in [0, 2 pi).
real MBS_NAME(roller_wrapped)(real u);

// F at u.
real MBS_NAME(roller_radius)(const Roller *roller, real u);

// The foot of P from a guess nearby. NaN when it is not found.
real MBS_NAME(roller_foot)(const Roller *roller, const real P[2], real guess);

// A guess by looking around: the nearest of many points.
double MBS_NAME(roller_look)(const Roller *roller, const double P[2]);

// What there is at a foot. moves: time goes on (the curve may depend on it).
void MBS_NAME(roller_at)(const Roller *roller, real foot, const Jet P[2], bool moves,
                         RollerDetail detail, RollerPoint *out);

#endif
