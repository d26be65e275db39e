// SPDX-License-Identifier: BSD-3-Clause
// jacobian.c: the exact matrix dF/dy + cj dF/dy' (see residual.h).
//
//            q                         v                          lambda    mu (ggl)
//   q   cj I - (T s)_q + T (J'mu)_q  -T                            0         T J'
//   v   F_q + (J'lambda)_q - Q_q      cj M + F_v - Q_v             J' - Q_l  0
//   c   (J v' + c)_q [+ ...]          cj J + (J v' + c)_v [+ ...]  -eps S    0
//   p   (ggl) Phi_q                   0                            0        -eps
// F = M v' + h (inertia.h); Q_l: of joint friction (friction.h);
// with s = v, or v - J' mu for ggl, whose third row is J v: (J v)_q and J.
#include <string.h>

#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"

// explicit: just enough for the matrix to be regular where rows are redundant. The refined saddle
// point does not feel its own eps, so that this one is only the Newton matrix's inexactness.
static const double LITTLE = 1e-11;

enum { NONE, ONE, MINUS, CJ, TWO_ALPHA, BETA_2, SOFT, EPS, WEIGHTS };

static const FormAddend table[] = {
    // of index_1 (and explicit), baumgarte, ggl
    {FORM_E, FORM_AT_X, FORM_AT_X, {CJ, CJ, CJ}},
    {FORM_D, FORM_AT_X, FORM_AT_X, {MINUS, MINUS, MINUS}},
    {FORM_T, FORM_AT_X, FORM_AT_V, {MINUS, MINUS, MINUS}},
    {FORM_N, FORM_AT_X, FORM_AT_X, {NONE, NONE, ONE}},
    {FORM_U, FORM_AT_X, FORM_AT_MU, {NONE, NONE, ONE}},
    {FORM_M, FORM_AT_V, FORM_AT_V, {CJ, CJ, CJ}},
    {FORM_C, FORM_AT_V, FORM_AT_V, {ONE, ONE, ONE}},
    {FORM_K, FORM_AT_V, FORM_AT_X, {ONE, ONE, ONE}},
    {FORM_J, FORM_AT_V, FORM_AT_C, {ONE, ONE, ONE}},
    {FORM_F, FORM_AT_V, FORM_AT_C, {ONE, ONE, ONE}},
    {FORM_A, FORM_AT_C, FORM_AT_X, {ONE, ONE, NONE}},
    {FORM_R, FORM_AT_C, FORM_AT_X, {NONE, TWO_ALPHA, ONE}},
    {FORM_P, FORM_AT_C, FORM_AT_X, {NONE, BETA_2, NONE}},
    {FORM_J, FORM_AT_C, FORM_AT_V, {CJ, CJ, ONE}},
    {FORM_B, FORM_AT_C, FORM_AT_V, {ONE, ONE, NONE}},
    {FORM_J, FORM_AT_C, FORM_AT_V, {NONE, TWO_ALPHA, NONE}},
    {FORM_S, FORM_AT_C, FORM_AT_C, {SOFT, SOFT, NONE}},
    {FORM_I, FORM_AT_C, FORM_AT_C, {NONE, NONE, EPS}},
    {FORM_P, FORM_AT_MU, FORM_AT_X, {NONE, NONE, ONE}},
    {FORM_I, FORM_AT_MU, FORM_AT_MU, {NONE, NONE, EPS}},
};

static int case_of(Formulation formulation) {
  return formulation == FORMULATION_BAUMGARTE ? 1 : formulation == FORMULATION_GGL ? 2 : 0;
}

bool residual_open(Residual *assembly, State *state, Formulation formulation, bool present,
                   Arena *arena) {
  const System *system = state->system;
  const bool ggl = formulation == FORMULATION_GGL;
  *assembly = (Residual){.state = state, .formulation = formulation, .alpha = 5, .beta = 5};
  assembly->size = system->nq + system->nv + (ggl ? 2 : 1) * system->nc;
  assembly->n = formulation == FORMULATION_EXPLICIT ? system->nq + system->nv : assembly->size;
  assembly->eps = ggl ? 1e-9 : 0;
  assembly->a = arena_array(arena, double, system->nv);
  assembly->lambda = arena_array(arena, double, system->nc);
  assembly->row = arena_array(arena, double, system->number_count);
  assembly->mass = system->inside
                       ? arena_alloc_array(arena, system->body_count, sizeof *state->mass)
                       : state->mass;
  if (arena->allocator->exhausted) {
    return false;
  }
  const int first[FORM_PLACES] = {0, system->nq, system->nq + system->nv,
                                  system->nq + system->nv + system->nc};
  return form_matrix_open(&assembly->matrix, state, table, sizeof table / sizeof *table,
                          case_of(formulation), first, assembly->size, present, &assembly->pattern,
                          arena);
}

// v - J' mu for ggl, v otherwise; into state->room.
static const double *slope_of(const Residual *assembly, const double *mu) {
  const State *state = assembly->state;
  const System *system = state->system;
  double *slope = state->room;
  memcpy(slope, state->v, (size_t)system->nv * sizeof(double));
  if (mu != NULL) {
    rows_add_forces(state, -1, mu, slope);
  }
  return slope;
}

bool residual_jacobian(Residual *assembly, double t, double cj, const double *y, const double *yp,
                       double *values) {
  State *state = assembly->state;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  const bool ggl = assembly->formulation == FORMULATION_GGL;
  const bool direct = assembly->formulation == FORMULATION_EXPLICIT;
  FormPoint point = {
      .a = yp + nq, .lambda = y + nq + nv, .mu = ggl ? y + nq + nv + system->nc : NULL};
  state_set(state, t, y, y + nq);
  if (!state_forces(state)) {
    return false;
  }
  if (direct) {
    if (!kkt_factor(state, KKT_EXACT) ||
        !solve_accelerations(state, assembly->a, assembly->lambda)) {
      return false;
    }
    memcpy(assembly->row, state->row, (size_t)system->number_count * sizeof(double));
    if (system->inside) {
      memcpy(assembly->mass, state->mass, (size_t)system->body_count * sizeof *state->mass);
    }
    point.a = assembly->a;
    point.lambda = assembly->lambda;
  }
  point.slope = slope_of(assembly, point.mu);
  const double weight[WEIGHTS] = {[ONE] = 1,
                                  [MINUS] = -1,
                                  [CJ] = cj,
                                  [TWO_ALPHA] = 2 * assembly->alpha,
                                  [BETA_2] = assembly->beta * assembly->beta,
                                  [SOFT] = -(direct ? LITTLE : assembly->soft),
                                  [EPS] = -assembly->eps};
  form_matrix_at(&assembly->matrix, &point, weight, values);
  return true;
}
