// SPDX-License-Identifier: BSD-3-Clause
// open.c: memory of the mutable side, all of it, once.
#include "system/system.h"

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
  state->mass_inverse = arena_alloc_array(arena, bodies, sizeof *state->mass_inverse);
  state->body_mass = arena_array(arena, double, bodies);
  state->row_scale = arena_array(arena, double, rows);
  state->row_unit = arena_array(arena, double, rows);
  state->q = arena_array(arena, double, system->nq);
  state->v = arena_array(arena, double, system->nv);
  state->motion = arena_array(arena, BodyMotion, bodies);
  state->dA = arena_alloc_array(arena, bodies, sizeof *state->dA);
  state->rows = arena_array(arena, PairRows, system->part_count);
  state->frames = arena_array(arena, Frame, model->marker_count);
  state->measures = arena_array(arena, double, model->measure_count);
  state->Q = arena_array(arena, double, system->nv);
  state->turns = arena_array(arena, TurnReference, model->joint_count);
  state->kkt_values = arena_array(arena, double, system->kkt_pattern.nonzeros);
  state->solution = arena_array(arena, double, kkt);
  state->correction = arena_array(arena, double, kkt);
  state->room = arena_array(arena, double, system->nq + 2 * kkt);
  state->work = arena_array(arena, double, 3 * at_least_one(system->largest_program));
  state->inputs = arena_array(arena, double, at_least_one(system->largest_inputs));
  const int gradients = at_least_one(system->largest_inputs);
  state->gradients = arena_array(arena, double, gradients *at_least_one(system->largest_par));
  return state->values && state->geometry && state->mass && state->mass_inverse &&
         state->body_mass && state->row_scale && state->row_unit && state->q && state->v &&
         state->motion && state->dA && state->rows && state->frames && state->measures &&
         state->Q && state->turns && state->kkt_values && state->solution && state->correction &&
         state->room && state->work && state->inputs && state->gradients;
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
  state->kkt = linear_open(&system->kkt_pattern, arena);
  return state->kkt != NULL ? state : NULL;
}

void state_close(State *state) {
  if (state != NULL) {
    linear_close(state->kkt);
    state->kkt = NULL;
  }
}
