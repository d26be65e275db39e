// SPDX-License-Identifier: BSD-3-Clause
// pair.c: one primitive between two bodies: the chain rule from frames to coordinates.
//
// Everything that moves with a side is A times a vector in body axes. For the point u = s (and
// alike for the axis u = e, which has no translation), with its own rates u', u'' in the body:
//   level 0   x   = r   + A u
//   level 1   x'  = r'  + A (w x u + u')
//   level 2   x'' = r'' + A (alpha x u + w x (w x u + u') + w x u' + u'')
// so d/d(orientation) only replaces A by dA, d/dw replaces the vector, and d/dz replaces u, u', u''
// by their derivatives.
#include "elements/pairs/pair.h"

#include <string.h>

#include "base/hot.h"
#include "elements/frames/frame.h"
#include "elements/frames/vector.h"

enum { POINT, AXIS, BOTH };

static bool stands(const PairSide *side) {
  return side->kind->rotations == 0 && side->shape == NULL;
}

// Point or axis among the numbers of a frame.
static void part_of(const PairSide *side, int part, const real Y[FRAME_PLACE], real out[3]) {
  for (int i = 0; i < 3; i++) {
    out[i] = part == POINT ? Y[i] : side->column >= 0 ? Y[3 + 3 * i + side->column] : 0;
  }
}

static void add_to(real sum[3], const real term[3]) {
  for (int i = 0; i < 3; i++) {
    sum[i] += term[i];
  }
}

// The vectors in body axes whose image under A (or dA) is level 0, 1 and 2 of point or axis; or,
// with j >= 0, the change of these vectors with internal coordinate j.
static void levels_of(const PairSide *side, int part, int j, real level[3][3]) {
  const BodyMotion *motion = side->motion;
  const real *const own = part == POINT ? side->s : side->e;
  real swing[3], first[FRAME_PLACE], second[FRAME_PLACE], rate[3], bend[3];
  if (j < 0) {
    vector_copy(3, own, level[0]);
  } else {
    part_of(side, part, side->shape->d[j], level[0]);
  }
  vec_cross(motion->w, level[0], level[1]);
  vec_cross(motion->alpha, level[0], level[2]);
  if (side->shape != NULL) {
    MBS_NAME(frame_shape_rates)(motion, side->shape, j, true, first, second);
    part_of(side, part, first, rate);
    part_of(side, part, second, bend);
    vec_cross(motion->w, rate, swing);
    add_to(level[1], rate);
    add_to(level[2], swing);
    add_to(level[2], bend);
  }
  vec_cross(motion->w, level[1], swing);
  add_to(level[2], swing);
}

// Those of a side: [part][level].
typedef struct Local {
  real of[BOTH][3][3];
  real inside[BODY_INSIDE][BOTH][3][3];
} Local;

static void local_of(const PairSide *side, Local *local) {
  for (int part = 0; part < BOTH; part++) {
    levels_of(side, part, -1, local->of[part]);
    for (int j = 0; side->shape != NULL && j < body_inside(side->kind); j++) {
      levels_of(side, part, j, local->inside[j][part]);
    }
  }
}

// Point and axis of one side as far as the rows read them; only what moves, when the rest stands
// there.
static void place_of(const PairSide *side, PrimitiveReads reads, PairLevel have, real m[6]) {
  const BodyMotion *motion = side->motion;
  if (stands(side)) {
    const bool all = have < PAIR_FIXED;
    for (int i = 0; i < 3 && (all || side->kind->translations > 0); i++) {
      m[i] = motion->r[i] + side->s[i];
    }
    for (int i = 0; i < 3 && all; i++) {
      m[3 + i] = side->e[i];
    }
    return;
  }
  if (reads != READS_AXES) {
    vec_rotate(motion->A, side->s, m);
    add_to(m, motion->r);
  }
  if (reads != READS_POINTS) {
    vec_rotate(motion->A, side->e, m + 3);
  }
}

// The same of a side that moves in its body: u' and u'' + w x u' (without z'') besides.
MBS_APART static void rates_inside(const PairSide *side, real rate[6], real bias[6]) {
  const BodyMotion *motion = side->motion;
  real first[FRAME_PLACE], second[FRAME_PLACE];
  MBS_NAME(frame_shape_rates)(motion, side->shape, -1, false, first, second);
  for (int part = 0; part < BOTH; part++) {
    real wu[3], wwu[3], own[3], bend[3], swing[3];
    part_of(side, part, first, own);
    part_of(side, part, second, bend);
    vec_cross(motion->w, part == POINT ? side->s : side->e, wu);
    add_to(wu, own);
    vec_cross(motion->w, wu, wwu);
    vec_cross(motion->w, own, swing);
    add_to(wwu, bend);
    add_to(wwu, swing);
    vec_rotate(motion->A, wu, rate + 3 * part);
    vec_rotate(motion->A, wwu, bias + 3 * part);
  }
  add_to(rate, motion->v);
}

// A (w x u) for a vector in body axes, and A (w x (w x u)) at the level of accelerations.
static void rates_with(const BodyMotion *motion, const real u[3], PairLevel level, real rate[3],
                       real bias[3]) {
  real once[3], twice[3];
  vec_cross(motion->w, u, once);
  vec_rotate(motion->A, once, rate);
  if (level == PAIR_ACCELERATION) {
    vec_cross(motion->w, once, twice);
    vec_rotate(motion->A, twice, bias);
  }
}

// m' of one side as far as the rows read it; with the level of accelerations also the part of m''
// that has none (it is zero, and not written, for a body that does not turn).
static void rates_of(const PairSide *side, PrimitiveReads reads, PairLevel level, real rate[6],
                     real bias[6]) {
  const BodyMotion *motion = side->motion;
  if (stands(side)) {
    for (int i = 0; i < 3; i++) {
      rate[i] = motion->v[i];
      rate[3 + i] = 0;
    }
    return;
  }
  if (side->shape != NULL) {
    rates_inside(side, rate, bias);
    return;
  }
  if (reads != READS_AXES) {
    rates_with(motion, side->s, level, rate, bias);
    add_to(rate, motion->v);
  }
  if (reads != READS_POINTS) {
    rates_with(motion, side->e, level, rate + 3, bias + 3);
  }
}

static real dot6(const real a[6], const real b[6]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

// The product with the motion of one side over what the rows read: ground stands still, a point
// mass does not turn.
static real dot_side(PrimitiveReads reads, bool still, const real a[6], const real b[6]) {
  if (reads == READS_AXES) {
    return still ? 0 : vec_dot(a + 3, b + 3);
  }
  return still || reads == READS_POINTS ? vec_dot(a, b) : dot6(a, b);
}

MBS_APART static void row_inside(const PairSide *side, const real g[6], real J[BODY_INSIDE]) {
  real gx[3], ga[3], e[3];
  vec_rotate_back(side->motion->A, g, gx);
  vec_rotate_back(side->motion->A, g + 3, ga);
  for (int k = 0; k < body_inside(side->kind); k++) {
    part_of(side, AXIS, side->shape->d[k], e);
    J[k] = vec_dot(side->shape->d[k], gx) + vec_dot(e, ga);
  }
}

// One row of J on one side: (g_x, s x A'g_x + e x A'g_a, s_z . A'g_x + e_z . A'g_a) for the
// gradient g of that side, which is zero where the rows do not read.
static void row_of_side(const PairSide *side, PrimitiveReads reads, const real g[6],
                        real J[BODY_V]) {
  const BodyKind *kind = side->kind;
  if (kind->translations == 0) {
    return;
  }
  J[0] = g[0];
  J[1] = g[1];
  if (kind->translations == 3) {
    J[2] = g[2];
  }
  if (stands(side)) {
    return;
  }
  real own[3], turn_x[3] = {0}, turn_a[3] = {0};
  if (reads != READS_AXES) {
    vec_rotate_back(side->motion->A, g, own);
    vec_cross(side->s, own, turn_x);
  }
  if (reads != READS_POINTS) {
    vec_rotate_back(side->motion->A, g + 3, own);
    vec_cross(side->e, own, turn_a);
  }
  const int axis = frame_first_axis(kind);
  for (int k = 0; k < kind->rotations; k++) {
    J[kind->translations + k] = turn_x[axis + k] + turn_a[axis + k];
  }
  if (side->shape != NULL) {
    row_inside(side, g, J + kind->translations + kind->rotations);
  }
}

// What the accelerations' rows have besides J a: m'H m' and the gradient times centripetal parts.
static void bias_of(const PrimitiveKind *primitive, const bool still[2], const real rate[12],
                    const real bias[12], PairRows *rows) {
  for (int r = 0; r < primitive->row_count; r++) {
    rows->bias[r] = 0;
  }
  if (primitive->swing != NULL) {
    primitive->swing(rows->m, (const real(*)[12])rows->gradient, rate, rows->bias);
  }
  for (int b = 0; b < 2; b++) {
    for (int r = 0; r < primitive->row_count && !still[b]; r++) {
      rows->bias[r] += dot_side(primitive->reads, false, rows->gradient[r] + 6 * b, bias + 6 * b);
    }
  }
}

void MBS_NAME(pair_rows)(const PrimitiveKind *primitive, const PairSide side[2], PairLevel have,
                         PairLevel level, PairRows *rows) {
  const PrimitiveReads reads = primitive->reads;
  if (have < PAIR_POSITION && level >= PAIR_POSITION) {
    place_of(&side[0], reads, have, rows->m);
    place_of(&side[1], reads, have, rows->m + 6);
    primitive_rows(primitive, rows->m, have >= PAIR_FIXED, rows->phi, rows->gradient);
  }
  if (level < PAIR_VELOCITY || have >= level) {
    return;
  }
  const bool still[2] = {stands(&side[0]), stands(&side[1])};
  real rate[12], bias[12];
  rates_of(&side[0], reads, level, rate, bias);
  rates_of(&side[1], reads, level, rate + 6, bias + 6);
  for (int r = 0; r < primitive->row_count && have < PAIR_VELOCITY; r++) {
    const real *gradient = rows->gradient[r];
    rows->rate[r] = dot_side(reads, still[0], gradient, rate) +
                    dot_side(reads, still[1], gradient + 6, rate + 6);
    row_of_side(&side[0], reads, gradient, rows->J[r][0]);
    row_of_side(&side[1], reads, gradient + 6, rows->J[r][1]);
  }
  if (level == PAIR_ACCELERATION) {
    bias_of(primitive, still, rate, bias, rows);
  }
}

// What the derivatives of one primitive share.
typedef struct Work {
  Local local[2];
  real m[12], rate[12], acceleration[12]; // levels 0, 1, 2 of m
  real phi[PRIMITIVE_ROWS], gradient[PRIMITIVE_ROWS][12];
  real curved_rate[PRIMITIVE_ROWS][12];         // H m'
  real curved_acceleration[PRIMITIVE_ROWS][12]; // H m'' + d(m'H m')/dm
} Work;

// m_q of level 0, 1 or 2 with coordinate k of a side, as its 6 numbers.
static void level_q(const PairSide *side, const Local *local, int level, int k, real d[6]) {
  const BodyKind *kind = side->kind;
  const int turn = k - kind->translations, inside = turn - body_orientations(kind);
  memset(d, 0, 6 * sizeof(real));
  if (turn < 0) {
    d[k] = level == 0 ? 1 : 0;
    return;
  }
  const real(*const of)[3][3] =
      (const real(*)[3][3])(inside < 0 ? local->of : local->inside[inside]);
  const real *const A = inside < 0 ? side->dA[turn] : side->motion->A;
  vec_rotate(A, of[POINT][level], d);
  vec_rotate(A, of[AXIS][level], d + 3);
}

// d(m')/dv (equal to dm/d(turn)) and d(m'')/dv with velocity coordinate k of a side.
static void level_v(const PairSide *side, const Local *local, int k, real d1[6], real d2[6]) {
  const BodyKind *kind = side->kind;
  const int turn = k - kind->translations, inside = turn - kind->rotations;
  memset(d1, 0, 6 * sizeof(real));
  memset(d2, 0, 6 * sizeof(real));
  if (turn < 0) {
    d1[k] = 1;
    return;
  }
  real unit[3] = {0, 0, 0};
  unit[inside < 0 ? frame_first_axis(kind) + turn : 0] = 1;
  for (int part = 0; part < BOTH; part++) {
    const real(*u)[3] = local->of[part];
    real du[3], ddu[3], cross[3], own[3];
    if (inside >= 0) { // twice the change of level 1 with z
      vector_copy(3, local->inside[inside][part][0], du);
      vector_copy(3, local->inside[inside][part][1], ddu);
      add_to(ddu, ddu);
    } else {
      vec_cross(unit, u[0], du);
      vec_cross(side->motion->w, du, ddu);
      vec_cross(unit, u[1], cross);
      add_to(ddu, cross);
      if (side->shape != NULL) { // u' = level 1 less w x u
        vec_cross(side->motion->w, u[0], own);
        vector_subtract(u[1], own, own);
        vec_cross(unit, own, cross);
        add_to(ddu, cross);
      }
    }
    vec_rotate(side->motion->A, du, d1 + 3 * part);
    vec_rotate(side->motion->A, ddu, d2 + 3 * part);
  }
}

static void prepare(const PrimitiveKind *primitive, const PairSide side[2], Work *work) {
  for (int b = 0; b < 2; b++) {
    const BodyMotion *motion = side[b].motion;
    local_of(&side[b], &work->local[b]);
    const Local *local = &work->local[b];
    real *const level[3] = {work->m + 6 * b, work->rate + 6 * b, work->acceleration + 6 * b};
    const real *const origin[3] = {motion->r, motion->v, motion->a};
    for (int k = 0; k < 3; k++) {
      vec_rotate(motion->A, local->of[POINT][k], level[k]);
      vec_rotate(motion->A, local->of[AXIS][k], level[k] + 3);
      add_to(level[k], origin[k]);
    }
  }
  real bent[PRIMITIVE_ROWS][12];
  primitive->rows(work->m, work->phi, work->gradient);
  primitive_curve(primitive, work->m, work->rate, work->curved_rate, bent);
  primitive_curve(primitive, work->m, work->acceleration, work->curved_acceleration, NULL);
  for (int r = 0; r < primitive->row_count; r++) {
    for (int i = 0; i < 12; i++) {
      work->curved_acceleration[r][i] += bent[r][i];
    }
  }
}

// The change of N' force on the side's own body with its coordinate k, beyond the translations.
static void add_turned(const PairSide *side, int k, const real force[6], real column[BODY_V]) {
  const BodyKind *kind = side->kind;
  const int turn = k - kind->translations, inside = turn - body_orientations(kind);
  PairSide changed = *side;
  BodyMotion motion;
  FrameShape shape;
  real s[3], e[3], extra[BODY_V] = {0};
  if (turn < 0) {
    return;
  }
  if (inside < 0) {
    motion = *side->motion;
    memcpy(motion.A, side->dA[turn], sizeof motion.A);
    changed.motion = &motion;
  } else {
    part_of(side, POINT, side->shape->d[inside], s);
    part_of(side, AXIS, side->shape->d[inside], e);
    memcpy(shape.d, side->shape->dd[inside], sizeof shape.d);
    changed.s = s;
    changed.e = e;
    changed.shape = &shape;
  }
  row_of_side(&changed, READS_BOTH, force, extra);
  for (int i = kind->translations; i < BODY_V; i++) {
    column[i] += extra[i];
  }
}

// (J' lambda)_q column k of side b: N' (sum lambda H) m_q on both sides, and the change of N.
static void force_column(const PrimitiveKind *primitive, const PairSide side[2], const Work *work,
                         const real lambda[], int b, int k, real force_q[2][BODY_V][2][BODY_Q]) {
  real u[12], HU[PRIMITIVE_ROWS][12], change[12], force[6];
  memset(u, 0, sizeof u);
  memset(change, 0, sizeof change);
  memset(force, 0, sizeof force);
  level_q(&side[b], &work->local[b], 0, k, u + 6 * b);
  primitive_curve(primitive, work->m, u, HU, NULL);
  for (int r = 0; r < primitive->row_count; r++) {
    for (int i = 0; i < 12; i++) {
      change[i] += lambda[r] * HU[r][i];
    }
    for (int i = 0; i < 6; i++) {
      force[i] += lambda[r] * work->gradient[r][6 * b + i];
    }
  }
  for (int c = 0; c < 2; c++) {
    real column[BODY_V] = {0};
    row_of_side(&side[c], primitive->reads, change + 6 * c, column);
    if (c == b) {
      add_turned(&side[b], k, force, column);
    }
    for (int i = 0; i < body_nv(side[c].kind); i++) {
      force_q[c][i][b][k] = column[i];
    }
  }
}

static void rows_q(const PrimitiveKind *primitive, const PairSide *side, const Work *work, int b,
                   int k, PairDerivatives *out) {
  real d0[6], d1[6], d2[6];
  level_q(side, &work->local[b], 0, k, d0);
  level_q(side, &work->local[b], 1, k, d1);
  level_q(side, &work->local[b], 2, k, d2);
  for (int r = 0; r < primitive->row_count; r++) {
    const real *gradient = work->gradient[r] + 6 * b;
    const real *curved = work->curved_rate[r] + 6 * b;
    out->phi_q[r][b][k] = dot6(gradient, d0);
    out->rate_q[r][b][k] = dot6(curved, d0) + dot6(gradient, d1);
    out->acceleration_q[r][b][k] =
        dot6(work->curved_acceleration[r] + 6 * b, d0) + 2 * dot6(curved, d1) + dot6(gradient, d2);
  }
}

void MBS_NAME(pair_derivatives)(const PrimitiveKind *primitive, const PairSide side[2],
                                const real lambda[], PairDerivatives *out) {
  Work work;
  prepare(primitive, side, &work);
  for (int b = 0; b < 2; b++) {
    const BodyKind *kind = side[b].kind;
    for (int k = 0; k < body_nq(kind); k++) {
      rows_q(primitive, &side[b], &work, b, k, out);
      force_column(primitive, side, &work, lambda, b, k, out->force_q);
    }
    for (int k = 0; k < body_nv(kind); k++) {
      real d1[6], d2[6];
      level_v(&side[b], &work.local[b], k, d1, d2);
      for (int r = 0; r < primitive->row_count; r++) {
        out->acceleration_v[r][b][k] =
            2 * dot6(work.curved_rate[r] + 6 * b, d1) + dot6(work.gradient[r] + 6 * b, d2);
      }
    }
  }
}

void MBS_NAME(pair_force_q)(const PrimitiveKind *primitive, const PairSide side[2],
                            const real lambda[], real force_q[2][BODY_V][2][BODY_Q]) {
  Work work;
  prepare(primitive, side, &work);
  for (int b = 0; b < 2; b++) {
    for (int k = 0; k < body_nq(side[b].kind); k++) {
      force_column(primitive, side, &work, lambda, b, k, force_q);
    }
  }
}
