// SPDX-License-Identifier: BSD-3-Clause
// kkt_extended.c: the saddle-point system in twice the precision, for rows that nearly depend on
// one another and for light bodies between heavy ones.
//
//   G = J M^-1 J' + D = L D L',   lambda = G^-1 (J M^-1 b_v - b_c),   a = M^-1 (b_v - J' lambda)
// from J and M^-1 as they stand, all sums and products in numbers of 106 bits (math/extended.h), a
// and lambda rounded last. Entries of G are sums over the ends that two
// rows share. A row whose distance from others is the round-off
// of J itself is left out at that point.
#include <math.h>
#include <string.h>

#include "math/ldl_extended.h"
#include "system/kkt_inside.h"
#include "system/rows.h"

enum { FULL_ROWS = 300 }; // up to which G may fill up

// ---- the plan ----

// The rows on every body, ascending: their numbers and ends.
typedef struct Meetings {
  int *start, *row, *end;
  double products; // pairs of rows that meet, bodies counted apart
} Meetings;

static bool list_meetings(const System *system, Meetings *meetings, Arena *scratch) {
  const int count = system->end_count;
  meetings->start = arena_array(scratch, int, system->body_count + 2);
  meetings->row = arena_array(scratch, int, count);
  meetings->end = arena_array(scratch, int, count);
  meetings->products = 0;
  if (meetings->start == NULL || meetings->row == NULL || meetings->end == NULL) {
    return false;
  }
  for (int s = 0; s < count; s++) {
    meetings->start[system->ends[s].body + 2]++;
  }
  for (int b = 0; b < system->body_count; b++) {
    const double rows = meetings->start[b + 2];
    meetings->products += rows * (rows + 1) / 2;
    meetings->start[b + 2] += meetings->start[b + 1];
  }
  for (int row = 0; row < system->nc; row++) {
    for (int s = system->rows[row].first_end; s < system->rows[row].end; s++) {
      const int at = meetings->start[system->ends[s].body + 1]++;
      meetings->row[at] = row;
      meetings->end[at] = s;
    }
  }
  return true;
}

// The order of elimination, unless kkt_plan.c has it.
static bool order(System *system, const Meetings *meetings, Arena *arena, Arena *scratch) {
  KktExtended *plan = &system->extended;
  if (system->kkt_method == KKT_SCHUR) {
    plan->ldl = system->schur.ldl;
    return true;
  }
  Pattern pattern;
  pattern_open(&pattern, system->nc, false, scratch);
  for (int i = 0; i < system->nc; i++) {
    pattern_add(&pattern, i, i);
  }
  for (int b = 1; b < system->body_count; b++) {
    for (int i = meetings->start[b]; i < meetings->start[b + 1]; i++) {
      for (int k = meetings->start[b]; k < i; k++) {
        pattern_add(&pattern, meetings->row[i], meetings->row[k]);
      }
    }
  }
  return pattern_close(&pattern) && ldl_order(&plan->ldl, &pattern, arena) &&
         ldl_lay_out(&plan->ldl, &pattern, arena);
}

static bool list_products(System *system, const Meetings *meetings, Arena *arena) {
  KktExtended *plan = &system->extended;
  KktProduct *products = arena_array(arena, KktProduct, (int)meetings->products);
  if (products == NULL) {
    return false;
  }
  for (int b = 1; b < system->body_count; b++) {
    for (int i = meetings->start[b]; i < meetings->start[b + 1]; i++) {
      for (int k = meetings->start[b]; k <= i; k++) {
        products[plan->product_count++] =
            (KktProduct){.slot = ldl_slot(&plan->ldl, meetings->row[i], meetings->row[k]),
                         .i = system->ends[meetings->end[i]].w,
                         .k = system->ends[meetings->end[k]].w,
                         .nv = system->bodies[b].nv};
      }
    }
  }
  plan->products = products;
  return true;
}

bool kkt_extended_plan(System *system, Arena *arena) {
  KktExtended *plan = &system->extended;
  Arena scratch;
  Meetings meetings;
  arena_open(&scratch, arena->allocator);
  bool ok = list_meetings(system, &meetings, &scratch);
  plan->possible = ok && (system->kkt_method == KKT_SCHUR || system->nc <= FULL_ROWS);
  if (plan->possible) {
    ok = order(system, &meetings, arena, &scratch) && list_products(system, &meetings, arena);
  }
  arena_close(&scratch);
  return ok;
}

bool kkt_extended_open(State *state, Arena *arena) {
  const System *system = state->system;
  const KktExtended *plan = &system->extended;
  KktRoom *room = state->kkt_room;
  room->J = arena_array(arena, double, system->w_count);
  if (!plan->possible) {
    return room->J != NULL;
  }
  room->W = arena_array(arena, Extended, system->w_count);
  room->L = arena_array(arena, Extended, plan->ldl.nonzeros + system->nc);
  room->work = arena_array(arena, Extended, system->nc);
  room->lambda = arena_array(arena, Extended, system->nc);
  room->sum = arena_array(arena, Extended, system->nv);
  return room->J && room->W && room->L && room->work && room->lambda && room->sum;
}

// ---- the matrix ----

void kkt_extended_gather(State *state) {
  const System *system = state->system;
  for (int e = 0; e < system->end_count; e++) {
    const RowEnd *end = &system->ends[e];
    memcpy(state->kkt_room->J + end->w, state->row + end->at, (size_t)end->nv * sizeof(double));
  }
}

void kkt_add_forces(const State *state, double factor, const double *lambda, double *x) {
  const System *system = state->system;
  for (int i = 0; i < system->nc; i++) {
    const double scaled = factor * lambda[i];
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      const double *J = state->kkt_room->J + end->w;
      for (int k = 0; k < end->nv; k++) {
        x[end->v + k] += J[k] * scaled;
      }
    }
  }
}

// to := M^-1 from of one body.
static void divide(const State *state, int b, const double *from, Extended *to) {
  const int nv = state->system->bodies[b].nv;
  const double *inverse = state->mass_inverse[b];
  for (int i = 0; i < nv; i++) {
    Extended sum = {0, 0};
    for (int k = 0; k < nv; k++) {
      sum = extended_add(sum, extended_product(inverse[i * nv + k], from[k]));
    }
    to[i] = sum;
  }
}

void kkt_extended_factor(State *state, double zero) {
  const System *system = state->system;
  const KktExtended *plan = &system->extended;
  KktRoom *room = state->kkt_room;
  kkt_extended_gather(state);
  for (int e = 0; e < system->end_count; e++) {
    const RowEnd *end = &system->ends[e];
    divide(state, end->body, room->J + end->w, room->W + end->w);
  }
  memset(room->L, 0, (size_t)(plan->ldl.nonzeros + system->nc) * sizeof(Extended));
  for (int p = 0; p < plan->product_count; p++) {
    const KktProduct *product = &plan->products[p];
    Extended sum = room->L[product->slot];
    for (int k = 0; k < product->nv; k++) {
      sum = extended_add(sum, extended_scale(room->W[product->i + k], room->J[product->k + k]));
    }
    room->L[product->slot] = sum;
  }
  for (int i = 0; i < system->nc; i++) {
    Extended *diagonal = &room->L[plan->ldl.nonzeros + plan->ldl.place[i]];
    *diagonal = extended_add(*diagonal, (Extended){state->row_dropped[i], 0});
  }
  room->extended_pivot = ldl_extended_factor(&plan->ldl, room->L, room->work, zero);
  room->extended_stands = true;
}

// ---- solutions ----

// sum := b_v - J' lambda
static void forces(const State *state, const double *b_v) {
  const System *system = state->system;
  const KktRoom *room = state->kkt_room;
  for (int i = 0; i < system->nv; i++) {
    room->sum[i] = (Extended){b_v[i], 0};
  }
  for (int i = 0; i < system->nc; i++) {
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      const double *J = room->J + end->w;
      for (int k = 0; k < end->nv; k++) {
        Extended *sum = &room->sum[end->v + k];
        *sum = extended_subtract(*sum, extended_scale(room->lambda[i], J[k]));
      }
    }
  }
}

bool kkt_extended_solve(State *state, const double *b_v, const double *b_c, double *a,
                        double *lambda) {
  const System *system = state->system;
  const KktExtended *plan = &system->extended;
  const KktRoom *room = state->kkt_room;
  if (!plan->possible) {
    return false;
  }
  if (!room->extended_stands) {
    const double zero = kkt_sigma_zero(system->nc);
    kkt_extended_factor(state, zero * zero);
  }
  for (int i = 0; i < system->nc; i++) {
    Extended sum = {-b_c[i], 0};
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      const Extended *W = room->W + end->w;
      for (int k = 0; k < end->nv; k++) {
        sum = extended_add(sum, extended_scale(W[k], b_v[end->v + k]));
      }
    }
    room->lambda[i] = sum;
  }
  ldl_extended_solve(&plan->ldl, room->L, room->lambda, room->work);
  forces(state, b_v);
  for (int i = 0; i < system->nc; i++) {
    lambda[i] = room->lambda[i].hi;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *inverse = state->mass_inverse[b];
    for (int i = 0; i < body->nv; i++) {
      Extended sum = {0, 0};
      for (int k = 0; k < body->nv; k++) {
        sum = extended_add(sum, extended_scale(room->sum[body->v + k], inverse[i * body->nv + k]));
      }
      a[body->v + i] = sum.hi;
    }
  }
  return true;
}
