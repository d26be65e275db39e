// SPDX-License-Identifier: BSD-3-Clause
// pair.h: one primitive between two bodies: the chain rule from frames to coordinates, once.
//
// With m = (x_i, a_i, x_j, a_j), m' = N v and m'' = N a + n(q, v):
//   rows         phi(m)
//   J            phi_m N                           [rows x nv]   (= Phi_q T)
//   rate         J v = phi_m m'
//   bias         c = phi_m n + m' phi_mm m'        so that phi'' = J a + c  (gamma = -c)
// and the derivatives that the integration matrix needs, each exact:
//   phi_q [rows x nq], (J v)_q, (J' lambda)_q, (J a + c)_q, (J a + c)_v.
// Blocks are per side (0: body i, 1: body j) and sized for the largest body; entries beyond a
// body's own coordinates are not written.
#ifndef MBS_ELEMENTS_PAIRS_PAIR_H
#define MBS_ELEMENTS_PAIRS_PAIR_H

#include "elements/frames/element.h"

// One body's end of a primitive.
typedef struct PairSide {
  const BodyKind *kind;
  const BodyMotion *motion;
  const real (*dA)[9]; // from pose; only pair_derivatives reads it
  const real *s;       // the point, from the origin of the body's axes, in these
  const real *e;       // the axis in body axes (zero when the primitive uses none)
  // How both move in the body: s as the origin of the frame, e as this column of its axes (-1: no
  // axis). NULL: they rest.
  const FrameShape *shape;
  int column;
} PairSide;

typedef struct PairRows {
  real phi[PRIMITIVE_ROWS];
  real rate[PRIMITIVE_ROWS];
  real bias[PRIMITIVE_ROWS];
  real J[PRIMITIVE_ROWS][2][BODY_V];
  real gradient[PRIMITIVE_ROWS][12]; // phi_m, for reactions
  real m[12];                        // as far as the rows read it
} PairRows;

// How much stands in PairRows: nothing; what no motion changes (points of ground, axes of bodies
// that do not turn); all of m, phi and the gradient; J and rate, too; the bias, too.
typedef enum PairLevel {
  PAIR_NOTHING,
  PAIR_FIXED,
  PAIR_POSITION,
  PAIR_VELOCITY,
  PAIR_ACCELERATION
} PairLevel;

// Brings the rows from the level that they have up to another one.
void MBS_NAME(pair_rows)(const PrimitiveKind *primitive, const PairSide side[2], PairLevel have,
                         PairLevel level, PairRows *rows);

// The same where both bodies move in the plane and keep their shape, with less arithmetic.
void MBS_NAME(pair_rows_planar)(const PrimitiveKind *primitive, const PairSide side[2],
                                PairLevel have, PairLevel level, PairRows *rows);

typedef struct PairDerivatives {
  real phi_q[PRIMITIVE_ROWS][2][BODY_Q];
  real rate_q[PRIMITIVE_ROWS][2][BODY_Q];         // (J v)_q
  real acceleration_q[PRIMITIVE_ROWS][2][BODY_Q]; // (J a + c)_q with a from the motions
  real acceleration_v[PRIMITIVE_ROWS][2][BODY_V]; // (J a + c)_v
  real force_q[2][BODY_V][2][BODY_Q];             // (J' lambda)_q: [side, v][side, q]
} PairDerivatives;

void MBS_NAME(pair_derivatives)(const PrimitiveKind *primitive, const PairSide side[2],
                                const real lambda[], PairDerivatives *out);

// Only (J' mu)_q, with other multipliers.
void MBS_NAME(pair_force_q)(const PrimitiveKind *primitive, const PairSide side[2],
                            const real lambda[], real force_q[2][BODY_V][2][BODY_Q]);

#endif
