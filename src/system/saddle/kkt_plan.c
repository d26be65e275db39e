// SPDX-License-Identifier: BSD-3-Clause
// kkt_plan.c: which way the saddle-point system is solved, and where its entries stand.
//
// J M^-1 J' where its L D L' costs no more than that of the whole matrix, counted in
// multiplications, and for few unknowns. A body with m joints makes J M^-1 J' full in all their
// rows: such a star stays with KLU, and is told before any of its m^2 entries is written down.
#include <math.h>
#include <string.h>

#include "system/constraints/rows.h"
#include "system/saddle/kkt_inside.h"

// Unknowns up to which J M^-1 J' is the best however full it is; rows up to which it may fill up
// where rows that nearly depend on others ask for twice the precision.
enum { FEW = 40, EXTENDED_ROWS = 300 };

// Entries of J M^-1 J' per entry of the saddle-point matrix beyond which nothing is tried.
static const double DENSEST = 16;

// ---- ends and blocks ----

// Velocities of a body along which a row has no entries, as M couples them to no other: where a
// part holds axes alone, the translations.
static int still_of(const System *system, int row, const SystemBody *body) {
  const int part = system->rows[row].part;
  const bool turns = part >= 0 && system->parts[part].primitive->reads == READS_AXES;
  return turns && body->apart == body->kind->translations ? body->apart : 0;
}

static bool list_ends(System *system, Arena *arena) {
  KktSchur *schur = &system->schur;
  KktEnd *ends = arena_array(arena, KktEnd, system->end_count);
  for (int i = 0; ends != NULL && i < system->nc; i += rows_alike(system, i)) {
    for (int e = system->rows[i].first_end; e < system->rows[i].end; e++) {
      const RowEnd *end = &system->ends[e];
      const SystemBody *body = &system->bodies[end->body];
      const int still = still_of(system, i, body);
      ends[schur->end_count++] = (KktEnd){.at = end->at + still,
                                          .row = i,
                                          .rows = rows_alike(system, i),
                                          .body = end->body,
                                          .v = end->v + still,
                                          .still = still,
                                          .t = body->apart - still,
                                          .nv = end->nv - still,
                                          .w = schur->w_count};
      schur->w_count += rows_alike(system, i) * (end->nv - still);
    }
  }
  schur->ends = ends;
  return ends != NULL;
}

typedef struct Couple {
  const KktEnd *i, *k;
} Couple;

// The ends on every body, in their order, and any two of one body.
typedef struct Meetings {
  int *start, *end;
  Couple *couples;
  int count;
} Meetings;

static bool list_meetings(const System *system, Meetings *meetings, Arena *scratch) {
  const KktSchur *schur = &system->schur;
  meetings->start = arena_array(scratch, int, system->body_count + 2);
  meetings->end = arena_array(scratch, int, schur->end_count);
  if (meetings->start == NULL || meetings->end == NULL) {
    return false;
  }
  for (int e = 0; e < schur->end_count; e++) {
    meetings->start[schur->ends[e].body + 2]++;
  }
  for (int b = 0; b < system->body_count; b++) {
    meetings->start[b + 2] += meetings->start[b + 1];
  }
  for (int e = 0; e < schur->end_count; e++) {
    meetings->end[meetings->start[schur->ends[e].body + 1]++] = e;
  }
  return true;
}

// Every two ends that meet on a body.
static bool list_couples(const System *system, Meetings *meetings, Arena *scratch) {
  for (int b = 1; b < system->body_count; b++) {
    const int count = meetings->start[b + 1] - meetings->start[b];
    meetings->count += count * (count - 1) / 2;
  }
  Couple *couple = meetings->couples = arena_array(scratch, Couple, meetings->count);
  for (int b = 1; b < system->body_count && couple != NULL; b++) {
    for (int i = meetings->start[b]; i < meetings->start[b + 1]; i++) {
      for (int k = meetings->start[b]; k < i; k++) {
        *couple++ = (Couple){.i = &system->schur.ends[meetings->end[i]],
                             .k = &system->schur.ends[meetings->end[k]]};
      }
    }
  }
  return couple != NULL;
}

// ---- what it costs ----

// Entries of the whole matrix, and of the lower triangle of J M^-1 J' before they are added up.
static void count_entries(const System *system, const Meetings *meetings, double *saddle,
                          double *schur) {
  *saddle = system->nc;
  *schur = system->nc;
  for (int b = 1; b < system->body_count; b++) {
    double rows = 0;
    for (int k = meetings->start[b]; k < meetings->start[b + 1]; k++) {
      rows += system->schur.ends[meetings->end[k]].rows;
    }
    const SystemBody *body = &system->bodies[b];
    const int together = body->nv - body->apart;
    *saddle += body->apart + together * together + 2 * rows * body->nv;
    *schur += 0.5 * rows * (rows + 1);
  }
}

// Multiplications that KLU needs at least: those of L D L' with the saddle-point matrix's pattern,
// twice, since it cannot know the symmetry.
static bool count_saddle(const System *system, Arena *scratch, double *operations) {
  Pattern pattern;
  LdlPlan plan;
  pattern_open(&pattern, system->nv + system->nc, false, scratch);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &pattern};
  kkt_emit(system, NULL, NULL, NULL, NULL, 0, &sink);
  if (!pattern_close(&pattern) || !ldl_order(&plan, &pattern, scratch)) {
    return false;
  }
  *operations = 2 * plan.operations;
  return true;
}

static void announce_rows(Pattern *pattern, const KktEnd *i, const KktEnd *k) {
  for (int r = 0; r < i->rows; r++) {
    for (int s = 0; s < k->rows; s++) {
      pattern_add(pattern, i->row + r, k->row + s);
    }
  }
}

// ---- J M^-1 J' ----

static bool list_slots(System *system, const Meetings *meetings, Arena *arena) {
  KktSchur *schur = &system->schur;
  KktEnd *ends = (KktEnd *)(size_t)schur->ends;
  int count = PRIMITIVE_ROWS * PRIMITIVE_ROWS * (schur->end_count + meetings->count), next = 0;
  int *slots = arena_array(arena, int, count);
  KktPair *pairs = arena_array(arena, KktPair, meetings->count);
  if (slots == NULL || pairs == NULL) {
    return false;
  }
  for (int e = 0; e < schur->end_count; e++) {
    ends[e].own = next;
    for (int r = 0; r < ends[e].rows; r++) {
      for (int s = 0; s <= r; s++) {
        slots[next++] = ldl_slot(&schur->ldl, ends[e].row + r, ends[e].row + s);
      }
    }
  }
  for (int c = 0; c < meetings->count; c++) {
    const KktEnd *i = meetings->couples[c].i, *k = meetings->couples[c].k;
    pairs[c] = (KktPair){.w = i->w,
                         .other = k->at + i->still - k->still,
                         .at = next,
                         .rows = i->rows,
                         .others = k->rows,
                         .nv = i->nv};
    for (int r = 0; r < i->rows; r++) {
      for (int s = 0; s < k->rows; s++) {
        slots[next++] = ldl_slot(&schur->ldl, i->row + r, k->row + s);
      }
    }
  }
  schur->pairs = pairs;
  schur->pair_count = meetings->count;
  schur->slots = slots;
  schur->planned = true;
  return true;
}

// Whether J M^-1 J' pays. It is laid out then, and where twice the precision may be asked for.
static bool plan_schur(System *system, Meetings *meetings, bool *pays, Arena *arena,
                       Arena *scratch) {
  LdlPlan *ldl = &system->schur.ldl;
  Pattern pattern;
  double products = 0, limit = 0; // KLU touches every entry at least
  *pays = system->nv + system->nc <= FEW;
  count_entries(system, meetings, &limit, &products);
  const bool sparse = products <= DENSEST * limit, may = *pays || system->nc <= EXTENDED_ROWS;
  if (!may && !sparse) {
    return true;
  }
  if (!list_couples(system, meetings, scratch)) {
    return false;
  }
  pattern_open(&pattern, system->nc, false, scratch);
  for (int e = 0; e < system->schur.end_count; e++) {
    announce_rows(&pattern, &system->schur.ends[e], &system->schur.ends[e]);
  }
  for (int c = 0; c < meetings->count; c++) {
    announce_rows(&pattern, meetings->couples[c].i, meetings->couples[c].k);
  }
  if (!pattern_close(&pattern) || !ldl_order(ldl, &pattern, arena) ||
      (!*pays && sparse && ldl->operations > limit && !count_saddle(system, scratch, &limit))) {
    return false;
  }
  *pays = *pays || (sparse && ldl->operations <= limit && !isinf(ldl->operations));
  return !(*pays || may) ||
         (ldl_lay_out(ldl, &pattern, arena) && list_slots(system, meetings, arena));
}

// ---- KLU ----

static bool plan_saddle(System *system, Arena *arena) {
  pattern_open(&system->kkt_pattern, system->nv + system->nc, false, arena);
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = &system->kkt_pattern};
  do {
    kkt_emit(system, NULL, NULL, NULL, NULL, 0, &sink);
  } while (sink_turn(&sink, arena));
  system->kkt_slots = sink.slots;
  return sink.slots != NULL;
}

static bool plan_method(System *system, Arena *arena, Arena *scratch) {
  Meetings meetings = {0};
  bool pays = false;
  if (!list_ends(system, arena) || !list_meetings(system, &meetings, scratch) ||
      !plan_schur(system, &meetings, &pays, arena, scratch)) {
    return false;
  }
  system->kkt_method = pays ? KKT_SCHUR : KKT_SADDLE;
  return pays || plan_saddle(system, arena);
}

bool kkt_plan(System *system, Arena *arena) {
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  const bool ok = plan_method(system, arena, &scratch);
  arena_close(&scratch);
  return ok;
}
