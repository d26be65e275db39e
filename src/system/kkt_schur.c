// SPDX-License-Identifier: BSD-3-Clause
// kkt_schur.c: larger systems: the Schur complement, sparse.
//
//   (J M^-1 J' + D) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// M is block diagonal, so that W = J M^-1 has the pattern of J, and two rows meet where their
// joints share a body. Nothing here grows faster than the number of such meetings and the fill of
// L.
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "system/kkt_inside.h"

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
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int r = 0; r < part->primitive->row_count; r++) {
      for (int s = 0; s <= r; s++) {
        sink_add(sink, part->row + r, part->row + s, 0);
      }
    }
    for (int k = schur->pair_start[p]; k < schur->pair_start[p + 1]; k++) {
      const SchurPair *pair = &schur->pairs[k];
      for (int r = 0; r < pair->rows[0]; r++) {
        for (int s = 0; s < pair->rows[1]; s++) {
          sink_add(sink, pair->row[0] + r, pair->row[1] + s, 0);
        }
      }
    }
  }
}

// W = J M^-1 of one row on one side.
MBS_SIZED void divide_row(const double *J, const double *inverse, int t, int nv, double *W) {
  for (int k = 0; k < t; k++) {
    W[k] = J[k] * inverse[k * nv + k];
  }
  for (int k = t; k < nv; k++) {
    W[k] = dot_of(J + t, inverse + k * nv + t, nv - t); // M is symmetric
  }
}

// The same for all rows of a part on one side, and this side's share of the products of the part's
// rows with one another.
MBS_SIZED void divide_side(const PairRows *rows, int count, int side, const double *inverse, int t,
                           int nv, int stride, double *W, double *product) {
  for (int r = 0; r < count; r++, W += stride) {
    divide_row(rows->J[r][side], inverse, t, nv, W);
    for (int s = 0; s <= r; s++) {
      *product++ += dot_of(W, rows->J[s][side], nv);
    }
  }
}

// The rows of part p in W, and G's block on the diagonal. Returns the slots that come next.
static inline const int *divide_part(State *state, int p, double *W, int stride, const int *slots) {
  const System *system = state->system;
  const SystemPart *part = &system->parts[p];
  const PairRows *rows = &state->rows[p];
  const int count = part->primitive->row_count;
  double product[PRIMITIVE_ROWS * PRIMITIVE_ROWS] = {0};
  for (int side = 0; side < 2; side++) {
    const int b = part->body[side], nv = system->bodies[b].nv;
    const double *inverse = state->mass_inverse[b];
    double *own = side == 0 ? W : W + stride - nv;
    if (nv == 3 && system->planar && count == 2) {
      divide_side(rows, 2, side, inverse, 2, 3, stride, own, product);
    } else if (nv == 3 && system->planar) {
      divide_side(rows, count, side, inverse, 2, 3, stride, own, product);
    } else if (nv == 6 && count == 3) {
      divide_side(rows, 3, side, inverse, 3, 6, stride, own, product);
    } else if (nv == 6) {
      divide_side(rows, count, side, inverse, 3, 6, stride, own, product);
    } else if (nv > 0) {
      const int t = system->bodies[b].kind->translations;
      divide_side(rows, count, side, inverse, t, nv, stride, own, product);
    }
  }
  for (int k = 0; k < count * (count + 1) / 2; k++) {
    state->schur_L[*slots++] = product[k];
  }
  return slots;
}

// Adds the products of the rows of two parts that meet on a body with nv velocities.
MBS_SIZED const int *add_pair(const SchurPair *pair, const double *W, const PairRows *rows,
                              int count, int other, int nv, const int *slots, double *values) {
  for (int r = 0; r < count; r++, W += pair->stride) {
    for (int s = 0; s < other; s++) {
      values[*slots++] += dot_of(W, rows->J[s][pair->side], nv);
    }
  }
  return slots;
}

// W and G, part by part, each with those before it: one walk through the rows.
static void assemble(State *state) {
  const System *system = state->system;
  const KktSchur *schur = &system->schur;
  const int *slots = schur->slots;
  double *W = state->schur_W, *values = state->schur_L;
  memset(values, 0, (size_t)(schur->ldl.nonzeros + schur->ldl.n) * sizeof(double));
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    const int stride = system->bodies[part->body[0]].nv + system->bodies[part->body[1]].nv;
    slots = divide_part(state, p, W, stride, slots);
    W += part->primitive->row_count * stride;
    for (int k = schur->pair_start[p]; k < schur->pair_start[p + 1]; k++) {
      const SchurPair *pair = &schur->pairs[k];
      const double *w = state->schur_W + pair->w;
      const PairRows *rows = &state->rows[pair->part];
      const int count = pair->rows[0], other = pair->rows[1];
      if (pair->nv == 3 && count == 2 && other == 2) {
        slots = add_pair(pair, w, rows, 2, 2, 3, slots, values);
      } else if (pair->nv == 3) {
        slots = add_pair(pair, w, rows, count, other, 3, slots, values);
      } else if (pair->nv == 6) {
        slots = add_pair(pair, w, rows, count, other, 6, slots, values);
      } else {
        slots = add_pair(pair, w, rows, count, other, pair->nv, slots, values);
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

// Where the numbers of a part stand: its first row, those of its bodies' velocities.
typedef struct Place {
  int row, count, v[2], nv[2];
} Place;

static inline Place place_of(const System *system, int p) {
  const SystemPart *part = &system->parts[p];
  const SystemBody *i = &system->bodies[part->body[0]], *j = &system->bodies[part->body[1]];
  return (Place){.row = part->row,
                 .count = part->primitive->row_count,
                 .v = {i->v, j->v},
                 .nv = {i->nv, j->nv}};
}

// out := W b for every row.
void kkt_schur_times_w(const State *state, const double *b, double *out) {
  const System *system = state->system;
  const double *W = state->schur_W;
  for (int p = 0; p < system->part_count; p++) {
    const Place at = place_of(system, p);
    for (int r = 0; r < at.count; r++) {
      double sum = 0;
      for (int side = 0; side < 2; side++) {
        sum += at.nv[side] > 0 ? dot(W, b + at.v[side], at.nv[side]) : 0;
        W += at.nv[side];
      }
      out[at.row + r] = sum;
    }
  }
}

// x += factor W' lambda
void kkt_schur_reactions(const State *state, double factor, const double *lambda, double *x) {
  const System *system = state->system;
  const double *W = state->schur_W;
  for (int p = 0; p < system->part_count; p++) {
    const Place at = place_of(system, p);
    for (int r = 0; r < at.count; r++) {
      const double scaled = factor * lambda[at.row + r];
      for (int side = 0; side < 2; side++) {
        double *own = x + at.v[side];
        if (at.nv[side] == 3) {
          add_times(scaled, W, 3, own);
        } else {
          add_times(scaled, W, at.nv[side], own);
        }
        W += at.nv[side];
      }
    }
  }
}
