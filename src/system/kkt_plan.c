// SPDX-License-Identifier: BSD-3-Clause
// kkt_plan.c: which way the saddle-point system is solved, and where its entries stand.
//
// Few unknowns: a full matrix. Else J M^-1 J' where its L D L' costs no more than that of the whole
// matrix, counted in multiplications. A body with m joints makes J M^-1 J' full in all their rows:
// such a star stays with KLU, and is told before any of its m^2 entries is written down.
#include <math.h>
#include <string.h>

#include "system/kkt_inside.h"
#include "system/relation.h"

// Unknowns up to which a full matrix is faster than a sparse J M^-1 J' (measured: level at 10 to
// 17, src/DECISIONS.md), and than KLU, where that is all that is left.
enum { DENSE_LIMIT = 12, DENSE_FOR_SADDLE = 40 };

// Entries of J M^-1 J' per entry of the saddle-point matrix beyond which nothing is tried.
static const double DENSEST = 16;

// The ends of parts on every body: 2 part + side.
typedef struct Ends {
  int *start, *end;
} Ends;

static bool list_ends(const System *system, Ends *ends, Arena *arena) {
  const int count = 2 * system->part_count;
  ends->start = arena_array(arena, int, system->body_count + 2);
  ends->end = arena_array(arena, int, count);
  if (ends->start == NULL || ends->end == NULL) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    ends->start[system->parts[k / 2].body[k % 2] + 2]++;
  }
  for (int b = 0; b < system->body_count; b++) {
    ends->start[b + 2] += ends->start[b + 1];
  }
  for (int k = 0; k < count; k++) {
    ends->end[ends->start[system->parts[k / 2].body[k % 2] + 1]++] = k;
  }
  return true;
}

// Entries of the whole matrix, and of the lower triangle of J M^-1 J' before they are added up.
static void count_entries(const System *system, const Ends *ends, double *saddle, double *schur) {
  *saddle = system->nc;
  *schur = system->nc;
  for (int b = 1; b < system->body_count; b++) {
    double rows = 0;
    for (int k = ends->start[b]; k < ends->start[b + 1]; k++) {
      const int part = ends->end[k] / 2;
      rows += system->parts[part].primitive->row_count;
    }
    const SystemBody *body = &system->bodies[b];
    const int turns = body->kind->rotations;
    *saddle += body->kind->translations + turns * turns + 2 * rows * body->nv;
    *schur += 0.5 * rows * (rows + 1);
  }
}

static SchurPair pair_of(const System *system, const int *first, int end, int other) {
  const SystemPart *i = &system->parts[end / 2], *k = &system->parts[other / 2];
  const int before = system->bodies[i->body[0]].nv;
  return (SchurPair){.w = first[end / 2] + (end % 2 == 1 ? before : 0),
                     .stride = before + system->bodies[i->body[1]].nv,
                     .part = other / 2,
                     .side = other % 2,
                     .row = {i->row, k->row},
                     .rows = {i->primitive->row_count, k->primitive->row_count},
                     .nv = system->bodies[i->body[end % 2]].nv};
}

// Every part with those before it that share a body; the ends of a body stand in that order.
static bool list_pairs(System *system, const Ends *ends, Arena *arena) {
  KktSchur *schur = &system->schur;
  int count = 0;
  for (int b = 1; b < system->body_count; b++) {
    const int on_body = ends->start[b + 1] - ends->start[b];
    count += on_body * (on_body - 1) / 2;
  }
  int *first = arena_array(arena, int, system->part_count);
  int *pair_start = arena_array(arena, int, system->part_count + 1);
  SchurPair *pairs = arena_array(arena, SchurPair, count);
  if (first == NULL || pair_start == NULL || pairs == NULL) {
    return false;
  }
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    const int i = part->body[0], j = part->body[1];
    first[p] = schur->w_count;
    schur->w_count += part->primitive->row_count * (system->bodies[i].nv + system->bodies[j].nv);
    pair_start[p + 1] = pair_start[p];
    for (int end = 2 * p; end < 2 * p + 2; end++) {
      const int b = part->body[end % 2];
      for (int e = ends->start[b]; b != 0 && e < ends->start[b + 1] && ends->end[e] < end; e++) {
        pairs[pair_start[p + 1]++] = pair_of(system, first, end, ends->end[e]);
      }
    }
  }
  schur->pair_start = pair_start;
  schur->pairs = pairs;
  return true;
}

// Multiplications that KLU needs at least: those of L D L' with the saddle-point matrix's pattern,
// twice, since it cannot know the symmetry.
static bool count_saddle(const System *system, Arena *scratch, double *operations) {
  Pattern pattern;
  LdlPlan plan;
  pattern_open(&pattern, system->nv + system->nc, false, scratch);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &pattern};
  kkt_emit(system, NULL, NULL, NULL, 0, &sink);
  if (!pattern_close(&pattern) || !ldl_order(&plan, &pattern, scratch)) {
    return false;
  }
  *operations = 2 * plan.operations;
  return true;
}

// Tries J M^-1 J'; kkt_method becomes KKT_SCHUR when it pays.
static bool plan_schur(System *system, Arena *arena, Arena *scratch) {
  KktSchur *schur = &system->schur;
  Ends ends;
  Pattern pattern;
  double saddle = 0, products = 0;
  if (!list_ends(system, &ends, scratch)) {
    return false;
  }
  count_entries(system, &ends, &saddle, &products);
  if (products > DENSEST * saddle) {
    return true;
  }
  if (!list_pairs(system, &ends, arena)) {
    return false;
  }
  pattern_open(&pattern, system->nc, false, scratch);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &pattern};
  kkt_schur_emit(system, &sink);
  if (!pattern_close(&pattern) || !ldl_order(&schur->ldl, &pattern, arena)) {
    return false;
  }
  double limit = saddle; // KLU touches every entry at least
  if (schur->ldl.operations > limit && !count_saddle(system, scratch, &limit)) {
    return false;
  }
  if (!(schur->ldl.operations <= limit) || isinf(schur->ldl.operations)) {
    return true;
  }
  int *slots = arena_array(arena, int, sink.count);
  if (slots == NULL || !ldl_lay_out(&schur->ldl, &pattern, arena)) {
    return false;
  }
  sink = (Sink){.mode = SINK_LOCATE, .pattern = &pattern, .slots = slots};
  kkt_schur_emit(system, &sink);
  for (int k = 0; k < sink.count; k++) {
    slots[k] = schur->ldl.entry[slots[k]];
  }
  schur->slots = slots;
  system->kkt_method = KKT_SCHUR;
  return true;
}

static bool plan_saddle(System *system, Arena *arena) {
  pattern_open(&system->kkt_pattern, system->nv + system->nc, false, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &system->kkt_pattern};
  kkt_emit(system, NULL, NULL, NULL, 0, &sink);
  relations_emit(system, NULL, NULL, 0, system->nv, 0, &sink);
  if (!pattern_close(&system->kkt_pattern)) {
    return false;
  }
  int *slots = arena_array(arena, int, sink.count);
  if (slots == NULL) {
    return false;
  }
  sink = (Sink){.mode = SINK_LOCATE, .pattern = &system->kkt_pattern, .slots = slots};
  kkt_emit(system, NULL, NULL, NULL, 0, &sink);
  relations_emit(system, NULL, NULL, 0, system->nv, 0, &sink);
  system->kkt_slots = slots;
  return true;
}

// Rows of relations may be anywhere.
static bool plan_spans(System *system, Arena *arena) {
  KktSpan *spans = arena_array(arena, KktSpan, system->nc);
  for (int i = 0; spans != NULL && i < system->nc; i++) {
    spans[i] = (KktSpan){.end = system->nv};
  }
  for (int p = 0; spans != NULL && p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    int first = system->nv, end = 0;
    for (int side = 0; side < 2; side++) {
      const SystemBody *body = &system->bodies[part->body[side]];
      if (part->body[side] != 0) {
        first = body->v < first ? body->v : first;
        end = body->v + body->nv > end ? body->v + body->nv : end;
      }
    }
    for (int r = 0; r < part->primitive->row_count; r++) {
      spans[part->row + r] = (KktSpan){.first = first, .end = end};
    }
  }
  system->kkt_spans = spans;
  return spans != NULL;
}

// Sides on the ground have no place in J.
static bool plan_dense(System *system, Arena *arena) {
  KktBlock *blocks = arena_array(arena, KktBlock, 2 * system->part_count);
  for (int k = 0; blocks != NULL && k < 2 * system->part_count; k++) {
    const SystemPart *part = &system->parts[k / 2];
    const int b = part->body[k % 2];
    const SystemBody *body = &system->bodies[b];
    if (b != 0) {
      blocks[system->kkt_block_count++] = (KktBlock){.part = k / 2,
                                                     .side = k % 2,
                                                     .body = b,
                                                     .rows = part->primitive->row_count,
                                                     .translations = body->kind->translations,
                                                     .nv = body->nv,
                                                     .first = part->row * system->nv + body->v};
    }
  }
  system->kkt_blocks = blocks;
  system->kkt_method = KKT_DENSE;
  return blocks != NULL && plan_spans(system, arena);
}

static bool plan_method(System *system, Arena *arena) {
  const int unknowns = system->nv + system->nc;
  if (unknowns <= DENSE_LIMIT) {
    return plan_dense(system, arena);
  }
  system->kkt_method = KKT_SADDLE;
  if (system->relation_count == 0) { // else rows are on more than two bodies
    Arena scratch;
    arena_open(&scratch, arena->allocator);
    const bool ok = plan_schur(system, arena, &scratch);
    arena_close(&scratch);
    if (!ok || system->kkt_method == KKT_SCHUR) {
      return ok;
    }
  }
  return unknowns <= DENSE_FOR_SADDLE ? plan_dense(system, arena) : plan_saddle(system, arena);
}

bool kkt_plan(System *system, Arena *arena) {
  return plan_method(system, arena) && kkt_extended_plan(system, arena);
}
