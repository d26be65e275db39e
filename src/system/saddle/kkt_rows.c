// SPDX-License-Identifier: BSD-3-Clause
// kkt_rows.c: the rows that are left out, and the multipliers that all rows share (see kkt_rows.h).
#include "system/saddle/kkt_rows.h"

#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/saddle/kkt_inside.h"

static const double LEFT_OUT = 1e20;       // times S
static const double ALWAYS = 1e-18;        // pivot of a row that always depends on others
static const double FLAT = 1e-12;          // of the steepest: no weight at all
enum { FULL_ROWS = 400, ROUNDS_MORE = 8 }; // a full matrix up to; iterations beyond their number

// ---- the choice ----

static void swap_rows(double *G, int *row, int n, int i, int k) {
  for (int j = 0; j < n && i != k; j++) {
    const double keep = G[(long)i * n + j];
    G[(long)i * n + j] = G[(long)k * n + j];
    G[(long)k * n + j] = keep;
  }
  for (int j = 0; j < n && i != k; j++) {
    const double keep = G[(long)j * n + i];
    G[(long)j * n + i] = G[(long)j * n + k];
    G[(long)j * n + k] = keep;
  }
  const int keep = row[i];
  row[i] = row[k];
  row[k] = keep;
}

// A pivot as it counts in the choice. A row that constrains a velocity alone comes behind all rows
// that constrain positions, which would otherwise be left out. It comes before a row that depends
// on others, of which only round-off is left. The pivot of a body that is a thousand times lighter
// than another is small, too, but not as small as that.
static double merit(const System *system, const double *G, const int *row, int n, int i) {
  static const double BEHIND = 1e-12, NOTHING = 1e-13;
  const double left = G[(long)i * n + i];
  const bool last = system->rows[row[i]].rates_alone;
  return left * (last ? BEHIND : left > NOTHING ? 1 : BEHIND * BEHIND);
}

// The largest pivots first: row[0 .. kept) are as independent as may be.
static void pivot(const System *system, double *G, int *row, int n, int kept) {
  for (int k = 0; k < kept; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) {
      // by round-off alone the first of equals stays
      best = merit(system, G, row, n, i) > (1 + 1e-9) * merit(system, G, row, n, best) ? i : best;
    }
    swap_rows(G, row, n, k, best);
    const double size = G[(long)k * n + k];
    for (int i = k + 1; i < n && size > 0; i++) {
      const double l = G[(long)i * n + k] / size;
      for (int j = k + 1; j < n; j++) {
        G[(long)i * n + j] -= l * G[(long)k * n + j];
      }
    }
  }
}

static void leave_out(State *state, int row) {
  state->row_dropped[row] = LEFT_OUT * state->row_scale[row];
  state->dropped++;
}

static bool choose_full(State *state, int count, int n, Arena *arena) {
  const int nc = state->system->nc;
  int *row = arena_array(arena, int, nc), found = 0;
  double *G = arena_alloc_array(arena, n, (size_t)n * sizeof(double)), *W = state->kkt_room->b;
  if (row == NULL || G == NULL) {
    return false;
  }
  for (int i = 0; i < nc; i++) {
    if (state->row_soft[i] > 0) {
      row[found++] = i;
    }
  }
  for (int i = 0; i < n; i++) {
    memset(W, 0, (size_t)state->system->nv * sizeof(double)); // M^-1 J_i'
    row_add_forces(state, row[i], 1, W);
    kkt_divide_by_mass(state, W, W);
    for (int k = 0; k <= i; k++) {
      const double size = sqrt(state->row_scale[row[i]] * state->row_scale[row[k]]);
      G[(long)i * n + k] = G[(long)k * n + i] = row_times(state, row[k], W) / size;
    }
  }
  pivot(state->system, G, row, n, n - count);
  for (int i = n - count; i < n; i++) {
    leave_out(state, row[i]);
  }
  return true;
}

// Large mechanisms: in the order of the plan, by the pivots that are zero.
static void choose_sparse(State *state) {
  const LdlPlan *ldl = &state->system->schur.ldl;
  kkt_extended_factor(state, ALWAYS);
  for (int i = 0; i < ldl->n; i++) {
    if (!(state->kkt_room->L[ldl->nonzeros + ldl->place[i]].hi > 0) && state->row_soft[i] > 0) {
      leave_out(state, i);
    }
  }
}

bool kkt_rows_choose(State *state, int count, Arena *arena) {
  const System *system = state->system;
  int n = 0;
  memset(state->row_dropped, 0, (size_t)system->nc * sizeof(double));
  state->dropped = 0;
  for (int i = 0; i < system->nc; i++) {
    n += state->row_soft[i] > 0 ? 1 : 0;
  }
  if (count == 0 || count > n) {
    return true;
  }
  state_rows(state, PAIR_VELOCITY);
  if (n > FULL_ROWS && system->schur.planned && system->rate_rows == 0) {
    choose_sparse(state);
    return true;
  }
  const ArenaMark mark = arena_mark(arena);
  const bool ok = choose_full(state, count, n, arena);
  arena_release(arena, mark);
  return ok;
}

// ---- sharing ----

// The null space of J' has a basis N with a one for each row that is left out, by which the
// multipliers of the others follow:  J_K' C = J_D',  N = [-C; I].  Numbers for N stand at the
// places of the rows left out, all others are zero.

// x [nv] := M^-1 J' y
static void accelerate(const State *state, const double *y, double *x) {
  memset(x, 0, (size_t)state->system->nv * sizeof(double));
  rows_add_forces(state, 1, y, x);
  kkt_divide_by_mass(state, x, x);
}

// z [nc] := N y
static void times_null(State *state, const double *y, double *z) {
  const int nv = state->system->nv, nc = state->system->nc;
  double *x = state->kkt_room->b, *g = x + nv, *unused = state->kkt_room->rest;
  accelerate(state, y, x);
  rows_times(state, x, g);
  for (int i = 0; i < nc; i++) {
    g[i] = state->row_dropped[i] > 0 ? 0 : -g[i];
  }
  memset(x, 0, (size_t)nv * sizeof(double));
  kkt_solve_once(state, x, g, unused, z);
  for (int i = 0; i < nc; i++) {
    z[i] = state->row_dropped[i] > 0 ? y[i] : -z[i];
  }
}

// y [nc] := N' S z, S being diagonal
static void null_times(State *state, const double *S, const double *z, double *y) {
  const int nv = state->system->nv, nc = state->system->nc;
  double *x = state->kkt_room->b, *g = x + nv;
  for (int i = 0; i < nc; i++) {
    g[i] = state->row_dropped[i] > 0 ? 0 : S[i] * z[i];
  }
  kkt_correction(state, g, x);
  rows_times(state, x, g);
  for (int i = 0; i < nc; i++) {
    y[i] = state->row_dropped[i] > 0 ? S[i] * z[i] - g[i] : 0;
  }
}

// Conjugate gradients for (N' S N) y = N' S lambda; there are few rows left out, and N' S N is near
// the identity as they were chosen. Weights may be zero: directions without weight are not gone.
void kkt_rows_least(State *state, const double *weight, double *lambda) {
  const int nc = state->system->nc;
  double *y = state->kkt_room->share, *r = y + nc, *p = r + nc, *z = p + nc, *q = z + nc;
  if (state->dropped == 0) {
    return;
  }
  memset(y, 0, (size_t)nc * sizeof(double));
  null_times(state, weight, lambda, r);
  memcpy(p, r, (size_t)nc * sizeof(double));
  double size = row_add_product(0, r, r, nc);
  const double enough = 1e-30 * size;
  double steepest = 0;
  for (int k = 0; k < state->dropped + ROUNDS_MORE && size > enough; k++) {
    times_null(state, p, z);
    null_times(state, weight, z, q);
    const double bend = row_add_product(0, p, q, nc), before = size;
    steepest = fmax(steepest, bend / row_add_product(0, p, p, nc));
    if (!(bend > FLAT * steepest * row_add_product(0, p, p, nc))) {
      break;
    }
    const double along = size / bend;
    for (int i = 0; i < nc; i++) {
      y[i] += along * p[i];
      r[i] -= along * q[i];
    }
    size = row_add_product(0, r, r, nc);
    for (int i = 0; i < nc; i++) {
      p[i] = r[i] + size / before * p[i];
    }
  }
  times_null(state, y, z);
  for (int i = 0; i < nc; i++) {
    lambda[i] -= z[i];
  }
}

void kkt_rows_share(State *state, double *lambda) {
  kkt_rows_least(state, state->row_scale, lambda);
}
