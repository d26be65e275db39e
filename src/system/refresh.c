// SPDX-License-Identifier: BSD-3-Clause
// refresh.c: everything that depends on parameters alone: numbers, marker geometry, masses.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "math/rotation.h"
#include "math/vec.h"
#include "system/inertia.h"
#include "system/initial.h"
#include "system/relation.h"
#include "system/state.h"

double state_own_value(State *state, int number) {
  for (int k = 0; k < state->given.count; k++) {
    if (state->given.list[k].number == number) {
      return state->given.list[k].value;
    }
  }
  return state_number(state, number, NULL);
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
                     "parameter \"%s\" is %s, outside of its range", parameter->name, text);
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

void initial_orientation(const State *state, const Orientation *orientation, double R[static 9]) {
  const double *number = state->values + orientation->number;
  switch (orientation->form) {
  case ORIENTATION_NONE:
    vec_identity(R);
    break;
  case ORIENTATION_ANGLE:
    vec_about_z(number[0], R);
    break;
  case ORIENTATION_QUATERNION:
    rotation_of_quaternion(number, R);
    break;
  case ORIENTATION_AXIS_ANGLE:
    rotation_of_axis_angle(number, number[3], R);
    break;
  case ORIENTATION_EULER:
    rotation_of_euler(orientation->sequence, number, R);
    break;
  case ORIENTATION_MATRIX:
    memcpy(R, number, 9 * sizeof(double));
    break;
  }
}

static void body_center_of_mass(const State *state, int body, double center[3]) {
  const int number = state->system->model->bodies[body].center_of_mass;
  for (int k = 0; k < 3; k++) {
    center[k] = number >= 0 ? state->values[number + k] : 0;
  }
}

// A marker given in the body frame: origin relative to the body frame, axes R, planar angle.
static void place_in_body(const State *state, const Marker *marker, double origin[3], double R[9],
                          double *angle) {
  for (int k = 0; k < 3; k++) {
    origin[k] = marker->position >= 0 ? state->values[marker->position + k] : 0;
  }
  initial_orientation(state, &marker->orientation, R);
  *angle =
      marker->orientation.form == ORIENTATION_ANGLE ? state->values[marker->orientation.number] : 0;
}

// A marker given in the ground frame at the initial pose, brought into the body frame.
static void place_at_pose(const State *state, const Marker *marker, double origin[3], double R[9],
                          double *angle) {
  double at[3], frame[3], A[9], ground[9];
  double body_angle = 0;
  initial_body_pose(state, marker->body, frame, A, &body_angle);
  place_in_body(state, marker, at, ground, angle);
  if (marker->axis >= 0) {
    const double *axis = state->values + marker->axis;
    if (state->system->planar) {
      *angle = atan2(axis[1], axis[0]);
      vec_about_z(*angle, ground);
    } else if (marker->axis_2 >= 0) {
      rotation_with_two_axes(axis, state->values + marker->axis_2, ground);
    } else {
      rotation_with_axis(axis, (int)marker->along - 1, ground);
    }
  }
  initial_into_ground(state, marker->frame, at, ground, angle);
  for (int k = 0; k < 3; k++) {
    at[k] -= frame[k];
  }
  vec_rotate_back(A, at, origin);
  vec_product_back(A, ground, R);
  *angle -= body_angle;
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
                       "an axis of %s has no length and so no direction", marker->name);
  }
  return failure_set(failure, DIAG_VALUE_DIRECTION, marker->origin,
                     "the two axes of %s are not square to each other", marker->name);
}

static bool place_markers(State *state, Failure *failure) {
  const Model *model = state->system->model;
  for (int m = 0; m < model->marker_count; m++) {
    const Marker *marker = &model->markers[m];
    FrameGeometry *geometry = &state->geometry[m];
    double origin[3], center[3];
    if (marker->at_initial_pose && marker->axis_2 >= 0 && !check_pins(state, marker, failure)) {
      return false;
    }
    if (marker->at_initial_pose) {
      place_at_pose(state, marker, origin, geometry->R, &geometry->angle);
    } else {
      place_in_body(state, marker, origin, geometry->R, &geometry->angle);
      initial_into_ground(state, marker->frame, origin, geometry->R, &geometry->angle);
    }
    body_center_of_mass(state, marker->body, center);
    for (int k = 0; k < 3; k++) {
      geometry->s[k] = origin[k] - center[k];
    }
    rotation_to_quaternion(geometry->R, geometry->p);
  }
  return true;
}

void state_refresh_axes(State *state) {
  const System *system = state->system;
  for (int p = 0; p < system->part_count; p++) {
    const SystemPart *part = &system->parts[p];
    for (int k = 0; k < 2; k++) {
      memset(state->part_axis[p][k], 0, sizeof state->part_axis[p][k]);
      if (part->axis[k] != AXIS_NONE) {
        vec_column(state->geometry[part->marker[k]].R, (int)part->axis[k] - 1,
                   state->part_axis[p][k]);
      }
    }
  }
  relations_refresh(state);
}

bool state_refresh(State *state, const double *parameters, Failure *failure) {
  const Model *model = state->system->model;
  state->t = 0;
  if (!evaluate_numbers(state, parameters, failure)) {
    return false;
  }
  for (int k = 0; k < 3; k++) {
    state->gravity[k] = model->gravity >= 0 ? state->values[model->gravity + k] : 0;
  }
  // ground stands still at the origin; identity poses let geometry be placed before any pose
  for (int b = 0; b < model->body_count; b++) {
    state->motion[b] = (BodyMotion){.p = {1, 0, 0, 0}};
    vec_identity(state->motion[b].A);
  }
  if (!place_markers(state, failure)) {
    return false;
  }
  state_refresh_axes(state);
  state->stamp++;
  state->rows_level = PAIR_NOTHING;
  for (int m = 0; m < model->marker_count; m++) {
    if (model->markers[m].body == 0) {
      frame_of(&state->motion[0], &state->geometry[m], &state->frames[m]); // stands still
    }
  }
  return inertia_refresh(state, failure);
}
