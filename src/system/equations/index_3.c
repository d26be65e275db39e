// SPDX-License-Identifier: BSD-3-Clause
// index_3.c: the equations of one implicit step on the position constraints (see index_3.h); rows
// that hold velocities alone stand as their rate over gamma h, so that d/da is J.
#include "system/equations/index_3.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "math/vec.h"
#include "system/constraints/rows.h"
#include "system/equations/linear_form.h"
#include "system/equations/residual.h"
#include "system/forces/friction.h"
#include "system/saddle/kkt.h"
#include "system/state/round_off.h"

enum { TURNS = 3 };

typedef struct BodySteps {
  Index3 step; // first
  State *state;
  Pattern pattern;
  FormMatrix matrix;
  double *turn; // psi of every body [3 body_count]
  double (*turn_tangent)[9];
  double *group_size, *room; // [group_count]; nv + nc
} BodySteps;

static bool turns_in_space(const SystemBody *body) {
  return body->kind->rotations == 3;
}

// ---- the matrix: sums of the linear form with x = psi ----

enum { NONE, ONE, INERTIA, GAMMA_H, BETA_H2, BETA_H, SOFT, WEIGHTS };

static const FormAddend table[] = {
    {FORM_M, FORM_AT_V, FORM_AT_V, {INERTIA}}, {FORM_C, FORM_AT_V, FORM_AT_V, {GAMMA_H}},
    {FORM_K, FORM_AT_V, FORM_AT_X, {BETA_H2}}, {FORM_P, FORM_AT_C, FORM_AT_X, {ONE}},
    {FORM_G, FORM_AT_C, FORM_AT_V, {ONE}},     {FORM_H, FORM_AT_C, FORM_AT_X, {BETA_H}},
    {FORM_J, FORM_AT_V, FORM_AT_C, {ONE}},     {FORM_F, FORM_AT_V, FORM_AT_C, {ONE}},
    {FORM_S, FORM_AT_C, FORM_AT_C, {SOFT}},
};

// ---- the step ----

// p = p0 exp(psi/2): a turn by the rotation vector psi in body axes.
static void turn_body(const double p0[4], const double psi[3], double p[4]) {
  const double s = vec_norm(psi) / 2;
  const double c = cos(s), f = s > 1e-4 ? sin(s) / (2 * s) : 0.5 - s * s / 12;
  const double e[3] = {f * psi[0], f * psi[1], f * psi[2]};
  double cross[3];
  vec_cross(p0 + 1, e, cross);
  p[0] = p0[0] * c - vec_dot(p0 + 1, e);
  for (int i = 0; i < 3; i++) {
    p[1 + i] = p0[0] * e[i] + c * p0[1 + i] + cross[i];
  }
  const double norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; i++) {
    p[i] /= norm;
  }
}

static void move_along(Index3 *step, double h, const Index3Point *start, Index3Point *end) {
  const BodySteps *own = (const BodySteps *)step;
  const System *system = own->state->system;
  const Index3Constants *c = &step->constants;
  for (int i = 0; i < system->nv; i++) {
    end->v[i] = start->v[i] + h * ((1 - c->gamma) * start->a[i] + c->gamma * end->a[i]);
    end->rate[i] =
        ((1 - c->alpha_m) * end->a[i] + c->alpha_m * start->a[i] - c->alpha_f * start->rate[i]) /
        (1 - c->alpha_f);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    double move[BODY_V];
    for (int k = 0; k < body->nv; k++) {
      const int i = body->v + k;
      const double a = (0.5 - c->beta) * start->a[i] + c->beta * end->a[i];
      move[k] = h * start->v[i] + h * h * a;
    }
    const int plain = turns_in_space(body) ? t : body->nv;
    for (int k = 0; k < plain; k++) {
      end->q[body->q + k] = start->q[body->q + k] + move[k];
    }
    if (turns_in_space(body)) {
      memcpy(own->turn + (ptrdiff_t)TURNS * b, move + t, TURNS * sizeof(double));
      turn_body(start->q + body->q + t, move + t, end->q + body->q + t);
      for (int k = t + TURNS; k < body->nv; k++) { // internal coordinates
        const int i = body->q + k + body->nq - body->nv;
        end->q[i] = start->q[i] + move[k];
      }
    }
  }
}

static bool residual(Index3 *step, double h, const Index3Point *end, double *psi) {
  State *state = ((BodySteps *)step)->state;
  const System *system = state->system;
  const double scale = 1 / (step->constants.beta * h * h);
  state_set_level(state, end->t, end->q, end->v, PAIR_VELOCITY);
  if (!state_forces(state)) {
    return false;
  }
  if (state->friction != NULL) {
    friction_add(state, end->lambda);
  }
  residual_times_mass(state, end->rate, psi);
  rows_add_forces(state, 1, end->lambda, psi);
  for (int i = 0; i < system->nv; i++) {
    psi[i] -= state->Q[i];
  }
  for (int i = 0; i < system->nc; i++) {
    const double level = system->rows[i].rates_alone
                             ? row_rate(state, i) / (step->constants.gamma * h)
                             : scale * row_phi(state, i);
    psi[system->nv + i] = level - step->soft * state->row_scale[i] * end->lambda[i];
  }
  return true;
}

static void round_off(const Index3 *step, double h, unsigned draw, double *psi) {
  const State *state = ((const BodySteps *)step)->state;
  const System *system = state->system;
  memset(psi, 0, (size_t)step->size * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    const bool rate = system->rows[i].rates_alone;
    const double size = round_off_of_value(state, i, rate ? ROW_RATE : 0) /
                        (rate ? step->constants.gamma * h : step->constants.beta * h * h);
    draw = 1664525U * draw + 1013904223U; // Knuth's linear congruence; its high bit
    psi[system->nv + i] = draw >> 31 ? size : -size;
  }
}

// E = I - (1 - cos s)/s^2 psi~ + (s - sin s)/s^3 psi~^2: a change of psi by x turns the body by E
// x.
static void turn_tangent(const double psi[3], double E[9]) {
  const double s = vec_norm(psi);
  const double half = sin(s / 2);
  const double first = s > 1e-3 ? 2 * half * half / (s * s) : 0.5 - s * s / 24;
  const double second = s > 1e-2 ? (s - sin(s)) / (s * s * s) : 1.0 / 6 - s * s / 120;
  for (int i = 0; i < TURNS; i++) {
    for (int k = 0; k < TURNS; k++) {
      const double square = psi[i] * psi[k] - (i == k ? s * s : 0);
      E[TURNS * i + k] = (i == k) + second * square;
    }
  }
  E[1] += first * psi[2];
  E[2] -= first * psi[1];
  E[3] -= first * psi[2];
  E[5] += first * psi[0];
  E[6] += first * psi[1];
  E[7] -= first * psi[0];
}

static void matrix(Index3 *step, double h, const Index3Point *end, double *values) {
  BodySteps *own = (BodySteps *)step;
  const Index3Constants *c = &step->constants;
  const System *system = own->state->system;
  for (int b = 1; b < system->body_count; b++) {
    if (turns_in_space(&system->bodies[b])) {
      turn_tangent(own->turn + (ptrdiff_t)TURNS * b, own->turn_tangent[b]);
    }
  }
  const double weight[WEIGHTS] = {[ONE] = 1,
                                  [INERTIA] = (1 - c->alpha_m) / (1 - c->alpha_f),
                                  [GAMMA_H] = c->gamma * h,
                                  [BETA_H2] = c->beta * h * h,
                                  [BETA_H] = c->beta / c->gamma * h,
                                  [SOFT] = -step->soft};
  const FormPoint point = {
      .a = end->rate, .lambda = end->lambda, .turn = (const double(*)[9])own->turn_tangent};
  form_matrix_at(&own->matrix, &point, weight, values);
}

// ---- what else a step asks ----

// Of a group all velocities have the same.
// No body in space tells its turns: relations that hold its angle do.
static void add_turns(const BodySteps *own) {
  const System *system = own->state->system;
  for (int c = 0; c < system->coordinate_count && !system->planar; c++) {
    const SystemCoordinate *at = &system->coordinates[c];
    for (int side = 0; side < 2 && at->form == COORDINATE_TURN; side++) {
      if (at->body[side] == 0) { // ground is of no group
        continue;
      }
      double *largest = &own->group_size[system->group_of[at->body[side]]];
      *largest = fmax(*largest, fabs(own->state->terms[c].rows.phi[0]));
    }
  }
}

static void magnitudes(const Index3 *step, const double *q, const double *unit, double *size) {
  const BodySteps *own = (const BodySteps *)step;
  const System *system = own->state->system;
  for (int g = 0; g < system->group_count; g++) {
    own->group_size[g] = 1;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    double *largest = &own->group_size[system->group_of[b]];
    for (int k = 0; k < body->kind->translations; k++) {
      *largest = fmax(*largest, fabs(q[body->q + k]) / unit[body->v + k]);
    }
    if (body->kind->rotations == 1) { // an angle, which counts turns
      *largest = fmax(*largest, fabs(q[body->q + body->kind->translations]));
    }
  }
  add_turns(own);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      size[body->v + k] = own->group_size[system->group_of[b]];
    }
  }
}

static bool leave_free(Index3 *step, const Index3Point *end, double *x, double *y) {
  const BodySteps *own = (const BodySteps *)step;
  State *state = own->state;
  state_set_level(state, end->t, end->q, end->v, PAIR_VELOCITY);
  if (!kkt_factor(state, KKT_EXACT)) {
    return false;
  }
  residual_keep_free(state, x, own->room + state->system->nv, own->room);
  residual_keep_free(state, y, own->room + state->system->nv, own->room);
  return true;
}

static void slope(const Index3 *step, const Index3Point *point, double *q_rate) {
  const System *system = ((const BodySteps *)step)->state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    body_rate(body->kind, point->q + body->q, point->v + body->v, q_rate + body->q);
  }
}

static const Index3Kind KIND = {.move = move_along,
                                .residual = residual,
                                .matrix = matrix,
                                .round_off = round_off,
                                .magnitudes = magnitudes,
                                .leave_free = leave_free,
                                .slope = slope};

Index3 *index_3_open(State *state, const Index3Constants *constants, Arena *arena) {
  const System *system = state->system;
  const int bodies = system->body_count, first[FORM_PLACES] = {[FORM_AT_C] = system->nv};
  BodySteps *own = arena_new(arena, BodySteps);
  if (own == NULL) {
    return NULL;
  }
  *own = (BodySteps){.state = state};
  own->step = (Index3){.kind = &KIND,
                       .constants = *constants,
                       .size = system->nv + system->nc,
                       .pattern = &own->pattern};
  own->turn_tangent = arena_alloc_array(arena, bodies, sizeof *own->turn_tangent);
  const bool ok = own->turn_tangent != NULL && arena_doubles(arena, TURNS * bodies, &own->turn) &&
                  arena_doubles(arena, system->group_count, &own->group_size) &&
                  arena_doubles(arena, own->step.size, &own->room) &&
                  form_matrix_open(&own->matrix, state, table, sizeof table / sizeof *table, 0,
                                   first, own->step.size, false, &own->pattern, arena);
  return ok ? &own->step : NULL;
}
