// SPDX-License-Identifier: BSD-3-Clause
// kkt_dense.c: small systems: the Schur complement as a full matrix.
//
//   (J M^-1 J' + eps S) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// is symmetric and positive definite, whatever the rank of J; by L D L'.
#include <float.h>

#include "system/kkt_inside.h"
#include "system/relation.h"

// ---- J and W = J M^-1 ----

// One side's block of one row. The bodies of a part differ, so that blocks never meet.
static void put_block(int translations, int nv, const double *inverse, const double *block,
                      double *J, double *W) {
  for (int k = 0; k < translations; k++) {
    J[k] = block[k];
    W[k] = block[k] * inverse[k * (nv + 1)];
  }
  for (int k = translations; k < nv; k++) {
    double sum = 0;
    for (int i = translations; i < nv; i++) {
      sum += block[i] * inverse[i * nv + k];
    }
    J[k] = block[k];
    W[k] = sum;
  }
}

// What belongs to other bodies stays zero as state_open made it.
static void fill_rows(State *state) {
  const int nv = state->system->nv;
  const KktBlock *block = state->system->kkt_blocks;
  for (const KktBlock *end = block + state->system->kkt_block_count; block < end; block++) {
    const double *inverse = state->mass_inverse[block->body];
    const PairRows *rows = &state->rows[block->part];
    double *J = state->schur_J + block->first, *W = state->schur_W + block->first;
    for (int r = 0; r < block->rows; r++, J += nv, W += nv) {
      put_block(block->translations, block->nv, inverse, rows->J[r][block->side], J, W);
    }
  }
}

// Relations: a body may be met more than once, so that rows are summed up first.
static void fill_relations(State *state) {
  const System *system = state->system;
  const int nv = system->nv;
  for (int r = 0; r < system->relation_count; r++) {
    const int first = system->relations[r].row * nv;
    relation_row(state, r, state->schur_J + first);
    kkt_divide_by_mass(state, state->schur_J + first, state->schur_W + first);
  }
}

// ---- the factors ----

// L below the diagonal and 1 / D on it, in schur_L. False when a pivot is not positive.
static bool factor(State *state, double eps) {
  const int nv = state->system->nv, nc = state->system->nc;
  const double *soft = state->row_soft;
  for (int i = 0; i < nc; i++) {
    double *row = state->schur_L + i * nc;
    const double *W = state->schur_W + i * nv;
    for (int k = 0; k <= i; k++) {
      const double *J = state->schur_J + k * nv;
      double sum = i == k ? eps * soft[i] : 0;
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
    if (!(pivot > 0 && pivot <= DBL_MAX)) {
      return false;
    }
    row[i] = 1 / pivot;
  }
  return true;
}

bool kkt_dense_factor(State *state, double eps) {
  fill_rows(state);
  if (state->system->relation_count > 0) {
    fill_relations(state);
  }
  return factor(state, eps);
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

// ---- what is asked of them ----

// Solves the whole system in place: x = (b_v, b_c) becomes (a, lambda).
void kkt_dense_solve(const State *state, double *x) {
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
  kkt_divide_by_mass(state, x, x);
  subtract_reactions(state, lambda, x);
}

// x := W' (J M^-1 J' + eps S)^-1 rhs, the correction with J x = rhs.
void kkt_dense_correction(const State *state, const double *rhs, double *x) {
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

// Takes the influence of eps out of lambda; last: the first solution.
static void refine(State *state, double *last, double *lambda) {
  const int nc = state->system->nc;
  double size = kkt_largest(last, nc);
  for (int pass = 0; pass < KKT_PASSES; pass++) {
    for (int i = 0; i < nc; i++) {
      last[i] *= state->kkt_eps * state->row_soft[i];
    }
    solve_multipliers(state, last);
    for (int i = 0; i < nc; i++) {
      lambda[i] += last[i];
    }
    const double next = kkt_largest(last, nc);
    if (kkt_is_refined(pass, size, next)) {
      break;
    }
    size = next;
  }
}

static void accelerate(State *state, double *a, double *lambda) {
  const int nv = state->system->nv, nc = state->system->nc;
  for (int i = 0; i < nc; i++) {
    const double *W = state->schur_W + i * nv;
    double sum = lambda[i];
    for (int j = 0; j < nv; j++) {
      sum += W[j] * state->Q[j];
    }
    lambda[i] = sum;
  }
  solve_multipliers(state, lambda);
  if (state->soft) {
    for (int i = 0; i < nc; i++) {
      state->correction[i] = lambda[i];
    }
    refine(state, state->correction, lambda);
  }
  kkt_divide_by_mass(state, state->Q, a);
  subtract_reactions(state, lambda, a);
}

void kkt_dense_accelerations(State *state, double *a, double *lambda) {
  const System *system = state->system;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    const double *bias = state->rows[p].bias;
    for (int r = 0; r < part->primitive->row_count; r++) {
      lambda[part->row + r] = bias[r];
    }
  }
  for (int r = 0; r < system->relation_count; r++) {
    lambda[system->relations[r].row] = state->relations[r].bias;
  }
  accelerate(state, a, lambda);
}
