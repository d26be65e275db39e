// SPDX-License-Identifier: BSD-3-Clause
// relation.c: rows of relations and what follows from them (see relation.h).
#include "system/constraints/relation.h"

#include <math.h>
#include <string.h>

#include "elements/pairs/roller.h"
#include "math/vec.h"
#include "system/constraints/angle.h"
#include "system/constraints/law.h"
#include "system/constraints/rows.h"
#include "system/constraints/slip.h"

// ---- coordinates ----

static double weight_of(const State *state, const SystemCoordinate *at) {
  const double weight = at->weight >= 0 ? state->values[at->weight] : 1;
  return at->linear ? at->sign * weight : 0;
}

// What a marker that turns in its body adds to the angle in the plane.
static void add_own_turn(const BodyMotion *motion, const FrameGeometry *geometry,
                         const BodyKind *kind, double sign, int side, PairRows *rows) {
  FrameAngle angle;
  frame_angle(motion, geometry, &angle);
  rows->rate[0] += sign * (angle.rate - motion->w[2]);
  rows->bias[0] += sign * angle.bias;
  for (int k = 0; k < kind->inside->count; k++) {
    rows->J[0][side][kind->translations + kind->rotations + k] = sign * angle.J[k];
  }
}

// An angle in the plane, counted over turns: linear in the coordinates of rigid bodies.
static void turn_rows(const State *state, const SystemCoordinate *at, PairRows *rows) {
  memset(rows, 0, sizeof *rows);
  for (int side = 0; side < 2; side++) {
    const BodyKind *kind = state->system->bodies[at->body[side]].kind;
    const BodyMotion *motion = &state->motion[at->body[side]];
    const double sign = side == 1 ? 1 : -1;
    rows->phi[0] += sign * (motion->angle + state->geometry[at->marker[side]].angle);
    rows->rate[0] += sign * motion->w[2];
    if (kind->rotations == 1) {
      rows->J[0][side][kind->translations] = sign;
    }
    if (kind->inside != NULL) {
      add_own_turn(motion, &state->geometry[at->marker[side]], kind, sign, side, rows);
    }
  }
}

static void rotor_rows(const State *state, int rotor, PairRows *rows) {
  memset(rows, 0, sizeof *rows);
  rows->phi[0] = state->motion[rotor].angle;
  rows->rate[0] = state->motion[rotor].w[2];
  rows->J[0][1][0] = 1;
}

static void coordinate_rows(State *state, int c, PairLevel have, PairLevel level) {
  const System *system = state->system;
  const SystemCoordinate *at = &system->coordinates[c];
  PairRows *rows = &state->terms[c].rows;
  if (at->form >= COORDINATE_ROLLING) {
    slip_rows(state, c, level);
  } else if (at->form == COORDINATE_ROTOR) {
    rotor_rows(state, at->body[1], rows);
  } else if (at->primitive == NULL && system->planar) {
    turn_rows(state, at, rows);
  } else if (at->primitive == NULL) {
    angle_rows(state, c, have, level);
  } else if (system->flat) {
    pair_rows_planar(at->primitive, state->term_sides[c], have, level, rows);
  } else {
    pair_rows(at->primitive, state->term_sides[c], have, level, rows);
  }
}

// ---- rows ----

// Of rates alone: F is the rate itself, and its rate is the bias.
static void row_of_rates(State *state, int r, PairLevel level, double row[]) {
  const SystemRelation *relation = &state->system->relations[r];
  LawJet law = {0, 0, 0};
  row[0] = row[ROW_RATE] = row[ROW_BIAS] = 0;
  if (level < PAIR_VELOCITY) {
    return;
  }
  if (relation->law >= 0) {
    law = law_jet(state, r, level);
  }
  row[ROW_RATE] = relation->sign * law.value;
  row[ROW_BIAS] = relation->sign * law.first;
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const PairRows *rows = &state->terms[c].rows;
    const double weight = weight_of(state, &state->system->coordinates[c]);
    row[ROW_RATE] += weight * rows->rate[0];
    row[ROW_BIAS] += level >= PAIR_ACCELERATION ? weight * rows->bias[0] : 0;
  }
}

static void row_of(State *state, int r, PairLevel level) {
  const SystemRelation *relation = &state->system->relations[r];
  double *row = state->row + state->system->rows[relation->row].at;
  LawJet law = {0, 0, 0};
  if (relation->rates_alone) {
    row_of_rates(state, r, level, row);
    return;
  }
  if (relation->law >= 0) {
    law = law_jet(state, r, level);
  }
  row[0] = relation->sign * law.value - state->relations[r].start;
  row[ROW_RATE] = relation->sign * law.first;
  row[ROW_BIAS] = relation->sign * law.second;
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const PairRows *rows = &state->terms[c].rows;
    const double weight = weight_of(state, &state->system->coordinates[c]);
    row[0] += weight * rows->phi[0];
    row[ROW_RATE] += level >= PAIR_VELOCITY ? weight * rows->rate[0] : 0;
    row[ROW_BIAS] += level >= PAIR_ACCELERATION ? weight * rows->bias[0] : 0;
  }
}

// J = sum f_k J_k, a body that several coordinates meet once.
static void sum_up(State *state, int r) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const SystemRow *row = &system->rows[relation->row];
  for (int e = row->first_end; e < row->end; e++) {
    memset(state->row + system->ends[e].at, 0, (size_t)system->ends[e].nv * sizeof(double));
  }
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    for (int side = 0; side < 2; side++) {
      const int e = system->coordinates[c].end[side];
      const double *from = state->terms[c].rows.J[0][side], f = state->terms[c].f;
      for (int k = 0; e >= 0 && k < system->ends[e].nv; k++) {
        state->row[system->ends[e].at + k] += f * from[k];
      }
    }
  }
}

void relations_rows(State *state, PairLevel have, PairLevel level) {
  const System *system = state->system;
  for (int c = 0; c < system->coordinate_count; c++) {
    coordinate_rows(state, c, have, level);
  }
  for (int r = 0; r < system->relation_count && level >= PAIR_POSITION; r++) {
    const SystemRelation *relation = &system->relations[r];
    for (int c = relation->first; c < relation->first + relation->count && have < PAIR_POSITION;
         c++) {
      state->terms[c].f = weight_of(state, &system->coordinates[c]);
    }
    if (have < PAIR_POSITION) {
      law_gradient(state, r);
    }
    if (have < PAIR_VELOCITY && level >= PAIR_VELOCITY) {
      sum_up(state, r);
    }
    row_of(state, r, level);
  }
}

void relations_begin(State *state) {
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    state->relations[r].start = 0;
    state->row_size[system->relations[r].row] = 1;
    state->relations[r].near = (double)NAN;
    state->integrals[r] = (LawIntegral){.t = state->t};
  }
}

void relations_keep(State *state) {
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    if (system->relations[r].keeps_start) {
      double *phi = state->row + system->rows[system->relations[r].row].at;
      state->relations[r].start = *phi;
      *phi = 0;
    }
    state->relations[r].near = state->relations[r].foot;
  }
}

void relations_accept(State *state) {
  for (int r = 0; r < state->system->relation_count; r++) {
    if (state->system->relations[r].rate_level) {
      law_accept(state, r);
    }
  }
  for (int r = 0; r < state->system->relation_count; r++) {
    state->relations[r].near = state->relations[r].foot;
  }
  for (int c = 0; c < state->system->coordinate_count; c++) {
    const int turns = state->system->coordinates[c].turns;
    const PairRows *rows = &state->terms[c].rows;
    if (turns >= 2 * state->system->model->joint_count && state->angles != NULL) {
      state->turns[turns] = (TurnReference){state->t, rows->phi[0], rows->rate[0]};
    }
  }
  for (int c = 0; state->held != NULL && c < state->system->coordinate_count; c++) {
    state->terms[c].near = law_bearing(&state->terms[c]);
  }
}

void relations_hold_bearings(State *state) {
  for (int c = 0; c < state->system->coordinate_count; c++) {
    state->terms[c].near = state->terms[c].rows.phi[0];
  }
  for (int r = 0; r < state->system->relation_count; r++) {
    if (state->system->relations[r].polar) {
      state->relations[r].near = roller_wrapped(state->relations[r].foot);
    }
  }
}

bool relations_finite(State *state) {
  for (int r = 0; r < state->system->relation_count; r++) {
    const int row = state->system->relations[r].row;
    if (!isfinite(row_phi(state, row) + row_rate(state, row) + row_bias(state, row))) {
      const int law = state->system->relations[r].law;
      const bool first = !state->fault.set;
      if (law >= 0) {
        law_inputs(state, r);
      }
      state_blame(state, law, false);
      state->fault.relation = first && law < 0 ? r : state->fault.relation;
      return false;
    }
  }
  return true;
}

void relations_change_velocity(State *state, const double *dv) {
  const System *system = state->system;
  for (int c = 0; c < system->coordinate_count; c++) {
    PairRows *rows = &state->terms[c].rows;
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[system->coordinates[c].body[side]];
      for (int k = 0; k < body->nv; k++) {
        rows->rate[0] += rows->J[0][side][k] * dv[body->v + k];
      }
    }
  }
}

void relation_let_go(State *state, int r) {
  const SystemRelation *relation = &state->system->relations[r];
  state->row[state->system->rows[relation->row].at] = 0;
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    state->terms[c].f = 0;
  }
  sum_up(state, r);
}

double relation_by_time(const State *state, int r) {
  const int row = state->system->relations[r].row;
  return row_rate(state, row) - row_times(state, row, state->v);
}

// ---- forces ----

Wrench relation_wrench(const State *state, int c, double multiplier) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  const double *gradient = state->terms[c].rows.gradient[0];
  Wrench wrench = {{0, 0, 0}, {0, 0, 0}};
  if (at->form >= COORDINATE_ROLLING) {
    for (int k = 0; k < 3; k++) {
      wrench.f[k] = -multiplier * gradient[6 + k];
      wrench.t[k] = -multiplier * gradient[9 + k];
    }
    return wrench;
  }
  if (at->form == COORDINATE_ROTOR || (at->primitive == NULL && state->system->planar)) {
    wrench.t[2] = -multiplier;
    return wrench;
  }
  if (at->primitive == NULL) {
    return angle_wrench(state, c, multiplier);
  }
  if (at->axis_j != AXIS_NONE) {
    vec_cross(state->terms[c].rows.m + 9, gradient + 9, wrench.t);
  }
  for (int k = 0; k < 3; k++) {
    wrench.t[k] *= -multiplier;
    wrench.f[k] = -multiplier * gradient[6 + k];
  }
  return wrench;
}

double relations_power(const State *state, const double *lambda) {
  const System *system = state->system;
  double power = 0;
  for (int r = 0; r < system->relation_count; r++) {
    if (system->relations[r].moves) {
      power += lambda[system->relations[r].row] * relation_by_time(state, r);
    }
  }
  return power;
}
