// SPDX-License-Identifier: BSD-3-Clause
// batch_room.c: memory of rows taken together (see batch.h).
#include "elements/lanes.h"
#include "system/batch_inside.h"

// Zeroed, aligned as reals must be.
static void *open_reals(Arena *arena, size_t bytes) {
  char *memory = arena_alloc(arena, bytes + sizeof(real));
  return memory == NULL ? NULL : memory + (sizeof(real) - (size_t)memory % sizeof(real));
}

static bool open_numbers(Batch *batch, Arena *arena) {
  const System *system = batch->state->system;
  const int nq = system->nq, nv = system->nv;
  const struct {
    double **at;
    int count;
  } all[] = {{&batch->q, 2 * (nq + nv)},
             {&batch->aim, 1},
             {&batch->work, 1},
             {&batch->a, nv},
             {&batch->lambda, system->nc},
             {&batch->point, batch->point_count},
             {&batch->kinetic, 1},
             {&batch->potential, 1},
             {&batch->position, 1},
             {&batch->velocity, 1},
             {&batch->acceleration, 1},
             {&batch->total, 1},
             {&batch->drift, 1},
             {&batch->kept, BATCH_KEPT},
             {&batch->difference, nq + nv},
             {&batch->scale, nq + nv},
             {&batch->imbalance, nv},
             {&batch->largest, nv}};
  bool ok = true;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    *all[k].at = open_reals(arena, (size_t)all[k].count * sizeof(real));
    ok = ok && *all[k].at != NULL;
  }
  if (ok) {
    batch->v = batch->q + nq * REAL_LANES;
    batch->q_rate = batch->v + nv * REAL_LANES;
    batch->v_rate = batch->q_rate + nq * REAL_LANES;
  }
  return ok;
}

static bool open_room(BatchRoom *room, const System *system, Arena *arena) {
  const int nq = system->nq, nv = system->nv, nc = system->nc, bodies = system->body_count;
  const struct {
    real **at;
    int count;
  } all[] = {{&room->J, nc * nv},      {&room->W, nc * nv},      {&room->L, nc * nc},
             {&room->Q, nv},           {&room->rhs, 2 * nc},     {&room->dx, nv},
             {&room->dq, nq},          {&room->before, nq + nv}, {&room->sum, 6 * bodies},
             {&room->size, 2 * bodies}};
  bool ok = true;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    *all[k].at = open_reals(arena, (size_t)all[k].count * sizeof(real));
    ok = ok && *all[k].at != NULL;
  }
  room->motion = open_reals(arena, (size_t)bodies * sizeof(BodyMotion));
  room->rows = open_reals(arena, (size_t)system->part_count * sizeof(PairRows));
  room->kinds = arena_array(arena, const BodyKind *, bodies);
  room->primitives = arena_array(arena, const PrimitiveKind *, system->part_count);
  room->sides = arena_alloc_array(arena, system->part_count, sizeof *room->sides);
  return ok && room->motion != NULL && room->rows != NULL && room->kinds != NULL &&
         room->primitives != NULL && room->sides != NULL;
}

bool MBS_NAME(batch_open_rows)(Batch *batch, Arena *arena) {
  const System *system = batch->state->system;
  BatchRoom *room = arena_new(arena, BatchRoom);
  batch->room = room;
  batch->lanes = REAL_LANES;
  batch->compute = MBS_NAME(batch_compute);
  batch->keep = MBS_NAME(batch_keep);
  if (room == NULL || !open_numbers(batch, arena) || !open_room(room, system, arena)) {
    return false;
  }
  for (int b = 0; b < system->body_count; b++) {
    room->kinds[b] = MBS_NAME(lanes_bodies)[batch->bodies[b]];
    real ones[BODY_Q]; // any place: what it does not move stays as it is here
    for (int k = 0; k < BODY_Q; k++) {
      ones[k] = real_of(1);
    }
    room->kinds[b]->pose(ones, &room->motion[b]);
  }
  for (int p = 0; p < system->part_count; p++) {
    room->primitives[p] = MBS_NAME(lanes_primitives)[batch->primitives[p]];
    for (int side = 0; side < 2; side++) {
      const int b = system->parts[p].body[side];
      room->sides[p][side] = (PairSide){.kind = room->kinds[b],
                                        .motion = &room->motion[b],
                                        .s = batch->state->sides[p][side].s,
                                        .e = batch->state->sides[p][side].e};
    }
  }
  return true;
}
