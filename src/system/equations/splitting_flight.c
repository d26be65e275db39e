// SPDX-License-Identifier: BSD-3-Clause
// splitting_flight.c: a free flight, with the impulses that make it end on the joints.
//
//   Phi(q1(v)) = 0,  v += dv,   [M J0'; G -eps S][dv; .] = [0; -Phi/h],   G = J1 D/h
// D takes a change of a body's velocity at the start to the change of its pose at the end: h for
// translations and angles, rotor_turn_rate in space. While G = J0 contracts by a tenth or better,
// the factors at hand serve; else the matrix is made of J1 and D, anew as often as it takes: bodies
// may turn by a radian and more in one step.
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/constraints/rows.h"
#include "system/equations/splitting_inside.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/state/round_off.h"

static const double SETTLED = 1e-14; // below, contraction says nothing
static const double SLOW = 0.1, STALLED = 0.5;

// Free motion of every body from (q0, kicked), into the state's q and flown.
static void move_bodies(Flight *f) {
  const State *state = f->state;
  const System *system = state->system;
  const double *from = f->from, h = f->h;
  double *to = state->q;
  memcpy(f->flown, f->kicked, (size_t)system->nv * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const bool turns = body->kind->rotations == 3;
    const int sums = turns ? body->kind->translations : body->nq;
    for (int k = 0; k < sums; k++) {
      const int i = body->q + k;
      const double move = h * f->kicked[body->v + k] + f->carry[i];
      const double sum = from[i] + move;
      f->left[i] = (from[i] - sum) + move;
      to[i] = sum;
    }
    if (turns) {
      memcpy(to + body->q + sums, from + body->q + sums, 4 * sizeof(double));
      rotor_turn(&f->rotors[b], h, to + body->q + sums, f->flown + body->v + sums);
    }
  }
  project_normalise(system, to);
}

static bool fails_to_hold(const Flight *f, double misfit, Failure *failure) {
  const State *state = f->state;
  const System *system = state->system;
  int joint = 0;
  double worst = -1;
  for (int i = 0; i < system->nc; i++) {
    const double size = fabs(row_phi(state, i)) * state->row_weight[i];
    if (!(size <= worst)) {
      worst = size;
      joint = system->rows[i].constraint;
    }
  }
  const Joint *found = &system->model->joints[joint];
  failure_set(
      failure, DIAG_INT_CONVERGENCE, found->origin,
      "Newton does not converge at t = %.9g s with a step of %.3g s: joint \"%s\" is off by "
      "%.3g of the length scale",
      f->t - f->h, fabs(f->h), found->name, misfit);
  return failure_hint(failure, "choose a smaller \"step\"; near a singular pose no step may help");
}

bool flight_open(Flight *f, Arena *arena) {
  const State *state = f->state;
  const System *system = state->system;
  const int n = system->nv + system->nc;
  f->rates = arena_alloc_array(arena, system->body_count, sizeof *f->rates);
  f->row_0 = arena_array(arena, double, system->number_count);
  pattern_open(&f->pattern, n, n <= LINEAR_DENSE_LIMIT, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &f->pattern};
  do {
    kkt_emit(system, NULL, NULL, NULL, NULL, 0, &sink);
  } while (sink_turn(&sink, arena));
  f->slots = sink.slots;
  if (arena->allocator->exhausted) {
    return false;
  }
  f->matrix = arena_array(arena, double, f->pattern.nonzeros);
  f->linear = linear_open(&f->pattern, arena);
  return f->linear != NULL && f->matrix != NULL;
}

// Factors the matrix with G = J1 D/h of the present flight.
static bool factor_exactly(Flight *f) {
  State *state = f->state;
  const System *system = state->system;
  state_set_level(state, f->t - f->h, f->from, f->from + system->nq, PAIR_VELOCITY);
  memcpy(f->row_0, state->row, (size_t)system->number_count * sizeof(double));
  move_bodies(f);
  state_set_level(state, f->t, state->q, f->flown, PAIR_VELOCITY);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      rotor_turn_rate(&f->rotors[b], f->h, f->kicked + body->v + body->kind->translations,
                      f->rates[b]);
    }
  }
  for (int e = 0; e < system->end_count; e++) {
    const RowEnd *end = &system->ends[e];
    const BodyKind *kind = system->bodies[end->body].kind;
    double *turning = state->row + end->at + kind->translations, changed[3];
    if (kind->rotations == 3) {
      vec_rotate_back(f->rates[end->body], turning, changed); // (J D)' = D' J'
      for (int k = 0; k < 3; k++) {
        turning[k] = changed[k] / f->h;
      }
    }
  }
  memset(f->matrix, 0, (size_t)f->pattern.nonzeros * sizeof(double));
  Sink sink = {.mode = SINK_ADD, .slots = f->slots, .values = f->matrix};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->row, f->row_0,
           state->row_soft, KKT_EPS_PROJECTION, &sink);
  f->split.counters->jacobians++;
  f->split.counters->factorizations++;
  return linear_factor(f->linear, f->matrix);
}

// kicked += dv for the right-hand side rhs [nc].
static void correct(Flight *f, const double *rhs, bool exactly) {
  State *state = f->state;
  const System *system = state->system;
  const double *dv = f->dv;
  if (exactly) {
    double *x = state->solution;
    memset(x, 0, (size_t)system->nv * sizeof(double));
    memcpy(x + system->nv, rhs, (size_t)system->nc * sizeof(double));
    linear_solve(f->linear, x);
    dv = x;
  } else {
    kkt_correction(state, rhs, f->dv);
  }
  for (int i = 0; i < system->nv; i++) {
    f->kicked[i] += dv[i];
  }
  f->split.counters->iterations++;
}

static bool land(Flight *f) {
  State *state = f->state;
  memcpy(f->carry, f->left, (size_t)state->system->nq * sizeof(double));
  state_rows(state, PAIR_VELOCITY);
  return true;
}

bool flight_fly(Splitting *split, double t, double h, const double *y, const double *v,
                Failure *failure) {
  Flight *f = (Flight *)split;
  State *state = f->state;
  f->t = t;
  f->h = h;
  f->from = y;
  memcpy(f->kicked, v, (size_t)state->system->nv * sizeof(double));
  double before = (double)INFINITY;
  bool exactly = false, fresh = false;
  for (int k = 0; k < SPLITTING_ITERATIONS; k++) {
    move_bodies(f);
    state_set_level(state, t, state->q, f->flown, PAIR_POSITION);
    const double misfit = rows_oppose(state, 0, state->room);
    if (misfit <= SPLITTING_ROUND_OFF) {
      return land(f);
    }
    if (!(misfit <= STALLED * before) &&
        (fresh || misfit <= SETTLED || round_off_positions(state, SETTLED))) {
      // round-off stops the iteration; what it leaves is told from failure by its size
      return misfit <= SPLITTING_HOLDS || round_off_positions(state, SPLITTING_HOLDS)
                 ? land(f)
                 : fails_to_hold(f, misfit, failure);
    }
    fresh = !(misfit <= SLOW * before) && !(misfit <= SETTLED);
    if (fresh && !factor_exactly(f)) {
      return fails_to_hold(f, misfit, failure);
    }
    exactly = exactly || fresh;
    double *rhs = state->room;
    for (int i = 0; i < state->system->nc; i++) {
      rhs[i] /= h;
    }
    correct(f, rhs, exactly);
    before = misfit;
  }
  return fails_to_hold(f, before, failure);
}
