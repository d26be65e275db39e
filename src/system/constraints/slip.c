// SPDX-License-Identifier: BSD-3-Clause
// slip.c: velocities between bodies at a point, at the present point (see slip.h).
#include "system/constraints/slip.h"

#include <string.h>

#include "elements/pairs/slip.h"

static const SlipForm forms[] = {[COORDINATE_ROLLING] = SLIP_ROLLING,
                                 [COORDINATE_EDGE] = SLIP_EDGE,
                                 [COORDINATE_SPIN] = SLIP_SPIN};

static int normal_of(const State *state) {
  return state->system->planar ? 1 : 2;
}

static int size_count(const SystemCoordinate *coordinate) {
  return coordinate->size >= 0 ? support_sizes(coordinate->shape) : 0;
}

static void row_of(const State *state, int c, SlipRow *row) {
  const SystemCoordinate *coordinate = &state->system->coordinates[c];
  Slip slip = {.form = forms[coordinate->form],
               .along = (int)coordinate->axis - (int)AXIS_X,
               .normal = normal_of(state)};
  slip.support.shape = coordinate->shape;
  for (int k = 0; k < size_count(coordinate); k++) {
    slip.support.size[k] = state->values[coordinate->size + k];
  }
  for (int side = 0; side < 2; side++) {
    const BodyMotion *motion = &state->motion[coordinate->body[side]];
    const FrameGeometry *frame = &state->geometry[coordinate->marker[side]];
    SlipEnd *end = &slip.end[side];
    memcpy(end->r, motion->r, sizeof end->r);
    memcpy(end->A, motion->A, sizeof end->A);
    memcpy(end->v, motion->v, sizeof end->v);
    memcpy(end->w, motion->w, sizeof end->w);
    memcpy(end->s, frame->s, sizeof end->s);
    memcpy(end->R, frame->R, sizeof end->R);
  }
  slip_row(&slip, row);
}

void slip_rows(State *state, int c, PairLevel level) {
  const SystemCoordinate *at = &state->system->coordinates[c];
  PairRows *rows = &state->terms[c].rows;
  SlipRow row;
  if (level < PAIR_POSITION) {
    return;
  }
  row_of(state, c, &row);
  rows->phi[0] = row.phi;
  memset(rows->gradient[0], 0, sizeof rows->gradient[0]);
  memcpy(rows->gradient[0] + 6, row.force, sizeof row.force);
  memcpy(rows->gradient[0] + 9, row.torque, sizeof row.torque);
  for (int side = 0; side < 2; side++) {
    const BodyKind *kind = state->system->bodies[at->body[side]].kind;
    for (int k = 0; k < kind->translations + kind->rotations; k++) {
      rows->J[0][side][k] = row.J[side][slip_place(kind, k)];
    }
  }
  rows->rate[0] = level >= PAIR_VELOCITY ? row.rate : rows->rate[0];
  rows->bias[0] = level >= PAIR_ACCELERATION ? row.bias : rows->bias[0];
}

static void take_point(const State *state, int c, SlipPoint *at) {
  const SystemCoordinate *coordinate = &state->system->coordinates[c];
  memset(at, 0, sizeof *at);
  at->form = (int)forms[coordinate->form];
  at->along = (int)coordinate->axis - (int)AXIS_X;
  at->normal = normal_of(state);
  at->shape = (int)coordinate->shape;
  for (int k = 0; k < size_count(coordinate); k++) {
    at->markers.size[k] = state->values[coordinate->size + k];
  }
  for (int side = 0; side < 2; side++) {
    const int b = coordinate->body[side];
    const BodyMotion *motion = &state->motion[b];
    const FrameGeometry *frame = &state->geometry[coordinate->marker[side]];
    struct SlipPointEnd *end = &at->end[side];
    at->kind[side] = state->system->bodies[b].kind;
    memcpy(end->r, motion->r, sizeof end->r);
    memcpy(end->A, motion->A, sizeof end->A);
    memcpy(end->v, motion->v, sizeof end->v);
    memcpy(end->w, motion->w, sizeof end->w);
    memcpy(end->a, motion->a, sizeof end->a);
    memcpy(end->alpha, motion->alpha, sizeof end->alpha);
    memcpy(at->markers.s[side], frame->s, sizeof frame->s);
    memcpy(at->markers.R[side], frame->R, sizeof frame->R);
    end->dA = (const double(*)[9])state->dA[b];
  }
}

void slip_derivatives(const State *state, int c, double multiplier, PairDerivatives *out) {
  SlipPoint at;
  SlipSlopes slopes;
  take_point(state, c, &at);
  slip_slopes(&at, &slopes);
  memset(out, 0, sizeof *out);
  memcpy(out->phi_q[0], slopes.phi_q, sizeof slopes.phi_q);
  memcpy(out->rate_q[0], slopes.rate_q, sizeof slopes.rate_q);
  memcpy(out->acceleration_q[0], slopes.second_q, sizeof slopes.second_q);
  memcpy(out->acceleration_v[0], slopes.second_v, sizeof slopes.second_v);
  for (int n = 0; n < 2 * BODY_V * 2 * BODY_Q; n++) {
    (&out->force_q[0][0][0][0])[n] = multiplier * (&slopes.force_q[0][0][0][0])[n];
  }
}

void slip_point(const State *state, int c, double point[3]) {
  SlipRow row;
  row_of(state, c, &row);
  memcpy(point, row.point, sizeof row.point);
}

void slip_change(const State *state, int c, const SlipMarkers *by, PairRows *change) {
  SlipPoint at;
  SlipRowChange row;
  take_point(state, c, &at);
  slip_row_change(&at, by, &row);
  memset(change, 0, sizeof *change);
  change->phi[0] = row.phi;
  change->rate[0] = row.rate;
  change->bias[0] = row.bias;
  memcpy(change->J[0], row.J, sizeof row.J);
}
