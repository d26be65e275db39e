// SPDX-License-Identifier: BSD-3-Clause
// open.c: memory of the mutable side, all of it, once.
#include "system/constraints/relation.h"
#include "system/constraints/row_slopes.h"
#include "system/equations/mechanism_equations.h"
#include "system/forces/friction.h"
#include "system/mechanism/inertia.h"
#include "system/mechanism/massless.h"
#include "system/saddle/kkt.h"
#include "system/state/tolerance_weights.h"

static int at_least_one(int count) {
  return count > 0 ? count : 1;
}

static bool open_arrays(State *state, Arena *arena) {
  const System *system = state->system;
  const Model *model = system->model;
  const int bodies = system->body_count, rows = system->nc, kkt = system->nv + system->nc;
  state->values = arena_array(arena, double, at_least_one(model->number_count) + 16);
  state->geometry = arena_array(arena, FrameGeometry, model->marker_count);
  state->mass = arena_alloc_array(arena, bodies, sizeof *state->mass);
  state->metric = state->mass;
  state->mass_inverse = arena_alloc_array(arena, bodies, sizeof *state->mass_inverse);
  state->body_mass = arena_array(arena, double, bodies);
  (void)arena_doubles(arena, rows, &state->row_scale, &state->row_soft, &state->row_dropped,
                      &state->row_unit, &state->row_weight);
  state->lengths = arena_array(arena, double, 2 * system->group_count);
  state->q = arena_array(arena, double, system->nq + system->nv); // v stands behind it
  state->v = state->q != NULL ? state->q + system->nq : NULL;
  state->motion = arena_array(arena, BodyMotion, bodies);
  state->dA = arena_alloc_array(arena, bodies, sizeof *state->dA);
  state->row = arena_array(arena, double, system->number_count);
  state->rows = (PairRows *)(void *)state->row;
  state->row_size = arena_array(arena, double, rows);
  state->sides = arena_alloc_array(arena, system->part_count, sizeof *state->sides);
  state->part_axis = arena_alloc_array(arena, system->part_count, sizeof *state->part_axis);
  state->frames = arena_array(arena, Frame, model->marker_count);
  state->frame_stamp = arena_array(arena, long, model->marker_count);
  state->kept = arena_alloc_array(arena, model->force_count, sizeof *state->kept);
  state->measures = arena_array(arena, double, model->measure_count);
  (void)arena_doubles(arena, system->nv, &state->Q, &state->weight, &state->unit);
  state->turns = arena_array(arena, TurnReference, state_turn_count(system));
  state->memory.set = arena_array(arena, bool, model->parameter_count);
  state->memory.spent = arena_array(arena, bool, model->event_count);
  (void)arena_doubles(arena, model->parameter_count, &state->memory.values);
  (void)arena_doubles(arena, kkt, &state->solution, &state->correction);
  state->room = arena_array(arena, double, system->nq + 2 * kkt);
  state->work =
      arena_array(arena, double, PROGRAM_SWITCH_WORK *at_least_one(system->largest_program));
  state->inputs = arena_array(arena, double, at_least_one(system->largest_inputs));
  const int gradients = at_least_one(system->largest_inputs);
  state->gradients = arena_array(arena, double, gradients *at_least_one(system->largest_par));
  return !arena->allocator->exhausted;
}

// What each part is called with: the pointers never change.
static void open_sides(State *state) {
  const System *system = state->system;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int k = 0; k < 2; k++) {
      state->sides[p][k] =
          state_side(state, part->body[k], part->marker[k], part->axis[k], state->part_axis[p][k]);
    }
  }
}

State *state_open(const System *system, Arena *arena) {
  State *state = arena_new(arena, State);
  if (state == NULL) {
    return NULL;
  }
  state->system = system;
  state->length = 1;
  if (!open_arrays(state, arena)) {
    return NULL;
  }
  for (int i = 0; i < system->nc; i++) {
    state->row_size[i] = 1;
  }
  if (!inertia_open(state, arena) || !massless_open(state, arena)) {
    return NULL;
  }
  open_sides(state);
  state->equations = mechanism_equations_open(state, arena);
  return state->equations != NULL && tolerance_weights_open(state, arena) &&
                 relations_open(state, arena) && row_slopes_open(state, arena) &&
                 friction_open(state, arena) && kkt_open(state, arena)
             ? state
             : NULL;
}

void state_close(State *state) {
  if (state != NULL) {
    linear_close(state->kkt);
    state->kkt = NULL;
    massless_close(state);
  }
}
