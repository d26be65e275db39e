// SPDX-License-Identifier: BSD-3-Clause
// events_rest.c: switches that go to and fro on the noise of what rests (see events_inside.h).
//
// Where a body rests, its velocity is the noise of the method, and v|v| changes its branch with
// every sign of it: each passage is real and none means anything. With w the switching function and
// w_m how far it comes beyond at the end of the step if its branch is kept, let da be the
// difference of the accelerations of both branches there. A branch that is kept until w is beyond
// by 8 w_m changes velocities until the end of the run, at T, by at most
//   64 |da| (T - t),
// if da goes like w^2, and by less if like a higher power. Where that is below the tolerance of
// every velocity, and the bodies that the number reads stand still over the step to within a
// hundred tolerances, the branch is kept so far, from then on. A jump, like that of sign(v), or a
// kink that is felt, fails the test, and is chattering.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/events/events_inside.h"
#include "system/forces/solve.h"
#include "system/observe/bounds.h"
#include "system/saddle/kkt.h"
#include "system/state/tolerance_weights.h"

static const double FAR = 8, GROWN = 4; // times the noise; a distance that was not enough
static const double STILL = 100;        // tolerances
static const double ROUND_OFF = 64 * DBL_EPSILON;

bool endless_open(Events *events, const SchemeSettings *settings, Arena *arena) {
  State *state = events->switching.state;
  const int nq = state->system->nq, nv = state->system->nv;
  Rest *rest = &events->rest;
  rest->relative = settings->relative;
  rest->bodies = arena_array(arena, bool, state->system->body_count);
  if (rest->bodies == NULL || !arena_doubles(arena, nq + nv, &rest->absolute, &rest->weight) ||
      !arena_doubles(arena, nq, &rest->q) ||
      !arena_doubles(arena, nv, &rest->v, &rest->a, &rest->other) ||
      !arena_doubles(arena, state->system->nc, &rest->lambda)) {
    return false;
  }
  tolerance_weights_tolerances(state, &settings->absolute, rest->absolute, NULL);
  return true;
}

static bool accelerations(State *state, const Hold **held, double *a, double *lambda) {
  const Fault before = state->fault;
  state->held = held;
  state_forget_forces(state);
  state_rows(state, PAIR_ACCELERATION);
  const bool ok = solve_equations(state, a, lambda) == EQUATIONS_SOLVED;
  state->fault = before;
  return ok;
}

// Whether the bodies that the number reads are where they were in rest.q and rest.v, and as fast,
// to within a hundred tolerances.
static bool is_noise(Events *events, const Program *program) {
  State *state = events->switching.state;
  const System *system = state->system;
  Rest *rest = &events->rest;
  memset(rest->bodies, 0, (size_t)system->body_count * sizeof *rest->bodies);
  if (!bounds_bodies(state, program, rest->bodies)) {
    return false;
  }
  const double *weight = rest->weight;
  bool noise = true;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = body->q; i < body->q + body->nq && rest->bodies[b]; i++) {
      noise = noise && fabs(state->q[i] - rest->q[i]) <= STILL * weight[i];
    }
    for (int i = body->v; i < body->v + body->nv && rest->bodies[b]; i++) {
      noise = noise && fabs(state->v[i] - rest->v[i]) <= STILL * weight[system->nq + i];
    }
  }
  return noise;
}

// Whether both branches move the mechanism alike at the state's present point, which is beyond.
static bool is_harmless(Events *events) {
  Switching *switching = &events->switching;
  State *state = switching->state;
  const System *system = state->system;
  Rest *rest = &events->rest;
  const double span = events->result->duration - state->t;
  const bool held = accelerations(state, switching->held, rest->a, rest->lambda);
  const bool live = accelerations(state, NULL, rest->other, rest->lambda);
  state->held = switching->held;
  state_forget_forces(state);
  if (!held || !live) {
    return false;
  }
  for (int i = 0; i < system->nv; i++) {
    rest->other[i] -= rest->a[i];
  }
  kkt_divide_by_mass(state, state->Q, rest->a); // what joints and springs hold at rest
  double largest = 0;
  for (int i = 0; i < system->nv; i++) {
    largest = fmax(largest, fabs(rest->a[i]));
  }
  for (int i = 0; i < system->nv; i++) {
    const double off = fmax(0, fabs(rest->other[i]) - ROUND_OFF * largest);
    if (!(FAR * FAR * off * span <= rest->weight[system->nq + i])) {
      return false;
    }
  }
  return true;
}

bool endless_settles(Events *events) {
  Switching *switching = &events->switching;
  EventLocation *root = &events->root;
  State *state = switching->state;
  const SwitchingFunction *function = &switching->list[events->which];
  Hold *hold = function->kind == SWITCHING_NUMBER ? &switching->holds[function->object] : NULL;
  const Dense *dense = root->step->motion(root->step->context);
  const double t = state->t, late = fmax(dense->t + dense->h, 1.5 * t - 0.5 * dense->t);
  if (hold == NULL || !(late > t)) {
    return false;
  }
  memcpy(events->rest.q, state->q, (size_t)state->system->nq * sizeof(double));
  memcpy(events->rest.v, state->v, (size_t)state->system->nv * sizeof(double));
  const double noise =
      fabs(event_location_look(root, events->which, late) + hold->slack[function->item]);
  tolerance_weights_weigh(state, events->rest.relative, events->rest.absolute, state->q, state->v,
                          events->rest.weight);
  const bool settles = noise > 0 && is_noise(events, hold->program) && is_harmless(events);
  if (settles) {
    double *rest = &hold->rest[function->item];
    *rest = fmax(FAR * noise, GROWN * *rest);
  }
  state_set(state, t, events->rest.q, events->rest.v);
  switching_measures(switching);
  return settles;
}
