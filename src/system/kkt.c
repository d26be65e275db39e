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

// One side's block of one row: into J, and times M^-1 into W.
static void add_block(const SystemBody *body, const double *inverse, const double *block, double *J,
                      double *W) {
  const int t = body->kind->translations, nv = body->nv;
  for (int k = 0; k < t; k++) {
    J[body->v + k] += block[k];
    W[body->v + k] += block[k] * inverse[k * nv + k];
  }
  for (int i = t; i < nv; i++) {
    J[body->v + i] += block[i];
    for (int k = t; k < nv; k++) {
      W[body->v + k] += block[i] * inverse[i * nv + k];
    }
  }
}

// W = J M^-1 and J, dense, row by row.
static void fill_dense_rows(State *state) {
  const System *system = state->system;
  const int nv = system->nv;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      double *J = state->schur_J + (part->row + r) * nv;
      double *W = state->schur_W + (part->row + r) * nv;
      for (int j = 0; j < nv; j++) {
        J[j] = 0;
        W[j] = 0;
      }
      for (int side = 0; side < 2; side++) {
        const int b = part->body[side];
        if (b != 0) {
          add_block(&system->bodies[b], state->mass_inverse[b], state->rows[p].J[r][side], J, W);
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

// x := M^-1 b; x may be b.
static void divide_by_mass(const State *state, const double *b, double *x) {
  const System *system = state->system;
  for (int k = 1; k < system->body_count; k++) {
    const SystemBody *body = &system->bodies[k];
    const int t = body->kind->translations, nv = body->nv;
    const double *inverse = state->mass_inverse[k], *from = b + body->v;
    double *to = x + body->v, own[BODY_V];
    for (int i = 0; i < t; i++) {
      to[i] = from[i] * inverse[i * nv + i];
    }
    for (int i = t; i < nv; i++) {
      own[i] = 0;
      for (int m = t; m < nv; m++) {
        own[i] += inverse[i * nv + m] * from[m];
      }
    }
    for (int i = t; i < nv; i++) {
      to[i] = own[i];
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
  divide_by_mass(state, x, x);
  subtract_reactions(state, lambda, x);
}

// x := W' (J M^-1 J' + eps S)^-1 rhs, the correction with J x = rhs.
static void correct_schur(const State *state, const double *rhs, double *x) {
  const int nv = state->system->nv, nc = state->system->nc;
  double *lambda = state->solution;
  for (int i = 0; i < nc; i++) {
    lambda[i] = rhs[i];
  }
  solve_multipliers(state, lambda);
  for (int j = 0; j < nv; j++) {
    double sum = 0;
    for (int i = 0; i < nc; i++) {
      sum += state->schur_W[i * nv + j] * lambda[i];
    }
    x[j] = sum;
  }
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

static double largest_of(const double *x, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    const double size = fabs(x[i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

// eps leaves an error in lambda; each pass of refinement shrinks what is left by the same factor as
// the one before, so a second one is needed only where the square of it counts.
enum { PASSES = 2 };
static const double ENOUGH = 3e-7;

// Small systems: lambda is refined by itself, a follows from it.
static void accelerations_schur(State *state, double *a, double *lambda) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  double *last = state->correction;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      const double *W = state->schur_W + (part->row + r) * nv;
      double sum = state->rows[p].bias[r];
      for (int j = 0; j < nv; j++) {
        sum += W[j] * state->Q[j];
      }
      last[part->row + r] = sum;
    }
  }
  solve_multipliers(state, last);
  for (int i = 0; i < nc; i++) {
    lambda[i] = last[i];
  }
  double size = largest_of(last, nc);
  for (int pass = 0; pass < PASSES && nc > 0; pass++) {
    for (int i = 0; i < nc; i++) {
      last[i] *= KKT_EPS * state->row_scale[i];
    }
    solve_multipliers(state, last);
    for (int i = 0; i < nc; i++) {
      lambda[i] += last[i];
    }
    const double next = largest_of(last, nc);
    if (next <= ENOUGH * size) {
      break;
    }
    size = next;
  }
  divide_by_mass(state, state->Q, a);
  subtract_reactions(state, lambda, a);
}

static void accelerations_sparse(State *state, double *a, double *lambda) {
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  double *x = state->solution, *correction = state->correction;
  memcpy(x, state->Q, (size_t)nv * sizeof(double));
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      x[nv + part->row + r] = -state->rows[p].bias[r];
    }
  }
  linear_solve(state->kkt, x);
  const double *last = x + nv;
  double size = largest_of(last, nc);
  for (int pass = 0; pass < PASSES && nc > 0; pass++) {
    for (int i = 0; i < nc; i++) {
      correction[nv + i] = -KKT_EPS * state->row_scale[i] * last[i];
    }
    memset(correction, 0, (size_t)nv * sizeof(double));
    linear_solve(state->kkt, correction);
    for (int i = 0; i < nv + nc; i++) {
      x[i] += correction[i];
    }
    last = correction + nv;
    const double next = largest_of(last, nc);
    if (next <= ENOUGH * size) {
      break;
    }
    size = next;
  }
  memcpy(a, x, (size_t)nv * sizeof(double));
  memcpy(lambda, x + nv, (size_t)nc * sizeof(double));
}

void kkt_accelerations(State *state, double *a, double *lambda) {
  if (state->system->kkt_pattern.dense) {
    accelerations_schur(state, a, lambda);
  } else {
    accelerations_sparse(state, a, lambda);
  }
}

void kkt_correction(State *state, const double *rhs, double *x) {
  const System *system = state->system;
  if (system->kkt_pattern.dense) {
    correct_schur(state, rhs, x);
    return;
  }
  double *solution = state->solution;
  memset(solution, 0, (size_t)system->nv * sizeof(double));
  memcpy(solution + system->nv, rhs, (size_t)system->nc * sizeof(double));
  linear_solve(state->kkt, solution);
  memcpy(x, solution, (size_t)system->nv * sizeof(double));
}
