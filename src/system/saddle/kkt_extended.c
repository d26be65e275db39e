// SPDX-License-Identifier: BSD-3-Clause
// kkt_extended.c: the saddle-point system in twice the precision, for rows that nearly depend on
// one another and for light bodies between heavy ones.
//
//   G = J M^-1 J' + D = L D L',   lambda = G^-1 (J M^-1 b_v - b_c),   a = M^-1 (b_v - J' lambda)
// from J and M^-1 as they stand, all sums and products in numbers of 106 bits (math/extended.h), a
// and lambda rounded last. Places are those of kkt_plan.c. A row whose distance from others is the
// round-off of J itself is left out at that point.
#include <string.h>

#include "math/ldl_extended.h"
#include "system/constraints/rows.h"
#include "system/saddle/kkt_inside.h"

bool kkt_extended_open(State *state, Arena *arena) {
  const System *system = state->system;
  const KktSchur *schur = &system->schur;
  KktRoom *room = state->kkt_room;
  if (schur->planned) {
    room->W = arena_array(arena, Extended, schur->w_count);
    room->L = arena_array(arena, Extended, schur->ldl.nonzeros + system->nc);
    room->work = arena_array(arena, Extended, system->nc);
    room->lambda = arena_array(arena, Extended, system->nc);
    room->sum = arena_array(arena, Extended, system->nv);
  }
  return !arena->allocator->exhausted;
}

// ---- the matrix ----

// to := M^-1 from, of the velocities along which an end has entries.
static void divide(const State *state, const KktEnd *end, const double *from, Extended *to) {
  const int stride = state->system->bodies[end->body].nv;
  const double *inverse = state->mass_inverse[end->body] + (ptrdiff_t)end->still * (stride + 1);
  for (int i = 0; i < end->nv; i++) {
    Extended sum = {0, 0};
    for (int k = 0; k < end->nv; k++) {
      sum = extended_add(sum, extended_product(inverse[i * stride + k], from[k]));
    }
    to[i] = sum;
  }
}

// sum + W b
static Extended add_product(Extended sum, const Extended *W, const double *b, int n) {
  for (int k = 0; k < n; k++) {
    sum = extended_add(sum, extended_scale(W[k], b[k]));
  }
  return sum;
}

static void assemble(State *state) {
  const KktSchur *schur = &state->system->schur;
  KktRoom *room = state->kkt_room;
  memset(room->L, 0, (size_t)(schur->ldl.nonzeros + schur->ldl.n) * sizeof(Extended));
  for (const KktEnd *end = schur->ends; end < schur->ends + schur->end_count; end++) {
    const double *J = state->row + end->at;
    const int *slot = schur->slots + end->own;
    for (int r = 0; r < end->rows; r++) {
      Extended *W = room->W + end->w + (ptrdiff_t)r * end->nv;
      divide(state, end, J + (ptrdiff_t)r * ROW_STRIDE, W);
      for (int s = 0; s <= r; s++, slot++) {
        room->L[*slot] = add_product(room->L[*slot], W, J + (ptrdiff_t)s * ROW_STRIDE, end->nv);
      }
    }
  }
  for (const KktPair *pair = schur->pairs; pair < schur->pairs + schur->pair_count; pair++) {
    const int *slot = schur->slots + pair->at;
    for (int n = 0; n < pair->rows * pair->others; n++, slot++) {
      const Extended *W = room->W + pair->w + (ptrdiff_t)(n / pair->others) * pair->nv;
      const double *J = state->row + pair->other + (ptrdiff_t)(n % pair->others) * ROW_STRIDE;
      room->L[*slot] = add_product(room->L[*slot], W, J, pair->nv);
    }
  }
}

void kkt_extended_factor(State *state, double zero) {
  const System *system = state->system;
  const LdlPlan *ldl = &system->schur.ldl;
  KktRoom *room = state->kkt_room;
  assemble(state);
  for (int i = 0; i < system->nc; i++) {
    Extended *diagonal = &room->L[ldl->nonzeros + ldl->place[i]];
    *diagonal = extended_add(*diagonal, (Extended){state->row_dropped[i], 0});
  }
  (void)ldl_extended_factor(ldl, room->L, room->work, zero);
  room->extended_stands = true;
}

// ---- solutions ----

// sum := b_v - J' lambda
static void forces(const State *state, const double *b_v) {
  const KktSchur *schur = &state->system->schur;
  const KktRoom *room = state->kkt_room;
  for (int i = 0; i < state->system->nv; i++) {
    room->sum[i] = (Extended){b_v[i], 0};
  }
  for (const KktEnd *end = schur->ends; end < schur->ends + schur->end_count; end++) {
    for (int n = 0; n < end->rows * end->nv; n++) {
      const int r = n / end->nv, k = n % end->nv;
      const double J = state->row[end->at + r * ROW_STRIDE + k];
      Extended *sum = &room->sum[end->v + k];
      *sum = extended_subtract(*sum, extended_scale(room->lambda[end->row + r], J));
    }
  }
}

bool kkt_extended_solve(State *state, const double *b_v, const double *b_c, double *a,
                        double *lambda) {
  const System *system = state->system;
  const KktSchur *schur = &system->schur;
  const KktRoom *room = state->kkt_room;
  if (!schur->planned) {
    return false;
  }
  if (!room->extended_stands) {
    const double zero = kkt_sigma_zero(system->nc);
    kkt_extended_factor(state, zero * zero);
  }
  for (int i = 0; i < system->nc; i++) {
    room->lambda[i] = (Extended){-b_c[i], 0};
  }
  for (const KktEnd *end = schur->ends; end < schur->ends + schur->end_count; end++) {
    for (int r = 0; r < end->rows; r++) {
      Extended *sum = &room->lambda[end->row + r];
      *sum = add_product(*sum, room->W + end->w + (ptrdiff_t)r * end->nv, b_v + end->v, end->nv);
    }
  }
  ldl_extended_solve(&schur->ldl, room->L, room->lambda, room->work);
  forces(state, b_v);
  for (int i = 0; i < system->nc; i++) {
    lambda[i] = room->lambda[i].hi;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      a[body->v + i] = add_product((Extended){0, 0}, room->sum + body->v,
                                   state->mass_inverse[b] + (ptrdiff_t)i * body->nv, body->nv)
                           .hi;
    }
  }
  return true;
}
