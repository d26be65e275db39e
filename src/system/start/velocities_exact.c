// SPDX-License-Identifier: BSD-3-Clause
// velocities_exact.c: initial velocities that satisfy joints and stated components to round-off
// (see velocities_inside.h).
//
// First the correction of least kinetic energy onto the joints, J x = d - J v. What they leave free
// is known by the answers x_s of the mechanism to impulses C_s' along the stated components,
//   [ M  J' ] [ x_s ]   [ C_s' ]
//   [ J  0  ] [  .  ] = [ 0    ]          G_st = C_s x_t,   G mu = d - C v,   v += sum mu_s x_s
// All solutions are those of accelerations (kkt.h), so that rows beside a singular pose count in
// full. A stated component whose pivot of G is round-off follows from the joints and the others.
#include <math.h>
#include <string.h>

#include "system/saddle/kkt.h"
#include "system/start/velocities_inside.h"

static const double DEPENDENT = 1e-12; // pivot of G over C M^-1 C'
enum { MOST = 500, PASSES = 3 };

typedef struct Answers {
  int count;
  const Row *row; // of the stated components
  double *x;      // count times nv
  double *G, *mu; // count^2, count
  double *b;      // nv + nc
} Answers;

static void find_answers(State *state, const Answers *answers) {
  const System *system = state->system;
  double *b = answers->b;
  for (int s = 0; s < answers->count; s++) {
    const Row *row = &answers->row[s];
    memset(b, 0, (size_t)(system->nv + system->nc) * sizeof(double));
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[row->body[side]];
      for (int k = 0; k < body->nv; k++) {
        b[body->v + k] += row->C[side][k];
      }
    }
    kkt_solve(state, b);
    memcpy(answers->x + (long)s * system->nv, b, (size_t)system->nv * sizeof(double));
  }
}

static void onto_joints(State *state, const Rows *rows, const Answers *answers) {
  const int nv = state->system->nv, nc = state->system->nc;
  double *b = answers->b;
  memset(b, 0, (size_t)nv * sizeof(double));
  for (int r = 0; r < nc; r++) {
    b[nv + r] = velocities_residual(state, &rows->row[r]);
  }
  kkt_solve(state, b);
  for (int i = 0; i < nv; i++) {
    state->v[i] += b[i];
  }
}

// G mu = mu in place by elimination with diagonal pivots; those that are round-off give 0.
static void eliminate(const Answers *answers) {
  const int n = answers->count;
  double *G = answers->G, *mu = answers->mu;
  bool used[MOST] = {false};
  for (int pass = 0; pass < n; pass++) {
    int best = -1;
    double largest = DEPENDENT;
    for (int s = 0; s < n; s++) {
      const double size = G[(long)s * n + s] / answers->row[s].scale;
      if (!used[s] && size > largest) {
        largest = size;
        best = s;
      }
    }
    if (best < 0) {
      break;
    }
    used[best] = true;
    const double pivot = G[(long)best * n + best];
    for (int s = 0; s < n; s++) { // Gauss and Jordan: every other row loses this unknown
      const double l = s == best ? 0 : G[(long)s * n + best] / pivot;
      for (int t = 0; t < n && l != 0; t++) {
        G[(long)s * n + t] -= l * G[(long)best * n + t];
      }
      mu[s] -= l * mu[best];
    }
  }
  for (int s = 0; s < n; s++) {
    mu[s] = used[s] ? mu[s] / G[(long)s * n + s] : 0;
  }
}

static void onto_stated(State *state, const Answers *answers) {
  const int n = answers->count, nv = state->system->nv;
  for (int s = 0; s < n; s++) {
    for (int t = 0; t < n; t++) {
      answers->G[(long)s * n + t] =
          velocities_times(state, &answers->row[s], answers->x + (long)t * nv);
    }
    answers->mu[s] = velocities_residual(state, &answers->row[s]);
  }
  eliminate(answers);
  for (int s = 0; s < n; s++) {
    for (int i = 0; i < nv; i++) {
      state->v[i] += answers->mu[s] * answers->x[(long)s * nv + i];
    }
  }
}

static bool all_met(const State *state, const Rows *rows) {
  for (int r = 0; r < rows->count; r++) {
    const double left = fabs(velocities_residual(state, &rows->row[r]));
    if (!(left <= VELOCITIES_CLOSE * rows->row[r].unit)) {
      return false;
    }
  }
  return true;
}

bool velocities_exact(State *state, const Rows *rows, bool *met, Arena *arena) {
  const System *system = state->system;
  const int n = rows->count - system->nc;
  *met = false;
  if (n > MOST) {
    return true;
  }
  double *before = arena_array(arena, double, system->nv);
  Answers answers = {.count = n,
                     .row = rows->row + system->nc,
                     .x = arena_alloc_array(arena, n, (size_t)system->nv * sizeof(double)),
                     .G = arena_alloc_array(arena, n, (size_t)n * sizeof(double)),
                     .mu = arena_array(arena, double, n),
                     .b = arena_array(arena, double, system->nv + system->nc)};
  if (arena->allocator->exhausted) {
    return false;
  }
  memcpy(before, state->v, (size_t)system->nv * sizeof(double));
  state_rows(state, PAIR_VELOCITY);
  if (kkt_factor(state, KKT_EXACT)) {
    find_answers(state, &answers);
    for (int pass = 0; pass < PASSES; pass++) {
      onto_joints(state, rows, &answers);
      onto_stated(state, &answers);
    }
    *met = all_met(state, rows);
  }
  if (!*met) {
    memcpy(state->v, before, (size_t)system->nv * sizeof(double));
  }
  return true;
}
