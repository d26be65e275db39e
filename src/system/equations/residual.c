// SPDX-License-Identifier: BSD-3-Clause
// residual.c: the residual of the index-reduced equations (see residual.h).
#include "system/equations/residual.h"

#include <string.h>

#include "system/constraints/rows.h"
#include "system/forces/friction.h"
#include "system/forces/solve.h"
#include "system/mechanism/inertia.h"
#include "system/mechanism/massless.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"

static void times(const System *system, const double (*mass)[BODY_V * BODY_V], const double *x,
                  double *out) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    inertia_times(body->nv, body->apart, mass[b], x + body->v, out + body->v);
  }
}

void residual_times_mass(const State *state, const double *x, double *out) {
  times(state->system, (const double(*)[BODY_V * BODY_V]) state->mass, x, out);
}

void residual_keep_free(State *state, double *x, double *rows, double *part) {
  if (state->massless->count > 0) { // M x, of the masses as they are
    const int nv = state->system->nv, nc = state->system->nc;
    residual_times_mass(state, x, state->solution);
    memset(state->solution + nv, 0, (size_t)nc * sizeof(double));
    kkt_solve(state, state->solution);
    memcpy(x, state->solution, (size_t)nv * sizeof(double));
    return;
  }
  rows_times(state, x, rows);
  kkt_correction(state, rows, part);
  for (int i = 0; i < state->system->nv; i++) {
    x[i] -= part[i];
  }
}

static bool explicit_residual(Residual *assembly, const double *yp, double *r) {
  State *state = assembly->state;
  const System *system = state->system;
  if (!state_forces(state) || !kkt_factor(state, KKT_EXACT)) {
    return false;
  }
  if (!solve_accelerations(state, assembly->a, assembly->lambda)) {
    return false;
  }
  state_rate(state, state->v, r);
  for (int i = 0; i < system->nq; i++) {
    r[i] = yp[i] - r[i];
  }
  for (int i = 0; i < system->nv; i++) {
    r[system->nq + i] = yp[system->nq + i] - assembly->a[i];
  }
  return true;
}

// Third (and fourth) row of one constraint equation, from its three levels: phi, its rate and
// phi'' = J v' + bias.
static void constraint_row(const Residual *assembly, const double *y, int row,
                           const double level[3], double *r) {
  const System *system = assembly->state->system;
  const int first = system->nq + system->nv;
  const double soft = assembly->soft * assembly->state->row_scale[row] * y[first + row];
  double *out = r + first + row;
  switch (assembly->formulation) {
  case FORMULATION_GGL:
    *out = level[1] - assembly->eps * (y[first + row] - assembly->lambda[row]);
    out[system->nc] = level[0] - assembly->eps * y[first + system->nc + row];
    break;
  case FORMULATION_BAUMGARTE:
    *out = level[2] - soft + 2 * assembly->alpha * level[1] +
           assembly->beta * assembly->beta * level[0];
    break;
  case FORMULATION_INDEX_1:
  case FORMULATION_EXPLICIT:
  case FORMULATION_AUTO:
    *out = level[2] - soft;
    break;
  }
}

// Third (and fourth) rows of the forms that carry multipliers.
static void constraint_residual(const Residual *assembly, const double *y, const double *yp,
                                double *r) {
  const State *state = assembly->state;
  const System *system = state->system;
  const bool second = assembly->formulation != FORMULATION_GGL; // which has no accelerations
  const double *a = yp + system->nq;
  for (int i = 0; i < system->nc; i++) {
    const double level[3] = {row_phi(state, i), row_rate(state, i),
                             second ? row_add_times(row_bias(state, i), system, state->row, i, a)
                                    : 0};
    constraint_row(assembly, y, i, level, r);
  }
}

bool residual_evaluate(Residual *assembly, double t, const double *y, const double *yp, double *r) {
  State *state = assembly->state;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  state_set(state, t, y, y + nq);
  if (assembly->formulation == FORMULATION_EXPLICIT) {
    return explicit_residual(assembly, yp, r);
  }
  if (!state_forces(state)) {
    return false;
  }
  if (state->friction != NULL) {
    friction_add(state, y + nq + nv);
  }
  double *slope = state->room; // v, or v - J' mu
  memcpy(slope, state->v, (size_t)nv * sizeof(double));
  if (assembly->formulation == FORMULATION_GGL) {
    rows_add_forces(state, -1, y + nq + nv + system->nc, slope);
  }
  state_rate(state, slope, r);
  for (int i = 0; i < nq; i++) {
    r[i] = yp[i] - r[i];
  }
  residual_times_mass(state, yp + nq, r + nq);
  rows_add_forces(state, 1, y + nq + nv, r + nq);
  for (int i = 0; i < nv; i++) {
    r[nq + i] -= state->Q[i];
  }
  constraint_residual(assembly, y, yp, r);
  return true;
}

void residual_right_hand_side(const Residual *assembly, const double *b, double *rhs) {
  const System *system = assembly->state->system;
  const int nq = system->nq, nv = system->nv;
  memmove(rhs, b, (size_t)nq * sizeof(double));
  times(system, (const double(*)[BODY_V * BODY_V]) assembly->mass, b + nq, rhs + nq);
  for (int i = 0; i < system->nc; i++) {
    rhs[nq + nv + i] = row_add_times(0, system, assembly->row, i, b + nq);
  }
}
