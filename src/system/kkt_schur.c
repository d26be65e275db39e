// SPDX-License-Identifier: BSD-3-Clause
// kkt_schur.c: larger systems: the Schur complement, sparse.
//
//   (J M^-1 J' + D) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// M is block diagonal, so that W = J M^-1 has the pattern of J, and two rows meet where they
// share a body. Nothing here grows faster than the number of such meetings and the fill of
// L.
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "system/kkt_inside.h"
#include "system/rows.h"

// Products of a few numbers: 3 velocities in the plane and 6 in space are lengths that the compiler
// knows.
MBS_SIZED double dot_of(const double *a, const double *b, int n) {
  double sum = a[0] * b[0];
  for (int k = 1; k < n; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

static inline double dot(const double *a, const double *b, int n) {
  return n == 3 ? dot_of(a, b, 3) : n == 6 ? dot_of(a, b, 6) : dot_of(a, b, n);
}

void kkt_schur_emit(const System *system, Sink *sink) {
  const KktSchur *schur = &system->schur;
  for (int n = 0; n < schur->block_count; n++) {
    const SchurBlock *block = &schur->blocks[n];
    for (int r = 0; r < block->count; r++) {
      for (int s = 0; s <= r; s++) {
        sink_add(sink, block->row + r, block->row + s, 0);
      }
    }
    for (int k = schur->pair_start[n]; k < schur->pair_start[n + 1]; k++) {
      const SchurPair *pair = &schur->pairs[k];
      for (int r = 0; r < pair->count[0]; r++) {
        for (int s = 0; s < pair->count[1]; s++) {
          sink_add(sink, pair->row[0] + r, pair->row[1] + s, 0);
        }
      }
    }
  }
}

// W = J M^-1 of one row at one end.
MBS_SIZED void divide_row(const double *J, const double *inverse, int t, int nv, double *W) {
  for (int k = 0; k < t; k++) {
    W[k] = J[k] * inverse[k * nv + k];
  }
  for (int k = t; k < nv; k++) {
    W[k] = dot_of(J + t, inverse + k * nv + t, nv - t); // M is symmetric
  }
}

// The same for the rows of a block at one end, and this end's share of their products with one
// another.
MBS_SIZED void divide_end(const double *J, int count, const double *inverse, int t, int nv,
                          int stride, double *W, double *product) {
  for (int r = 0; r < count; r++, W += stride) {
    divide_row(J + r * ROW_STRIDE, inverse, t, nv, W);
    for (int s = 0; s <= r; s++) {
      *product++ += dot_of(W, J + s * ROW_STRIDE, nv);
    }
  }
}

// The rows of a block in W, and G's block on the diagonal. Returns the slots that come next.
static inline const int *divide_block(State *state, const SchurBlock *block, const int *slots) {
  const System *system = state->system;
  const int count = block->count, stride = block->stride;
  const RowEnd *end = &system->ends[block->first_end];
  double product[PRIMITIVE_ROWS * PRIMITIVE_ROWS] = {0};
  for (const RowEnd *last = end + block->end_count; end < last; end++) {
    const int nv = end->nv;
    const double *inverse = state->mass_inverse[end->body], *J = state->row + end->at;
    double *W = state->schur_W + end->w;
    if (nv == 3 && system->planar && count == 2) {
      divide_end(J, 2, inverse, 2, 3, stride, W, product);
    } else if (nv == 3 && system->planar) {
      divide_end(J, count, inverse, 2, 3, stride, W, product);
    } else if (nv == 6 && count == 3) {
      divide_end(J, 3, inverse, 3, 6, stride, W, product);
    } else if (nv == 6) {
      divide_end(J, count, inverse, 3, 6, stride, W, product);
    } else {
      const int t = system->bodies[end->body].kind->translations;
      divide_end(J, count, inverse, t, nv, stride, W, product);
    }
  }
  for (int k = 0; k < count * (count + 1) / 2; k++) {
    state->schur_L[*slots++] = product[k];
  }
  return slots;
}

// Adds the products of the rows of two blocks that meet on a body with nv velocities.
MBS_SIZED const int *add_pair(const SchurPair *pair, const double *W, const double *J, int count,
                              int other, int nv, const int *slots, double *values) {
  for (int r = 0; r < count; r++, W += pair->stride) {
    for (int s = 0; s < other; s++) {
      values[*slots++] += dot_of(W, J + s * ROW_STRIDE, nv);
    }
  }
  return slots;
}

// W and G, block by block, each with those before it: one walk through the rows.
static void assemble(State *state) {
  const KktSchur *schur = &state->system->schur;
  const int *slots = schur->slots;
  double *values = state->schur_L;
  memset(values, 0, (size_t)(schur->ldl.nonzeros + schur->ldl.n) * sizeof(double));
  for (int n = 0; n < schur->block_count; n++) {
    slots = divide_block(state, &schur->blocks[n], slots);
    for (int k = schur->pair_start[n]; k < schur->pair_start[n + 1]; k++) {
      const SchurPair *pair = &schur->pairs[k];
      const double *w = state->schur_W + pair->w, *J = state->row + pair->at;
      const int count = pair->count[0], other = pair->count[1];
      if (pair->nv == 3 && count == 2 && other == 2) {
        slots = add_pair(pair, w, J, 2, 2, 3, slots, values);
      } else if (pair->nv == 3) {
        slots = add_pair(pair, w, J, count, other, 3, slots, values);
      } else if (pair->nv == 6) {
        slots = add_pair(pair, w, J, count, other, 6, slots, values);
      } else {
        slots = add_pair(pair, w, J, count, other, pair->nv, slots, values);
      }
    }
  }
}

bool kkt_schur_factor(State *state, double eps) {
  const LdlPlan *ldl = &state->system->schur.ldl;
  assemble(state);
  const double *added = eps > 0 ? state->row_soft : state->row_dropped, times = eps > 0 ? eps : 1;
  const bool any = eps > 0 ? state->soft : state->dropped > 0;
  for (int i = 0; i < ldl->n && any; i++) {
    state->schur_L[ldl->nonzeros + ldl->place[i]] += times * added[i];
  }
  state->kkt_pivot = ldl_factor(ldl, state->schur_L, state->schur_work);
  return state->kkt_pivot > 0;
}

void kkt_schur_multipliers(const State *state, double *lambda) {
  ldl_solve(&state->system->schur.ldl, state->schur_L, lambda, state->schur_work);
}

static inline void add_times(double factor, const double *w, int n, double *x) {
  for (int k = 0; k < n; k++) {
    x[k] += w[k] * factor;
  }
}

// out := W b for every row.
void kkt_schur_times_w(const State *state, const double *b, double *out) {
  const System *system = state->system;
  const double *W = state->schur_W;
  for (int i = 0; i < system->nc; i++) {
    double sum = 0;
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      sum += dot(W, b + end->v, end->nv);
      W += end->nv;
    }
    out[i] = sum;
  }
}

// x += factor W' lambda
void kkt_schur_reactions(const State *state, double factor, const double *lambda, double *x) {
  const System *system = state->system;
  const double *W = state->schur_W;
  for (int i = 0; i < system->nc; i++) {
    const double scaled = factor * lambda[i];
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      if (end->nv == 3) {
        add_times(scaled, W, 3, x + end->v);
      } else {
        add_times(scaled, W, end->nv, x + end->v);
      }
      W += end->nv;
    }
  }
}
