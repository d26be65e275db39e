// SPDX-License-Identifier: BSD-3-Clause
// kkt_dense.c: small systems: the Schur complement as a full matrix.
//
//   (J M^-1 J' + D) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)      by L D L'
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

// A pivot that is noise beside its diagonal entry counts as noise.
static inline double floored(double pivot, double size, double *smallest) {
  if (pivot < *smallest * size) {
    pivot = pivot > LDL_ROUND_OFF * size ? pivot : LDL_ROUND_OFF * size;
    *smallest = pivot / size;
  }
  return pivot;
}

// L below the diagonal and 1 / D on it, in schur_L. False when a pivot is not finite.
static bool factor(State *state, double eps) {
  const int nv = state->system->nv, nc = state->system->nc;
  const double *added = eps > 0 ? state->row_soft : state->row_dropped, times = eps > 0 ? eps : 1;
  double smallest = 1;
  for (int i = 0; i < nc; i++) {
    double *row = state->schur_L + i * nc;
    const double *W = state->schur_W + i * nv;
    for (int k = 0; k <= i; k++) {
      const double *J = state->schur_J + k * nv;
      double sum = i == k ? times * added[i] : 0;
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
    const double size = row[i];
    double pivot = size;
    for (int k = 0; k < i; k++) {
      const double scaled = row[k] * state->schur_L[k * nc + k];
      pivot -= row[k] * scaled;
      row[k] = scaled;
    }
    pivot = floored(pivot, size, &smallest);
    if (!(size > 0 && pivot <= DBL_MAX)) {
      return false;
    }
    row[i] = 1 / pivot;
  }
  state->kkt_pivot = smallest;
  return true;
}

bool kkt_dense_factor(State *state, double eps) {
  fill_rows(state);
  if (state->system->relation_count > 0) {
    fill_relations(state);
  }
  return factor(state, eps);
}

// ---- what is asked of them ----

void kkt_dense_times_w(const State *state, const double *b, double *out) {
  const int nv = state->system->nv, nc = state->system->nc;
  for (int i = 0; i < nc; i++) {
    const double *W = state->schur_W + i * nv;
    double sum = 0;
    for (int j = 0; j < nv; j++) {
      sum += W[j] * b[j];
    }
    out[i] = sum;
  }
}

// lambda := (J M^-1 J' + D)^-1 lambda.
void kkt_dense_multipliers(const State *state, double *lambda) {
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

// x += factor W' lambda
void kkt_dense_reactions(const State *state, double factor, const double *lambda, double *x) {
  const int nv = state->system->nv, nc = state->system->nc;
  for (int i = 0; i < nc; i++) {
    const double *W = state->schur_W + i * nv, scaled = factor * lambda[i];
    for (int j = 0; j < nv; j++) {
      x[j] += W[j] * scaled;
    }
  }
}
