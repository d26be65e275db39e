// SPDX-License-Identifier: BSD-3-Clause
// symplectic_flight.c: the flight of a step, with the impulses that make it end on the joints.
//
//   Phi(q1(v)) = 0,  v += dv,   [M J0'; G -eps S][dv; .] = [0; -Phi/h],   G = J1 D/h
// D takes a change of a body's velocity at the start to the change of its pose at the end: h for
// translations and angles, rotor_turn_rate in space. While G = J0 contracts by a tenth or better,
// the factors at hand serve; else the matrix is made of J1 and D, anew as often as it takes: bodies
// may turn by a radian and more in one step.
#include <math.h>
#include <string.h>

#include "analysis/symplectic_inside.h"
#include "math/vec.h"
#include "system/kkt.h"
#include "system/project.h"
#include "system/round_off.h"

enum { ITERATIONS = 40 };

static const double ROUND_OFF = 1e-16; // of a scaled misfit
static const double HOLDS = 1e-11;     // what stagnation may leave, as in projections
static const double SETTLED = 1e-14;   // below, contraction says nothing
static const double SLOW = 0.1, STALLED = 0.5;

// Free motion of every body over h from (q0, kicked), into the state's q and flown.
static void fly(Symplectic *s, double h) {
  const State *state = s->state;
  const System *system = state->system;
  const double *from = s->scheme.q;
  double *to = state->q;
  memcpy(s->flown, s->kicked, (size_t)system->nv * sizeof(double));
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const bool turns = body->kind->rotations == 3;
    const int sums = turns ? body->kind->translations : body->nq;
    for (int k = 0; k < sums; k++) {
      const int i = body->q + k;
      const double move = h * s->kicked[body->v + k] + s->carry[i];
      const double sum = from[i] + move;
      s->left[i] = (from[i] - sum) + move;
      to[i] = sum;
    }
    if (turns) {
      memcpy(to + body->q + sums, from + body->q + sums, 4 * sizeof(double));
      rotor_turn(&s->rotors[b], h, to + body->q + sums, s->flown + body->v + sums);
    }
  }
  project_normalise(system, to);
}

static bool fails_to_hold(const Symplectic *s, double h, double misfit, Failure *failure) {
  const State *state = s->state;
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
      s->end[1].t, fabs(h), found->name, misfit);
  return failure_hint(failure, "choose a smaller \"step\"; near a singular pose no step may help");
}

bool symplectic_open_flight(Symplectic *s, Arena *arena) {
  const State *state = s->state;
  const System *system = state->system;
  const int n = system->nv + system->nc;
  s->rates = arena_alloc_array(arena, system->body_count, sizeof *s->rates);
  s->row_0 = arena_array(arena, double, system->number_count);
  pattern_open(&s->pattern, n, n <= LINEAR_DENSE_LIMIT, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &s->pattern};
  do {
    kkt_emit(system, NULL, NULL, NULL, NULL, 0, &sink);
  } while (sink_turn(&sink, arena));
  s->slots = sink.slots;
  if (arena->allocator->exhausted) {
    return false;
  }
  s->matrix = arena_array(arena, double, s->pattern.nonzeros);
  s->linear = linear_open(&s->pattern, arena);
  return s->linear != NULL && s->matrix != NULL;
}

// Factors the matrix with G = J1 D/h of the present flight.
static bool factor_exactly(Symplectic *s, double t, double h) {
  State *state = s->state;
  const System *system = state->system;
  state_set_level(state, t, s->scheme.q, s->scheme.v, PAIR_VELOCITY);
  memcpy(s->row_0, state->row, (size_t)system->number_count * sizeof(double));
  fly(s, h);
  state_set_level(state, t + h, state->q, s->flown, PAIR_VELOCITY);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      rotor_turn_rate(&s->rotors[b], h, s->kicked + body->v + body->kind->translations,
                      s->rates[b]);
    }
  }
  for (int e = 0; e < system->end_count; e++) {
    const RowEnd *end = &system->ends[e];
    const BodyKind *kind = system->bodies[end->body].kind;
    double *turning = state->row + end->at + kind->translations, changed[3];
    if (kind->rotations == 3) {
      vec_rotate_back(s->rates[end->body], turning, changed); // (J D)' = D' J'
      for (int k = 0; k < 3; k++) {
        turning[k] = changed[k] / h;
      }
    }
  }
  memset(s->matrix, 0, (size_t)s->pattern.nonzeros * sizeof(double));
  Sink sink = {.mode = SINK_ADD, .slots = s->slots, .values = s->matrix};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->row, s->row_0,
           state->row_soft, KKT_EPS_PROJECTION, &sink);
  s->scheme.counters.jacobians++;
  s->scheme.counters.factorizations++;
  return linear_factor(s->linear, s->matrix);
}

// kicked += dv for the right-hand side rhs [nc].
static void correct(Symplectic *s, const double *rhs, bool exactly) {
  State *state = s->state;
  const System *system = state->system;
  const double *dv = s->dv;
  if (exactly) {
    double *x = state->solution;
    memset(x, 0, (size_t)system->nv * sizeof(double));
    memcpy(x + system->nv, rhs, (size_t)system->nc * sizeof(double));
    linear_solve(s->linear, x);
    dv = x;
  } else {
    kkt_correction(state, rhs, s->dv);
  }
  for (int i = 0; i < system->nv; i++) {
    s->kicked[i] += dv[i];
  }
  s->scheme.counters.iterations++;
}

static bool land(Symplectic *s) {
  State *state = s->state;
  memcpy(s->carry, s->left, (size_t)state->system->nq * sizeof(double));
  state_rows(state, PAIR_VELOCITY);
  return true;
}

bool symplectic_fly(Symplectic *s, double h, Failure *failure) {
  State *state = s->state;
  const double t = s->end[1].t;
  double before = (double)INFINITY;
  bool exactly = false, fresh = false;
  for (int k = 0; k < ITERATIONS; k++) {
    fly(s, h);
    state_set_level(state, t + h, state->q, s->flown, PAIR_POSITION);
    const double misfit = rows_oppose(state, 0, state->room);
    if (misfit <= ROUND_OFF) {
      return land(s);
    }
    if (!(misfit <= STALLED * before) &&
        (fresh || misfit <= SETTLED || round_off_positions(state, SETTLED))) {
      // round-off stops the iteration; what it leaves is told from failure by its size
      return misfit <= HOLDS || round_off_positions(state, HOLDS)
                 ? land(s)
                 : fails_to_hold(s, h, misfit, failure);
    }
    fresh = !(misfit <= SLOW * before) && !(misfit <= SETTLED);
    if (fresh && !factor_exactly(s, t, h)) {
      return fails_to_hold(s, h, misfit, failure);
    }
    exactly = exactly || fresh;
    double *rhs = state->room;
    for (int i = 0; i < state->system->nc; i++) {
      rhs[i] /= h;
    }
    correct(s, rhs, exactly);
    before = misfit;
  }
  return fails_to_hold(s, h, before, failure);
}
