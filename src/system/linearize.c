// SPDX-License-Identifier: BSD-3-Clause
// linearize.c: the matrices of small motions, from the exact derivatives of the elements.
#include "system/linearize.h"

#include <string.h>

#include "math/vec.h"
#include "system/forces.h"
#include "system/inertia.h"
#include "system/kkt.h"
#include "system/row_slopes.h"

// Where the sums go; every matrix column-major.
typedef struct Target {
  Linearization *linearization;
  double *M, *C, *K, *J;
} Target;

bool linearize_open(Linearization *l, State *state, Arena *arena) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  *l = (Linearization){.state = state};
  l->a = arena_array(arena, double, nv);
  l->lambda = arena_array(arena, double, nc);
  l->J_rate = arena_array(arena, double, nc *nv);
  l->O = arena_array(arena, double, nv *nv);
  l->product = arena_array(arena, double, nv *nv);
  l->right = arena_array(arena, double, nc);
  l->T = arena_alloc_array(arena, system->body_count, sizeof *l->T);
  if (l->a == NULL || l->lambda == NULL || l->J_rate == NULL || l->O == NULL ||
      l->product == NULL || l->right == NULL || l->T == NULL) {
    return false;
  }
  if (system->force_count == 0) {
    return true;
  }
  pattern_open(&l->pattern, system->nq + nv, true, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &l->pattern};
  forces_emit(state, 0, 0, system->nq, &sink);
  if (!pattern_close(&l->pattern)) {
    return false;
  }
  l->slots = arena_array(arena, int, sink.count);
  l->values = arena_array(arena, double, l->pattern.nonzeros);
  if (l->slots == NULL || l->values == NULL) {
    return false;
  }
  sink = (Sink){.mode = SINK_LOCATE, .pattern = &l->pattern, .slots = l->slots};
  forces_emit(state, 0, 0, system->nq, &sink);
  return true;
}

// X[row, v of body] += (entries per coordinate q of the body) T.
static void add_turned(const Linearization *l, int body, const double *by_q, double *X, int rows,
                       int row) {
  const SystemBody *it = &l->state->system->bodies[body];
  for (int k = 0; k < it->nv; k++) {
    double sum = 0;
    for (int i = 0; i < it->nq; i++) {
      sum += by_q[i] * l->T[body][i * it->nv + k];
    }
    X[(long)(it->v + k) * rows + row] += sum;
  }
}

static void add_body(const Target *target, int b) {
  Linearization *l = target->linearization;
  const State *state = l->state;
  const SystemBody *body = &state->system->bodies[b];
  const int nv = state->system->nv;
  double D[BODY_Q * BODY_Q] = {0}, F_q[BODY_V * BODY_Q], F_v[BODY_V * BODY_V];
  body->kind->rate_parts(state->q + body->q, state->v + body->v, l->T[b], D);
  const bool by_q = inertia_slopes(state, b, F_q, F_v);
  for (int i = 0; i < body->nv; i++) {
    for (int k = 0; k < body->nv; k++) {
      const long place = (long)(body->v + k) * nv + body->v + i;
      target->M[place] = state->mass[b][i * body->nv + k];
      target->C[place] = F_v[i * body->nv + k];
    }
    if (by_q) {
      add_turned(l, b, F_q + i * body->nq, target->K, nv, body->v + i);
    }
  }
}

// Row i and those alike.
static void add_rows(const Target *target, int i) {
  Linearization *l = target->linearization;
  State *state = l->state;
  const System *system = state->system;
  const RowEnd *first = system->ends + system->rows[i].first_end;
  const RowEnd *last = system->ends + system->rows[i].end;
  RowSlopes slopes;
  row_slopes(state, i, l->lambda, &slopes);
  for (const RowEnd *on = first; on < last; on++) {
    const int nq = system->bodies[on->body].nq;
    for (int r = 0; r < rows_alike(system, i); r++) {
      const double *J = state->row + on->at + r * ROW_STRIDE;
      const double *slope_q = row_slopes_q(&slopes, slopes.rate_q, r, on);
      const double *second_v = row_slopes_v(&slopes, r, on);
      double rate_q[BODY_Q];
      for (int k = 0; k < nq; k++) {
        rate_q[k] = -slope_q[k];
      }
      add_turned(l, on->body, rate_q, l->J_rate, system->nc, i + r);
      for (int k = 0; k < on->nv; k++) {
        const long place = (long)(on->v + k) * system->nc + i + r;
        target->J[place] += J[k];
        l->J_rate[place] += second_v[k];
      }
    }
    for (const RowEnd *by = first; by < last; by++) {
      for (int k = 0; k < on->nv; k++) {
        add_turned(l, by->body, row_slopes_force(&slopes, on, k, by), target->K, system->nv,
                   on->v + k);
      }
    }
  }
}

static void add_forces(const Target *target) {
  Linearization *l = target->linearization;
  State *state = l->state;
  const System *system = state->system;
  const int n = system->nq + system->nv, nv = system->nv;
  if (system->force_count == 0) {
    return;
  }
  memset(l->values, 0, (size_t)l->pattern.nonzeros * sizeof(double));
  Sink sink = {.mode = SINK_ADD, .slots = l->slots, .values = l->values};
  forces_emit(state, 0, 0, system->nq, &sink);
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int row = 0; row < nv; row++) {
      double by_q[BODY_Q];
      for (int k = 0; k < body->nq; k++) {
        by_q[k] = l->values[(long)(body->q + k) * n + row];
      }
      add_turned(l, b, by_q, target->K, nv, row);
      for (int k = 0; k < body->nv; k++) {
        target->C[(long)(body->v + k) * nv + row] +=
            l->values[(long)(system->nq + body->v + k) * n + row];
      }
    }
  }
}

// X := X (w~ on the rotations of every body in space), added to out.
static void add_crossed(const State *state, const double *X, bool accelerations, double *out) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations < 3) {
      continue; // about one fixed axis w x theta is zero
    }
    const double *w = accelerations ? state->motion[b].alpha : state->motion[b].w;
    const double W[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
    const long first = (long)(body->v + body->kind->translations) * system->nv;
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < 3; i++) {
        for (int row = 0; row < system->nv && W[3 * i + k] != 0; row++) {
          out[first + (long)k * system->nv + row] +=
              X[first + (long)i * system->nv + row] * W[3 * i + k];
        }
      }
    }
  }
}

// x with J x = rhs, least in the masses: the regularised correction and two refinements.
static void correction(Linearization *l, const double *J, const double *rhs, double *x) {
  const int nv = l->state->system->nv, nc = l->state->system->nc;
  double *left = l->right, *step = l->state->correction;
  memset(x, 0, (size_t)nv * sizeof(double));
  for (int pass = 0; pass < 3; pass++) {
    for (int i = 0; i < nc; i++) {
      left[i] = rhs[i];
      for (int j = 0; j < nv; j++) {
        left[i] -= J[(long)j * nc + i] * x[j];
      }
    }
    kkt_correction(l->state, left, step);
    for (int j = 0; j < nv; j++) {
      x[j] += step[j];
    }
  }
}

// out += X O, or out -= O' X O with the product X O.
static void add_carried(Linearization *l, const double *X, bool squared, double *out) {
  const int nv = l->state->system->nv;
  double *XO = l->product;
  for (int j = 0; j < nv; j++) {
    for (int i = 0; i < nv; i++) {
      double sum = 0;
      for (int k = 0; k < nv; k++) {
        sum += X[(long)k * nv + i] * l->O[(long)j * nv + k];
      }
      XO[(long)j * nv + i] = sum;
    }
  }
  for (int j = 0; j < nv; j++) {
    for (int i = 0; i < nv; i++) {
      double sum = squared ? 0 : XO[(long)j * nv + i];
      for (int k = 0; k < nv && squared; k++) {
        sum -= l->O[(long)i * nv + k] * XO[(long)j * nv + k];
      }
      out[(long)j * nv + i] += sum;
    }
  }
}

// What a moving frame adds (see linearize.h).
static void add_motion(const Target *target) {
  Linearization *l = target->linearization;
  State *state = l->state;
  const int nv = state->system->nv, nc = state->system->nc;
  add_crossed(state, target->M, true, target->K);  // M W'
  add_crossed(state, target->C, false, target->K); // C_v W
  add_crossed(state, target->M, false, target->C); // C_v + M W
  if (!l->moving || l->frozen_frame || nc == 0) {
    return;
  }
  for (int k = 0; k < nv; k++) {
    double *rhs = l->J_rate + (long)k * nc;
    correction(l, target->J, rhs, l->O + (long)k * nv);
    for (int i = 0; i < nv; i++) {
      l->O[(long)k * nv + i] = -l->O[(long)k * nv + i];
    }
  }
  add_carried(l, target->C, false, target->K);
  add_carried(l, target->M, true, target->K);
}

// What the regularisation leaves of J a + c (about its square) is taken out once more: the
// eigenvalues inherit every digit of lambda.
static void refine(Linearization *l) {
  State *state = l->state;
  const System *system = state->system;
  const int nv = system->nv;
  double *x = state->correction;
  memset(x, 0, (size_t)nv * sizeof(double));
  for (int i = 0; i < system->nc; i++) {
    x[nv + i] = -row_add_times(row_bias(state, i), system, state->row, i, l->a);
  }
  kkt_solve(state, x);
  for (int i = 0; i < nv; i++) {
    l->a[i] += x[i];
  }
  for (int i = 0; i < system->nc; i++) {
    l->lambda[i] += x[nv + i];
  }
}

bool linearize_at(Linearization *l, double *M, double *C, double *K, double *J) {
  State *state = l->state;
  const System *system = state->system;
  const size_t square = (size_t)system->nv * (size_t)system->nv * sizeof(double);
  const size_t wide = (size_t)system->nv * (size_t)system->nc * sizeof(double);
  const Target target = {.linearization = l, .M = M, .C = C, .K = K, .J = J};
  state_rows(state, PAIR_ACCELERATION);
  if (!state_forces(state) || !kkt_factor(state, KKT_EXACT) ||
      !kkt_accelerations(state, l->a, l->lambda)) {
    return false;
  }
  refine(l);
  state_prepare_derivatives(state, l->a);
  memset(M, 0, square);
  memset(C, 0, square);
  memset(K, 0, square);
  memset(J, 0, wide);
  memset(l->J_rate, 0, wide);
  memset(l->O, 0, square);
  l->moving = false;
  for (int k = 0; k < system->nv; k++) {
    l->moving = l->moving || state->v[k] != 0;
  }
  for (int b = 1; b < system->body_count; b++) {
    add_body(&target, b);
  }
  for (int i = 0; i < system->nc; i += rows_alike(system, i)) {
    add_rows(&target, i);
  }
  add_forces(&target);
  add_motion(&target);
  return true;
}
