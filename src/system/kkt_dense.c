// SPDX-License-Identifier: BSD-3-Clause
// kkt_dense.c: small systems: the Schur complement as a full matrix.
//
//   (J M^-1 J' + D) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)      by L D L'
// A row is zero but for its bodies: products go over the columns that two rows share.
#include <float.h>

#include "system/kkt_inside.h"
#include "system/rows.h"

// ---- J and W = J M^-1 ----

// One end's blocks of rows next to each other; J and W: of the first. The ends of a row differ in
// their bodies, so that blocks never meet.
MBS_SIZED void put_blocks(const KktBlock *block, const double *own, const double *inverse,
                          int row_length, double *J, double *W, const int t, const int nv) {
  for (int r = 0; r < block->rows; r++, J += row_length, W += row_length, own += ROW_STRIDE) {
    for (int k = 0; k < t; k++) {
      J[k] = own[k];
      W[k] = own[k] * inverse[k * (nv + 1)];
    }
    for (int k = t; k < nv; k++) {
      double sum = own[t] * inverse[t * nv + k];
      for (int i = t + 1; i < nv; i++) {
        sum += own[i] * inverse[i * nv + k];
      }
      J[k] = own[k];
      W[k] = sum;
    }
  }
}

// What belongs to other bodies stays zero as state_open made it.
static void fill_rows(State *state) {
  const int nv = state->system->nv;
  const KktBlock *block = state->system->kkt_blocks;
  for (const KktBlock *end = block + state->system->kkt_block_count; block < end; block++) {
    const double *inverse = state->mass_inverse[block->body], *own = state->row + block->at;
    double *J = state->schur_J + block->first, *W = state->schur_W + block->first;
#define CALL(t, length) put_blocks(block, own, inverse, nv, J, W, t, length)
    FOR_BODY(block->translations, block->nv, CALL)
#undef CALL
  }
}

// ---- products ----

// sum + a.b over [k, end), in order; bodies have two, three or six columns.
static inline double add_product(double sum, const double *a, const double *b, int k, int end) {
  for (; k + 2 < end; k += 3) {
    sum += a[k] * b[k];
    sum += a[k + 1] * b[k + 1];
    sum += a[k + 2] * b[k + 2];
  }
  for (; k < end; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

// x += factor a, likewise.
static inline void add_multiple(double *x, const double *a, double factor, int k, int end) {
  for (; k + 2 < end; k += 3) {
    x[k] += a[k] * factor;
    x[k + 1] += a[k + 1] * factor;
    x[k + 2] += a[k + 2] * factor;
  }
  for (; k < end; k++) {
    x[k] += a[k] * factor;
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
  const KktSpan *span = state->system->kkt_spans;
  double smallest = 1;
  for (int i = 0; i < nc; i++) {
    double *row = state->schur_L + i * nc;
    const double *W = state->schur_W + i * nv;
    const KktSpan own = span[i];
    for (int k = 0; k <= i; k++) {
      const int first = own.first > span[k].first ? own.first : span[k].first;
      const int end = own.end < span[k].end ? own.end : span[k].end;
      const double *J = state->schur_J + k * nv;
      row[k] = add_product(i == k ? times * added[i] : 0, W, J, first, end);
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
  return factor(state, eps);
}

// ---- what is asked of them ----

void kkt_dense_times_w(const State *state, const double *b, double *out) {
  const int nv = state->system->nv, nc = state->system->nc;
  for (int i = 0; i < nc; i++) {
    const KktSpan span = state->system->kkt_spans[i];
    out[i] = add_product(0, state->schur_W + i * nv, b, span.first, span.end);
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
    const KktSpan span = state->system->kkt_spans[i];
    add_multiple(x, state->schur_W + i * nv, factor * lambda[i], span.first, span.end);
  }
}
