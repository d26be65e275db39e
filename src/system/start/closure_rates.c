// SPDX-License-Identifier: BSD-3-Clause
// closure_rates.c: velocities of least weighted change (see closure.h).
//
//   least  1/2 sum_b w |P (v - v0)|^2   with  J v = -Phi_t,  C v = d
// Coordinates without a stated guess cost next to nothing, and what was found for them becomes
// their guess for the next pass: so stated ones are kept exactly where that is possible, and the
// others are those of the first pass, the least.
#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/mechanism/inertia.h"
#include "system/start/closure_inside.h"

static const double DELTA = 1e-11;
static const double FREE = 1e-6; // weight of what was not stated
enum { PASSES = 6 };

static double gather_rates(Closure *c) {
  const int nc = c->state->system->nc;
  double largest = 0;
  rows_copy(c->state, ROW_RATE, 1, c->phi);
  for (int i = 0; i < nc + c->settings.row_count; i++) {
    const ClosureRow *row = i < nc ? NULL : &c->settings.rows[i - nc];
    c->phi[i] = row != NULL ? closure_row_misfit(c->state, row) : c->phi[i];
    largest = fmax(largest, fabs(c->phi[i]) / (row != NULL ? row->unit : c->state->row_unit[i]));
  }
  return largest;
}

// gradient := H (v - v0)
static void change_of(Closure *c) {
  const System *system = c->state->system;
  for (int i = 0; i < system->nv; i++) {
    c->x[i] = c->state->v[i] - c->v[i];
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    inertia_times(body->nv, 0, c->H[b], c->x + body->v, c->gradient + body->v);
  }
}

double closure_rates(Closure *c, const bool *stated) {
  State *state = c->state;
  const System *system = state->system;
  double *weight = state->room; // nv, for the time of closure_stand
  for (int i = 0; i < system->nv; i++) {
    weight[i] = c->settings.weight[i] * (stated[i] ? 1 : FREE);
  }
  const ClosureSettings settings = c->settings;
  c->settings.weight = weight;
  c->of_rates = true;
  closure_stand(c, c->q);
  c->of_rates = false;
  c->settings = settings;
  double left = gather_rates(c);
  for (int pass = 0; pass < PASSES; pass++) {
    change_of(c);
    if (!closure_step(c, DELTA, true)) {
      break;
    }
    for (int i = 0; i < system->nv; i++) {
      state->v[i] += c->x[i];
      c->v[i] = stated[i] ? c->v[i] : state->v[i];
    }
    state_set(state, state->t, state->q, state->v);
    left = gather_rates(c);
  }
  return left;
}
