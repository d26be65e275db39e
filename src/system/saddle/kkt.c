// SPDX-License-Identifier: BSD-3-Clause
// kkt.c: chooses between the ways to solve the saddle-point system (see kkt.h, kkt_inside.h).
#include "system/saddle/kkt.h"

#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/mechanism/massless.h"
#include "system/saddle/kkt_inside.h"
#include "system/state/state.h"

// ---- memory ----

static bool open_factors(State *state, Arena *arena) {
  const System *system = state->system;
  if (system->kkt_method == KKT_SCHUR) {
    return kkt_schur_open(state, arena);
  }
  // the last to be opened, since it must be closed
  state->kkt_values = arena_array(arena, double, system->kkt_pattern.nonzeros);
  state->kkt = state->kkt_values ? linear_open(&system->kkt_pattern, arena) : NULL;
  return state->kkt != NULL;
}

bool kkt_open(State *state, Arena *arena) {
  const int count = state->system->nv + state->system->nc;
  KktRoom *room = arena_new(arena, KktRoom);
  state->kkt_room = room;
  if (room == NULL) {
    return false;
  }
  (void)arena_doubles(arena, count, &room->b, &room->rest, &room->step);
  room->share = arena_array(arena, double, 5 * state->system->nc);
  room->direction = arena_array(arena, double, state->system->nc);
  return !arena->allocator->exhausted && kkt_extended_open(state, arena) &&
         open_factors(state, arena);
}

// ---- the masses ----

// Of one body; x may be b.
MBS_SIZED void divide(const double *inverse, const double *b, double *x, const int t,
                      const int nv) {
  double own[BODY_V];
  for (int i = 0; i < t; i++) {
    x[i] = b[i] * inverse[i * nv + i];
  }
  for (int i = t; i < nv; i++) {
    own[i] = inverse[i * nv + t] * b[t];
    for (int m = t + 1; m < nv; m++) {
      own[i] += inverse[i * nv + m] * b[m];
    }
  }
  for (int i = t; i < nv; i++) {
    x[i] = own[i];
  }
}

void kkt_divide_by_mass(const State *state, const double *b, double *x) {
  const System *system = state->system;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    const double *inverse = state->mass_inverse[k];
#define CALL(t, nv) divide(inverse, b + body->v, x + body->v, t, nv)
    FOR_BODY(body->apart, body->nv, CALL)
#undef CALL
  }
}

// ---- factors ----

bool kkt_determined(const State *state) {
  const Massless *it = state->massless;
  return it->count == 0 || !it->stands || it->least > 0;
}

bool kkt_factor(State *state, double eps) {
  assert(state->rows_level >= PAIR_POSITION);
  state->factorizations++;
  state->factored_stamp = eps == KKT_EXACT ? state->pose_stamp : -1;
  state->kkt_eps = eps;
  state->kkt_room->extended_stands = false;
  state->massless->stands = false;
  const bool ok = state->system->kkt_method == KKT_SCHUR ? kkt_schur_factor(state, eps)
                                                         : kkt_saddle_factor(state, eps);
  return ok && (eps > 0 || state->massless->count == 0 || kkt_massless_factor(state));
}

bool kkt_serves_projection(const State *state) {
  return state->kkt_eps > 0 || state->kkt_pivot > KKT_EXTENDED_BELOW;
}

void kkt_solve_once(State *state, const double *b_v, const double *b_c, double *a, double *lambda) {
  const int nc = state->system->nc;
  if (state->system->kkt_method == KKT_SADDLE) {
    kkt_saddle_solve(state, b_v, b_c, a, lambda);
    return;
  }
  for (int i = 0; i < nc; i++) {
    lambda[i] = -b_c[i];
  }
  kkt_schur_add_w(state, b_v, lambda);
  kkt_schur_multipliers(state, lambda);
  kkt_divide_by_mass(state, b_v, a);
  kkt_schur_reactions(state, -1, lambda, a);
}

// ---- what is asked of them ----

void kkt_solve(State *state, double *x) {
  const int nv = state->system->nv;
  double *b = state->kkt_room->b;
  memcpy(b, x, (size_t)(nv + state->system->nc) * sizeof(double));
  if (state->massless->count > 0) {
    kkt_massless_solve(state, b, b + nv, x, x + nv);
  } else if (state->kkt_eps > 0) {
    kkt_solve_once(state, b, b + nv, x, x + nv);
  } else {
    kkt_solve_refined(state, b, b + nv, x, x + nv);
  }
}

void kkt_smooth_accelerations(State *state, double *a, double *lambda) {
  double *b_c = state->kkt_room->b + state->system->nv;
  state_at_least(state, STAGE_FACTORED);
  assert(state->rows_level >= PAIR_ACCELERATION);
  rows_copy(state, ROW_BIAS, -1, b_c);
  if (state->massless->count > 0) {
    kkt_massless_solve(state, state->Q, b_c, a, lambda);
  } else {
    kkt_solve_refined(state, state->Q, b_c, a, lambda);
  }
}

void kkt_correction(State *state, const double *rhs, double *x) {
  const System *system = state->system;
  double *lambda = state->solution;
  if (state->massless->count > 0 && kkt_massless_correction(state, rhs, x, lambda)) {
    return;
  }
  if (system->kkt_method == KKT_SADDLE) {
    double *zero = state->kkt_room->step;
    memset(zero, 0, (size_t)system->nv * sizeof(double));
    kkt_saddle_solve(state, zero, rhs, x, lambda);
    return;
  }
  memcpy(lambda, rhs, (size_t)system->nc * sizeof(double));
  kkt_schur_multipliers(state, lambda);
  memset(x, 0, (size_t)system->nv * sizeof(double));
  kkt_schur_reactions(state, 1, lambda, x);
}

// A pivot of J M^-1 J' is the square of the distance of a row J_i from the span of the rows before
// it, in the norm of the masses. Where a motion passes a singular pose that distance goes through
// zero linearly in time, and so does the root of the smallest pivot, apart from its sign.
double kkt_closeness(const State *state) {
  const System *system = state->system;
  const int nc = system->nc;
  double largest = 0; // of S_i / pivot_i
  if (system->kkt_method == KKT_SADDLE) {
    return state->soft ? sqrt(state->kkt_pivot) : HUGE_VAL;
  }
  for (int i = 0; i < nc; i++) {
    const double size =
        kkt_schur_inverse_pivot(state, i) * state->row_soft[i]; // zero for rows of open trees
    largest = size > largest ? size : largest;
  }
  return largest > 0 ? 1 / sqrt(largest) : HUGE_VAL;
}
