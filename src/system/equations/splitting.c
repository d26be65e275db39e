// SPDX-License-Identifier: BSD-3-Clause
// splitting.c: where a flight begins and ends, and the kicks there (see splitting.h).
#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "system/constraints/rows.h"
#include "system/equations/faults.h"
#include "system/equations/splitting_inside.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/state/round_off.h"

// h(v) of the bodies that turn in space, times a factor, added to Q.
static void add_gyroscopic(const State *state, const double *v, double factor, double *Q) {
  const System *system = state->system;
  for (int b = 1; !system->planar && b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      double h[BODY_V] = {0};
      body_gyroscopic(state->mass[b], v + body->v, h, NULL);
      for (int k = body->kind->translations; k < body->nv; k++) {
        Q[body->v + k] += factor * h[k];
      }
    }
  }
}

// x += factor M^-1 F
static void add_push(const State *state, const double *F, double factor, double *x) {
  for (int b = 1; b < state->system->body_count; b++) {
    const SystemBody *body = &state->system->bodies[b];
    const int t = body->kind->translations, nv = body->nv;
    const double *inverse = state->mass_inverse[b], *from = F + body->v;
    double *to = x + body->v;
    for (int i = 0; i < t; i++) {
      to[i] += factor * inverse[i * nv + i] * from[i];
    }
    for (int i = t; i < nv; i++) {
      for (int k = t; k < nv; k++) {
        to[i] += factor * inverse[i * nv + k] * from[k];
      }
    }
  }
}

static bool factor(Flight *f, Failure *failure) {
  if (!kkt_factor(f->state, KKT_EXACT)) {
    return faults_tell_singular(f->state, failure);
  }
  f->factored = f->state->factorizations;
  return true;
}

// The state's forces without the gyroscopic ones, and factors.
static bool forces_at(Flight *f, Failure *failure) {
  State *state = f->state;
  if (!state_forces(state)) {
    return faults_tell(state, failure);
  }
  memcpy(f->applied, state->Q, (size_t)state->system->nv * sizeof(double));
  add_gyroscopic(state, state->v, 1, f->applied);
  if (!factor(f, failure)) {
    return false;
  }
  f->split.counters->residuals++;
  return true;
}

static bool start(Splitting *split, double t, const double *y, Failure *failure) {
  Flight *f = (Flight *)split;
  const int nq = f->state->system->nq;
  state_set(f->state, t, y, y + nq);
  memset(f->carry, 0, (size_t)nq * sizeof(double));
  return forces_at(f, failure);
}

static bool resume(Splitting *split, double t, const double *y, Failure *failure) {
  Flight *f = (Flight *)split;
  if (f->state->factorizations == f->factored) {
    return true;
  }
  state_set_level(f->state, t, y, y + f->state->system->nq, PAIR_VELOCITY);
  return factor(f, failure);
}

static void settle(Splitting *split, double *y, double *slope, double *push) {
  Flight *f = (Flight *)split;
  State *state = f->state;
  const System *system = state->system;
  const size_t nv = (size_t)system->nv * sizeof(double);
  memcpy(y, state->q, (size_t)system->nq * sizeof(double));
  memcpy(y + system->nq, state->v, nv);
  state_rows(state, PAIR_ACCELERATION);
  memcpy(state->Q, f->applied, nv);
  add_gyroscopic(state, state->v, -1, state->Q);
  state_take_forces(state);
  solve_accelerations(state, push, f->lambda);
  if (slope != NULL) {
    state_rate(state, state->v, slope);
    memcpy(slope + system->nq, push, nv);
  }
  if (!system->planar) {
    memset(f->dv, 0, nv);
    add_gyroscopic(state, state->v, 1, f->dv);
    add_push(state, f->dv, 1, push);
  }
}

// The state's v is made to satisfy the joints.
static bool turn_along_joints(Flight *f, Failure *failure) {
  State *state = f->state;
  double before = (double)INFINITY;
  for (int k = 0; k < SPLITTING_ITERATIONS; k++) {
    const double misfit = rows_oppose(state, ROW_RATE, state->room);
    if (misfit <= SPLITTING_ROUND_OFF) {
      return true;
    }
    if (!(misfit <= 0.5 * before)) {
      return round_off_velocities(state, SPLITTING_HOLDS) || faults_tell_singular(state, failure);
    }
    kkt_correction(state, state->room, f->dv);
    project_change_velocity(state, f->dv);
    before = misfit;
  }
  return faults_tell_singular(state, failure);
}

static bool kick(Splitting *split, double h, Failure *failure) {
  Flight *f = (Flight *)split;
  State *state = f->state;
  if (!forces_at(f, failure)) {
    return false;
  }
  memset(f->dv, 0, (size_t)state->system->nv * sizeof(double));
  add_push(state, f->applied, h, f->dv);
  project_change_velocity(state, f->dv);
  return turn_along_joints(f, failure);
}

static void close_flight(Splitting *split) {
  linear_close(((Flight *)split)->linear);
}

static const SplittingKind KIND = {.start = start,
                                   .resume = resume,
                                   .fly = flight_fly,
                                   .kick = kick,
                                   .settle = settle,
                                   .close = close_flight};

static void open_rotors(Flight *f) {
  const State *state = f->state;
  for (int b = 1; b < state->system->body_count; b++) {
    const SystemBody *body = &state->system->bodies[b];
    if (body->kind->rotations != 3) {
      continue;
    }
    const int t = body->kind->translations;
    double inertia[9];
    for (int k = 0; k < 9; k++) {
      inertia[k] = state->mass[b][(t + k / 3) * body->nv + t + k % 3];
    }
    rotor_open(&f->rotors[b], inertia);
  }
}

Splitting *splitting_open(State *state, Arena *arena) {
  const System *system = state->system;
  Flight *f = arena_new(arena, Flight);
  if (f == NULL || !arena_doubles(arena, system->nv, &f->kicked, &f->flown, &f->applied, &f->dv) ||
      !arena_doubles(arena, system->nq, &f->carry, &f->left) ||
      !arena_doubles(arena, system->nc, &f->lambda)) {
    return NULL;
  }
  f->rotors = arena_array(arena, Rotor, system->body_count);
  f->split.kind = &KIND;
  f->state = state;
  if (f->rotors == NULL || !flight_open(f, arena)) {
    return NULL;
  }
  open_rotors(f);
  return &f->split;
}
