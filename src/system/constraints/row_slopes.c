// SPDX-License-Identifier: BSD-3-Clause
// row_slopes.c: derivatives of rows, of parts and of relations in the same places (row_slopes.h).
#include "system/constraints/row_slopes.h"

#include <string.h>

#include "elements/kinds.h"
#include "system/constraints/angle.h"
#include "system/constraints/law.h"
#include "system/constraints/slip.h"

// ---- sums over coordinates: of a relation, or of the products that an angle is made of ----

// A body, its place in the sums, and numbers of a coordinate there: J, or c_q.
typedef struct RowPlace {
  int body, place;
  const double *row;
} RowPlace;

// What the derivatives of a coordinate weigh in those of its relation: [level][of level].
typedef struct SlopeWeights {
  double phi, rate[2], second[3], turn, second_v; // turn: of J in second_v
} SlopeWeights;

// f along the motion; `by` of a relation of rates alone: of a position that it reads, F_c, where f
// is zero; there everything is a level lower.
static SlopeWeights weights_of(const RelationSlope *slope, double f, bool rates_alone, bool rate) {
  const double d = slope->f_rate, dd = slope->f_second, by = slope->by;
  if (!rates_alone) {
    return (SlopeWeights){f, {d, f}, {dd, 2 * d, f}, 2 * d, f};
  }
  return rate ? (SlopeWeights){0, {0, f}, {0, d, f}, d, f}
              : (SlopeWeights){0, {by, 0}, {d, by, 0}, by, 0};
}

// place: phi_q, rate_q, second_q, second_v, force_q as in RowSlopes. Adds the derivatives of a
// coordinate through one side.
static void add_slopes(const System *system, const RelationSlope *slope, const SlopeWeights *w,
                       int side, const RowPlace *on, double *const place[5]) {
  const SystemBody *body = &system->bodies[on->body];
  const double *phi_q = slope->d.phi_q[0][side], *rate_q = slope->d.rate_q[0][side];
  const double *second_q = slope->d.acceleration_q[0][side];
  const double *second_v = slope->d.acceleration_v[0][side];
  for (int i = 0; i < body->nq; i++) {
    const int at = on->place * BODY_Q + i;
    place[0][at] += w->phi * phi_q[i];
    place[1][at] += w->rate[0] * phi_q[i] + w->rate[1] * rate_q[i];
    place[2][at] += w->second[0] * phi_q[i] + w->second[1] * rate_q[i] + w->second[2] * second_q[i];
  }
  for (int i = 0; i < body->nv; i++) {
    place[3][on->place * BODY_V + i] += w->turn * on->row[i] + w->second_v * second_v[i];
  }
}

// force += curve J' c_q, and the coordinate's own block between two sides (or NULL).
static void add_force(const System *system, const RowPlace *on, const RowPlace *by, double curve,
                      const double (*own)[BODY_V][2][BODY_Q], const int side[2], int sides,
                      double *force) {
  for (int i = 0; i < system->bodies[on->body].nv; i++) {
    double *to = force + ((on->place * BODY_V + i) * sides + by->place) * BODY_Q;
    for (int j = 0; j < system->bodies[by->body].nq; j++) {
      to[j] += curve * on->row[i] * by->row[j];
      to[j] += own != NULL ? own[side[0]][i][side[1]][j] : 0;
    }
  }
}

// J a + bias of row 0, with the accelerations that stand in the motions.
static double second_of(const State *state, const int body[2], const PairRows *rows) {
  double sum = rows->bias[0];
  for (int side = 0; side < 2; side++) {
    const BodyKind *kind = state->system->bodies[body[side]].kind;
    const BodyMotion *motion = &state->motion[body[side]];
    const int axis = frame_first_axis(kind);
    for (int k = 0; k < kind->translations; k++) {
      sum += rows->J[0][side][k] * motion->a[k];
    }
    for (int k = 0; k < kind->rotations; k++) {
      sum += rows->J[0][side][kind->translations + k] * motion->alpha[axis + k];
    }
    for (int k = 0; k < body_inside(kind); k++) {
      sum += rows->J[0][side][kind->translations + kind->rotations + k] * motion->z_second[k];
    }
  }
  return sum;
}

// ---- one coordinate of a relation ----

// Everything that a coordinate's derivatives hold, for the angle in the plane.
static void turn_derivatives(const State *state, const SystemCoordinate *at, double lambda,
                             PairDerivatives *d) {
  memset(d, 0, sizeof *d);
  for (int side = 0; side < 2; side++) {
    const BodyKind *kind = state->system->bodies[at->body[side]].kind;
    const double sign = side == 1 ? 1 : -1;
    if (kind->rotations == 1) {
      d->phi_q[0][side][kind->translations] = sign;
    }
    if (kind->inside == NULL) {
      continue;
    }
    const int q = kind->translations + body_orientations(kind);
    const int v = kind->translations + kind->rotations;
    FrameAngle angle;
    frame_angle(&state->motion[at->body[side]], &state->geometry[at->marker[side]], &angle);
    for (int k = 0; k < kind->inside->count; k++) {
      d->phi_q[0][side][q + k] = sign * angle.J[k];
      d->rate_q[0][side][q + k] = sign * angle.rate_q[k];
      d->acceleration_q[0][side][q + k] = sign * angle.second_q[k];
      d->acceleration_v[0][side][v + k] = 2 * sign * angle.rate_q[k];
      for (int l = 0; l < kind->inside->count; l++) {
        d->force_q[side][v + k][side][q + l] = lambda * sign * angle.J_q[k][l];
      }
    }
  }
}

// An angle in space, as pair_derivatives for its row with a multiplier.
static void angle_derivatives(const State *state, int c, double multiplier, PairDerivatives *out) {
  const AngleTerm *angle = &state->angles[c];
  const int *body = state->system->coordinates[c].body;
  const double second[2] = {second_of(state, body, &angle->rows[0]),
                            second_of(state, body, &angle->rows[1])};
  const AngleSlope by = angle_slope(state, c, second);
  RelationSlope slope[2];
  for (int k = 0; k < 2; k++) {
    const double lambda[PRIMITIVE_ROWS] = {multiplier * by.f[k]};
    pair_derivatives(&primitive_dot, angle->side[k], lambda, &slope[k].d);
    slope[k].f_rate = by.f_rate[k];
    slope[k].f_second = by.f_second[k];
  }
  memset(out, 0, sizeof *out);
  double *const place[5] = {out->phi_q[0][0], out->rate_q[0][0], out->acceleration_q[0][0],
                            out->acceleration_v[0][0], (double *)(void *)out->force_q};
  for (int n = 0; n < 4; n++) {
    const int side = n % 2, k = n / 2;
    const RowPlace on = {body[side], side, angle->rows[k].J[0][side]};
    const SlopeWeights w = weights_of(&slope[k], by.f[k], false, false);
    add_slopes(state->system, &slope[k], &w, side, &on, place);
    for (int l = 0; l < 2; l++) {
      for (int other = 0; other < 2; other++) {
        const RowPlace to = {body[other], other, slope[l].d.phi_q[0][other]};
        add_force(state->system, &on, &to, multiplier * by.hessian[k][l],
                  k == l ? (const double(*)[BODY_V][2][BODY_Q])slope[k].d.force_q : NULL,
                  (int[2]){side, other}, 2, place[4]);
      }
    }
  }
}

// state->slopes and state->hessian of relation r.
static void derive_coordinates(State *state, int r, double lambda) {
  const SystemRelation *relation = &state->system->relations[r];
  for (int k = 0; k < relation->count; k++) {
    const int c = relation->first + k;
    const SystemCoordinate *at = &state->system->coordinates[c];
    const double multiplier[PRIMITIVE_ROWS] = {lambda * state->terms[c].f};
    RelationSlope *slope = &state->slopes[k];
    if (at->form >= COORDINATE_ROLLING) {
      slip_derivatives(state, c, multiplier[0], &slope->d);
    } else if (at->form == COORDINATE_ROTOR) {
      memset(&slope->d, 0, sizeof slope->d);
      slope->d.phi_q[0][1][0] = 1;
    } else if (at->primitive == NULL && state->system->planar) {
      turn_derivatives(state, at, multiplier[0], &slope->d);
    } else if (at->primitive == NULL) {
      angle_derivatives(state, c, multiplier[0], &slope->d);
    } else {
      pair_derivatives(at->primitive, state->term_sides[c], multiplier, &slope->d);
    }
    slope->f_rate = slope->f_second = slope->by = 0;
    slope->second = second_of(state, at->body, &state->terms[c].rows);
  }
  law_slopes(state, r);
}

// ---- relations ----

// The numbers of a relation with n ends: phi_q, rate_q, second_q, second_v, force_q.
static int places(double *room, int n, double *place[5]) {
  const int size[5] = {n * BODY_Q, n * BODY_Q, n * BODY_Q, n * BODY_V, n * n * BODY_V * BODY_Q};
  int next = 0;
  for (int k = 0; k < 5; k++) {
    place[k] = room != NULL ? room + next : NULL;
    next += size[k];
  }
  return next;
}

bool row_slopes_open(State *state, Arena *arena) {
  const System *system = state->system;
  int most = 0;
  for (int i = system->relation_row; i < system->nc; i++) {
    const int ends = system->rows[i].end - system->rows[i].first_end;
    most = ends > most ? ends : most;
  }
  double *place[5];
  state->slope_room = arena_array(arena, double, places(NULL, most, place));
  return state->slope_room != NULL;
}

// Coordinate k through one side: its body, the end, and J; or with columns true c_q.
static RowPlace place_of(const State *state, const SystemRelation *relation, int k, bool columns) {
  const int c = relation->first + k / 2, side = k % 2;
  const SystemCoordinate *at = &state->system->coordinates[c];
  return (RowPlace){
      at->body[side], at->end[side] < 0 ? -1 : state->system->ends[at->end[side]].side,
      columns ? state->slopes[k / 2].d.phi_q[0][side] : state->terms[c].rows.J[0][side]};
}

static void derive_relation(State *state, int r, double lambda, int sides, double *const place[5]) {
  const System *system = state->system;
  const SystemRelation *relation = &system->relations[r];
  const int n = relation->count;
  derive_coordinates(state, r, lambda);
  for (int k = 0; k < 2 * n; k++) {
    const RowPlace on = place_of(state, relation, k, false);
    const RelationSlope *slope = &state->slopes[k / 2];
    if (on.place < 0) {
      continue; // the ground
    }
    const int c = relation->first + k / 2;
    const bool rate = system->coordinates[c].rate || system->coordinates[c].linear;
    const SlopeWeights w = weights_of(slope, state->terms[c].f, relation->rates_alone, rate);
    add_slopes(system, slope, &w, k % 2, &on, place);
    for (int l = 0; l < 2 * n; l++) {
      const RowPlace by = place_of(state, relation, l, true);
      const double curve = lambda * state->hessian[(k / 2) * n + l / 2];
      const bool same = k / 2 == l / 2;
      if (by.place >= 0 && (same || curve < 0 || curve > 0)) {
        add_force(system, &on, &by, curve,
                  same ? (const double(*)[BODY_V][2][BODY_Q])slope->d.force_q : NULL,
                  (int[2]){k % 2, l % 2}, sides, place[4]);
      }
    }
  }
}

static void of_relation(State *state, int i, const double *lambda, RowSlopes *out) {
  const System *system = state->system;
  const int sides = system->rows[i].end - system->rows[i].first_end;
  double *place[5];
  const int size = places(state->slope_room, sides, place);
  memset(state->slope_room, 0, (size_t)size * sizeof(double));
  if (lambda != NULL) {
    derive_relation(state, i - system->relation_row, lambda[i], sides, place);
  }
  out->sides = sides;
  out->phi_q = place[0];
  out->rate_q = place[1];
  out->second_q = place[2];
  out->second_v = place[3];
  out->force_q = place[4];
}

// ---- all rows ----

// The numbers of row i; of a part either all or its forces; zero where only places are wanted.
static void slopes_of(State *state, int i, const double *lambda, bool forces, RowSlopes *out) {
  const System *system = state->system;
  const int p = system->rows[i].part;
  if (p < 0) {
    of_relation(state, i, lambda, out);
    return;
  }
  PairDerivatives *pair = &out->pair;
  out->sides = 2;
  out->phi_q = pair->phi_q[0][0];
  out->rate_q = pair->rate_q[0][0];
  out->second_q = pair->acceleration_q[0][0];
  out->second_v = pair->acceleration_v[0][0];
  out->force_q = (const double *)(const void *)pair->force_q;
  if (lambda == NULL) {
    memset(pair, 0, sizeof *pair);
  } else if (forces) {
    pair_force_q(system->parts[p].primitive, state->sides[p], lambda + i, pair->force_q);
  } else {
    pair_derivatives(system->parts[p].primitive, state->sides[p], lambda + i, pair);
  }
}

void row_slopes(State *state, int i, const double *lambda, RowSlopes *out) {
  slopes_of(state, i, lambda, false, out);
}

void row_slopes_of_force(State *state, int i, const double *lambda, RowSlopes *out) {
  slopes_of(state, i, lambda, true, out);
}
