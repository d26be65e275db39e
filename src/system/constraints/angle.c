// SPDX-License-Identifier: BSD-3-Clause
// angle.c: angles in space, from two products of axes (see angle.h).
#include "system/constraints/angle.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "elements/kinds.h"
#include "math/vec.h"
#include "system/constraints/rows.h"

enum { COSINE, SINE };

// x + i y. Not CMPLX: the C library has it for gcc alone.
static double complex pair(double x, double y) {
  return x + y * (double complex)I;
}

static const EulerEntry *entry_of(const SystemCoordinate *at, int k) {
  return k == COSINE ? &at->turn.cosine : &at->turn.sine;
}

bool angles_open(State *state, Arena *arena) {
  const System *system = state->system;
  if (system->planar || system->coordinate_count == 0) {
    return true;
  }
  state->angles = arena_array(arena, AngleTerm, system->coordinate_count);
  for (int c = 0; state->angles != NULL && c < system->coordinate_count; c++) {
    const SystemCoordinate *at = &system->coordinates[c];
    AngleTerm *angle = &state->angles[c];
    for (int k = 0; k < 2; k++) {
      for (int side = 0; side < 2; side++) {
        angle->side[k][side] = state->term_sides[c][side];
        angle->side[k][side].e = angle->on[k][side];
        angle->side[k][side].column = side == 0 ? entry_of(at, k)->row : entry_of(at, k)->column;
      }
    }
    angle->nv[0] = system->bodies[at->body[0]].nv;
    angle->nv[1] = system->bodies[at->body[1]].nv;
  }
  return state->angles != NULL;
}

void angle_refresh(State *state, int c) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  for (int k = 0; k < 2; k++) {
    for (int side = 0; side < 2; side++) {
      const int column = side == 0 ? entry_of(at, k)->row : entry_of(at, k)->column;
      vec_column(state->geometry[at->marker[side]].R, column, state->angles[c].on[k][side]);
    }
  }
}

// J x of one of the products.
static double times(const State *state, int c, int k, const double *x) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    const SystemBody *body = &state->system->bodies[at->body[side]];
    sum = row_add_product(sum, state->angles[c].rows[k].J[0][side], x + body->v, body->nv);
  }
  return sum;
}

// Both products with their signs.
static double complex signed_pair(const SystemCoordinate *at, double cosine, double sine) {
  return pair(at->turn.cosine.sign * cosine, at->turn.sine.sign * sine);
}

static double complex value_of(const State *state, int c) {
  const PairRows *rows = state->angles[c].rows;
  return signed_pair(&state->system->coordinates[c], rows[COSINE].phi[0], rows[SINE].phi[0]);
}

// z' at the present velocities; the rates that stand in the rows may be older.
static double complex rate_of(const State *state, int c) {
  return signed_pair(&state->system->coordinates[c], times(state, c, COSINE, state->v),
                     times(state, c, SINE, state->v));
}

// The gradient of phi by both products: (Im, Re) of w = 1/z; of an arc sine w is its derivative.
static void gradient_of(const SystemCoordinate *at, double complex w, double f[2]) {
  f[COSINE] = at->turn.cosine.sign * cimag(w);
  f[SINE] = at->turn.sine.sign * creal(w);
}

// The first three derivatives of an arc sine.
typedef struct Arc {
  double first, second, third;
} Arc;

static Arc arc_of(double s) {
  const double c2 = 1 - s * s, c = sqrt(c2);
  return (Arc){1 / c, s / (c * c2), (1 + 2 * s * s) / (c * c2 * c2)};
}

static void present_gradient(const State *state, int c, double f[2]) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  const double complex z = value_of(state, c);
  gradient_of(at, at->turn.tilts ? arc_of(cimag(z)).first : 1 / z, f);
}

// phi, rate and bias from z and its derivatives.
static void jet_of(const State *state, int c, PairLevel have, PairLevel level, PairRows *rows) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  const PairRows *own = state->angles[c].rows;
  const double complex z = value_of(state, c);
  if (have < PAIR_POSITION) {
    const double raw = at->turn.tilts ? at->turn.base + asin(cimag(z)) : carg(z);
    rows->phi[0] = raw + (at->turns >= 0 ? state_turn(state, at->turns, raw) : 0);
  }
  if (level < PAIR_VELOCITY) {
    return;
  }
  const double complex first = rate_of(state, c), w = at->turn.tilts ? 0 : 1 / z;
  const double complex turning = first * w;
  const Arc arc = at->turn.tilts ? arc_of(cimag(z)) : (Arc){0, 0, 0};
  const double along = cimag(first);
  rows->rate[0] = at->turn.tilts ? arc.first * along : cimag(turning);
  if (level < PAIR_ACCELERATION) {
    return;
  }
  const double complex bias = signed_pair(at, own[COSINE].bias[0], own[SINE].bias[0]);
  rows->bias[0] = at->turn.tilts ? arc.first * cimag(bias) + arc.second * along * along
                                 : cimag(bias * w - turning * turning);
}

void angle_rows(State *state, int c, PairLevel have, PairLevel level) {
  AngleTerm *angle = &state->angles[c];
  PairRows *rows = &state->terms[c].rows;
  for (int k = 0; k < 2; k++) {
    pair_rows(&primitive_dot, angle->side[k], have, level, &angle->rows[k]);
  }
  if (level < PAIR_POSITION) {
    return;
  }
  double f[2];
  present_gradient(state, c, f);
  for (int side = 0; side < 2 && have < PAIR_VELOCITY && level >= PAIR_VELOCITY; side++) {
    for (int k = 0; k < angle->nv[side]; k++) {
      rows->J[0][side][k] =
          f[COSINE] * angle->rows[COSINE].J[0][side][k] + f[SINE] * angle->rows[SINE].J[0][side][k];
    }
  }
  jet_of(state, c, have, level, rows);
}

AngleSlope angle_slope(const State *state, int c, const double second[2]) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  AngleSlope slope;
  const double complex z = value_of(state, c), first = rate_of(state, c);
  const double complex acceleration = signed_pair(at, second[COSINE], second[SINE]);
  if (at->turn.tilts) {
    const Arc arc = arc_of(cimag(z));
    const double along = cimag(first);
    gradient_of(at, arc.first, slope.f);
    gradient_of(at, arc.second * along, slope.f_rate);
    gradient_of(at, arc.second * cimag(acceleration) + arc.third * along * along, slope.f_second);
    memset(slope.hessian, 0, sizeof slope.hessian);
    slope.hessian[SINE][SINE] = arc.second;
    return slope;
  }
  const double complex w = 1 / z, u = w * w;
  const double both = at->turn.cosine.sign * at->turn.sine.sign;
  gradient_of(at, w, slope.f);
  gradient_of(at, -u * first, slope.f_rate);
  gradient_of(at, -u * acceleration + 2 * u * w * first * first, slope.f_second);
  slope.hessian[0][0] = -cimag(u);
  slope.hessian[0][1] = slope.hessian[1][0] = -both * creal(u);
  slope.hessian[1][1] = cimag(u);
  return slope;
}

// Of phi, rate, bias and the gradient, when z, z' and the bias change with the products by d.
static void change_jet(const State *state, int c, const PairRows d[2], PairRows *change,
                       double df[2]) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  const PairRows *own = state->angles[c].rows;
  const double complex z = value_of(state, c), first = rate_of(state, c);
  const double complex dz = signed_pair(at, d[COSINE].phi[0], d[SINE].phi[0]);
  const double complex dfirst = signed_pair(at, d[COSINE].rate[0], d[SINE].rate[0]);
  const double complex bias = signed_pair(at, own[COSINE].bias[0], own[SINE].bias[0]);
  const double complex dbias = signed_pair(at, d[COSINE].bias[0], d[SINE].bias[0]);
  if (at->turn.tilts) {
    const Arc arc = arc_of(cimag(z));
    const double ds = cimag(dz), along = cimag(first);
    change->phi[0] = arc.first * ds;
    change->rate[0] = arc.first * cimag(dfirst) + arc.second * along * ds;
    change->bias[0] = arc.first * cimag(dbias) + arc.second * cimag(bias) * ds +
                      2 * arc.second * along * cimag(dfirst) + arc.third * along * along * ds;
    gradient_of(at, arc.second * ds, df);
    return;
  }
  const double complex w = 1 / z, dw = -w * w * dz;
  const double complex turning = dfirst * w + first * dw;
  change->phi[0] = cimag(dz * w);
  change->rate[0] = cimag(turning);
  change->bias[0] = cimag(dbias * w + bias * dw - 2 * first * w * turning);
  gradient_of(at, dw, df);
}

void angle_change(const State *state, int c, const PairEnd end[2][2], PairRows *change) {
  const AngleTerm *angle = &state->angles[c];
  PairRows d[2];
  double f[2], df[2];
  for (int k = 0; k < 2; k++) {
    pair_change_ends(&primitive_dot, angle->side[k], end[k], &d[k]);
  }
  change_jet(state, c, d, change, df);
  present_gradient(state, c, f);
  for (int side = 0; side < 2; side++) {
    for (int n = 0; n < angle->nv[side]; n++) {
      change->J[0][side][n] = 0;
      for (int k = 0; k < 2; k++) {
        change->J[0][side][n] += df[k] * angle->rows[k].J[0][side][n] + f[k] * d[k].J[0][side][n];
      }
    }
  }
}

Wrench angle_wrench(const State *state, int c, double multiplier) {
  Wrench wrench = {{0, 0, 0}, {0, 0, 0}};
  double f[2];
  present_gradient(state, c, f);
  for (int k = 0; k < 2; k++) {
    const PairRows *rows = &state->angles[c].rows[k];
    double turn[3];
    vec_cross(rows->m + 9, rows->gradient[0] + 9, turn);
    for (int i = 0; i < 3; i++) {
      wrench.t[i] -= multiplier * f[k] * turn[i];
    }
  }
  return wrench;
}
