// SPDX-License-Identifier: BSD-3-Clause
// jacobian.c: the exact matrix dF/dy + cj dF/dy' (see assemble.h).
//
//            q                         v                          lambda    mu (ggl)
//   q   cj I - (T s)_q + T (J'mu)_q  -T                            0         T J'
//   v   (J'lambda)_q - Q_q            cj M + h_v - Q_v             J' - Q_l  0
//   c   (J v' + c)_q [+ ...]          cj J + (J v' + c)_v [+ ...]  -eps S    0
//   p   (ggl) Phi_q                   0                            0        -eps
// Q_l: of joint friction (friction.h);
// with s = v, or v - J' mu for ggl, whose third row is J v: (J v)_q and J.
#include <string.h>

#include "system/assemble.h"
#include "system/forces.h"
#include "system/friction.h"
#include "system/kkt.h"
#include "system/relation.h"
#include "system/rows.h"

// explicit: just enough for the matrix to be regular where rows are redundant. The refined saddle
// point does not feel its own eps, so that this one is only the Newton matrix's inexactness.
static const double SOFT = 1e-11;

// What the walk over the mechanism needs beside the state.
typedef struct Walk {
  Assembly *assembly;
  double cj;
  const double *lambda, *mu;
  Sink sink;
} Walk;

static void emit_body(Walk *walk, int b, const double *slope) {
  const State *state = walk->assembly->state;
  const System *system = state->system;
  const SystemBody *body = &system->bodies[b];
  const int nq = body->nq, nv = body->nv, v0 = system->nq;
  double T[BODY_Q * BODY_V] = {0}, D[BODY_Q * BODY_Q] = {0};
  double h[BODY_V], h_v[BODY_V * BODY_V] = {0};
  if (walk->sink.mode == SINK_ADD) {
    body->kind->rate_parts(state->q + body->q, slope + body->v, T, D);
    body->kind->gyroscopic(state->mass[b], state->v + body->v, h, h_v);
  }
  for (int i = 0; i < nq; i++) {
    for (int k = 0; k < nq; k++) {
      sink_add(&walk->sink, body->q + i, body->q + k, (i == k ? walk->cj : 0) - D[i * nq + k]);
    }
    for (int k = 0; k < nv; k++) {
      sink_add(&walk->sink, body->q + i, v0 + body->v + k, -T[i * nv + k]);
    }
  }
  for (int i = 0; i < nv; i++) {
    for (int k = 0; k < nv; k++) {
      const double value = walk->cj * state->mass[b][i * nv + k] + h_v[i * nv + k];
      sink_add(&walk->sink, v0 + body->v + i, v0 + body->v + k, value);
    }
  }
}

// Columns q and v of one constraint row on one side.
static void emit_row(Walk *walk, int p, int r, int side, const PairDerivatives *d) {
  const Assembly *assembly = walk->assembly;
  const State *state = assembly->state;
  const System *system = state->system;
  const SystemPart *part = &system->parts[p];
  const SystemBody *body = &system->bodies[part->body[side]];
  const int v0 = system->nq, row = system->nq + system->nv + part->row + r;
  const double *J = state->rows[p].J[r][side];
  const double alpha = 2 * assembly->alpha, beta = assembly->beta * assembly->beta;
  for (int k = 0; k < body->nq; k++) {
    double value = d->acceleration_q[r][side][k];
    if (assembly->formulation == FORMULATION_GGL) {
      value = d->rate_q[r][side][k];
      sink_add(&walk->sink, row + system->nc, body->q + k, d->phi_q[r][side][k]);
    } else if (assembly->formulation == FORMULATION_BAUMGARTE) {
      value += alpha * d->rate_q[r][side][k] + beta * d->phi_q[r][side][k];
    }
    sink_add(&walk->sink, row, body->q + k, value);
  }
  for (int k = 0; k < body->nv; k++) {
    double value = walk->cj * J[k] + d->acceleration_v[r][side][k];
    if (assembly->formulation == FORMULATION_GGL) {
      value = J[k];
    } else if (assembly->formulation == FORMULATION_BAUMGARTE) {
      value += alpha * J[k];
    }
    sink_add(&walk->sink, row, v0 + body->v + k, value);
    sink_add(&walk->sink, v0 + body->v + k, row, J[k]);
  }
}

// (J' lambda)_q of one part.
static void emit_force_derivative(Walk *walk, const SystemPart *part,
                                  const double force_q[2][BODY_V][2][BODY_Q]) {
  const System *system = walk->assembly->state->system;
  for (int i = 0; i < 2; i++) {
    const SystemBody *on = &system->bodies[part->body[i]];
    for (int k = 0; k < 2; k++) {
      const SystemBody *with = &system->bodies[part->body[k]];
      for (int row = 0; row < on->nv; row++) {
        for (int column = 0; column < with->nq; column++) {
          sink_add(&walk->sink, system->nq + on->v + row, with->q + column,
                   force_q[i][row][k][column]);
        }
      }
    }
  }
}

// ggl: T J' in the columns of mu and T (J' mu)_q in those of q.
static void emit_stabilisation(Walk *walk, int p, const double force_q[2][BODY_V][2][BODY_Q]) {
  const State *state = walk->assembly->state;
  const System *system = state->system;
  const SystemPart *part = &system->parts[p];
  const int mu0 = system->nq + system->nv + system->nc;
  for (int i = 0; i < 2; i++) {
    const SystemBody *on = &system->bodies[part->body[i]];
    double x[BODY_V] = {0}, product[BODY_Q] = {0};
    for (int r = 0; r < part->primitive->row_count; r++) {
      on->kind->rate(state->q + on->q, state->rows[p].J[r][i], product);
      for (int k = 0; k < on->nq; k++) {
        sink_add(&walk->sink, on->q + k, mu0 + part->row + r, product[k]);
      }
    }
    for (int s = 0; s < 2; s++) {
      const SystemBody *with = &system->bodies[part->body[s]];
      for (int column = 0; column < with->nq; column++) {
        for (int k = 0; k < on->nv; k++) {
          x[k] = force_q[i][k][s][column];
        }
        on->kind->rate(state->q + on->q, x, product);
        for (int k = 0; k < on->nq; k++) {
          sink_add(&walk->sink, on->q + k, with->q + column, product[k]);
        }
      }
    }
  }
}

static void emit_part(Walk *walk, int p) {
  const Assembly *assembly = walk->assembly;
  const State *state = assembly->state;
  const System *system = state->system;
  const SystemPart *part = &system->parts[p];
  const bool adding = walk->sink.mode == SINK_ADD;
  const bool ggl = assembly->formulation == FORMULATION_GGL;
  PairDerivatives d;
  double mu_q[2][BODY_V][2][BODY_Q];
  memset(&d, 0, sizeof d);
  memset(mu_q, 0, sizeof mu_q);
  if (adding) {
    pair_derivatives(part->primitive, state->sides[p], walk->lambda + part->row, &d);
    if (ggl) {
      pair_force_q(part->primitive, state->sides[p], walk->mu + part->row, mu_q);
    }
  }
  for (int r = 0; r < part->primitive->row_count; r++) {
    emit_row(walk, p, r, 0, &d);
    emit_row(walk, p, r, 1, &d);
    const int row = system->nq + system->nv + part->row + r;
    const double relative = assembly->formulation == FORMULATION_EXPLICIT ? SOFT : assembly->soft;
    const double soft = ggl ? assembly->eps : relative * state->row_scale[part->row + r];
    sink_add(&walk->sink, row, row, -soft);
    if (ggl) {
      sink_add(&walk->sink, row + system->nc, row + system->nc, -assembly->eps);
    }
  }
  emit_force_derivative(walk, part, (const double(*)[BODY_V][2][BODY_Q])d.force_q);
  if (ggl) {
    emit_stabilisation(walk, p, (const double(*)[BODY_V][2][BODY_Q])mu_q);
  }
}

static void walk_all(Walk *walk, const double *slope) {
  State *state = walk->assembly->state;
  const System *system = state->system;
  walk->sink.count = 0;
  for (int b = 1; b < system->body_count; b++) {
    emit_body(walk, b, slope);
  }
  for (int p = 0; p < system->part_count; p++) {
    emit_part(walk, p);
  }
  for (int r = 0; r < system->relation_count; r++) {
    const int row = system->relations[r].row;
    assemble_relation(walk->assembly, walk->cj, r, walk->lambda != NULL ? walk->lambda[row] : 0,
                      walk->mu != NULL ? walk->mu[row] : 0, &walk->sink);
  }
  forces_emit(state, system->nq, 0, system->nq, &walk->sink);
  friction_emit(state, system->nq, system->nq + system->nv, &walk->sink);
}

bool assemble_open(Assembly *assembly, State *state, Formulation formulation, Arena *arena) {
  const System *system = state->system;
  const bool ggl = formulation == FORMULATION_GGL;
  *assembly = (Assembly){.state = state, .formulation = formulation, .alpha = 5, .beta = 5};
  assembly->size = system->nq + system->nv + (ggl ? 2 : 1) * system->nc;
  assembly->n = formulation == FORMULATION_EXPLICIT ? system->nq + system->nv : assembly->size;
  assembly->eps = ggl ? 1e-9 : 0;
  assembly->a = arena_array(arena, double, system->nv);
  assembly->lambda = arena_array(arena, double, system->nc);
  assembly->row = arena_array(arena, double, system->number_count);
  if (assembly->a == NULL || assembly->lambda == NULL || assembly->row == NULL) {
    return false;
  }
  pattern_open(&assembly->pattern, assembly->size, assembly->size <= LINEAR_DENSE_LIMIT, arena);
  Walk walk = {.assembly = assembly,
               .sink = {.mode = SINK_ANNOUNCE, .pattern = &assembly->pattern}};
  walk_all(&walk, NULL);
  if (!pattern_close(&assembly->pattern)) {
    return false;
  }
  assembly->slot_count = walk.sink.count;
  assembly->slots = arena_array(arena, int, walk.sink.count);
  if (assembly->slots == NULL) {
    return false;
  }
  walk.sink.mode = SINK_LOCATE;
  walk.sink.slots = assembly->slots;
  walk_all(&walk, NULL);
  return true;
}

// v - J' mu for ggl, v otherwise; into state->room.
static const double *slope_of(const Assembly *assembly, const double *mu) {
  const State *state = assembly->state;
  const System *system = state->system;
  double *slope = state->room;
  memcpy(slope, state->v, (size_t)system->nv * sizeof(double));
  if (mu != NULL) {
    rows_add_forces(state, -1, mu, slope);
  }
  return slope;
}

bool assemble_jacobian(Assembly *assembly, double t, double cj, const double *y, const double *yp,
                       double *values) {
  State *state = assembly->state;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  const bool ggl = assembly->formulation == FORMULATION_GGL;
  Walk walk = {.assembly = assembly,
               .cj = cj,
               .lambda = y + nq + nv,
               .mu = ggl ? y + nq + nv + system->nc : NULL,
               .sink = {.mode = SINK_ADD, .slots = assembly->slots, .values = values}};
  state_set(state, t, y, y + nq);
  if (!state_forces(state)) {
    return false;
  }
  const double *a = yp + nq;
  if (assembly->formulation == FORMULATION_EXPLICIT) {
    if (!kkt_factor(state, KKT_EXACT)) {
      return false;
    }
    if (!kkt_accelerations(state, assembly->a, assembly->lambda)) {
      return false;
    }
    a = assembly->a;
    memcpy(assembly->row, state->row, (size_t)system->number_count * sizeof(double));
    walk.lambda = assembly->lambda;
  }
  if (state->friction != NULL) { // the forces are those of these multipliers
    friction_take(state, walk.lambda);
  }
  state_prepare_derivatives(state, a);
  memset(values, 0, (size_t)assembly->pattern.nonzeros * sizeof(double));
  walk_all(&walk, slope_of(assembly, walk.mu));
  return true;
}
