// SPDX-License-Identifier: BSD-3-Clause
// index_3.c: the equations of one implicit step on the position constraints (see index_3.h).
#include "system/index_3.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/assemble.h"
#include "system/friction.h"
#include "system/rows.h"

enum { TURNS = 3 };

static bool turns_in_space(const SystemBody *body) {
  return body->kind->orientation_count == 4;
}

// ---- the matrix: sums of the linear form with x = psi ----

enum { NONE, ONE, INERTIA, GAMMA_H, BETA_H2, SOFT, WEIGHTS };

static const FormAddend table[] = {
    {FORM_M, FORM_AT_V, FORM_AT_V, {INERTIA}}, {FORM_C, FORM_AT_V, FORM_AT_V, {GAMMA_H}},
    {FORM_K, FORM_AT_V, FORM_AT_X, {BETA_H2}}, {FORM_P, FORM_AT_C, FORM_AT_X, {ONE}},
    {FORM_J, FORM_AT_V, FORM_AT_C, {ONE}},     {FORM_F, FORM_AT_V, FORM_AT_C, {ONE}},
    {FORM_S, FORM_AT_C, FORM_AT_C, {SOFT}},
};

bool index_3_open(Index3 *equations, State *state, const Index3Constants *constants, Arena *arena) {
  const System *system = state->system;
  const int bodies = system->body_count, first[FORM_PLACES] = {[FORM_AT_C] = system->nv};
  *equations = (Index3){.state = state, .constants = *constants, .size = system->nv + system->nc};
  equations->turn = arena_array(arena, double, TURNS *bodies);
  equations->turn_tangent = arena_alloc_array(arena, bodies, sizeof *equations->turn_tangent);
  return equations->turn != NULL && equations->turn_tangent != NULL &&
         form_matrix_open(&equations->matrix, state, table, sizeof table / sizeof *table, 0, first,
                          equations->size, &equations->pattern, arena);
}

bool index_3_point_open(const System *system, Index3Point *point, Arena *arena) {
  *point = (Index3Point){.q = arena_array(arena, double, system->nq),
                         .v = arena_array(arena, double, system->nv),
                         .rate = arena_array(arena, double, system->nv),
                         .a = arena_array(arena, double, system->nv),
                         .lambda = arena_array(arena, double, system->nc)};
  return point->q != NULL && point->v != NULL && point->rate != NULL && point->a != NULL &&
         point->lambda != NULL;
}

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

void index_3_move(Index3 *equations, double h, const Index3Point *start, Index3Point *end) {
  const System *system = equations->state->system;
  const Index3Constants *c = &equations->constants;
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
      memcpy(equations->turn + (ptrdiff_t)TURNS * b, move + t, TURNS * sizeof(double));
      turn_body(start->q + body->q + t, move + t, end->q + body->q + t);
      for (int k = t + TURNS; k < body->nv; k++) { // internal coordinates
        const int i = body->q + k + body->nq - body->nv;
        end->q[i] = start->q[i] + move[k];
      }
    }
  }
}

bool index_3_residual(Index3 *equations, double h, const Index3Point *end, double *psi) {
  State *state = equations->state;
  const System *system = state->system;
  const double scale = 1 / (equations->constants.beta * h * h);
  state_set_level(state, end->t, end->q, end->v, PAIR_VELOCITY);
  if (!state_forces(state)) {
    return false;
  }
  if (state->friction != NULL) {
    friction_add(state, end->lambda);
  }
  assemble_times_mass(state, end->rate, psi);
  rows_add_forces(state, 1, end->lambda, psi);
  for (int i = 0; i < system->nv; i++) {
    psi[i] -= state->Q[i];
  }
  for (int i = 0; i < system->nc; i++) {
    psi[system->nv + i] =
        scale * row_phi(state, i) - equations->soft * state->row_scale[i] * end->lambda[i];
  }
  return true;
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

void index_3_jacobian(Index3 *equations, double h, const Index3Point *end, double *values) {
  const Index3Constants *c = &equations->constants;
  const System *system = equations->state->system;
  for (int b = 1; b < system->body_count; b++) {
    if (turns_in_space(&system->bodies[b])) {
      turn_tangent(equations->turn + (ptrdiff_t)TURNS * b, equations->turn_tangent[b]);
    }
  }
  const double weight[WEIGHTS] = {[ONE] = 1,
                                  [INERTIA] = (1 - c->alpha_m) / (1 - c->alpha_f),
                                  [GAMMA_H] = c->gamma * h,
                                  [BETA_H2] = c->beta * h * h,
                                  [SOFT] = -equations->soft};
  const FormPoint point = {
      .a = end->rate, .lambda = end->lambda, .turn = (const double(*)[9])equations->turn_tangent};
  form_matrix_at(&equations->matrix, &point, weight, values);
}
