// SPDX-License-Identifier: BSD-3-Clause
// kkt_dense.c: small systems: the Schur complement as a full matrix.
//
//   (J M^-1 J' + eps S) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// is symmetric and positive definite, whatever the rank of J; by L D L'.
#include <math.h>

#include "system/kkt_inside.h"

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
bool kkt_dense_factor(State *state, double eps) {
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

// Small systems: lambda is refined by itself, a follows from it.
void kkt_dense_accelerations(State *state, double *a, double *lambda) {
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
  double size = kkt_largest(last, nc);
  for (int pass = 0; pass < KKT_PASSES && nc > 0; pass++) {
    for (int i = 0; i < nc; i++) {
      last[i] *= KKT_EPS * state->row_scale[i];
    }
    solve_multipliers(state, last);
    for (int i = 0; i < nc; i++) {
      lambda[i] += last[i];
    }
    const double next = kkt_largest(last, nc);
    if (next <= KKT_ENOUGH * size) {
      break;
    }
    size = next;
  }
  kkt_divide_by_mass(state, state->Q, a);
  subtract_reactions(state, lambda, a);
}
