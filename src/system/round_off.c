// SPDX-License-Identifier: BSD-3-Clause
// round_off.c: what round-off leaves of constraint rows (see round_off.h).
#include "system/round_off.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "system/length.h"
#include "system/sizes.h"

static const double EPS = 2 * DBL_EPSILON, RATE_EPS = DBL_EPSILON;
static const double ORDINARY = 10; // lengths from the origin; turns of an angle, nearly

static double sum_of_sizes(const double x[3]) {
  return fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
}

static bool is_length(const PrimitiveKind *primitive) {
  return primitive != NULL && !primitive->pure_number;
}

// Of what a primitive finds between two markers; NULL: the angle between their bodies.
static double of_pair(const State *state, const PrimitiveKind *primitive, const int marker[2],
                      const int body[2]) {
  const bool bears = primitive == &primitive_bearing, places = bears || is_length(primitive);
  const double length = length_of_pair(state, body);
  double size = 0;
  for (int side = 0; side < 2; side++) {
    const BodyMotion *motion = &state->motion[body[side]];
    size += places ? sum_of_sizes(motion->r) + sum_of_sizes(state->geometry[marker[side]].s)
                   : fabs(motion->angle);
  }
  const double beyond = fmax(0, size - ORDINARY * (places ? length : 1));
  return EPS * (bears ? beyond / length : beyond);
}

static double of_pair_rates(const State *state, const PrimitiveKind *primitive, const int marker[2],
                            const int body[2]) {
  const bool bears = primitive == &primitive_bearing, places = bears || is_length(primitive);
  double size = 0;
  for (int side = 0; side < 2; side++) {
    const BodyMotion *motion = &state->motion[body[side]];
    const double turn = sum_of_sizes(motion->w), *s = state->geometry[marker[side]].s;
    size += places ? sum_of_sizes(motion->v) + turn * sum_of_sizes(s) : turn;
  }
  return RATE_EPS * (bears ? size / length_of_pair(state, body) : size);
}

typedef double (*OfPair)(const State *state, const PrimitiveKind *primitive, const int marker[2],
                         const int body[2]);

static double of_part(const State *state, int p, OfPair of) {
  const SystemPart *part = &state->system->parts[p];
  return of(state, part->primitive, part->marker, part->body);
}

static double of_relation(const State *state, int r, OfPair of) {
  const SystemRelation *relation = &state->system->relations[r];
  double sum = 0;
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    const SystemCoordinate *at = &state->system->coordinates[c];
    sum += fabs(state->terms[c].f) * of(state, at->primitive, at->marker, at->body);
  }
  return sum;
}

double round_off_of_part(const State *state, int p) {
  return of_part(state, p, of_pair);
}

double round_off_of_relation(const State *state, int r) {
  return of_relation(state, r, of_pair);
}

double round_off_of_part_rate(const State *state, int p) {
  return of_part(state, p, of_pair_rates);
}

double round_off_of_relation_rate(const State *state, int r) {
  return of_relation(state, r, of_pair_rates);
}

bool round_off_positions(const State *state, double aim) {
  const System *system = state->system;
  if (!sizes_are_far(state)) {
    return false;
  }
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double size = fabs(state->rows[p].phi[r]);
      if (!(size <= aim * state->row_unit[part->row + r]) &&
          !(size <= round_off_of_part(state, p))) {
        return false;
      }
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    const double size = fabs(state->relations[r].phi);
    if (!(size <= aim * state->row_unit[system->relations[r].row]) &&
        !(size <= round_off_of_relation(state, r))) {
      return false;
    }
  }
  return true;
}

bool round_off_velocities(const State *state, double aim) {
  const System *system = state->system;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double size = fabs(state->rows[p].rate[r]);
      if (!(size <= aim * state->row_unit[part->row + r]) &&
          !(size <= round_off_of_part_rate(state, p))) {
        return false;
      }
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    const double size = fabs(state->relations[r].rate);
    if (!(size <= aim * state->row_unit[system->relations[r].row]) &&
        !(size <= round_off_of_relation_rate(state, r))) {
      return false;
    }
  }
  return true;
}

double round_off_largest(const State *state) {
  const System *system = state->system;
  double largest = 0;
  for (int p = 0; p < system->part_count; p++) {
    largest = fmax(largest, round_off_of_part(state, p) / state->row_unit[system->parts[p].row]);
  }
  for (int r = 0; r < system->relation_count; r++) {
    const double unit = state->row_unit[system->relations[r].row];
    largest = fmax(largest, round_off_of_relation(state, r) / unit);
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
