// SPDX-License-Identifier: BSD-3-Clause
// angle.c: angles of joints in space, from two products of axes (see angle.h).
#include "system/angle.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "elements/kinds.h"
#include "math/vec.h"
#include "system/rows.h"

enum { COSINE, SINE };

// x + i y. Not CMPLX: the C library has it for gcc alone.
static double complex pair(double x, double y) {
  return x + y * (double complex)I;
}

// The column of the first axis beside the joint's.
static int first_of(const SystemCoordinate *at) {
  return ((int)at->axis - (int)AXIS_X + 1) % 3;
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
        angle->side[k][side].e = side == 1 ? angle->on_j : angle->on_i[k];
        angle->side[k][side].column = (first_of(at) + (side == 0 ? k : 0)) % 3;
      }
    }
    angle->nv[0] = system->bodies[at->body[0]].nv;
    angle->nv[1] = system->bodies[at->body[1]].nv;
  }
  return state->angles != NULL;
}

void angle_refresh(State *state, int c) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  AngleTerm *angle = &state->angles[c];
  const int first = first_of(at);
  vec_column(state->geometry[at->marker[0]].R, first, angle->on_i[COSINE]);
  vec_column(state->geometry[at->marker[0]].R, (first + 1) % 3, angle->on_i[SINE]);
  vec_column(state->geometry[at->marker[1]].R, first, angle->on_j);
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

static double complex value_of(const AngleTerm *angle) {
  return pair(angle->rows[COSINE].phi[0], angle->rows[SINE].phi[0]);
}

// z' at the present velocities; the rates that stand in the rows may be older.
static double complex rate_of(const State *state, int c) {
  return pair(times(state, c, COSINE, state->v), times(state, c, SINE, state->v));
}

// The gradient (phi_C, phi_S).
static void gradient_of(double complex w, double f[2]) {
  f[COSINE] = cimag(w);
  f[SINE] = creal(w);
}

// phi and its gradient by the frames.
static void place(State *state, int c, const double f[2]) {
  const AngleTerm *angle = &state->angles[c];
  PairRows *rows = &state->terms[c].rows;
  const double raw = carg(value_of(angle));
  rows->phi[0] = raw + state_turn(state, state->system->coordinates[c].joint, raw);
  memcpy(rows->m, angle->rows[COSINE].m, sizeof rows->m);
  for (int i = 0; i < 12; i++) {
    rows->gradient[0][i] =
        f[COSINE] * angle->rows[COSINE].gradient[0][i] + f[SINE] * angle->rows[SINE].gradient[0][i];
  }
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
  const double complex w = 1 / value_of(angle);
  double f[2];
  gradient_of(w, f);
  if (have < PAIR_POSITION) {
    place(state, c, f);
  }
  for (int side = 0; side < 2 && have < PAIR_VELOCITY && level >= PAIR_VELOCITY; side++) {
    for (int k = 0; k < angle->nv[side]; k++) {
      rows->J[0][side][k] =
          f[COSINE] * angle->rows[COSINE].J[0][side][k] + f[SINE] * angle->rows[SINE].J[0][side][k];
    }
  }
  if (level >= PAIR_VELOCITY) {
    const double complex turning = rate_of(state, c) * w;
    rows->rate[0] = cimag(turning);
    if (level >= PAIR_ACCELERATION) {
      const double complex bias = pair(angle->rows[COSINE].bias[0], angle->rows[SINE].bias[0]);
      rows->bias[0] = cimag(bias * w - turning * turning);
    }
  }
}

AngleSlope angle_slope(const State *state, int c, const double second[2]) {
  AngleSlope slope;
  const double complex w = 1 / value_of(&state->angles[c]), u = w * w, first = rate_of(state, c);
  gradient_of(w, slope.f);
  gradient_of(-u * first, slope.f_rate);
  gradient_of(-u * pair(second[COSINE], second[SINE]) + 2 * u * w * first * first, slope.f_second);
  slope.hessian[0][0] = -cimag(u);
  slope.hessian[0][1] = slope.hessian[1][0] = -creal(u);
  slope.hessian[1][1] = cimag(u);
  return slope;
}

void angle_change(const State *state, int c, const PairEnd end[2][2], PairRows *change) {
  const AngleTerm *angle = &state->angles[c];
  PairRows d[2];
  double f[2], df[2];
  for (int k = 0; k < 2; k++) {
    pair_change_ends(&primitive_dot, angle->side[k], end[k], &d[k]);
  }
  const double complex w = 1 / value_of(angle), dz = pair(d[COSINE].phi[0], d[SINE].phi[0]);
  const double complex dw = -w * w * dz, first = rate_of(state, c);
  const double complex turning = pair(d[COSINE].rate[0], d[SINE].rate[0]) * w + first * dw;
  const double complex bias = pair(angle->rows[COSINE].bias[0], angle->rows[SINE].bias[0]);
  const double complex dbias = pair(d[COSINE].bias[0], d[SINE].bias[0]);
  change->phi[0] = cimag(dz * w);
  change->rate[0] = cimag(turning);
  change->bias[0] = cimag(dbias * w + bias * dw - 2 * first * w * turning);
  gradient_of(w, f);
  gradient_of(dw, df);
  for (int side = 0; side < 2; side++) {
    for (int n = 0; n < angle->nv[side]; n++) {
      change->J[0][side][n] = 0;
      for (int k = 0; k < 2; k++) {
        change->J[0][side][n] += df[k] * angle->rows[k].J[0][side][n] + f[k] * d[k].J[0][side][n];
      }
    }
  }
}
