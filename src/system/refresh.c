// SPDX-License-Identifier: BSD-3-Clause
// refresh.c: everything that depends on parameters alone: numbers, marker geometry, masses.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "math/rotation.h"
#include "math/vec.h"
#include "system/mechanism/gears.h"
#include "system/mechanism/inertia.h"
#include "system/mechanism/placement.h"
#include "system/mechanism/solid.h"
#include "system/state/state.h"

double state_own_value(State *state, int number) {
  const int same = state->system->model->numbers[number].same;
  const double *given = number_values_find(state->given, same > 0 ? same - 1 : number);
  return given != NULL ? *given : state_number(state, number, NULL);
}

static bool evaluate(State *state, int n, Failure *failure) {
  const Number *number = &state->system->model->numbers[n];
  if (number->program.uses_time || number->program.uses_state) {
    return true;
  }
  state->values[n] = state_own_value(state, n);
  if (!number->stated ||
      (isfinite(state->values[n]) && field_in_range(state->values[n], number->range))) {
    return true;
  }
  char text[NUMBER_TEXT_SIZE];
  number_format(state->values[n], text);
  return failure_set(failure, DIAG_VALUE_RANGE, number->origin, "%s must be %s, found %s",
                     number->path, field_range_row(number->range)->word, text);
}

// What the model says that a parameter may be.
static bool within_bounds(const State *state, const Parameter *parameter, Failure *failure) {
  const Uncertainty *known = parameter->uncertainty;
  const double value = state->values[parameter->number];
  if (known == NULL || (value >= known->lower && value <= known->upper)) {
    return true;
  }
  char text[NUMBER_TEXT_SIZE];
  number_format(value, text);
  return failure_set(failure, DIAG_VALUE_RANGE, parameter->origin,
                     "parameter \"%s\" is %s, outside its range", parameter->name, text);
}

static bool evaluate_numbers(State *state, const double *parameters, Failure *failure) {
  const Model *model = state->system->model;
  for (int p = 0; p < model->parameter_count; p++) {
    if (parameters != NULL) {
      state->values[model->parameters[p].number] = parameters[p];
    } else if (!evaluate(state, model->parameters[p].number, failure)) {
      return false;
    }
    if (!within_bounds(state, &model->parameters[p], failure)) {
      return false;
    }
  }
  for (int n = 0; n < model->number_count; n++) {
    bool is_parameter = false;
    for (int p = 0; parameters != NULL && p < model->parameter_count; p++) {
      is_parameter = is_parameter || model->parameters[p].number == n;
    }
    if (!is_parameter && !evaluate(state, n, failure)) {
      return false;
    }
  }
  return true;
}

// What bodies take from their shapes, as if the file said it.
static bool weigh_solids(State *state, Failure *failure) {
  const Model *model = state->system->model;
  for (int b = 1; b < model->body_count; b++) {
    if (!model->bodies[b].solid) {
      continue;
    }
    Solid solid;
    solid_of_body(model, state->values, b, &solid);
    if (!(solid.mass > 0) || !isfinite(solid.mass)) {
      return failure_set(failure, DIAG_PHYSICS_INERTIA, model->bodies[b].origin,
                         "the shapes of body \"%s\" have no volume", model->bodies[b].name);
    }
    solid_write(model, b, &solid, state->values);
  }
  return true;
}

// The two pins of a universal joint must be square to each other: neither gives way in silence.
static bool check_pins(const State *state, const Marker *marker, Failure *failure) {
  const double *a = state->values + marker->axis, *b = state->values + marker->axis_2;
  const double size = sqrt(vec_dot(a, a) * vec_dot(b, b)), cosine = vec_dot(a, b) / size;
  if (fabs(cosine) <= JOINT_PINS_SQUARE) {
    return true;
  }
  if (!(size > 0)) {
    return failure_set(failure, DIAG_VALUE_DIRECTION, marker->origin,
                       "an axis of %s has zero length, so it has no direction", marker->name);
  }
  return failure_set(failure, DIAG_VALUE_DIRECTION, marker->origin,
                     "the two axes of %s are not perpendicular", marker->name);
}

static bool place_markers(State *state, Failure *failure) {
  const Model *model = state->system->model;
  for (int m = 0; m < model->marker_count; m++) {
    const Marker *marker = &model->markers[m];
    FrameGeometry *geometry = &state->geometry[m];
    Placement at;
    if (marker->at_initial_pose && marker->axis_2 >= 0 && !check_pins(state, marker, failure)) {
      return false;
    }
    placement_of_marker(model, state->values, m, &at);
    memcpy(geometry->s, at.origin, sizeof geometry->s);
    memcpy(geometry->R, at.R, sizeof geometry->R);
    geometry->angle = at.angle;
    rotation_to_quaternion(geometry->R, geometry->p);
  }
  return true;
}

bool state_refresh(State *state, const double *parameters, Failure *failure) {
  state->refreshed++;
  const Model *model = state->system->model;
  state->t = 0;
  if (!evaluate_numbers(state, parameters, failure) || !weigh_solids(state, failure) ||
      !gears_mesh(state, failure)) {
    return false;
  }
  for (int k = 0; k < 3; k++) {
    state->gravity[k] = model->gravity >= 0 ? state->values[model->gravity + k] : 0;
  }
  // ground stands still at the origin; identity poses let geometry be placed before any pose
  for (int b = 0; b < state->system->body_count; b++) {
    state->motion[b] = (BodyMotion){.p = {1, 0, 0, 0}};
    vec_identity(state->motion[b].A);
  }
  if (!place_markers(state, failure)) {
    return false;
  }
  state_refresh_axes(state);
  state->stamp++;
  state->rows_level = PAIR_NOTHING;
  state->stage = STAGE_EMPTY;
  state->pose_stamp++;
  for (int m = 0; m < model->marker_count; m++) {
    if (model->markers[m].body == 0) {
      frame_of(&state->motion[0], &state->geometry[m], &state->frames[m]); // stands still
    }
  }
  return inertia_refresh(state, failure);
}
