// SPDX-License-Identifier: BSD-3-Clause
// symplectic.c: RATTLE (Andersen 1983) with a fixed step, for long conservative motions.
//
// One step of order two, from (q0, v0) with J0 v0 = 0 to (q1, v1):
//   kick    v = v0 + h/2 M^-1 (F(q0) - J0' lambda)
//   flight  (q1, v) := free motion of every body over h        Phi(q1) = 0 determines lambda
//   kick    v1 = v + h/2 M^-1 (F(q1) - J1' mu)                 J1 v1 = 0 determines mu
// F: gravity and forces of position. The gyroscopic terms are part of the free motion, which turns
// bodies exactly (math/rotor.h). The step is symplectic and its own inverse backwards in time, so
// that the energy error stays bounded for as long as one likes, and holds the constraints at both
// levels to round-off. Order four is five such steps in a row, forwards and backwards.
//
// It wants forces of position alone (conservative.h) and refuses others by name.
//
// lambda and mu are never formed: impulses along M^-1 J' are corrections of the velocity, solved
// with the factors of J M^-1 J' + eps S (system/kkt.h), which redundant rows do not disturb.
//   positions   Phi(q1(v)) = 0, v += dv, J0 dv = -Phi/h, until round-off; the first v has the
//               impulse of the multipliers at q0
//   velocities  J1 dv = -J1 v
// The sums q0 + h v carry what rounding took from them into the next step.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/conservative.h"
#include "analysis/symplectic_inside.h"
#include "analysis/watch.h"
#include "elements/body.h"
#include "system/faults.h"
#include "system/forces.h"
#include "system/kkt.h"
#include "system/project.h"
#include "system/round_off.h"
#include "system/solve.h"

enum { ITERATIONS = 40 };

static const double ROUND_OFF = 1e-16; // of a scaled misfit
static const double HOLDS = 1e-11;     // what stagnation may leave, as in projections

// ---- opening ----

static bool open_end(SymplecticEnd *end, const System *system, Arena *arena) {
  bool ok = true;
  for (int k = 0; k < SYMPLECTIC_LEVELS; k++) {
    end->q[k] = arena_array(arena, double, system->nq);
    ok = ok && end->q[k] != NULL;
  }
  for (int k = 0; k < 2; k++) {
    end->v[k] = arena_array(arena, double, system->nv);
    ok = ok && end->v[k] != NULL;
  }
  return ok;
}

static bool open_arrays(Symplectic *s, const System *system, Arena *arena) {
  s->push = arena_array(arena, double, system->nv);
  s->flown = arena_array(arena, double, system->nv);
  s->kicked = arena_array(arena, double, system->nv);
  s->applied = arena_array(arena, double, system->nv);
  s->carry = arena_array(arena, double, system->nq);
  s->left = arena_array(arena, double, system->nq);
  s->dv = arena_array(arena, double, system->nv);
  s->lambda = arena_array(arena, double, system->nc);
  s->rotors = arena_array(arena, Rotor, system->body_count);
  return s->push && s->flown && s->kicked && s->applied && s->carry && s->left && s->dv &&
         s->lambda && s->rotors && open_end(&s->end[0], system, arena) &&
         open_end(&s->end[1], system, arena);
}

// Order four by Suzuki (1990): four steps forwards, one backwards.
static void choose_stages(Symplectic *s, int order) {
  if (order != 4) {
    s->stages = 1;
    s->share[0] = 1;
    return;
  }
  s->stages = SYMPLECTIC_STAGES;
  const double share = 1 / (4 - cbrt(4.0));
  for (int k = 0; k < SYMPLECTIC_STAGES; k++) {
    s->share[k] = k == SYMPLECTIC_STAGES / 2 ? 1 - 4 * share : share;
  }
}

static void open_rotors(Symplectic *s) {
  const State *state = s->state;
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
    rotor_open(&s->rotors[b], inertia);
  }
}

// Leapfrog is stable up to 2, also in each of the stages of order 4, the longest of which is
// 1 - 4/(4 - 4^(1/3)) steps.
static bool accepts(const Equations *equations, const SchemeSettings *settings,
                    MethodNumbers *numbers, Failure *failure) {
  const State *state = equations->self;
  static const double LEAPFROG = 2, LONGEST = 0.65796;
  if (numbers != NULL) {
    *numbers = settings->order == 4
                   ? (MethodNumbers){.order = 4, .phase = 1e-2, .stability = LEAPFROG / LONGEST}
                   : (MethodNumbers){.order = 2, .phase = 1.0 / 24, .stability = LEAPFROG};
  }
  const Model *model = state->system->model;
  if (model->relation_count > 0) {
    const Relation *relation = &model->relations[0];
    failure_set(failure, DIAG_INT_MECHANISM, relation->origin,
                "symplectic cannot take %s \"%s\": its impulses are written for joints alone",
                relation->what, relation->name);
    return failure_hint(failure, "choose \"method: auto\", or any other method");
  }
  if (state->system->inside) {
    failure_set(failure, DIAG_INT_MECHANISM, settings->origin,
                "a body has internal coordinates: symplectic is written for bodies of constant "
                "mass");
    return failure_hint(failure, "use another method, such as runge_kutta or ida");
  }
  if (watch_needed(state->system)) {
    failure_set(failure, DIAG_INT_MECHANISM, settings->origin,
                "the model has events, or forces that switch with the motion: the symplectic "
                "method takes one smooth system from start to end");
    return failure_hint(failure, "use another method, such as runge_kutta or ida");
  }
  return conservative_forces(state, failure);
}

static Scheme *open_symplectic(Equations *equations, const SchemeSettings *settings, Arena *arena,
                               Failure *failure) {
  State *state = equations->self;
  if (!accepts(equations, settings, NULL, failure)) {
    return NULL;
  }
  Symplectic *s = arena_new(arena, Symplectic);
  bool ok = s != NULL && open_arrays(s, state->system, arena);
  if (ok) {
    s->state = state;
    s->scheme = (Scheme){.equations = equations, .q = s->end[1].q[0], .v = s->end[1].v[0]};
    ok = symplectic_open_flight(s, arena);
  }
  if (!ok) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  s->step = settings->step;
  choose_stages(s, settings->order);
  open_rotors(s);
  s->scheme.counters.order_largest = s->stages > 1 ? 4 : 2;
  return &s->scheme;
}

static void close_symplectic(Scheme *scheme) {
  linear_close(((Symplectic *)scheme)->linear);
}

// ---- the point ----

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

// The state's forces without the gyroscopic ones, and factors.
static bool forces_at(Symplectic *s, Failure *failure) {
  State *state = s->state;
  if (!state_forces(state)) {
    return faults_tell(state, failure);
  }
  memcpy(s->applied, state->Q, (size_t)state->system->nv * sizeof(double));
  add_gyroscopic(state, state->v, 1, s->applied);
  if (!kkt_factor(state, KKT_EXACT)) {
    return faults_tell_singular(state, failure);
  }
  s->factored = state->factorizations;
  s->scheme.counters.residuals++;
  return true;
}

// Takes the state's point, whose forces and factors are known, as the end of a step.
static void settle(Symplectic *s) {
  State *state = s->state;
  const System *system = state->system;
  SymplecticEnd *end = &s->end[1];
  const size_t nv = (size_t)system->nv * sizeof(double);
  memcpy(end->q[0], state->q, (size_t)system->nq * sizeof(double));
  memcpy(end->v[0], state->v, nv);
  state_rows(state, PAIR_ACCELERATION);
  memcpy(state->Q, s->applied, nv);
  add_gyroscopic(state, state->v, -1, state->Q);
  state_take_forces(state);
  solve_accelerations(state, end->v[1], s->lambda);
  memcpy(s->push, end->v[1], nv);
  if (!system->planar) {
    memset(s->dv, 0, nv);
    add_gyroscopic(state, state->v, 1, s->dv);
    add_push(state, s->dv, 1, s->push);
  }
}

// The end of the last step is the beginning of the next one.
static void begin_step(Symplectic *s) {
  const System *system = s->state->system;
  SymplecticEnd *first = &s->end[0], *last = &s->end[1];
  first->t = last->t;
  memcpy(first->q[0], last->q[0], (size_t)system->nq * sizeof(double));
  for (int k = 0; k < 2; k++) {
    memcpy(first->v[k], last->v[k], (size_t)system->nv * sizeof(double));
  }
}

static bool start(Scheme *scheme, double t, const double *y, Failure *failure) {
  Symplectic *s = (Symplectic *)scheme;
  state_set(s->state, t, y, y + scheme->equations->nq);
  s->origin = t;
  s->end[1].t = t;
  s->taken = 0;
  scheme->last_step = scheme->counters.step_last = 0;
  memset(s->carry, 0, (size_t)((Symplectic *)scheme)->state->system->nq * sizeof(double));
  if (!forces_at(s, failure)) {
    return false;
  }
  settle(s);
  begin_step(s);
  return true;
}

// The state may have been moved to rows since.
static bool return_to_end(Symplectic *s, Failure *failure) {
  State *state = s->state;
  if (state->factorizations == s->factored) {
    return true;
  }
  state_set_level(state, s->end[1].t, s->scheme.q, s->scheme.v, PAIR_VELOCITY);
  if (!kkt_factor(state, KKT_EXACT)) {
    return faults_tell_singular(state, failure);
  }
  s->factored = state->factorizations;
  return true;
}

// ---- one step of order two ----

// Velocities: the state's v is made to satisfy the joints.
static bool turn_along_joints(Symplectic *s, Failure *failure) {
  State *state = s->state;
  double before = (double)INFINITY;
  for (int k = 0; k < ITERATIONS; k++) {
    const double misfit = rows_oppose(state, ROW_RATE, state->room);
    if (misfit <= ROUND_OFF) {
      return true;
    }
    if (!(misfit <= 0.5 * before)) {
      return round_off_velocities(state, HOLDS) || faults_tell_singular(state, failure);
    }
    kkt_correction(state, state->room, s->dv);
    project_change_velocity(state, s->dv);
    before = misfit;
  }
  return faults_tell_singular(state, failure);
}

static bool leap(Symplectic *s, double h, Failure *failure) {
  State *state = s->state;
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    s->kicked[i] = s->scheme.v[i] + h / 2 * s->push[i];
  }
  if (!symplectic_fly(s, h, failure) || !forces_at(s, failure)) {
    return false;
  }
  memset(s->dv, 0, (size_t)system->nv * sizeof(double));
  add_push(state, s->applied, h / 2, s->dv);
  project_change_velocity(state, s->dv);
  if (!turn_along_joints(s, failure)) {
    return false;
  }
  settle(s);
  s->end[1].t += h;
  return true;
}

// ---- steps ----

static bool step_once(Scheme *scheme, double stop, double *t, Failure *failure) {
  Symplectic *s = (Symplectic *)scheme;
  const double begin = s->end[1].t;
  double end = s->origin + (double)(s->taken + 1) * s->step, h = s->step;
  const double slack = 4 * DBL_EPSILON * fmax(fabs(stop), fabs(begin));
  if (end > stop + slack) {
    h = stop - begin;
    end = stop;
  } else if (end >= stop - slack) {
    end = stop;
  }
  if (!return_to_end(s, failure)) {
    return false;
  }
  begin_step(s);
  for (int k = 0; k < s->stages; k++) {
    if (!leap(s, s->share[k] * h, failure)) {
      return false;
    }
  }
  s->end[1].t = end;
  ((Symplectic *)scheme)->state->t = end;
  s->taken++;
  s->scheme.counters.steps++;
  scheme->last_step = scheme->counters.step_last = end - begin;
  if (h < s->step) { // the grid of times begins anew
    s->origin = end;
    s->taken = 0;
  }
  *t = end;
  return true;
}

const SchemeKind symplectic_scheme = {.traits = SCHEME_BLIND_TO_POSES,
                                      .accepts = accepts,
                                      .open = open_symplectic,
                                      .close = close_symplectic,
                                      .start = start,
                                      .step = step_once,
                                      .fix = symplectic_fix};
