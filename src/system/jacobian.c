// SPDX-License-Identifier: BSD-3-Clause
// jacobian.c: the exact matrix dF/dy + cj dF/dy' (see assemble.h).
//
//            q                         v                          lambda    mu (ggl)
//   q   cj I - (T s)_q + T (J'mu)_q  -T                            0         T J'
//   v   F_q + (J'lambda)_q - Q_q      cj M + F_v - Q_v             J' - Q_l  0
//   c   (J v' + c)_q [+ ...]          cj J + (J v' + c)_v [+ ...]  -eps S    0
//   p   (ggl) Phi_q                   0                            0        -eps
// Q_l: of joint friction (friction.h);
// F = M v' + h (inertia.h);
// with s = v, or v - J' mu for ggl, whose third row is J v: (J v)_q and J.
#include <string.h>

#include "system/assemble.h"
#include "system/forces.h"
#include "system/friction.h"
#include "system/inertia.h"
#include "system/kkt.h"
#include "system/row_slopes.h"

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
  double F_q[BODY_V * BODY_Q] = {0}, F_v[BODY_V * BODY_V] = {0};
  if (walk->sink.mode == SINK_ADD) {
    body->kind->rate_parts(state->q + body->q, slope + body->v, T, D);
    inertia_slopes(state, b, F_q, F_v);
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
      const double value = walk->cj * state->mass[b][i * nv + k] + F_v[i * nv + k];
      sink_add(&walk->sink, v0 + body->v + i, v0 + body->v + k, value);
    }
    for (int k = 0; k < nq && body->kind->inside != NULL; k++) {
      sink_add(&walk->sink, v0 + body->v + i, body->q + k, F_q[i * nq + k]);
    }
  }
}

// Columns q and v of row i + r at one of its ends, and J' in its column.
static void emit_end(Walk *walk, int i, int r, const RowEnd *end, const RowSlopes *slopes) {
  const Assembly *assembly = walk->assembly;
  const State *state = assembly->state;
  const System *system = state->system;
  const SystemBody *body = &system->bodies[end->body];
  const int v0 = system->nq, row = system->nq + system->nv + i + r;
  const double *J = state->row + end->at + r * ROW_STRIDE;
  const double *phi_q = row_slopes_q(slopes, slopes->phi_q, r, end);
  const double *rate_q = row_slopes_q(slopes, slopes->rate_q, r, end);
  const double *second_q = row_slopes_q(slopes, slopes->second_q, r, end);
  const double *second_v = row_slopes_v(slopes, r, end);
  const double alpha = 2 * assembly->alpha, beta = assembly->beta * assembly->beta;
  for (int k = 0; k < body->nq; k++) {
    double value = second_q[k];
    if (assembly->formulation == FORMULATION_GGL) {
      value = rate_q[k];
      sink_add(&walk->sink, row + system->nc, body->q + k, phi_q[k]);
    } else if (assembly->formulation == FORMULATION_BAUMGARTE) {
      value += alpha * rate_q[k] + beta * phi_q[k];
    }
    sink_add(&walk->sink, row, body->q + k, value);
  }
  for (int k = 0; k < body->nv; k++) {
    double value = walk->cj * J[k] + second_v[k];
    if (assembly->formulation == FORMULATION_GGL) {
      value = J[k];
    } else if (assembly->formulation == FORMULATION_BAUMGARTE) {
      value += alpha * J[k];
    }
    sink_add(&walk->sink, row, v0 + body->v + k, value);
    sink_add(&walk->sink, v0 + body->v + k, row, J[k]);
  }
}

// (J' lambda)_q between two ends.
static void emit_force_derivative(Walk *walk, const RowEnd *on, const RowEnd *by,
                                  const RowSlopes *slopes) {
  const System *system = walk->assembly->state->system;
  const SystemBody *with = &system->bodies[by->body];
  for (int row = 0; row < on->nv; row++) {
    const double *force_q = row_slopes_force(slopes, on, row, by);
    for (int column = 0; column < with->nq; column++) {
      sink_add(&walk->sink, system->nq + on->v + row, with->q + column, force_q[column]);
    }
  }
}

// ggl: T (J' mu)_q between two ends, in the rows of q'.
static void emit_slip_derivative(Walk *walk, const RowEnd *on, const RowEnd *by,
                                 const RowSlopes *slopes) {
  const State *state = walk->assembly->state;
  const SystemBody *slips = &state->system->bodies[on->body];
  const SystemBody *with = &state->system->bodies[by->body];
  for (int column = 0; column < with->nq; column++) {
    double x[BODY_V] = {0}, product[BODY_Q] = {0};
    for (int k = 0; k < on->nv; k++) {
      x[k] = row_slopes_force(slopes, on, k, by)[column];
    }
    slips->kind->rate(state->q + slips->q, x, product);
    for (int k = 0; k < slips->nq; k++) {
      sink_add(&walk->sink, slips->q + k, with->q + column, product[k]);
    }
  }
}

// ggl: T J' in the columns of mu and T (J' mu)_q in those of q; slopes: room.
static void emit_stabilisation(Walk *walk, int i, RowSlopes *slopes) {
  State *state = walk->assembly->state;
  const System *system = state->system;
  const RowEnd *first = system->ends + system->rows[i].first_end;
  const RowEnd *last = system->ends + system->rows[i].end;
  const int mu0 = system->nq + system->nv + system->nc;
  row_slopes_of_force(state, i, walk->sink.mode == SINK_ADD ? walk->mu : NULL, slopes);
  for (const RowEnd *on = first; on < last; on++) {
    const SystemBody *body = &system->bodies[on->body];
    for (int r = 0; r < rows_alike(system, i); r++) {
      double product[BODY_Q] = {0};
      body->kind->rate(state->q + body->q, state->row + on->at + r * ROW_STRIDE, product);
      for (int k = 0; k < body->nq; k++) {
        sink_add(&walk->sink, body->q + k, mu0 + i + r, product[k]);
      }
    }
    for (const RowEnd *by = first; by < last; by++) {
      emit_slip_derivative(walk, on, by, slopes);
    }
  }
}

// Row i and those alike.
static void emit_rows(Walk *walk, int i) {
  const Assembly *assembly = walk->assembly;
  State *state = assembly->state;
  const System *system = state->system;
  const bool ggl = assembly->formulation == FORMULATION_GGL;
  const RowEnd *first = system->ends + system->rows[i].first_end;
  const RowEnd *last = system->ends + system->rows[i].end;
  RowSlopes slopes;
  row_slopes(state, i, walk->sink.mode == SINK_ADD ? walk->lambda : NULL, &slopes);
  for (int r = 0; r < rows_alike(system, i); r++) {
    for (const RowEnd *end = first; end < last; end++) {
      emit_end(walk, i, r, end, &slopes);
    }
    const int row = system->nq + system->nv + i + r;
    const double relative = assembly->formulation == FORMULATION_EXPLICIT ? SOFT : assembly->soft;
    const double soft = ggl ? assembly->eps : relative * state->row_scale[i + r];
    sink_add(&walk->sink, row, row, -soft);
    if (ggl) {
      sink_add(&walk->sink, row + system->nc, row + system->nc, -assembly->eps);
    }
  }
  for (const RowEnd *on = first; on < last; on++) {
    for (const RowEnd *by = first; by < last; by++) {
      emit_force_derivative(walk, on, by, &slopes);
    }
  }
  if (ggl) {
    emit_stabilisation(walk, i, &slopes);
  }
}

static void walk_all(Walk *walk, const double *slope) {
  State *state = walk->assembly->state;
  const System *system = state->system;
  walk->sink.count = 0;
  for (int b = 1; b < system->body_count; b++) {
    emit_body(walk, b, slope);
  }
  for (int i = 0; i < system->nc; i += rows_alike(system, i)) {
    emit_rows(walk, i);
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
