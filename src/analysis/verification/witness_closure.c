// SPDX-License-Identifier: BSD-3-Clause
// witness_closure.c: an assembled mechanism, by its constraints at poses beside it.
//
//   d phi/dt = [4 phi(q + h q', h) - phi(q + 2h q', 2h) - 3 phi(q, 0)] / 2h = 0
//
// and phi(q, 0) = 0: forwards, since laws of time may begin here. Neither J nor any rate of a law
// takes part, and nothing of what closed it.
#include "analysis/verification/witness_inside.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/state/constraint.h"

static const double CLOSED = 1e-9;  // of the unit of a row
static const double ALLOWED = 1e-7; // of the rates
static const double ROUNDING = 64;  // roundings of a difference
static const double WAY = 1e-4;     // of a unit: how far it is displaced,
static const double SLOWEST = 100;  // at least at this pace [1/s]

typedef struct Beside {
  State *state;
  double *q, *v, *qdot, *moved; // of the point; displaced
  double *here, *near, *far;    // phi(0), phi(h), phi(2h)
} Beside;

static bool open_beside(Beside *it, State *state, Arena *arena) {
  const System *system = state->system;
  *it = (Beside){.state = state};
  if (!arena_doubles(arena, system->nq + 1, &it->q, &it->qdot, &it->moved) ||
      !arena_doubles(arena, system->nv + 1, &it->v) ||
      !arena_doubles(arena, system->nc + 1, &it->here, &it->near, &it->far)) {
    return false;
  }
  memcpy(it->q, state->q, (size_t)system->nq * sizeof *it->q);
  memcpy(it->v, state->v, (size_t)system->nv * sizeof *it->v);
  state_set(state, 0, it->q, it->v);
  state_rate(state, it->v, it->qdot);
  return true;
}

// The largest rate of a place over the unit of lengths, or of an angle [1/s].
static double pace_of(const Beside *it) {
  const System *system = it->state->system;
  double pace = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const double unit = k < body->kind->translations ? it->state->length : 1;
      pace = fmax(pace, fabs(it->v[body->v + k]) / unit);
    }
  }
  return pace;
}

static void look_ahead(Beside *it, double h, double *phi) {
  State *state = it->state;
  for (int i = 0; i < state->system->nq; i++) {
    it->moved[i] = it->q[i] + h * it->qdot[i];
  }
  state_set(state, h, it->moved, it->v);
  rows_copy(state, 0, 1, phi);
}

void witness_told_misfit(Witness *it, double ratio, double t) {
  it->of[WITNESS_CLOSURE].instants++;
  witness_find(it, WITNESS_CLOSURE, ratio, t, "all joints");
}

void witness_closed(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const System *system = state->system;
  Beside beside;
  if (system->nc == 0 || !open_beside(&beside, state, it->arena)) {
    return;
  }
  const double pace = pace_of(&beside), h = WAY / fmax(pace, SLOWEST);
  double place = 1;
  for (int i = 0; i < system->nq; i++) {
    place = fmax(place, fabs(beside.q[i]) / state->length);
  }
  const double round = ROUNDING * DBL_EPSILON * place;
  look_ahead(&beside, 2 * h, beside.far);
  look_ahead(&beside, h, beside.near);
  look_ahead(&beside, 0, beside.here);
  it->of[WITNESS_CLOSURE].instants++;
  for (int i = 0; i < system->nc; i++) {
    const double unit = state->row_weight[i], phi = beside.here[i] * unit;
    const double rate = (4 * beside.near[i] - beside.far[i] - 3 * beside.here[i]) / (2 * h) * unit;
    const double ratio =
        fmax(fabs(phi) / (CLOSED + round), fabs(rate) / (ALLOWED * pace + round / h));
    witness_find(it, WITNESS_CLOSURE, ratio, 0, constraint_of_row(system, i).name);
  }
}
