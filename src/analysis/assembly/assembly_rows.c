// SPDX-License-Identifier: BSD-3-Clause
// assembly_rows.c: what an assembly prescribes: `fixed` measures, the `initial` coordinates of
// joints, and what moves cost.
#include <string.h>

#include "analysis/assembly/assembly_inside.h"
#include "system/start/starts.h"

// ---- rows ----

static bool is_rate(const MeasureKind *kind) {
  return measure_level(kind->quantity) == LEVEL_VELOCITY;
}

bool assembly_is_angle(MeasureQuantity quantity) {
  return quantity == MEASURE_ANGLE || quantity == MEASURE_ANGLE_RATE ||
         quantity == MEASURE_JOINT_ANGLE || quantity == MEASURE_JOINT_ANGLE_RATE ||
         quantity == MEASURE_PIN_ANGLE || quantity == MEASURE_PIN_ANGLE_RATE ||
         quantity == MEASURE_BODY_RATE || quantity == MEASURE_EULER ||
         quantity == MEASURE_RELATIVE_SPIN;
}

static void add_row(Assembling *a, const char *name, bool rate, const ClosureRow *row, bool keeps) {
  ClosureRow *list = rate ? a->rates : a->positions;
  int *count = rate ? &a->rate_count : &a->position_count;
  (rate ? a->rate_names : a->position_names)[*count] = name;
  ClosureRow *new = &list[(*count)++];
  *new = *row;
  new->rate = rate;
  new->unit = assembly_is_angle(row->quantity) ? 1 : a->state->length;
  if (keeps) {
    new->value = 0;
    new->value = closure_row_misfit(a->state, new);
  }
}

static void add_fixed(Assembling *a, const FixedMeasure *fixed) {
  const Measure *measure = &a->state->system->model->measures[fixed->measure];
  ClosureRow row = {.quantity = measure->kind->quantity, .component = measure->kind->component};
  state_measure_frames(a->state->system->model, measure, row.marker, &row.axis);
  row.value = fixed->number >= 0 ? a->state->values[fixed->number] : 0;
  add_row(a, measure->name, is_rate(measure->kind), &row, fixed->number < 0);
}

// Joints whose coordinate, or its rate, the analysis itself fixes.
typedef struct Fixed {
  bool *place, *rate;
} Fixed;

static bool mark_fixed(const Assembling *a, Fixed *fixed) {
  const Model *model = a->state->system->model;
  const Analysis *analysis = a->result->analysis;
  fixed->place = arena_array(a->arena, bool, model->joint_count);
  fixed->rate = arena_array(a->arena, bool, model->joint_count);
  for (int k = 0; k < analysis->fixed_count && fixed->rate != NULL && fixed->place != NULL; k++) {
    const Measure *measure = &model->measures[analysis->fixed[k].measure];
    if (measure->kind->owner == MEASURE_OF_JOINT &&
        measure_coordinate(measure->kind->quantity) ==
            joint_coordinate(model->joints[measure->object].kind)) {
      (is_rate(measure->kind) ? fixed->rate : fixed->place)[measure->object] = true;
    }
  }
  return fixed->place != NULL && fixed->rate != NULL;
}

static void add_initial(Assembling *a, int j, bool rate) {
  const Model *model = a->state->system->model;
  const Joint *joint = &model->joints[j];
  const int number = rate ? joint->initial_rate : joint->initial_coordinate;
  const bool angle = joint_coordinate(joint->kind) == COORDINATE_ANGLE;
  const MeasureQuantity place = angle ? MEASURE_JOINT_ANGLE : MEASURE_JOINT_DISPLACEMENT;
  const ClosureRow row = {.quantity = rate ? place + 1 : place,
                          .axis = joint_first_axis(joint->kind),
                          .marker = {joint->marker_i, joint->marker_j},
                          .value = number >= 0 ? a->state->values[number] : 0};
  if (number >= 0 && model->numbers[number].stated) {
    add_row(a, joint->name, rate, &row, false);
  }
}

// The coordinate of its own, unless the analysis fixes that, and what else the joint states.
static void add_joint(Assembling *a, int j, bool fixed, bool rate) {
  StartRow rows[START_ROWS];
  const int count = starts_of_joint(a->state, j, rate, rows);
  if (!fixed) {
    add_initial(a, j, rate);
  }
  for (int k = 0; k < count; k++) {
    add_row(a, a->state->system->model->joints[j].name, rate, &rows[k].row, false);
  }
}

static bool collect(Assembling *a) {
  const System *system = a->state->system;
  const Model *model = system->model;
  const Analysis *analysis = a->result->analysis;
  const int most = analysis->fixed_count + model->joint_count * (1 + START_ROWS);
  a->positions = arena_array(a->arena, ClosureRow, most);
  a->rates = arena_array(a->arena, ClosureRow, most);
  a->position_names = arena_array(a->arena, const char *, most);
  a->rate_names = arena_array(a->arena, const char *, most);
  a->weight = arena_array(a->arena, double, system->nv);
  a->stated = arena_array(a->arena, bool, system->nv);
  a->guess = arena_array(a->arena, double, system->nq);
  Fixed fixed;
  if (!mark_fixed(a, &fixed) || a->arena->allocator->exhausted) {
    return false;
  }
  for (int k = 0; k < analysis->fixed_count; k++) {
    add_fixed(a, &analysis->fixed[k]);
  }
  for (int j = 0; j < model->joint_count; j++) {
    add_joint(a, j, fixed.place[j], false);
    add_joint(a, j, fixed.rate[j], true);
  }
  memcpy(a->guess, a->state->q, (size_t)system->nq * sizeof(double));
  return true;
}

// ---- weights ----

static void weigh(Assembling *a) {
  const State *state = a->state;
  const System *system = state->system;
  const Analysis *analysis = a->result->analysis;
  for (int i = 0; i < system->nv; i++) {
    a->weight[i] = 1;
  }
  // of a whole body first: those of parts stand for themselves, in whatever order
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < analysis->weight_count; k++) {
      const BodyWeight *weight = &analysis->weights[k];
      const SystemBody *body = &system->bodies[weight->body];
      for (int i = 0; i < body->nv && (weight->component == WEIGHT_ALL) == (pass == 0); i++) {
        const int component = i < body->kind->translations ? i : WEIGHT_ROTATION;
        if (weight->component == WEIGHT_ALL || weight->component == component) {
          a->weight[body->v + i] = state->values[weight->number];
        }
      }
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int i = 0; i < body->nv; i++) {
      a->stated[body->v + i] = i < body->kind->translations
                                   ? system->model->bodies[b].velocity_stated
                                   : system->model->bodies[b].angular_velocity_stated;
    }
  }
}

bool assembly_collect(Assembling *a) {
  if (!collect(a)) {
    return false;
  }
  weigh(a);
  return true;
}
