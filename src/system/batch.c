// SPDX-License-Identifier: BSD-3-Clause
// batch.c: which mechanisms and processors take rows together (see batch.h).
#include "system/batch.h"

#include "elements/lanes.h"
#include "system/batch_inside.h"

#ifdef MBS_HAVE_LANES
#ifdef __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h> // what the loader of programs found out already: asking costs time
#endif
#endif

bool batch_open_rows_lanes4(Batch *batch, Arena *arena);
bool batch_open_rows_lanes8(Batch *batch, Arena *arena);

int batch_lanes(void) {
#ifdef CPU_FEATURE_ACTIVE
  const bool eight = CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512DQ);
  const bool four = CPU_FEATURE_ACTIVE(AVX2);
#else
  const bool eight = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  const bool four = __builtin_cpu_supports("avx2");
#endif
  return eight ? 8 : four ? 4 : 1;
}

static bool open_rows(Batch *batch, int lanes, Arena *arena) {
  return lanes == 8   ? batch_open_rows_lanes8(batch, arena)
         : lanes == 4 ? batch_open_rows_lanes4(batch, arena)
                      : batch_open_rows(batch, arena);
}
#else
int batch_lanes(void) {
  return 1;
}

static bool open_rows(Batch *batch, int lanes, Arena *arena) {
  (void)lanes;
  return batch_open_rows(batch, arena);
}
#endif

bool batch_serves(const System *system) {
  bool serves = system->nv + system->nc <= BATCH_UNKNOWNS && system->relation_count == 0 &&
                system->force_count == 0 && system->friction_count == 0;
  for (int b = 0; b < system->body_count; b++) {
    serves = serves && lanes_body(system->bodies[b].kind) >= 0;
  }
  for (int p = 0; p < system->part_count; p++) {
    serves = serves && lanes_primitive(system->parts[p].primitive) >= 0;
  }
  return serves;
}

double *batch_numbers(int count, Arena *arena) {
  const size_t line = BATCH_ROWS * sizeof(double);
  char *memory = arena_alloc(arena, (size_t)count * sizeof(double) + line);
  return memory == NULL ? NULL : (double *)(memory + (line - (size_t)memory % line));
}

Batch *batch_open(const State *state, const BatchPoint *points, int point_count, int lanes,
                  Arena *arena) {
  const System *system = state->system;
  Batch *batch = arena_new(arena, Batch);
  int *bodies = arena_array(arena, int, system->body_count);
  int *primitives = arena_array(arena, int, system->part_count);
  if (batch == NULL || bodies == NULL || primitives == NULL) {
    return NULL;
  }
  for (int b = 0; b < system->body_count; b++) {
    bodies[b] = lanes_body(system->bodies[b].kind);
  }
  for (int p = 0; p < system->part_count; p++) {
    primitives[p] = lanes_primitive(system->parts[p].primitive);
  }
  *batch = (Batch){.state = state,
                   .bodies = bodies,
                   .primitives = primitives,
                   .points = points,
                   .point_count = point_count};
  return open_rows(batch, lanes, arena) ? batch : NULL;
}

// As in recheck.c: divides only where a value is the largest one.
void batch_recheck(const Batch *batch, int lane, Recheck *recheck) {
  const System *system = batch->state->system;
  const double *difference = batch->difference + lane, *scale = batch->scale + lane;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nq + body->nv; k++) {
      if (*difference > recheck->defect * *scale) {
        recheck->defect = *difference / *scale;
        recheck->defect_body = b;
      }
      difference += batch->lanes;
      scale += batch->lanes;
    }
    for (int k = 0; k < body->nv; k++) {
      const double imbalance = batch->imbalance[(body->v + k) * batch->lanes + lane];
      const double largest = batch->largest[(body->v + k) * batch->lanes + lane];
      if (imbalance > recheck->free_body * largest && largest > 0) {
        recheck->free_body = imbalance / largest;
        recheck->free_body_body = b;
      }
    }
  }
}
