// SPDX-License-Identifier: BSD-3-Clause
// parameter_start.c: the initial motion along numbers of the file (see parameter.h).
//
//   dq = T x,  x nearest to that of the stated pose in the norm of the masses with
//   J x = -d Phi,  likewise dv with J dv = -(d rate + (J v + Phi_t)_q dq)
#include <string.h>

#include "elements/frames/body.h"
#include "system/constraints/row_slopes.h"
#include "system/constraints/rows.h"
#include "system/parameters/parameter_inside.h"
#include "system/saddle/kkt.h"
#include "system/start/initial.h"

// Velocities that give a body the rates dq of its coordinates: columns of T are square to each
// other.
static void turn_into_velocities(const SystemBody *body, const double *q, const double *dq,
                                 double *x) {
  double T[BODY_Q * BODY_V] = {0}, D[BODY_Q * BODY_Q] = {0}, none[BODY_V] = {0};
  body_rate_parts(body->kind, q, none, T, D);
  for (int k = 0; k < body->nv; k++) {
    double square = 0;
    x[k] = 0;
    for (int i = 0; i < body->nq; i++) {
      x[k] += T[i * body->nv + k] * dq[i];
      square += T[i * body->nv + k] * T[i * body->nv + k];
    }
    x[k] /= square;
  }
}

static void change_coordinates(State *state, ParameterSlope *slope) {
  const System *system = state->system;
  double *x = slope->v, *rhs = slope->correction + system->nv;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    double dq[BODY_Q];
    placement_slope_coordinates(&slope->placement, b, dq);
    turn_into_velocities(body, state->q + body->q, dq, x + body->v);
  }
  rows_times(state, x, rhs);
  for (int i = 0; i < system->nc; i++) {
    const int r = i - system->relation_row;
    rhs[i] = -(rhs[i] + slope->row[system->rows[i].at]);
    if (r >= 0 && system->rows[i].part < 0 && system->relations[r].keeps_start) {
      slope->start[r] = -rhs[i];
      rhs[i] = 0;
    }
    rhs[i] = system->rows[i].rates_alone ? 0 : rhs[i];
  }
  kkt_correction(state, rhs, slope->correction);
  for (int i = 0; i < system->nv; i++) {
    x[i] += slope->correction[i];
  }
  state_rate(state, x, slope->q);
}

// rhs -= (J v + Phi_t)_q dq for row i and those alike.
static void subtract_turning(State *state, const ParameterSlope *slope, int i, double *rhs) {
  const System *system = state->system;
  RowSlopes slopes;
  row_slopes(state, i, state->row_scale, &slopes); // its forces, by any multipliers, are not read
  for (int r = 0; r < rows_alike(system, i); r++) {
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const SystemBody *body = &system->bodies[system->ends[e].body];
      const double *rate_q = row_slopes_q(&slopes, slopes.rate_q, r, &system->ends[e]);
      for (int k = 0; k < body->nq; k++) {
        rhs[i + r] -= rate_q[k] * slope->q[body->q + k];
      }
    }
  }
}

// Velocities that are all stated; J dv = -(d rate + (J v + Phi_t)_q dq).
static void change_velocities(State *state, ParameterSlope *slope) {
  const System *system = state->system;
  double *none = slope->correction, *rhs = none + system->nv;
  memset(none, 0, (size_t)system->nv * sizeof(double));
  state_prepare_derivatives(state, none);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    double turned[9] = {0}, change[BODY_V];
    for (int k = 0; k < body_orientations(body->kind); k++) {
      for (int i = 0; i < 9; i++) {
        turned[i] += state->dA[b][k][i] * slope->q[body->q + body->kind->translations + k];
      }
    }
    placement_slope_velocities(&slope->placement, b, state->motion[b].A, turned, state->v + body->v,
                               change);
    memcpy(slope->v + body->v, change, (size_t)body->nv * sizeof(double));
  }
  rows_times(state, slope->v, rhs);
  for (int i = 0; i < system->nc; i++) {
    rhs[i] = -(rhs[i] + slope->row[system->rows[i].at + ROW_RATE]);
  }
  for (int i = 0; i < system->nc; i += rows_alike(system, i)) {
    subtract_turning(state, slope, i, rhs);
  }
  for (int i = system->relation_row; i < system->nc; i++) {
    if (system->rows[i].rotor) { // which follows, and moves nothing else
      const RowEnd *own = &system->ends[system->rows[i].end - 1];
      slope->v[own->v] += rhs[i] / state->row[own->at];
      rhs[i] = 0;
    }
  }
  kkt_correction(state, rhs, slope->correction);
  for (int i = 0; i < system->nv; i++) {
    slope->v[i] += slope->correction[i];
  }
}

bool parameter_initial(State *state, ParameterSlope *slope) {
  if (state->system->inside || !kkt_factor(state, KKT_EPS_PROJECTION)) {
    return false;
  }
  parameter_rows(state, slope);
  change_coordinates(state, slope);
  if (initial_all_stated(state)) {
    change_velocities(state, slope);
  } else {
    memset(slope->v, 0, (size_t)state->system->nv * sizeof(double));
  }
  return true;
}
