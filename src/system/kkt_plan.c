// SPDX-License-Identifier: BSD-3-Clause
// kkt_plan.c: which way the saddle-point system is solved, and where its entries stand.
//
// Few unknowns: a full matrix. Else J M^-1 J' where its L D L' costs no more than that of the whole
// matrix, counted in multiplications. A body with m joints makes J M^-1 J' full in all their rows:
// such a star stays with KLU, and is told before any of its m^2 entries is written down.
#include <math.h>
#include <string.h>

#include "system/kkt_inside.h"
#include "system/rows.h"

// Unknowns up to which a full matrix is faster than a sparse J M^-1 J' (measured: level at 10 to
// 17, src/DECISIONS.md), and than KLU, where that is all that is left.
enum { DENSE_LIMIT = 12, DENSE_FOR_SADDLE = 40 };

// Entries of J M^-1 J' per entry of the saddle-point matrix beyond which nothing is tried.
static const double DENSEST = 16;

// The ends of blocks on every body, and the block of each: those of the blocks' first rows.
typedef struct Ends {
  int *start, *end, *block;
} Ends;

// Rows next to each other with the same ends, once through.
static bool list_blocks(System *system, Arena *arena) {
  SchurBlock *blocks = arena_array(arena, SchurBlock, system->nc);
  int count = 0;
  for (int i = 0; blocks != NULL && i < system->nc; i += rows_alike(system, i)) {
    const SystemRow *row = &system->rows[i];
    const int alike = rows_alike(system, i);
    const RowEnd *first = &system->ends[row->first_end], *last = &system->ends[row->end];
    int stride = 0;
    for (const RowEnd *end = first; end < last; end++) {
      stride += end->nv;
    }
    blocks[count++] = (SchurBlock){.row = i,
                                   .count = alike,
                                   .first_end = row->first_end,
                                   .end_count = (int)(last - first),
                                   .w = first < last ? first->w : 0,
                                   .stride = stride};
  }
  system->schur.blocks = blocks;
  system->schur.block_count = count;
  return blocks != NULL;
}

static bool list_ends(const System *system, Ends *ends, Arena *arena) {
  const KktSchur *schur = &system->schur;
  ends->start = arena_array(arena, int, system->body_count + 2);
  ends->end = arena_array(arena, int, system->end_count);
  ends->block = arena_array(arena, int, system->end_count);
  if (ends->start == NULL || ends->end == NULL || ends->block == NULL) {
    return false;
  }
  for (int n = 0; n < schur->block_count; n++) {
    const SchurBlock *block = &schur->blocks[n];
    for (int e = block->first_end; e < block->first_end + block->end_count; e++) {
      ends->start[system->ends[e].body + 2]++;
    }
  }
  for (int b = 0; b < system->body_count; b++) {
    ends->start[b + 2] += ends->start[b + 1];
  }
  for (int n = 0; n < schur->block_count; n++) {
    const SchurBlock *block = &schur->blocks[n];
    for (int e = block->first_end; e < block->first_end + block->end_count; e++) {
      const int at = ends->start[system->ends[e].body + 1]++;
      ends->end[at] = e;
      ends->block[at] = n;
    }
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
      rows += system->schur.blocks[ends->block[k]].count;
    }
    const SystemBody *body = &system->bodies[b];
    const int turns = body->kind->rotations;
    *saddle += body->kind->translations + turns * turns + 2 * rows * body->nv;
    *schur += 0.5 * rows * (rows + 1);
  }
}

// Every block with those before it that share a body; the ends of a body stand in that order.
static bool list_pairs(System *system, const Ends *ends, Arena *arena) {
  KktSchur *schur = &system->schur;
  int count = 0;
  for (int b = 1; b < system->body_count; b++) {
    const int on_body = ends->start[b + 1] - ends->start[b];
    count += on_body * (on_body - 1) / 2;
  }
  int *pair_start = arena_array(arena, int, schur->block_count + 1);
  SchurPair *pairs = arena_array(arena, SchurPair, count);
  if (pair_start == NULL || pairs == NULL) {
    return false;
  }
  for (int n = 0; n < schur->block_count; n++) {
    const SchurBlock *block = &schur->blocks[n];
    pair_start[n + 1] = pair_start[n];
    for (int e = block->first_end; e < block->first_end + block->end_count; e++) {
      const RowEnd *end = &system->ends[e];
      for (int k = ends->start[end->body]; ends->block[k] < n; k++) {
        const SchurBlock *other = &schur->blocks[ends->block[k]];
        pairs[pair_start[n + 1]++] = (SchurPair){.w = end->w,
                                                 .stride = block->stride,
                                                 .at = system->ends[ends->end[k]].at,
                                                 .row = {block->row, other->row},
                                                 .count = {block->count, other->count},
                                                 .nv = end->nv};
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
  if (!list_blocks(system, arena) || !list_ends(system, &ends, scratch)) {
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
  if (!pattern_close(&system->kkt_pattern)) {
    return false;
  }
  int *slots = arena_array(arena, int, sink.count);
  if (slots == NULL) {
    return false;
  }
  sink = (Sink){.mode = SINK_LOCATE, .pattern = &system->kkt_pattern, .slots = slots};
  kkt_emit(system, NULL, NULL, NULL, 0, &sink);
  system->kkt_slots = slots;
  return true;
}

static bool plan_spans(System *system, Arena *arena) {
  KktSpan *spans = arena_array(arena, KktSpan, system->nc);
  for (int i = 0; spans != NULL && i < system->nc; i++) {
    KktSpan *span = &spans[i];
    *span = (KktSpan){.first = system->nv};
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      span->first = end->v < span->first ? end->v : span->first;
      span->end = end->v + end->nv > span->end ? end->v + end->nv : span->end;
    }
  }
  system->kkt_spans = spans;
  return spans != NULL;
}

static bool plan_dense(System *system, Arena *arena) {
  KktBlock *blocks = arena_array(arena, KktBlock, system->end_count);
  for (int i = 0; blocks != NULL && i < system->nc; i += rows_alike(system, i)) {
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      blocks[system->kkt_block_count++] =
          (KktBlock){.at = end->at,
                     .body = end->body,
                     .rows = rows_alike(system, i),
                     .translations = system->bodies[end->body].kind->translations,
                     .nv = end->nv,
                     .first = i * system->nv + end->v};
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
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  const bool ok = plan_schur(system, arena, &scratch);
  arena_close(&scratch);
  if (!ok || system->kkt_method == KKT_SCHUR) {
    return ok;
  }
  return unknowns <= DENSE_FOR_SADDLE ? plan_dense(system, arena) : plan_saddle(system, arena);
}

bool kkt_plan(System *system, Arena *arena) {
  return plan_method(system, arena) && kkt_extended_plan(system, arena);
}
