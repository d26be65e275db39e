// SPDX-License-Identifier: BSD-3-Clause
// index_3.c: the equations of one implicit step on the position constraints (see index_3.h).
#include "system/index_3.h"

#include <math.h>
#include <string.h>

#include "math/sink.h"
#include "math/vec.h"
#include "system/assemble.h"
#include "system/forces.h"
#include "system/friction.h"
#include "system/inertia.h"
#include "system/row_slopes.h"

enum { TURNS = 3 };

static bool turns_in_space(const SystemBody *body) {
  return body->kind->orientation_count == 4;
}

// ---- the pattern ----

// What the walk over the mechanism needs beside the equations.
typedef struct Walk {
  const Index3 *equations;
  double h;
  const double *lambda;
  Sink sink;
} Walk;

// M, F_q N and F_v of what inertia makes of the accelerations (inertia.h).
static void emit_body(Walk *walk, int b) {
  const State *state = walk->equations->state;
  const SystemBody *body = &state->system->bodies[b];
  const Index3Constants *c = &walk->equations->constants;
  const double inertia = (1 - c->alpha_m) / (1 - c->alpha_f);
  const int nv = body->nv;
  const double *N = walk->equations->chain[b];
  double F_q[BODY_V * BODY_Q] = {0}, F_v[BODY_V * BODY_V] = {0};
  const bool by_q = walk->sink.mode == SINK_ADD && inertia_slopes(state, b, F_q, F_v);
  for (int i = 0; i < nv; i++) {
    for (int k = 0; k < nv; k++) {
      double value = inertia * state->mass[b][i * nv + k] + c->gamma * walk->h * F_v[i * nv + k];
      for (int m = 0; m < body->nq && by_q; m++) {
        value += F_q[i * body->nq + m] * N[m * nv + k];
      }
      sink_add(&walk->sink, body->v + i, body->v + k, value);
    }
  }
}

// (J' lambda)_q N between two ends.
static void emit_force_derivative(Walk *walk, const RowEnd *on, const RowEnd *by,
                                  const RowSlopes *slopes) {
  const SystemBody *with = &walk->equations->state->system->bodies[by->body];
  const double *N = walk->equations->chain[by->body];
  for (int row = 0; row < on->nv; row++) {
    const double *force_q = row_slopes_force(slopes, on, row, by);
    for (int j = 0; j < with->nv; j++) {
      double value = 0;
      for (int column = 0; column < with->nq; column++) {
        value += force_q[column] * N[column * with->nv + j];
      }
      sink_add(&walk->sink, on->v + row, with->v + j, value);
    }
  }
}

// J E in the row, J' in the column of one constraint row on one of its bodies.
static void emit_entries(Walk *walk, int constraint, int b, const double *J) {
  const Index3 *equations = walk->equations;
  const System *system = equations->state->system;
  const SystemBody *body = &system->bodies[b];
  const int row = system->nv + constraint, t = body->kind->translations;
  for (int k = 0; k < body->nv; k++) {
    double turned = J[k];
    if (k >= t && turns_in_space(body)) {
      const double *E = equations->turn_tangent[b];
      turned = 0;
      for (int m = 0; m < TURNS; m++) {
        turned += J[t + m] * E[TURNS * m + k - t];
      }
    }
    sink_add(&walk->sink, row, body->v + k, turned);
    sink_add(&walk->sink, body->v + k, row, J[k]);
  }
}

// Row i and those alike.
static void emit_rows(Walk *walk, int i) {
  const Index3 *equations = walk->equations;
  State *state = equations->state;
  const System *system = state->system;
  const RowEnd *first = system->ends + system->rows[i].first_end;
  const RowEnd *last = system->ends + system->rows[i].end;
  RowSlopes slopes;
  row_slopes_of_force(state, i, walk->sink.mode == SINK_ADD ? walk->lambda : NULL, &slopes);
  for (const RowEnd *on = first; on < last; on++) {
    for (const RowEnd *by = first; by < last; by++) {
      emit_force_derivative(walk, on, by, &slopes);
    }
  }
  for (int row = i; row < i + rows_alike(system, i); row++) {
    for (const RowEnd *end = first; end < last; end++) {
      emit_entries(walk, row, end->body, state->row + end->at + (row - i) * ROW_STRIDE);
    }
    sink_add(&walk->sink, system->nv + row, system->nv + row,
             -equations->soft * state->row_scale[row]);
  }
}

// The body that owns a coordinate of q.
static int owner_of(const System *system, int coordinate) {
  int low = 1, high = system->body_count - 1;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (system->bodies[middle].q <= coordinate) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

// -Q_q N - gamma h Q_v of the applied forces.
static void emit_forces(Walk *walk) {
  const Index3 *equations = walk->equations;
  const System *system = equations->state->system;
  for (int k = 0; k < equations->force_entry_count; k++) {
    const int row = equations->force_entries[2 * k], column = equations->force_entries[2 * k + 1];
    const double value = equations->force_values[k];
    if (column >= system->nq) {
      sink_add(&walk->sink, row, column - system->nq, equations->constants.gamma * walk->h * value);
    } else {
      const int b = owner_of(system, column);
      const SystemBody *body = &system->bodies[b];
      const double *N = equations->chain[b] + (ptrdiff_t)(column - body->q) * body->nv;
      for (int j = 0; j < body->nv; j++) {
        sink_add(&walk->sink, row, body->v + j, value * N[j]);
      }
    }
  }
}

static int walk_all(Walk *walk) {
  const System *system = walk->equations->state->system;
  walk->sink.count = 0;
  for (int b = 1; b < system->body_count; b++) {
    emit_body(walk, b);
  }
  for (int i = 0; i < system->nc; i += rows_alike(system, i)) {
    emit_rows(walk, i);
  }
  emit_forces(walk);
  friction_emit(walk->equations->state, 0, system->nv, &walk->sink);
  return walk->sink.count;
}

// Lists what forces_emit emits: the announcements of a pattern behind its own diagonal.
static bool list_force_entries(Index3 *equations, Arena *arena) {
  const System *system = equations->state->system;
  Pattern all;
  pattern_open(&all, system->nq + system->nv, false, arena);
  const int own = all.announced_count;
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &all};
  forces_emit(equations->state, 0, 0, system->nq, &sink);
  const int count = all.announced_count - own;
  equations->identity = arena_array(arena, int, count);
  equations->force_values = arena_array(arena, double, count);
  if (all.failed || equations->identity == NULL || equations->force_values == NULL) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    equations->identity[k] = k;
  }
  equations->force_entries = all.announced + 2L * own;
  equations->force_entry_count = count;
  return true;
}

bool index_3_open(Index3 *equations, State *state, const Index3Constants *constants, Arena *arena) {
  const System *system = state->system;
  const int bodies = system->body_count;
  *equations = (Index3){.state = state, .constants = *constants, .size = system->nv + system->nc};
  equations->turn = arena_array(arena, double, TURNS *bodies);
  equations->turn_tangent = arena_alloc_array(arena, bodies, sizeof *equations->turn_tangent);
  equations->chain = arena_alloc_array(arena, bodies, sizeof *equations->chain);
  if (equations->turn == NULL || equations->turn_tangent == NULL || equations->chain == NULL ||
      !list_force_entries(equations, arena)) {
    return false;
  }
  Pattern *pattern = &equations->pattern;
  pattern_open(pattern, equations->size, equations->size <= LINEAR_DENSE_LIMIT, arena);
  Walk walk = {.equations = equations, .sink = {.mode = SINK_ANNOUNCE, .pattern = pattern}};
  const int count = walk_all(&walk);
  if (!pattern_close(pattern)) {
    return false;
  }
  equations->slots = arena_array(arena, int, count);
  if (equations->slots == NULL) {
    return false;
  }
  walk.sink = (Sink){.mode = SINK_LOCATE, .pattern = pattern, .slots = equations->slots};
  walk_all(&walk);
  return true;
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

// E and N of every body.
static void prepare_chain(Index3 *equations, double h) {
  const State *state = equations->state;
  const System *system = state->system;
  const double weight = equations->constants.beta * h * h;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    double *E = equations->turn_tangent[b];
    if (turns_in_space(body)) {
      turn_tangent(equations->turn + (ptrdiff_t)TURNS * b, E);
    }
    for (int j = 0; j < body->nv; j++) {
      double x[BODY_V] = {0}, dq[BODY_Q];
      x[j] = weight;
      if (j >= t && turns_in_space(body)) {
        for (int i = 0; i < TURNS; i++) {
          x[t + i] = weight * E[TURNS * i + j - t];
        }
      }
      body->kind->rate(state->q + body->q, x, dq);
      for (int k = 0; k < body->nq; k++) {
        equations->chain[b][k * body->nv + j] = dq[k];
      }
    }
  }
}

void index_3_jacobian(Index3 *equations, double h, const Index3Point *end, double *values) {
  State *state = equations->state;
  state_prepare_derivatives(state, end->rate);
  prepare_chain(equations, h);
  if (state->friction != NULL) {
    friction_take(state, end->lambda);
  }
  Sink forces = {.mode = SINK_ADD, .slots = equations->identity, .values = equations->force_values};
  memset(equations->force_values, 0, (size_t)equations->force_entry_count * sizeof(double));
  forces_emit(state, 0, 0, state->system->nq, &forces);
  memset(values, 0, (size_t)equations->pattern.nonzeros * sizeof(double));
  Walk walk = {.equations = equations,
               .h = h,
               .lambda = end->lambda,
               .sink = {.mode = SINK_ADD, .slots = equations->slots, .values = values}};
  walk_all(&walk);
}
