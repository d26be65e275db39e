// SPDX-License-Identifier: BSD-3-Clause
// kkt_schur.c: the Schur complement, sparse.
//
//   (J M^-1 J' + D) lambda = J M^-1 b_v - b_c,   a = M^-1 (b_v - J' lambda)
// M is block diagonal, so that W = J M^-1 has the pattern of J. The rows of a part, and the row of
// a relation, have the same bodies and are one block. Its rows on one of those bodies are an end: J
// and W [rows x nv]. Two blocks meet where they have ends on the same body. Nothing here grows
// faster than the number of such meetings and the fill of L.
#include <string.h>

#include "base/hot.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt_inside.h"

// Where the numbers of an end stand: J, M^-1 of its velocities, W, and the slots of its own
// products.
typedef struct KktEndRoom {
  const double *J, *inverse;
  double *W;
  const int *own;
} KktEndRoom;

// ---- memory ----

bool kkt_schur_open(State *state, Arena *arena) {
  const KktSchur *schur = &state->system->schur;
  KktRoom *room = state->kkt_room;
  room->ends = arena_array(arena, KktEndRoom, schur->end_count);
  room->end_W = arena_array(arena, double, schur->w_count);
  room->factors = arena_array(arena, double, schur->ldl.nonzeros + schur->ldl.n);
  room->elimination = arena_array(arena, double, schur->ldl.n);
  if (arena->allocator->exhausted) {
    return false;
  }
  for (int e = 0; e < schur->end_count; e++) {
    const KktEnd *end = &schur->ends[e];
    const double *inverse = state->mass_inverse[end->body];
    room->ends[e] = (KktEndRoom){.J = state->row + end->at,
                                 .inverse = inverse + end->still * (end->still + end->nv + 1),
                                 .W = room->end_W + end->w,
                                 .own = schur->slots + end->own};
  }
  return true;
}

// ---- W and G ----

MBS_SIZED double dot(const double *a, const double *b, const int n) {
  double sum = a[0] * b[0];
  for (int k = 1; k < n; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

// W of an end, and its share of the products of its rows with one another. t: of the nv
// velocities M couples to no other; stride: from row to row of M^-1.
MBS_SIZED void divide(const KktEndRoom *end, double *values, const int rows, const int t,
                      const int nv, const int stride) {
  const int *slot = end->own;
  double diagonal[BODY_V], w[BODY_V];
  for (int k = 0; k < t; k++) {
    diagonal[k] = end->inverse[k * stride + k];
  }
  for (int r = 0; r < rows; r++) {
    const double *J = end->J + r * ROW_STRIDE;
    for (int k = 0; k < t; k++) {
      w[k] = J[k] * diagonal[k];
    }
    for (int k = t; k < nv; k++) {
      w[k] = dot(J + t, end->inverse + k * stride + t, nv - t); // M is symmetric
    }
    for (int k = 0; k < nv; k++) {
      end->W[r * nv + k] = w[k];
    }
    for (int s = 0; s <= r; s++) {
      values[*slot++] += dot(w, end->J + s * ROW_STRIDE, nv);
    }
  }
}

// W J' [rows x others] of two ends on one body
MBS_SIZED void add_product(double *values, const int *slot, const double *W, const double *J,
                           const int rows, const int others, const int nv) {
  for (int r = 0; r < rows; r++) {
    for (int s = 0; s < others; s++) {
      values[*slot++] += dot(W + r * nv, J + s * ROW_STRIDE, nv);
    }
  }
}

// Sizes as constants: rows of an end by the velocities of its body (which then has no loops), or
// as they are.
#define FOR_END(end, f)                                                                            \
  switch (8 * (end)->nv + (end)->rows) {                                                           \
  case 17:                                                                                         \
    f(1, 2);                                                                                       \
    break;                                                                                         \
  case 18:                                                                                         \
    f(2, 2);                                                                                       \
    break;                                                                                         \
  case 25:                                                                                         \
    f(1, 3);                                                                                       \
    break;                                                                                         \
  case 26:                                                                                         \
    f(2, 3);                                                                                       \
    break;                                                                                         \
  case 27:                                                                                         \
    f(3, 3);                                                                                       \
    break;                                                                                         \
  case 49:                                                                                         \
    f(1, 6);                                                                                       \
    break;                                                                                         \
  case 51:                                                                                         \
    f(3, 6);                                                                                       \
    break;                                                                                         \
  default:                                                                                         \
    f((end)->rows, (end)->nv);                                                                     \
  }

static inline void divide_end(const KktEnd *end, const KktEndRoom *room, double *values) {
  if (end->t + 1 < end->nv && !(end->t == 3 && end->nv == 6)) {
    if (end->rows == 1 && end->still == 3 && end->nv == 3) { // an axis of a rigid body in space
      divide(room, values, 1, 0, 3, 6);
    } else {
      divide(room, values, end->rows, end->t, end->nv, end->still + end->nv);
    }
    return;
  }
  // one that turns about one axis has a diagonal M, too
#define CALL(rows, nv) divide(room, values, rows, (nv) == 6 ? 3 : (nv), nv, nv)
  FOR_END(end, CALL)
#undef CALL
}

static inline void add_pair(const KktPair *pair, const double *W, const double *J, const int *slot,
                            double *values) {
#define CALL(rows, nv)                                                                             \
  if (pair->others == 1) {                                                                         \
    add_product(values, slot, W, J, rows, 1, nv);                                                  \
  } else if (pair->others == 2) {                                                                  \
    add_product(values, slot, W, J, rows, 2, nv);                                                  \
  } else {                                                                                         \
    add_product(values, slot, W, J, rows, 3, nv);                                                  \
  }
  FOR_END(pair, CALL)
#undef CALL
}

static void assemble(State *state) {
  const KktSchur *schur = &state->system->schur;
  const KktRoom *room = state->kkt_room;
  memset(room->factors, 0, (size_t)(schur->ldl.nonzeros + schur->ldl.n) * sizeof(double));
  for (int e = 0; e < schur->end_count; e++) {
    divide_end(&schur->ends[e], &room->ends[e], room->factors);
  }
  for (const KktPair *pair = schur->pairs, *last = pair + schur->pair_count; pair < last; pair++) {
    add_pair(pair, room->end_W + pair->w, state->row + pair->other, schur->slots + pair->at,
             room->factors);
  }
}

bool kkt_schur_factor(State *state, double eps) {
  const System *system = state->system;
  const LdlPlan *ldl = &system->schur.ldl;
  const KktRoom *room = state->kkt_room;
  assemble(state);
  const double *added = eps > 0 ? state->row_soft : state->row_dropped, times = eps > 0 ? eps : 1;
  const bool any = eps > 0 ? state->soft : state->dropped > 0;
  for (int i = 0; i < system->nc && any; i++) {
    room->factors[ldl->nonzeros + ldl->place[i]] += times * added[i];
  }
  state->kkt_pivot = ldl_factor(ldl, room->factors, room->elimination);
  return state->kkt_pivot > 0;
}

double kkt_schur_inverse_pivot(const State *state, int row) {
  const LdlPlan *ldl = &state->system->schur.ldl;
  return state->kkt_room->factors[ldl->nonzeros + ldl->place[row]];
}

// ---- what is asked of them ----

void kkt_schur_multipliers(const State *state, double *lambda) {
  const KktRoom *room = state->kkt_room;
  ldl_solve(&state->system->schur.ldl, room->factors, lambda, room->elimination);
}

MBS_SIZED void times(const double *W, const double *b, double *out, const int rows, const int nv) {
  for (int r = 0; r < rows; r++) {
    out[r] += dot(W + r * nv, b, nv);
  }
}

// out += W b for every row.
void kkt_schur_add_w(const State *state, const double *b, double *out) {
  const KktSchur *schur = &state->system->schur;
  const KktEnd *end = schur->ends;
  for (const KktEnd *last = end + schur->end_count; end < last; end++) {
    const double *W = state->kkt_room->end_W + end->w, *v = b + end->v;
    double *own = out + end->row;
#define CALL(rows, nv) times(W, v, own, rows, nv)
    FOR_END(end, CALL)
#undef CALL
  }
}

MBS_SIZED void add_turned(const double *W, double factor, const double *lambda, double *x,
                          const int rows, const int nv) {
  double scaled[PRIMITIVE_ROWS];
  for (int r = 0; r < rows; r++) {
    scaled[r] = factor * lambda[r];
  }
  for (int k = 0; k < nv; k++) {
    double sum = W[k] * scaled[0];
    for (int r = 1; r < rows; r++) {
      sum += W[r * nv + k] * scaled[r];
    }
    x[k] += sum;
  }
}

// x += factor W' lambda
void kkt_schur_reactions(const State *state, double factor, const double *lambda, double *x) {
  const KktSchur *schur = &state->system->schur;
  const KktEnd *end = schur->ends;
  for (const KktEnd *last = end + schur->end_count; end < last; end++) {
    const double *W = state->kkt_room->end_W + end->w, *own = lambda + end->row;
    double *v = x + end->v;
#define CALL(rows, nv) add_turned(W, factor, own, v, rows, nv)
    FOR_END(end, CALL)
#undef CALL
  }
}
