// SPDX-License-Identifier: BSD-3-Clause
// pair_planar.c: the rows of pair.c where both bodies move in the plane and keep their shape.
//
// With X = A s and E = A e (x and y; the third component rests), omega the rate of the angle and
// J u = (-u_y, u_x):
//   x' = r' + omega J X,   a' = omega J E,   x'' = r'' + alpha J X - omega^2 X,   a'' alike
//   turning entry of J = X x g_x + E x g_a for the gradient (g_x, g_a) of a row
#include <stddef.h>

#include "base/hot.h"
#include "elements/pairs/pair.h"

// How one side stands and moves: X and w where it turns, E where it leans.
typedef struct Arm {
  real X[2], E[2], v[2], w;
  bool slides, turns, leans; // r, X, E of it change
} Arm;

static inline void turn_plane(const real A[9], const real u[3], real out[2]) {
  out[0] = A[0] * u[0] + A[1] * u[1];
  out[1] = A[3] * u[0] + A[4] * u[1];
}

static inline void set_arm(const PairSide *side, Arm *arm) {
  const BodyMotion *motion = side->motion;
  arm->v[0] = motion->v[0];
  arm->v[1] = motion->v[1];
  arm->slides = side->kind->translations > 0;
  arm->turns = side->kind->rotations > 0;
  arm->leans = false;
  if (arm->turns) {
    arm->w = motion->w[2];
    arm->leans = re(side->e[0]) != 0 || re(side->e[1]) != 0;
    turn_plane(motion->A, side->s, arm->X);
    if (arm->leans) {
      turn_plane(motion->A, side->e, arm->E);
    }
  }
}

// Point and axis of one side; only what moves, when the rest stands there.
static inline void place_of(const PairSide *side, const Arm *arm, PairLevel have, real m[6]) {
  const BodyMotion *motion = side->motion;
  if (have < PAIR_FIXED) {
    for (int i = 0; i < 3; i++) {
      m[i] = motion->r[i] + side->s[i];
      m[3 + i] = side->e[i];
    }
  }
  if (arm->turns) {
    m[0] = motion->r[0] + arm->X[0];
    m[1] = motion->r[1] + arm->X[1];
    if (arm->leans) {
      m[3] = arm->E[0];
      m[4] = arm->E[1];
    }
  } else if (arm->slides) {
    m[0] = motion->r[0] + side->s[0];
    m[1] = motion->r[1] + side->s[1];
  }
}

// J of one row on one side, and what that adds to its rate and bias. g: its gradient there.
static inline void add_side(const Arm *arm, const real g[6], bool velocity, real J[BODY_V],
                            real *rate, real *bias) {
  if (!arm->slides) {
    return;
  }
  if (velocity) {
    J[0] = g[0];
    J[1] = g[1];
    *rate += g[0] * arm->v[0] + g[1] * arm->v[1];
  }
  if (!arm->turns) {
    return;
  }
  real across = arm->X[0] * g[1] - arm->X[1] * g[0], along = arm->X[0] * g[0] + arm->X[1] * g[1];
  if (arm->leans) {
    across += arm->E[0] * g[4] - arm->E[1] * g[3];
    along += arm->E[0] * g[3] + arm->E[1] * g[4];
  }
  if (velocity) {
    J[2] = across;
    *rate += across * arm->w;
  }
  *bias -= arm->w * arm->w * along;
}

// The rates of m = (x_i, a_i, x_j, a_j).
static inline void rates_of(const Arm arm[2], real rate[12]) {
  for (int b = 0; b < 2; b++, rate += 6) {
    const bool turns = arm[b].turns, leans = arm[b].leans;
    rate[0] = turns ? arm[b].v[0] - arm[b].w * arm[b].X[1] : arm[b].v[0];
    rate[1] = turns ? arm[b].v[1] + arm[b].w * arm[b].X[0] : arm[b].v[1];
    rate[3] = leans ? -arm[b].w * arm[b].E[1] : 0;
    rate[4] = leans ? arm[b].w * arm[b].E[0] : 0;
    rate[2] = rate[5] = 0;
  }
}

MBS_SIZED void move_rows(const Arm arm[2], bool velocity, bool acceleration, PairRows *rows,
                         const int count) {
  for (int r = 0; r < count; r++) {
    real rate = 0, bias = 0;
    add_side(&arm[0], rows->gradient[r], velocity, rows->J[r][0], &rate, &bias);
    add_side(&arm[1], rows->gradient[r] + 6, velocity, rows->J[r][1], &rate, &bias);
    if (velocity) {
      rows->rate[r] = rate;
    }
    if (acceleration) {
      rows->bias[r] = bias;
    }
  }
}

void MBS_NAME(pair_rows_planar)(const PrimitiveKind *primitive, const PairSide side[2],
                                PairLevel have, PairLevel level, PairRows *rows) {
  Arm arm[2];
  set_arm(&side[0], &arm[0]);
  set_arm(&side[1], &arm[1]);
  if (have < PAIR_POSITION && level >= PAIR_POSITION) {
    place_of(&side[0], &arm[0], have, rows->m);
    place_of(&side[1], &arm[1], have, rows->m + 6);
    primitive_rows(primitive, rows->m, have >= PAIR_FIXED, rows->phi, rows->gradient);
  }
  if (level < PAIR_VELOCITY || have >= level) {
    return;
  }
  const bool velocity = have < PAIR_VELOCITY, acceleration = level == PAIR_ACCELERATION;
  if (primitive->row_count == 1) {
    move_rows(arm, velocity, acceleration, rows, 1);
  } else if (primitive->row_count == 2) {
    move_rows(arm, velocity, acceleration, rows, 2);
  } else {
    move_rows(arm, velocity, acceleration, rows, primitive->row_count);
  }
  if (acceleration && primitive->swing != NULL) {
    real c[PRIMITIVE_ROWS], rate[12];
    rates_of(arm, rate);
    primitive->swing(rows->m, (const real(*)[12])rows->gradient, rate, c);
    for (int r = 0; r < primitive->row_count; r++) {
      rows->bias[r] += c[r];
    }
  }
}
