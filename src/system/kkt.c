// SPDX-License-Identifier: BSD-3-Clause
// kkt.c: the regularised saddle-point system of accelerations and multipliers (see kkt.h).
#include "system/kkt.h"

#include <math.h>
#include <string.h>

static void emit_part(const System *system, const SystemPart *part, const PairRows *rows,
                      const double *S, double eps, Sink *sink) {
  for (int r = 0; r < part->primitive->row_count; r++) {
    const int row = system->nv + part->row + r;
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[part->body[side]];
      for (int k = 0; k < body->nv; k++) {
        sink_add(sink, row, body->v + k, rows->J[r][side][k]);
        sink_add(sink, body->v + k, row, rows->J[r][side][k]);
      }
    }
    sink_add(sink, row, row, -eps * S[part->row + r]);
  }
}

void kkt_emit(const System *system, const double (*mass)[BODY_V * BODY_V], const PairRows *rows,
              const double *S, double eps, Sink *sink) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      for (int k = 0; k < body->nv; k++) {
        if (i == k || (i >= body->kind->translations && k >= body->kind->translations)) {
          sink_add(sink, body->v + i, body->v + k, mass[b][i * body->nv + k]);
        }
      }
    }
  }
  for (int p = 0; p < system->part_count; p++) {
    emit_part(system, &system->parts[p], &rows[p], S, eps, sink);
  }
}

// ---- small systems: the Schur complement ----
//
//   (J M^-1 J' + eps S) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// is symmetric and positive definite, whatever the rank of J; dense, by L D L'.

// W = J M^-1 and J, dense, row by row.
static void fill_dense_rows(State *state) {
  const System *system = state->system;
  const int nv = system->nv;
  for (int i = 0; i < system->nc * nv; i++) {
    state->schur_J[i] = 0;
    state->schur_W[i] = 0;
  }
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      double *J = state->schur_J + (part->row + r) * nv;
      double *W = state->schur_W + (part->row + r) * nv;
      for (int side = 0; side < 2; side++) {
        const SystemBody *body = &system->bodies[part->body[side]];
        const double *block = state->rows[p].J[r][side];
        const double *inverse = state->mass_inverse[part->body[side]];
        const int t = body->kind->translations;
        for (int k = 0; k < body->nv; k++) {
          J[body->v + k] += block[k];
        }
        for (int k = 0; k < t; k++) {
          W[body->v + k] += block[k] * inverse[k * body->nv + k];
        }
        for (int i = t; i < body->nv; i++) {
          for (int k = t; k < body->nv; k++) {
            W[body->v + k] += block[i] * inverse[i * body->nv + k];
          }
        }
      }
    }
  }
}

// L below the diagonal and 1 / D on it, in schur_L. False when a pivot is not positive.
static bool factor_schur(State *state, double eps) {
  const int nv = state->system->nv, nc = state->system->nc;
  fill_dense_rows(state);
  for (int i = 0; i < nc; i++) {
    double *row = state->schur_L + i * nc;
    const double *W = state->schur_W + i * nv;
    for (int k = 0; k <= i; k++) {
      const double *J = state->schur_J + k * nv;
      double sum = i == k ? eps * state->row_scale[i] : 0;
      for (int j = 0; j < nv; j++) {
        sum += W[j] * J[j];
      }
      row[k] = sum;
    }
    // row[k] := L_ik D_k first, then L_ik
    for (int k = 0; k < i; k++) {
      const double *other = state->schur_L + k * nc;
      for (int j = 0; j < k; j++) {
        row[k] -= row[j] * other[j];
      }
    }
    double pivot = row[i];
    for (int k = 0; k < i; k++) {
      const double scaled = row[k] * state->schur_L[k * nc + k];
      pivot -= row[k] * scaled;
      row[k] = scaled;
    }
    if (!(pivot > 0) || !isfinite(pivot)) {
      return false;
    }
    row[i] = 1 / pivot;
  }
  return true;
}

// lambda := (J M^-1 J' + eps S)^-1 lambda.
static void solve_multipliers(const State *state, double *lambda) {
  const int nc = state->system->nc;
  const double *L = state->schur_L;
  for (int i = 1; i < nc; i++) {
    for (int k = 0; k < i; k++) {
      lambda[i] -= L[i * nc + k] * lambda[k];
    }
  }
  for (int i = nc - 1; i >= 0; i--) {
    lambda[i] *= L[i * nc + i];
    for (int k = i + 1; k < nc; k++) {
      lambda[i] -= L[k * nc + i] * lambda[k];
    }
  }
}

// x := M^-1 x
static void divide_by_mass(const State *state, double *x) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations, nv = body->nv;
    const double *inverse = state->mass_inverse[b];
    double *at = x + body->v, own[BODY_V];
    for (int k = 0; k < t; k++) {
      at[k] *= inverse[k * nv + k];
    }
    for (int i = t; i < nv; i++) {
      own[i] = 0;
      for (int k = t; k < nv; k++) {
        own[i] += inverse[i * nv + k] * at[k];
      }
    }
    for (int i = t; i < nv; i++) {
      at[i] = own[i];
    }
  }
}

// x -= W' lambda
static void subtract_reactions(const State *state, const double *lambda, double *x) {
  const int nv = state->system->nv, nc = state->system->nc;
  for (int i = 0; i < nc; i++) {
    const double *W = state->schur_W + i * nv;
    for (int j = 0; j < nv; j++) {
      x[j] -= W[j] * lambda[i];
    }
  }
}

// Solves the whole system in place: x = (b_v, b_c) becomes (a, lambda).
static void solve_schur(const State *state, double *x) {
  const int nv = state->system->nv, nc = state->system->nc;
  double *lambda = x + nv;
  for (int i = 0; i < nc; i++) {
    const double *W = state->schur_W + i * nv;
    double sum = -lambda[i];
    for (int j = 0; j < nv; j++) {
      sum += W[j] * x[j];
    }
    lambda[i] = sum;
  }
  solve_multipliers(state, lambda);
  divide_by_mass(state, x);
  subtract_reactions(state, lambda, x);
}

// The same for b_v = 0.
static void solve_schur_rows(const State *state, double *x) {
  const int nv = state->system->nv, nc = state->system->nc;
  for (int i = 0; i < nc; i++) {
    x[nv + i] = -x[nv + i];
  }
  solve_multipliers(state, x + nv);
  for (int j = 0; j < nv; j++) {
    x[j] = 0;
  }
  subtract_reactions(state, x + nv, x);
}

bool kkt_factor(State *state, double eps) {
  const System *system = state->system;
  state->factorizations++;
  if (system->kkt_pattern.dense) {
    return factor_schur(state, eps);
  }
  memset(state->kkt_values, 0, (size_t)system->kkt_pattern.nonzeros * sizeof(double));
  Sink sink = {
      .mode = SINK_ADD, .slots = (int *)(size_t)system->kkt_slots, .values = state->kkt_values};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->rows, state->row_scale,
           eps, &sink);
  return linear_factor(state->kkt, state->kkt_values);
}

void kkt_solve(State *state, double *x) {
  if (state->system->kkt_pattern.dense) {
    solve_schur(state, x);
  } else {
    linear_solve(state->kkt, x);
  }
}

// The right-hand side's first part is zero (and need not be written for small systems).
static void solve_rows(State *state, double *x) {
  if (state->system->kkt_pattern.dense) {
    solve_schur_rows(state, x);
    return;
  }
  memset(x, 0, (size_t)state->system->nv * sizeof(double));
  linear_solve(state->kkt, x);
}

static double largest_of(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    const double size = fabs(x[i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

// Removes the influence of eps from the last solution. Each pass shrinks what is left by the same
// factor as the one before, so a second one is needed only where the square of it counts.
static void refine(State *state) {
  static const double ENOUGH = 3e-7;
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  const double *last = state->solution + nv;
  double size = largest_of(last, nc);
  for (int pass = 0; pass < 2 && nc > 0; pass++) {
    double *correction = state->correction;
    for (int i = 0; i < nc; i++) {
      correction[nv + i] = -KKT_EPS * state->row_scale[i] * last[i];
    }
    solve_rows(state, correction);
    for (int i = 0; i < nv + nc; i++) {
      state->solution[i] += correction[i];
    }
    last = correction + nv;
    const double next = largest_of(last, nc);
    if (next <= ENOUGH * size) {
      break;
    }
    size = next;
  }
}

void kkt_accelerations(State *state, double *a, double *lambda) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    state->solution[i] = state->Q[i];
  }
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      state->solution[system->nv + part->row + r] = -state->rows[p].bias[r];
    }
  }
  kkt_solve(state, state->solution);
  refine(state);
  for (int i = 0; i < system->nv && a != NULL; i++) {
    a[i] = state->solution[i];
  }
  for (int i = 0; i < system->nc && lambda != NULL; i++) {
    lambda[i] = state->solution[system->nv + i];
  }
}

void kkt_correction(State *state, const double *rhs, double *x) {
  const System *system = state->system;
  for (int i = 0; i < system->nc; i++) {
    state->solution[system->nv + i] = rhs[i];
  }
  solve_rows(state, state->solution);
  for (int i = 0; i < system->nv; i++) {
    x[i] = state->solution[i];
  }
}
