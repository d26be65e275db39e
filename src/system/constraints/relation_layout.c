// SPDX-License-Identifier: BSD-3-Clause
// relation_layout.c: relations of the model as flat arrays, and room for their motion (relation.h).
#include <math.h>
#include <string.h>

#include "elements/kinds.h"
#include "math/vec.h"
#include "system/constraints/angle.h"
#include "system/constraints/relation.h"

static int at_least_one(int count) {
  return count > 0 ? count : 1;
}

// The input of a law (or NULL) that is a measure of the model, or -1.
static int input_of(const Program *program, int measure) {
  for (int i = 0; program != NULL && measure >= 0 && i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE && program->inputs[i].index == measure) {
      return i;
    }
  }
  return -1;
}

static void lay_out_coordinate(const Model *model, const Program *law,
                               const RelationCoordinate *from, int index, SystemCoordinate *to) {
  static const PrimitiveKind *const primitives[] = {
      [COORDINATE_TURN] = NULL,
      [COORDINATE_OFFSET] = &primitive_dot_difference,
      [COORDINATE_DOT] = &primitive_dot,
      [COORDINATE_DISTANCE] = &primitive_distance,
      [COORDINATE_BEARING] = &primitive_bearing,
      [COORDINATE_ROTOR] = NULL,
      [COORDINATE_ROLLING] = NULL,
      [COORDINATE_EDGE] = NULL,
      [COORDINATE_SPIN] = NULL,
  };
  *to = (SystemCoordinate){.primitive = primitives[from->form],
                           .marker = {from->marker_i, from->marker_j},
                           .axis = from->axis,
                           .axis_j = from->axis_j,
                           .turn = from->turn,
                           .weight = from->weight,
                           .sign = from->sign,
                           .input = input_of(law, from->input),
                           .linear = from->input < 0,
                           .form = from->form,
                           .rate = from->rate,
                           .shape = from->shape,
                           .size = from->form == COORDINATE_ROLLING ? from->size : -1};
  to->turns = from->form != COORDINATE_TURN || from->turn.tilts ? -1
              : from->joint >= 0 ? from->pin * model->joint_count + from->joint
                                 : 2 * model->joint_count + index;
  for (int side = 0; side < 2; side++) {
    to->body[side] = model->markers[to->marker[side]].body;
  }
  to->body[1] = from->form == COORDINATE_ROTOR ? from->rotor : to->body[1];
}

bool relations_compile(System *system, Arena *arena) {
  const Model *model = system->model;
  system->relation_count = model->relation_count;
  system->relation_row = system->nc;
  if (model->relation_count == 0) {
    return true;
  }
  for (int r = 0; r < model->relation_count; r++) {
    const int count = model->relations[r].coordinate_count;
    system->coordinate_count += count;
    system->largest_relation = count > system->largest_relation ? count : system->largest_relation;
  }
  system->relations = arena_array(arena, SystemRelation, system->relation_count);
  system->coordinates = arena_array(arena, SystemCoordinate, system->coordinate_count);
  if (system->relations == NULL || system->coordinates == NULL) {
    return false;
  }
  int next = 0;
  for (int r = 0; r < model->relation_count; r++) {
    const Relation *from = &model->relations[r];
    const Program *law = from->law >= 0 ? &model->numbers[from->law].program : NULL;
    SystemRelation *to = &system->relations[r];
    *to = (SystemRelation){.row = system->nc++,
                           .first = next,
                           .count = from->coordinate_count,
                           .law = from->law,
                           .sign = from->sign,
                           .moves = law != NULL &&
                                    (law->uses_time || from->rate_level || from->rates_alone),
                           .rate_level = from->rate_level,
                           .keeps_start = from->keeps_start,
                           .rolls = from->rolls,
                           .polar = from->polar,
                           .offset = from->offset,
                           .argument = input_of(law, from->rolls ? from->argument : -1),
                           .rates_alone = from->rates_alone};
    for (int k = 0; k < from->coordinate_count; k++) {
      SystemCoordinate *coordinate = &system->coordinates[next];
      lay_out_coordinate(model, law, &from->coordinates[k], next++, coordinate);
      coordinate->linear = coordinate->linear && !from->rolls;
    }
    system->has_motions = system->has_motions || to->moves;
  }
  return true;
}

static void open_sides(State *state) {
  const System *system = state->system;
  for (int c = 0; c < system->coordinate_count; c++) {
    const SystemCoordinate *at = &system->coordinates[c];
    for (int k = 0; k < 2; k++) {
      state->term_sides[c][k] = state_side(state, at->body[k], at->marker[k],
                                           k == 0 ? at->axis : at->axis_j, state->term_axis[c][k]);
    }
  }
}

bool relations_open(State *state, Arena *arena) {
  const System *system = state->system;
  const int relations = system->relation_count, coordinates = system->coordinate_count;
  const int largest = at_least_one(system->largest_relation);
  if (relations == 0) {
    return true;
  }
  state->relations = arena_array(arena, RelationRow, relations);
  state->integrals = arena_array(arena, LawIntegral, relations);
  state->terms = arena_array(arena, RelationTerm, coordinates);
  state->term_sides = arena_alloc_array(arena, coordinates, sizeof *state->term_sides);
  state->term_axis = arena_alloc_array(arena, coordinates, sizeof *state->term_axis);
  state->slopes = arena_array(arena, RelationSlope, largest);
  state->hessian = arena_array(arena, double, largest *largest);
  state->laws_end = (double)INFINITY;
  state->law_room = arena_array(arena, double, 5 * at_least_one(system->largest_inputs));
  if (arena->allocator->exhausted) {
    return false;
  }
  for (int r = 0; r < relations; r++) {
    state->relations[r].near = (double)NAN;
  }
  open_sides(state);
  return angles_open(state, arena);
}

void relations_refresh(State *state) {
  const System *system = state->system;
  for (int c = 0; c < system->coordinate_count; c++) {
    const SystemCoordinate *at = &system->coordinates[c];
    const Axis axis[2] = {at->axis, at->axis_j};
    memset(state->term_axis[c], 0, sizeof state->term_axis[c]);
    if (at->form == COORDINATE_TURN && state->angles != NULL) {
      angle_refresh(state, c);
      continue;
    }
    for (int k = 0; k < 2; k++) {
      if (axis[k] != AXIS_NONE) {
        vec_column(state->geometry[at->marker[k]].R, (int)axis[k] - 1, state->term_axis[c][k]);
      }
    }
  }
}
