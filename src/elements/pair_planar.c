// SPDX-License-Identifier: BSD-3-Clause
// pair_planar.c: the rows of pair.c where both bodies move in the plane.
//
// With X = A s and E = A e (x and y; the third component rests), omega the rate of the angle and
// J u = (-u_y, u_x):
//   x' = r' + omega J X,   a' = omega J E,   x'' = r'' + alpha J X - omega^2 X,   a'' alike
//   turning entry of J = X x g_x + E x g_a for the gradient (g_x, g_a) of a row
#include <stddef.h>

#include "elements/pair.h"

static inline void turn_plane(const real A[9], const double u[3], real out[2]) {
  out[0] = A[0] * u[0] + A[1] * u[1];
  out[1] = A[3] * u[0] + A[4] * u[1];
}

// Point and axis of one side; only what moves, when the rest stands there.
static inline void place_of(const PairSide *side, PairLevel have, real m[6]) {
  const BodyMotion *motion = side->motion;
  if (side->kind->rotations == 0) {
    if (have < PAIR_FIXED) {
      for (int i = 0; i < 3; i++) {
        m[i] = motion->r[i] + side->s[i];
        m[3 + i] = side->e[i];
      }
    } else if (side->kind->translations > 0) {
      m[0] = motion->r[0] + side->s[0];
      m[1] = motion->r[1] + side->s[1];
    }
    return;
  }
  real X[2];
  turn_plane(motion->A, side->s, X);
  turn_plane(motion->A, side->e, m + 3);
  m[0] = motion->r[0] + X[0];
  m[1] = motion->r[1] + X[1];
  m[2] = motion->r[2] + side->s[2];
  m[5] = side->e[2];
}

// Adds what one side contributes to the rows of one level; m and m' are those of the side.
typedef struct Move {
  bool velocity, acceleration; // which levels are wanted
  int first;                   // 0 or 6: where the side stands among twelve numbers
} Move;

// A body that does not turn, or ground.
static inline void slide(const PrimitiveKind *primitive, const PairSide *side, Move move,
                         real rate[6], PairRows *rows) {
  const real *v = side->motion->v;
  rate[0] = v[0];
  rate[1] = v[1];
  rate[3] = rate[4] = 0;
  if (!move.velocity || side->kind->translations == 0) {
    return;
  }
  for (int r = 0; r < primitive->row_count; r++) {
    const real *g = rows->gradient[r] + move.first;
    real *J = rows->J[r][move.first / 6];
    J[0] = g[0];
    J[1] = g[1];
    rows->rate[r] += g[0] * v[0] + g[1] * v[1];
  }
}

static inline void turn(const PrimitiveKind *primitive, const PairSide *side, Move move,
                        real rate[6], PairRows *rows) {
  const BodyMotion *motion = side->motion;
  const real *v = motion->v, *E = rows->m + move.first + 3;
  const real w = motion->w[2], square = w * w;
  real X[2];
  turn_plane(motion->A, side->s, X);
  rate[0] = v[0] - w * X[1];
  rate[1] = v[1] + w * X[0];
  rate[3] = -w * E[1];
  rate[4] = w * E[0];
  for (int r = 0; r < primitive->row_count; r++) {
    const real *g = rows->gradient[r] + move.first;
    if (move.velocity) {
      real *J = rows->J[r][move.first / 6];
      J[0] = g[0];
      J[1] = g[1];
      J[2] = X[0] * g[1] - X[1] * g[0] + E[0] * g[4] - E[1] * g[3];
      rows->rate[r] += J[0] * v[0] + J[1] * v[1] + J[2] * w;
    }
    if (move.acceleration) {
      rows->bias[r] -= square * (X[0] * g[0] + X[1] * g[1] + E[0] * g[3] + E[1] * g[4]);
    }
  }
}

void MBS_NAME(pair_rows_planar)(const PrimitiveKind *primitive, const PairSide side[2],
                                PairLevel have, PairLevel level, PairRows *rows) {
  const int count = primitive->row_count;
  if (have < PAIR_POSITION && level >= PAIR_POSITION) {
    place_of(&side[0], have, rows->m);
    place_of(&side[1], have, rows->m + 6);
    primitive->rows(rows->m, rows->phi, rows->gradient);
  }
  if (level < PAIR_VELOCITY || have >= level) {
    return;
  }
  Move move = {.velocity = have < PAIR_VELOCITY, .acceleration = level == PAIR_ACCELERATION};
  real rate[12];
  rate[2] = rate[5] = rate[8] = rate[11] = 0;
  for (int r = 0; r < count && move.velocity; r++) {
    rows->rate[r] = 0;
  }
  if (move.acceleration) {
    for (int r = 0; r < count; r++) {
      rows->bias[r] = 0;
    }
  }
  for (int b = 0; b < 2; b++) {
    move.first = 6 * b;
    if (side[b].kind->rotations == 0) {
      slide(primitive, &side[b], move, rate + 6 * b, rows);
    } else {
      turn(primitive, &side[b], move, rate + 6 * b, rows);
    }
  }
  if (move.acceleration && primitive->swing != NULL) {
    real c[PRIMITIVE_ROWS];
    primitive->swing(rows->m, (const real(*)[12])rows->gradient, rate, c);
    for (int r = 0; r < count; r++) {
      rows->bias[r] += c[r];
    }
  }
}
