// SPDX-License-Identifier: BSD-3-Clause
// pair.h: the rows of one primitive between two bodies: the chain rule from frames to coordinates.
//
// m = (x_i, a_i, x_j, a_j) are the point and the axis on bodies i and j (PrimitiveKind). Their
// rates are m' = N v and m'' = N a + n(q, v), with the velocities v and the accelerations a of the
// bodies:
//   rows         phi(m)
//   J            phi_m N                           [rows x nv]   (= Phi_q T)
//   rate         J v = phi_m m'
//   bias         c = phi_m n + m' phi_mm m'        so that phi'' = J a + c  (gamma = -c)
// The derivatives that the integration matrix needs are exact:
//   phi_q [rows x nq], (J v)_q, (J' lambda)_q, (J a + c)_q, (J a + c)_v.
// Blocks are per side (0: body i, 1: body j) and sized for the largest body. Entries beyond a
// body's own coordinates are not written.
#ifndef MBS_ELEMENTS_PAIRS_PAIR_H
#define MBS_ELEMENTS_PAIRS_PAIR_H

#include "elements/frames/element.h"

// One side of a primitive: a body, with the point and the axis on it.
typedef struct PairSide {
  const BodyKind *kind;
  const BodyMotion *motion;
  const real (*dA)[9]; // from body_pose; only the derivatives read it
  const real *s;       // the point, from the origin of the body axes, in body axes
  const real *e;       // the axis in body axes; zero when the primitive uses none
  // How both move in the body: s is the origin of a frame, e is column `column` of its axes (-1: no
  // axis). NULL: they do not move in the body.
  const FrameShape *shape;
  int column;
} PairSide;

typedef struct PairRows {
  real phi[PRIMITIVE_ROWS];
  real rate[PRIMITIVE_ROWS];
  real bias[PRIMITIVE_ROWS];
  real J[PRIMITIVE_ROWS][2][BODY_V];
  real gradient[PRIMITIVE_ROWS][12]; // phi_m, for reactions
  real m[12];                        // only the numbers that the rows read
} PairRows;

// Which members of PairRows are valid. Each level includes those above it.
typedef enum PairLevel {
  PAIR_NOTHING,
  PAIR_FIXED,       // what no motion changes: points of the ground, axes of bodies that do not turn
  PAIR_POSITION,    // all of m, phi and the gradient
  PAIR_VELOCITY,    // J and rate
  PAIR_ACCELERATION // bias
} PairLevel;

// Computes the rows from the level `have`, which they have reached, up to `level`.
void MBS_NAME(pair_rows)(const PrimitiveKind *primitive, const PairSide side[2], PairLevel have,
                         PairLevel level, PairRows *rows);

// The same with less arithmetic, for two bodies that move in the plane and keep their shape.
void MBS_NAME(pair_rows_planar)(const PrimitiveKind *primitive, const PairSide side[2],
                                PairLevel have, PairLevel level, PairRows *rows);

typedef struct PairDerivatives {
  real phi_q[PRIMITIVE_ROWS][2][BODY_Q];
  real rate_q[PRIMITIVE_ROWS][2][BODY_Q];         // (J v)_q
  real acceleration_q[PRIMITIVE_ROWS][2][BODY_Q]; // (J a + c)_q with a from BodyMotion
  real acceleration_v[PRIMITIVE_ROWS][2][BODY_V]; // (J a + c)_v
  real force_q[2][BODY_V][2][BODY_Q];             // (J' lambda)_q: [side, v][side, q]
} PairDerivatives;

// Writes all of these derivatives. lambda: the multipliers of the rows.
void MBS_NAME(pair_derivatives)(const PrimitiveKind *primitive, const PairSide side[2],
                                const real lambda[], PairDerivatives *out);

// Writes only (J' lambda)_q, for multipliers of the caller's choice.
void MBS_NAME(pair_force_q)(const PrimitiveKind *primitive, const PairSide side[2],
                            const real lambda[], real force_q[2][BODY_V][2][BODY_Q]);

#endif
