// SPDX-License-Identifier: BSD-3-Clause
// round_off.c: what round-off leaves of constraint rows (see round_off.h).
#include "system/state/round_off.h"

#include <float.h>
#include <math.h>

#include "elements/kinds.h"
#include "math/vec.h"
#include "system/constraints/rows.h"
#include "system/state/length.h"
#include "system/state/tolerance_weights.h"

static const double EPS = 2 * DBL_EPSILON, RATE_EPS = DBL_EPSILON;
static const double ORDINARY = 10; // lengths from the origin; turns of an angle, nearly

static double sum_of_sizes(const double x[3]) {
  return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

static bool is_length(const PrimitiveKind *primitive) {
  return primitive != NULL && !primitive->pure_number;
}

// Of what a primitive finds between two markers, or of its rate; NULL: the angle between their
// bodies.
static double of_pair(const State *state, bool bears, bool places, const int marker[2],
                      const int body[2], int which, double ordinary) {
  const double length = length_of_pair(state, body);
  double size = 0;
  for (int side = 0; side < 2; side++) {
    const BodyMotion *motion = &state->motion[body[side]];
    const double arm = sum_of_sizes(state->geometry[marker[side]].s);
    if (which == ROW_RATE) {
      const double turn = sum_of_sizes(motion->w);
      size += places ? sum_of_sizes(motion->v) + turn * arm : turn;
    } else {
      size += places ? sum_of_sizes(motion->r) + arm : fabs(motion->angle);
    }
  }
  if (which == ROW_RATE) {
    return RATE_EPS * (bears ? size / length : size);
  }
  const double beyond = fmax(0, size - ordinary * (places ? length : 1));
  return EPS * (bears ? beyond / length : beyond);
}

static double of_row(const State *state, int i, int which, double ordinary) {
  const System *system = state->system;
  const SystemRow *row = &system->rows[i];
  if (row->part >= 0) {
    const SystemPart *part = &system->parts[row->part];
    return of_pair(state, false, is_length(part->primitive), part->marker, part->body, which,
                   ordinary);
  }
  const SystemRelation *relation = &system->relations[i - system->relation_row];
  double sum = 0;
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const SystemCoordinate *at = &system->coordinates[c];
    const bool bears = at->form == COORDINATE_BEARING;
    const bool turns = at->form == COORDINATE_TURN || at->form == COORDINATE_SPIN ||
                       at->form == COORDINATE_DOT || at->form == COORDINATE_ROTOR;
    double own = of_pair(state, bears, bears || !turns, at->marker, at->body, which, ordinary);
    if (at->form == COORDINATE_TURN && !system->planar &&
        which != ROW_RATE) { // no body tells its turns
      own += EPS * fmax(0, fabs(state->terms[c].rows.phi[0]) - ordinary);
    }
    sum += fabs(state->terms[c].f) * own;
  }
  return sum;
}

double round_off_of_row(const State *state, int i, int which) {
  return of_row(state, i, which, ORDINARY);
}

double round_off_of_value(const State *state, int i, int which) {
  return of_row(state, i, which, 0);
}

// Every row at a level within the aim or its round-off.
static bool within(const State *state, int which, double aim) {
  for (int i = 0; i < state->system->nc; i++) {
    const double size = fabs(state->row[state->system->rows[i].at + which]);
    if (!(size <= aim * state->row_unit[i]) && !(size <= round_off_of_row(state, i, which))) {
      return false;
    }
  }
  return true;
}

bool round_off_positions(const State *state, double aim) {
  return tolerance_weights_are_far(state) && within(state, 0, aim);
}

bool round_off_velocities(const State *state, double aim) {
  return within(state, ROW_RATE, aim);
}

double round_off_largest(const State *state) {
  double largest = 0;
  for (int i = 0; i < state->system->nc; i++) {
    largest = fmax(largest, round_off_of_row(state, i, 0) / state->row_unit[i]);
  }
  return largest;
}

double round_off_of_places(const State *state, int *body) {
  static const double ORDINARY_PART = 1e-11;
  double largest = ORDINARY_PART;
  *body = -1;
  for (int b = 1; b < state->system->body_count; b++) {
    const double part = EPS * vec_norm(state->motion[b].r) / length_of_body(state, b);
    if (part > largest) {
      largest = part;
      *body = b;
    }
  }
  return *body > 0 ? EPS * vec_norm(state->motion[*body].r) : 0;
}
