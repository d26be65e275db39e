// SPDX-License-Identifier: BSD-3-Clause
// pair_ends.c: rows by the places of their ends (see pair_ends.h).
#include "elements/pairs/pair_ends.h"

#include <string.h>

#include "elements/frames/frame.h"
#include "math/vec.h"

// A u, A (w x u) and A (w x (w x u)) for both vectors of an end.
typedef struct Levels {
  real m[12], rate[12], bias[12];
} Levels;

static void turn_with(const BodyMotion *motion, const real u[3], real m[3], real rate[3],
                      real bias[3]) {
  real once[3], twice[3];
  vec_cross(motion->w, u, once);
  vec_cross(motion->w, once, twice);
  vec_rotate(motion->A, u, m);
  vec_rotate(motion->A, once, rate);
  vec_rotate(motion->A, twice, bias);
}

static void levels_of(const PairSide side[2], const PairEnd end[2], Levels *out) {
  for (int b = 0; b < 2; b++) {
    const int x = 6 * b, a = x + 3;
    turn_with(side[b].motion, end[b].s, out->m + x, out->rate + x, out->bias + x);
    turn_with(side[b].motion, end[b].e, out->m + a, out->rate + a, out->bias + a);
  }
}

static real dot12(const real a[12], const real b[12]) {
  real sum = 0;
  for (int i = 0; i < 12; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

// out += s x A'g_x + e x A'g_a on the axes about which the body turns.
static void add_turning(const PairSide *side, const PairEnd *end, const real g[6],
                        real out[BODY_V]) {
  const BodyKind *kind = side->kind;
  const int axis = frame_first_axis(kind);
  real gx[3], ga[3], turn_x[3], turn_a[3];
  vec_rotate_back(side->motion->A, g, gx);
  vec_rotate_back(side->motion->A, g + 3, ga);
  vec_cross(end->s, gx, turn_x);
  vec_cross(end->e, ga, turn_a);
  for (int k = 0; k < kind->rotations; k++) {
    out[kind->translations + k] += turn_x[axis + k] + turn_a[axis + k];
  }
}

void MBS_NAME(pair_change_ends)(const PrimitiveKind *primitive, const PairSide side[2],
                                const PairEnd by[2], PairRows *change) {
  PairEnd end[2];
  Levels at, d;
  real phi[PRIMITIVE_ROWS], gradient[PRIMITIVE_ROWS][12];
  real by_rate[PRIMITIVE_ROWS][12], by_bias[PRIMITIVE_ROWS][12], bent[PRIMITIVE_ROWS][12];
  for (int b = 0; b < 2; b++) {
    for (int i = 0; i < 3; i++) {
      end[b].s[i] = side[b].s[i];
      end[b].e[i] = side[b].e[i];
    }
  }
  levels_of(side, end, &at);
  levels_of(side, by, &d);
  for (int b = 0; b < 2; b++) {
    for (int i = 0; i < 3; i++) {
      at.m[6 * b + i] += side[b].motion->r[i];
      at.rate[6 * b + i] += side[b].motion->v[i];
    }
  }
  memcpy(change->m, d.m, sizeof d.m);
  primitive->rows(at.m, phi, gradient);
  primitive_curve(primitive, at.m, d.m, change->gradient, NULL);
  primitive_curve(primitive, at.m, at.rate, by_rate, bent);
  primitive_curve(primitive, at.m, at.bias, by_bias, NULL);
  for (int r = 0; r < primitive->row_count; r++) {
    const real *G = gradient[r];
    change->phi[r] = dot12(G, d.m);
    change->rate[r] = dot12(by_rate[r], d.m) + dot12(G, d.rate);
    change->bias[r] = dot12(bent[r], d.m) + dot12(by_bias[r], d.m) + 2 * dot12(by_rate[r], d.rate) +
                      dot12(G, d.bias);
    for (int b = 0; b < 2; b++) {
      const BodyKind *kind = side[b].kind;
      for (int k = 0; k < kind->translations + kind->rotations; k++) {
        change->J[r][b][k] = k < kind->translations ? change->gradient[r][6 * b + k] : 0;
      }
      add_turning(&side[b], &end[b], change->gradient[r] + 6 * b, change->J[r][b]);
      add_turning(&side[b], &by[b], G + 6 * b, change->J[r][b]);
    }
  }
}
