// SPDX-License-Identifier: BSD-3-Clause
// witness_balance.c: the forces on every body at a row, and its accelerations (see witness.h).
//
//   m a = sum of forces,  J w' + w x J w = sum of moments about the mass centre
// Reactions are the wrenches that results report. Accelerations are those of the same equations, so
// that the balance holds up to round-off, whatever the tolerance: to 1e-14 in the shipped models.
#include <float.h>
#include <math.h>

#include "analysis/verification/witness_inside.h"
#include "system/state/length.h"

// Of the largest force on a body so far, and of the energy in motion over its length: a body
// without forces has moments of its own turning.
static const double SAME = 1e-10;
static const double ROUND_OFF = 1e-14; // of a place, which is the round-off of arms

bool witness_balance_open(Witness *it, const State *state) {
  return arena_doubles(it->arena, state->system->nq, &it->rates) &&
         equation_defect_open(&it->balance, state, it->arena);
}

static double farthest(const State *state, int b) {
  const double *r = state->motion[b].r;
  return fmax(fabs(r[0]), fmax(fabs(r[1]), fabs(r[2])));
}

// Accelerations without a difference from those of the interpolant: what is left is the balance.
void witness_balance(Witness *it, const Observed *observed) {
  State *state = observed->state;
  EquationDefect *balance = &it->balance;
  if (observed->lambda == NULL) {
    return;
  }
  state_rate(state, state->v, it->rates);
  equation_defect_at(balance, state, observed->a, observed->lambda, 0, it->rates, observed->a);
  it->of[WITNESS_BALANCE].instants++;
  for (int b = 1; b < state->system->body_count; b++) {
    const DefectSum *force = &balance->of[b].force, *moment = &balance->of[b].moment;
    const double length = length_of_body(state, b);
    const double arm = SAME * length + ROUND_OFF * farthest(state, b);
    const double forces = SAME * (force->largest + it->energy / length);
    const double moments = SAME * (moment->largest + it->energy) + arm * force->largest;
    const char *name = state->system->bodies[b].name;
    witness_find(it, WITNESS_BALANCE, force->now / (forces + DBL_MIN), state->t, name);
    witness_find(it, WITNESS_BALANCE, moment->now / (moments + DBL_MIN), state->t, name);
  }
}
