// SPDX-License-Identifier: BSD-3-Clause
// law_roller.c: the relation of a roller on a curve, phi = d(t, x, y) - r, along the motion: the
// geometry is that of elements/pairs/roller.h, (x, y) are the first two coordinates of the
// relation.
//
// The foot is found once for every place of the centre, from the one at the last accepted point on;
// where that is not known, by looking around.
#include <math.h>

#include "elements/pairs/roller.h"
#include "system/constraints/law_inside.h"

// The curve of a roller's relation at the present time; inputs are gathered but for the foot.
static Roller roller_of(State *state, int r) {
  const SystemRelation *relation = &state->system->relations[r];
  const Program *live = law_live(state, r);
  Roller roller = {.program = live,
                   .argument = relation->argument,
                   .time = law_time(live),
                   .polar = relation->polar,
                   .wraps = relation->polar && law_hold(state, r) == NULL,
                   .inputs = state->inputs,
                   .room = state->law_room,
                   .work = state->work};
  law_gather(state, r, PAIR_POSITION);
  if (isfinite(state->relations[r].foot)) {
    roller.program = law_program(state, r);
  }
  return roller;
}

// The place of a roller's centre with its rates up to a level.
static void centre_of(const State *state, int r, PairLevel level, Jet P[2]) {
  for (int k = 0; k < 2; k++) {
    const PairRows *rows = &state->terms[state->system->relations[r].first + k].rows;
    P[k] = (Jet){rows->phi[0], level >= PAIR_VELOCITY ? rows->rate[0] : 0,
                 level >= PAIR_ACCELERATION ? rows->bias[0] : 0};
  }
}

static void find_foot(State *state, int r) {
  RelationRow *row = &state->relations[r];
  Jet P[2];
  centre_of(state, r, PAIR_POSITION, P);
  const double place[2] = {P[0].value, P[1].value};
  row->foot = row->near;
  const Roller roller = roller_of(state, r);
  if (isfinite(row->near)) {
    row->foot = roller_foot(&roller, place, row->near);
  }
  if (!isfinite(row->foot)) {
    row->foot = roller_foot(&roller, place, roller_look(&roller, place));
  }
}

static void roller_point(State *state, int r, const Jet P[2], bool moves, RollerDetail detail,
                         RollerPoint *point) {
  const Roller roller = roller_of(state, r);
  roller_at(&roller, state->relations[r].foot, P, moves && !state->frozen, detail, point);
}

LawJet law_roller_jet(State *state, int r, PairLevel level) {
  RollerPoint point;
  Jet P[2];
  centre_of(state, r, level, P);
  const bool moves = level >= PAIR_VELOCITY;
  roller_point(state, r, P, moves, moves ? ROLLER_MOTION : ROLLER_PLACE, &point);
  const double offset = state->values[state->system->relations[r].offset];
  return (LawJet){point.distance.value - offset, moves ? point.distance.first : 0,
                  level >= PAIR_ACCELERATION ? point.distance.second : 0};
}

void law_roller_gradient(State *state, int r) {
  const SystemRelation *relation = &state->system->relations[r];
  RollerPoint point;
  Jet P[2];
  find_foot(state, r);
  centre_of(state, r, PAIR_POSITION, P);
  roller_point(state, r, P, false, ROLLER_PLACE, &point);
  for (int k = 0; k < 2; k++) {
    state->terms[relation->first + k].f += relation->sign * point.n[k].value;
  }
}

void law_roller_slopes(State *state, int r) {
  const double sign = state->system->relations[r].sign;
  RollerPoint point;
  Jet P[2];
  centre_of(state, r, PAIR_ACCELERATION, P);
  for (int k = 0; k < 2; k++) {
    P[k].second = state->slopes[k].second;
  }
  roller_point(state, r, P, true, ROLLER_BEND, &point);
  for (int k = 0; k < 2; k++) {
    state->slopes[k].f_rate = sign * point.n[k].first;
    state->slopes[k].f_second = sign * point.n[k].second;
  }
  for (int l = 0; l < 2; l++) {
    const Jet moved[2] = {{P[0].value, l == 0 ? 1 : 0, 0}, {P[1].value, l == 1 ? 1 : 0, 0}};
    roller_point(state, r, moved, false, ROLLER_MOTION, &point);
    for (int k = 0; k < 2; k++) {
      state->hessian[2 * k + l] = sign * point.n[k].first;
    }
  }
}

double law_margin(State *state, int r, double *radius) {
  RollerPoint point;
  Jet P[2];
  assert(state->rows_level >= PAIR_POSITION);
  centre_of(state, r, PAIR_POSITION, P);
  roller_point(state, r, P, false, ROLLER_PLACE, &point);
  *radius = point.distance.value / (1 - point.margin);
  return point.margin;
}
