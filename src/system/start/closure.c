// SPDX-License-Identifier: BSD-3-Clause
// closure.c: the rows, the cost and the matrix of closure.h.
//
// An orientation row of a planar joint is the sine of the angle that should be 0. Beyond 90 degrees
// it would lead to the mirrored joint; there it is unfolded, phi -> sign(phi) (2 - |phi|), J -> -J.
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt.h"
#include "system/saddle/project.h"
#include "system/start/closure_inside.h"
#include "system/state/length.h"

// A prescribed row counts as much more than a joint's: where not all can be met, it is.
static const double STIFF = 1e-3;

// ---- prescribed rows ----

static bool is_turn(MeasureQuantity quantity, bool planar) {
  return quantity == MEASURE_PIN_ANGLE || quantity == MEASURE_EULER ||
         (quantity == MEASURE_JOINT_ANGLE && !planar);
}

double closure_row_misfit(State *state, const ClosureRow *row) {
  static const double turn = 6.283185307179586476925286766559;
  const bool planar = state->system->planar;
  const Frame frame[2] = {*state_frame(state, row->marker[0]), *state_frame(state, row->marker[1])};
  const double off =
      measure_value(row->quantity, row->component, row->axis, planar, frame, 0) - row->value;
  return is_turn(row->quantity, planar) ? remainder(off, turn) : off;
}

void closure_row_slope(State *state, const ClosureRow *row, double C[2][BODY_V]) {
  const System *system = state->system;
  const Frame frame[2] = {*state_frame(state, row->marker[0]), *state_frame(state, row->marker[1])};
  memset(C, 0, 2 * sizeof C[0]);
  for (int side = 0; side < 2; side++) {
    const int marker = row->marker[side], b = system->model->markers[marker].body;
    for (int k = 0; k < system->bodies[b].nv; k++) {
      Frame d[2];
      memset(d, 0, sizeof d);
      frame_tangent_v(system->bodies[b].kind, &state->motion[b], &state->geometry[marker], k,
                      &d[side]);
      if (!row->rate) {
        memcpy(d[side].x, d[side].v, sizeof d[side].x); // dx = v, dA = w x A
        d[side].angle = d[side].w[2];
        vec_turn(d[side].w, frame[side].A, d[side].A);
      }
      C[side][k] =
          measure_tangent(row->quantity, row->component, row->axis, system->planar, frame, d);
    }
  }
}

// ---- all rows ----

static void unfold(State *state, int joint) {
  const System *system = state->system;
  for (int p = system->joint_first_part[joint]; p < system->joint_first_part[joint + 1]; p++) {
    PairRows *rows = &state->rows[p];
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      if (!system->parts[p].primitive->pure_number) {
        continue;
      }
      rows->phi[r] = rows->phi[r] < 0 ? -2 - rows->phi[r] : 2 - rows->phi[r];
      for (int side = 0; side < 2; side++) {
        for (int k = 0; k < BODY_V; k++) {
          rows->J[r][side][k] = -rows->J[r][side][k];
        }
      }
    }
  }
}

static void unfold_mirrored(State *state) {
  const Model *model = state->system->model;
  for (int j = 0; j < model->joint_count && state->system->planar; j++) {
    if (state_branch(state, j) < 0) {
      unfold(state, j);
    }
  }
}

static void take_row(Closure *c, int row, double phi, double unit) {
  const double scaled = fabs(phi) / unit;
  const double stiff = row < c->state->system->nc ? scaled : scaled / STIFF;
  c->phi[row] = phi;
  c->gaps += stiff * stiff;
  c->largest = scaled > c->largest || isnan(scaled) ? scaled : c->largest;
}

static void gather_rows(Closure *c) {
  State *state = c->state;
  const System *system = state->system;
  c->gaps = c->largest = 0;
  for (int i = 0; i < system->nc; i++) {
    take_row(c, i, row_phi(state, i), state->row_unit[i]);
  }
  for (int k = 0; k < c->settings.row_count; k++) {
    const ClosureRow *row = &c->settings.rows[k];
    take_row(c, system->nc + k, closure_row_misfit(state, row), row->unit);
    closure_row_slope(state, row, c->C[k]);
  }
}

// ---- the cost ----

static void frame_pose(const State *state, int b, FramePose *pose) {
  const BodyMotion *motion = &state->motion[b];
  vec_rotate(motion->A, state->geometry[b].s, pose->x);
  for (int k = 0; k < 3; k++) {
    pose->x[k] += motion->r[k];
  }
  memcpy(pose->A, motion->A, sizeof pose->A);
  pose->angle = motion->angle;
}

void closure_moved_by(const Closure *c, int b, double x[3], double turn[3]) {
  const FramePose *guess = &c->guess[b];
  FramePose now;
  frame_pose(c->state, b, &now);
  for (int k = 0; k < 3; k++) {
    x[k] = now.x[k] - guess->x[k];
    turn[k] = 0;
  }
  if (c->state->system->planar) {
    turn[2] = now.angle - guess->angle;
    return;
  }
  double back[9], R[9], p[4];
  for (int i = 0; i < 9; i++) {
    back[i] = guess->A[3 * (i % 3) + i / 3];
  }
  vec_product(now.A, back, R);
  rotation_to_quaternion(R, p);
  const double sine = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  const double factor = sine > 0 ? 2 * atan2(p[0] < 0 ? -sine : sine, fabs(p[0])) / sine : 0;
  for (int k = 0; k < 3; k++) {
    turn[k] = factor * p[1 + k];
  }
}

// H and gradient of one body from the motions of its frame.
static void weigh_body(Closure *c, int b) {
  const State *state = c->state;
  const SystemBody *body = &state->system->bodies[b];
  const double *w = c->settings.weight + body->v, length = length_of_body(state, b);
  const int nv = body->nv, translations = body->kind->translations;
  const double w_turn = body->kind->rotations > 0 ? w[translations] : 0;
  double x[3], turn[3];
  Frame d[BODY_V];
  memset(d, 0, sizeof d);
  closure_moved_by(c, b, x, turn);
  for (int k = 0; k < nv; k++) {
    frame_tangent_v(body->kind, &state->motion[b], &state->geometry[b], k, &d[k]);
    c->gradient[body->v + k] = w_turn * vec_dot(turn, d[k].w);
    for (int i = 0; i < translations; i++) {
      c->gradient[body->v + k] += w[i] * x[i] * d[k].v[i] / (length * length);
    }
  }
  for (int k = 0; k < nv * nv; k++) {
    const Frame *one = &d[k / nv], *other = &d[k % nv];
    c->H[b][k] = w_turn * vec_dot(one->w, other->w);
    for (int i = 0; i < translations; i++) {
      c->H[b][k] += w[i] * one->v[i] * other->v[i] / (length * length);
    }
  }
  c->move += w_turn * vec_dot(turn, turn);
  for (int i = 0; i < translations; i++) {
    c->move += w[i] * x[i] * x[i] / (length * length);
  }
}

void closure_count_from_here(Closure *c) {
  for (int b = 0; b < c->state->system->model->body_count; b++) {
    frame_pose(c->state, b, &c->guess[b]);
  }
}

void closure_count_from_guess(Closure *c) {
  memcpy(c->guess, c->home, (size_t)c->state->system->body_count * sizeof *c->guess);
}

// A motion whose law is a rate, and what holds a velocity, hold no coordinate while poses are
// sought: from wherever the pose is found, it goes on.
static void let_go_of_rates(Closure *c) {
  State *state = c->state;
  const System *system = state->system;
  for (int r = 0; r < system->relation_count && !c->of_rates; r++) {
    if (system->relations[r].rate_level || system->relations[r].rates_alone) {
      relation_let_go(state, r);
    }
  }
}

void closure_stand(Closure *c, const double *q) {
  State *state = c->state;
  const System *system = state->system;
  memmove(state->q, q, (size_t)system->nq * sizeof(double));
  project_normalise(system, state->q);
  state_set_level(state, state->t, state->q, state->v, PAIR_VELOCITY);
  unfold_mirrored(state);
  let_go_of_rates(c);
  gather_rows(c);
  c->move = 0;
  for (int b = 1; b < system->model->body_count; b++) { // rotors follow, without cost
    weigh_body(c, b);
  }
}

// ---- the matrix ----

void closure_emit_row(const System *system, const int body[2], const double C[2][BODY_V], int at,
                      double soft, Sink *sink) {
  for (int side = 0; side < 2; side++) {
    const SystemBody *on = &system->bodies[body[side]];
    for (int i = 0; i < on->nv; i++) {
      sink_add(sink, at, on->v + i, C[side][i]);
      sink_add(sink, on->v + i, at, C[side][i]);
    }
  }
  sink_add(sink, at, at, -soft);
}

static void emit(const Closure *c, double delta, bool values, Sink *sink) {
  const System *system = c->state->system;
  kkt_emit(system, values ? (const double(*)[BODY_V * BODY_V]) c->H : NULL,
           values ? c->state->row : NULL, c->state->row, values ? c->S : NULL, delta, sink);
  for (int k = 0; k < c->settings.row_count; k++) {
    const ClosureRow *row = &c->settings.rows[k];
    const int body[2] = {system->model->markers[row->marker[0]].body,
                         system->model->markers[row->marker[1]].body};
    closure_emit_row(system, body, (const double(*)[BODY_V])c->C[k], system->nv + system->nc + k,
                     delta * STIFF * STIFF * row->unit * row->unit, sink);
  }
}

bool closure_step(Closure *c, double delta, bool move) {
  const System *system = c->state->system;
  for (int i = 0; i < system->nv; i++) {
    c->x[i] = move ? -c->gradient[i] : 0;
  }
  for (int k = 0; k < system->nc + c->settings.row_count; k++) {
    c->x[system->nv + k] = -c->phi[k];
  }
  memset(c->values, 0, (size_t)c->pattern.nonzeros * sizeof(double));
  Sink sink = {.mode = SINK_ADD, .slots = c->slots, .values = c->values};
  emit(c, delta, true, &sink);
  if (!linear_factor(c->linear, c->values)) {
    return false;
  }
  linear_solve(c->linear, c->x);
  double sum = 0;
  for (int i = 0; i < c->n; i++) {
    sum += c->x[i];
  }
  return isfinite(sum);
}

// ---- opening ----

static bool open_matrix(Closure *c, Arena *arena) {
  pattern_open(&c->pattern, c->n, c->n <= LINEAR_DENSE_LIMIT, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &c->pattern};
  do {
    emit(c, 0, false, &sink);
  } while (sink_turn(&sink, arena));
  c->slots = sink.slots;
  if (c->slots == NULL) {
    return false;
  }
  c->values = arena_array(arena, double, c->pattern.nonzeros);
  c->linear = linear_open(&c->pattern, arena);
  return c->values != NULL && c->linear != NULL;
}

Closure *closure_open(State *state, const ClosureSettings *settings, Arena *arena) {
  const System *system = state->system;
  Closure *c = arena_new(arena, Closure);
  if (c == NULL) {
    return NULL;
  }
  const int rows = settings->row_count;
  *c = (Closure){.state = state,
                 .settings = *settings,
                 .n = system->nv + system->nc + rows,
                 .guess = arena_array(arena, FramePose, system->body_count),
                 .home = arena_array(arena, FramePose, system->body_count),
                 .q = arena_array(arena, double, system->nq),
                 .v = arena_array(arena, double, system->nv),
                 .H = arena_alloc_array(arena, system->body_count, sizeof *c->H),
                 .C = arena_alloc_array(arena, rows, sizeof *c->C),
                 .S = arena_array(arena, double, system->nc),
                 .phi = arena_array(arena, double, system->nc + rows),
                 .gradient = arena_array(arena, double, system->nv),
                 .x = arena_array(arena, double, system->nv + system->nc + rows),
                 .base = arena_array(arena, double, system->nq),
                 .best = arena_array(arena, double, system->nq)};
  if (arena->allocator->exhausted || !open_matrix(c, arena)) {
    return NULL;
  }
  for (int k = 0; k < system->nc; k++) {
    c->S[k] = state->row_unit[k] * state->row_unit[k];
  }
  closure_count_from_here(c);
  memcpy(c->home, c->guess, (size_t)system->body_count * sizeof *c->home);
  memcpy(c->q, state->q, (size_t)system->nq * sizeof(double));
  memcpy(c->v, state->v, (size_t)system->nv * sizeof(double));
  return c;
}

void closure_close(Closure *c) {
  if (c != NULL) {
    linear_close(c->linear);
  }
}
