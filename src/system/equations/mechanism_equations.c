// SPDX-License-Identifier: BSD-3-Clause
// mechanism_equations.c: rigid bodies in Cartesian coordinates as Equations (see
// mechanism_equations.h).
#include "system/equations/mechanism_equations.h"

#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "elements/frames/body.h"
#include "system/constraints/rows.h"
#include "system/equations/faults.h"
#include "system/equations/index_3.h"
#include "system/equations/residual.h"
#include "system/equations/splitting.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/saddle/kkt_rows.h"
#include "system/saddle/project.h"
#include "system/state/round_off.h"
#include "system/state/tolerance_weights.h"

enum { EULER = 4, ROTATIONS = 3 };

// ---- the point ----

MBS_WHOLE static EquationsOutcome rates(Equations *it, double t, const double *y, double *slope,
                                        double *lambda) {
  State *state = it->self;
  if (y != NULL) {
    state_set(state, t, y, y + it->nq);
  } else {
    state_rows(state, PAIR_ACCELERATION);
  }
  const EquationsOutcome outcome = solve_saddle_point(state, slope + it->nq, lambda);
  state_rate(state, state->v, slope);
  return outcome;
}

static void share(Equations *it, double *lambda) {
  kkt_rows_share(it->self, lambda);
}

static bool project(Equations *it, double t, double *y, double aim, bool near) {
  State *state = it->self;
  if (aim < HUGE_VAL) {
    return project_point(state, t, y, y + it->nq, aim, near);
  }
  project_normalise(state->system, y);
  return true;
}

// ---- numbers ----

static void tolerances(const Equations *it, const AbsoluteTolerances *stated, double *absolute,
                       double *unit) {
  tolerance_weights_tolerances(it->self, stated, absolute, unit);
}

static void sizes(const Equations *it, const double *y, double *size) {
  tolerance_weights_of(it->self, y, y + it->nq, size);
}

static void weigh(const Equations *it, double relative, const double *absolute, const double *y,
                  double *weight) {
  tolerance_weights_weigh(it->self, relative, absolute, y, y + it->nq, weight);
}

// By the forces that occur: weights, and those at the start; where there are none, a mechanism at
// rest without gravity, by what moves nothing: S lambda over the longest step is a tenth of the
// tolerance of a velocity.
static void multipliers(const Equations *it, const AbsoluteTolerances *stated, double longest,
                        const double *lambda, double *absolute) {
  const State *state = it->self;
  double typical = 1e-30;
  for (int i = 0; i < it->nv; i++) {
    typical = fmax(typical, fabs(state->Q[i]));
  }
  for (int i = 0; i < it->nc; i++) {
    typical = fmax(typical, fabs(lambda[i]));
  }
  const double part = tolerance_weights_absolute(stated, state->length) / state->length;
  const double rate = 0.1 * fmin(part * state->length, stated->angle);
  for (int i = 0; i < it->nc; i++) {
    absolute[i] = fmax(10 * fmax(part, 1e-14) * typical, rate / (state->row_scale[i] * longest));
  }
}

// T is linear in Euler parameters, and constant otherwise.
static void second(const Equations *it, const double *y, const double *slope, double *q_second) {
  const System *system = ((const State *)it->self)->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    double turn[BODY_Q];
    body_rate(body->kind, y + body->q, slope + it->nq + body->v, q_second + body->q);
    if (body->kind->rotations == ROTATIONS) {
      body_rate(body->kind, slope + body->q, y + it->nq + body->v, turn);
      for (int i = t; i < t + EULER; i++) {
        q_second[body->q + i] += turn[i];
      }
    }
  }
}

// The columns t_k of T are orthogonal, of length |p|/2 for Euler parameters p: w_k = 4
// t_k.p'/|p|^2.
static void velocities(const Equations *it, const double *q, const double *q_rate, double *v) {
  const System *system = ((const State *)it->self)->system;
  for (int i = 0; i < it->nv; i++) {
    v[i] = it->rate_of[i] >= 0 ? q_rate[it->rate_of[i]] : 0;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    const double *p = q + body->q + t, *p_rate = q_rate + body->q + t;
    if (body->kind->rotations < ROTATIONS) {
      continue;
    }
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
    for (int k = 0; k < ROTATIONS; k++) {
      double unit[BODY_V] = {0}, column[BODY_Q], sum = 0;
      unit[t + k] = 1;
      body_rate(body->kind, q + body->q, unit, column);
      for (int i = 0; i < EULER; i++) {
        sum += column[t + i] * p_rate[i];
      }
      v[body->v + t + k] = 4 * sum / square;
    }
  }
}

static const EquationsNumbers NUMBERS = {.tolerances = tolerances,
                                         .sizes = sizes,
                                         .weigh = weigh,
                                         .multipliers = multipliers,
                                         .second = second,
                                         .velocities = velocities};

// ---- rank ----

static double distance(Equations *it, double t, const double *y) {
  State *state = it->self;
  if (y != NULL) {
    state_set_level(state, t, y, y + it->nq, PAIR_VELOCITY);
    if (!kkt_factor(state, KKT_EXACT)) {
      return 0;
    }
  }
  return kkt_closeness(state);
}

// n by inverse iteration with G = J M^-1 J', and u = M^-1 J' n; rows in units of the root of S.
static void weakest(Equations *it, double *n, double *u) {
  enum { ITERATIONS = 3 };
  State *state = it->self;
  double *lambda = u + it->nv;
  for (int i = 0; i < it->nc; i++) {
    n[i] = sin(1 + 3.0 * i) / sqrt(state->row_scale[i]);
  }
  for (int k = 0; k < ITERATIONS; k++) {
    double size = 0;
    memset(u, 0, (size_t)it->nv * sizeof(double));
    for (int i = 0; i < it->nc; i++) {
      lambda[i] = n[i] * state->row_scale[i];
    }
    kkt_solve(state, u);
    for (int i = 0; i < it->nc; i++) {
      size += lambda[i] * lambda[i] * state->row_scale[i];
    }
    for (int i = 0; i < it->nc && size > 0; i++) {
      n[i] = lambda[i] / sqrt(size);
    }
    for (int i = 0; i < it->nv && size > 0; i++) {
      u[i] /= sqrt(size);
    }
  }
}

static double product(Equations *it, double t, const double *y, const double *n, const double *u) {
  State *state = it->self;
  if (y != NULL) {
    state_set_level(state, t, y, y + it->nq, PAIR_VELOCITY);
  }
  double *rows = state->room, sum = 0;
  rows_times(state, u, rows);
  for (int i = 0; i < it->nc; i++) {
    sum += n[i] * rows[i];
  }
  return sum;
}

static bool meet(Equations *it, double t, double *y, double aim) {
  enum { ITERATIONS = 10 };
  State *state = it->self;
  state_set_level(state, t, y, y + it->nq, PAIR_POSITION);
  const bool meets = project_position(state, aim, ITERATIONS, false);
  memcpy(y, state->q, (size_t)it->nq * sizeof(double));
  return meets && project_position_misfit(state) <= aim;
}

static double round_off(const Equations *it) {
  return round_off_largest(it->self);
}

const EquationsRank cartesian_rank = {.distance = distance,
                                      .weakest = weakest,
                                      .product = product,
                                      .meet = meet,
                                      .round_off = round_off};

// ---- the form of implicit methods ----

typedef struct CartesianForm {
  EquationsForm form; // first
  Residual assembly;
} CartesianForm;

static bool residual(EquationsForm *form, double t, const double *z, const double *zp, double *r) {
  return residual_evaluate(&((CartesianForm *)form)->assembly, t, z, zp, r);
}

static bool matrix(EquationsForm *form, double t, double cj, const double *z, const double *zp,
                   double *values) {
  return residual_jacobian(&((CartesianForm *)form)->assembly, t, cj, z, zp, values);
}

static void right_hand_side(const EquationsForm *form, const double *b, double *rhs) {
  const Residual *assembly = &((const CartesianForm *)form)->assembly;
  if (assembly->formulation == FORMULATION_EXPLICIT) {
    residual_right_hand_side(assembly, b, rhs);
  } else {
    memcpy(rhs, b, (size_t)form->n * sizeof(double));
  }
}

static void accept(EquationsForm *form, const double *z) {
  const Residual *assembly = &((CartesianForm *)form)->assembly;
  const Equations *it = assembly->state->equations;
  if (assembly->formulation == FORMULATION_GGL) {
    memcpy(assembly->lambda, z + it->ny, (size_t)it->nc * sizeof(double));
  }
}

static bool fits(const EquationsForm *form) {
  return linear_form_fits(&((const CartesianForm *)form)->assembly.matrix.form);
}

static const EquationsFormKind FORM = {.residual = residual,
                                       .matrix = matrix,
                                       .right_hand_side = right_hand_side,
                                       .accept = accept,
                                       .fits = fits};

static EquationsForm *open_form(Equations *it, const EquationsWanted *wanted, Arena *arena) {
  // index_1 and baumgarte with redundant joints: the least that keeps their matrix regular
  static const double REDUNDANT_SOFT = 1e-8;
  CartesianForm *own = arena_new(arena, CartesianForm);
  if (own == NULL || !residual_open(&own->assembly, it->self, wanted->formulation, true, arena)) {
    return NULL;
  }
  Residual *assembly = &own->assembly;
  // ggl: what eps lets through acts like a force, and must stay below the tolerance
  assembly->eps = fmin(assembly->eps, 0.01 * wanted->relative);
  assembly->soft = wanted->redundant ? REDUNDANT_SOFT : 0;
  assembly->alpha = wanted->alpha;
  assembly->beta = wanted->beta;
  own->form = (EquationsForm){
      .kind = &FORM, .n = assembly->n, .size = assembly->size, .pattern = &assembly->pattern};
  return &own->form;
}

static Index3 *open_steps(Equations *it, const Index3Constants *constants, Arena *arena) {
  return index_3_open(it->self, constants, arena);
}

static Splitting *open_splitting(Equations *it, Arena *arena) {
  return splitting_open(it->self, arena);
}

// ---- all of it ----

static const EquationsKind KIND = {.rates = rates,
                                   .share = share,
                                   .project = project,
                                   .form = open_form,
                                   .steps = open_steps,
                                   .split = open_splitting,
                                   .numbers = &NUMBERS,
                                   .words = &faults_words};

Equations *mechanism_equations_open(State *state, Arena *arena) {
  const System *system = state->system;
  Equations *it = arena_new(arena, Equations);
  int *rate_of = arena_array(arena, int, system->nv);
  if (it == NULL || rate_of == NULL) {
    return NULL;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations, more = body->nq - body->nv;
    for (int k = 0; k < body->nv; k++) {
      const bool turns = more > 0 && k >= t && k < t + ROTATIONS;
      rate_of[body->v + k] = turns ? -1 : body->q + (k < t ? k : k + more);
    }
  }
  *it = (Equations){.kind = &KIND,
                    .self = state,
                    .nq = system->nq,
                    .nv = system->nv,
                    .ny = system->nq + system->nv,
                    .nc = system->nc,
                    .rate_of = rate_of,
                    .plain = system->force_count == 0 && system->relation_count == 0};
  return it;
}
