// SPDX-License-Identifier: BSD-3-Clause
// placement.c: poses from the numbers of a model (see placement.h).
#include "system/placement.h"

#include <string.h>

#include "math/rotation.h"
#include "math/vec.h"

static void vector_at(const real *numbers, int first, real out[3]) {
  for (int k = 0; k < 3; k++) {
    out[k] = first >= 0 ? numbers[first + k] : 0;
  }
}

static void orientation_of(const Orientation *orientation, const real *numbers, real R[9]) {
  const real *number = numbers + orientation->number;
  switch (orientation->form) {
  case ORIENTATION_NONE:
    vec_identity(R);
    break;
  case ORIENTATION_ANGLE:
    vec_about_z(number[0], R);
    break;
  case ORIENTATION_QUATERNION:
    MBS_NAME(rotation_of_quaternion)(number, R);
    break;
  case ORIENTATION_AXIS_ANGLE:
    MBS_NAME(rotation_of_axis_angle)(number, number[3], R);
    break;
  case ORIENTATION_EULER:
    MBS_NAME(rotation_of_euler)(orientation->sequence, number, R);
    break;
  case ORIENTATION_MATRIX:
    memcpy(R, number, 9 * sizeof(real));
    break;
  }
}

void MBS_NAME(placement_of)(const real *numbers, int position, const Orientation *orientation,
                            Placement *out) {
  vector_at(numbers, position, out->origin);
  orientation_of(orientation, numbers, out->R);
  out->angle = orientation->form == ORIENTATION_ANGLE ? numbers[orientation->number] : 0;
}

// Takes a pose that is relative to a reference frame, -1 for none, into the ground.
static void into_ground(const Model *model, const real *numbers, int frame, Placement *pose) {
  for (int at = frame; at >= 0; at = model->frames[at].relative_to) {
    Placement within;
    real turned[3], product[9];
    MBS_NAME(placement_of)
    (numbers, model->frames[at].position, &model->frames[at].orientation, &within);
    vec_rotate(within.R, pose->origin, turned);
    vec_product(within.R, pose->R, product);
    for (int k = 0; k < 3; k++) {
      pose->origin[k] = within.origin[k] + turned[k];
    }
    memcpy(pose->R, product, sizeof product);
    pose->angle += within.angle;
  }
}

// Turns a vector from the axes of a reference frame into those of the ground.
static void turn_into_ground(const Model *model, const real *numbers, int frame, real x[3]) {
  Placement axes = {.angle = 0};
  real turned[3];
  vec_identity(axes.R);
  into_ground(model, numbers, frame, &axes);
  vec_rotate(axes.R, x, turned);
  memcpy(x, turned, sizeof turned);
}

void MBS_NAME(placement_of_body)(const Model *model, const real *numbers, int body,
                                 Placement *out) {
  const Body *it = &model->bodies[body];
  MBS_NAME(placement_of)(numbers, it->position, &it->orientation, out);
  if (it->angle >= 0) {
    out->angle = numbers[it->angle];
    vec_about_z(out->angle, out->R);
  }
  into_ground(model, numbers, it->frame, out);
  if (it->frame >= 0 && it->kind->rotations == 0) {
    vec_identity(out->R); // a point has no axes of its own
    out->angle = 0;
  }
}

// A marker given in the ground frame at the initial pose, brought into the body frame.
static void at_initial_pose(const Model *model, const real *numbers, const Marker *marker,
                            Placement *out) {
  Placement body, ground;
  MBS_NAME(placement_of_body)(model, numbers, marker->body, &body);
  MBS_NAME(placement_of)(numbers, marker->position, &marker->orientation, &ground);
  if (marker->axis >= 0) {
    const real *axis = numbers + marker->axis;
    if (model->planar) {
      ground.angle = real_atan2(axis[1], axis[0]);
      vec_about_z(ground.angle, ground.R);
    } else if (marker->axis_2 >= 0) {
      MBS_NAME(rotation_with_two_axes)(axis, numbers + marker->axis_2, ground.R);
    } else {
      MBS_NAME(rotation_with_axis)(axis, (int)marker->along - 1, ground.R);
    }
  }
  into_ground(model, numbers, marker->frame, &ground);
  for (int k = 0; k < 3; k++) {
    ground.origin[k] -= body.origin[k];
  }
  vec_rotate_back(body.R, ground.origin, out->origin);
  vec_product_back(body.R, ground.R, out->R);
  out->angle = ground.angle - body.angle;
}

void MBS_NAME(placement_of_marker)(const Model *model, const real *numbers, int marker,
                                   Placement *out) {
  const Marker *it = &model->markers[marker];
  real center[3];
  if (it->at_initial_pose) {
    at_initial_pose(model, numbers, it, out);
  } else {
    MBS_NAME(placement_of)(numbers, it->position, &it->orientation, out);
    into_ground(model, numbers, it->frame, out);
  }
  vector_at(numbers, model->bodies[it->body].center_of_mass, center);
  for (int k = 0; k < 3; k++) {
    out->origin[k] -= center[k];
  }
}

void MBS_NAME(placement_coordinates)(const Model *model, const real *numbers, int body, real q[]) {
  const BodyKind *kind = model->bodies[body].kind;
  Placement pose;
  real center[3], offset[3];
  MBS_NAME(placement_of_body)(model, numbers, body, &pose);
  vector_at(numbers, model->bodies[body].center_of_mass, center);
  vec_rotate(pose.R, center, offset);
  for (int k = 0; k < kind->translations; k++) {
    q[k] = pose.origin[k] + offset[k];
  }
  if (kind->rotations == 1) {
    q[kind->translations] = pose.angle;
  } else if (kind->rotations == 3) {
    MBS_NAME(rotation_to_quaternion)(pose.R, q + kind->translations);
  }
  for (int k = body_nq(kind) - body_inside(kind); k < body_nq(kind); k++) {
    q[k] = 0; // without stress
  }
}

void MBS_NAME(placement_velocity)(const Model *model, const real *numbers, int body,
                                  real velocity[3]) {
  const Body *it = &model->bodies[body];
  vector_at(numbers, it->velocity, velocity);
  if (it->frame >= 0) {
    turn_into_ground(model, numbers, it->frame, velocity);
  }
}

void MBS_NAME(placement_spin)(const Model *model, const real *numbers, int body, real spin[3]) {
  const Body *it = &model->bodies[body];
  vector_at(numbers, it->angular_velocity, spin);
  if (it->frame >= 0 && !it->angular_velocity_in_body) {
    turn_into_ground(model, numbers, it->frame, spin);
  }
}

// Rotations first, then the mass centre from the velocity of the frame's origin.
void MBS_NAME(placement_write_velocities)(const Model *model, const real *numbers, int body,
                                          const real A[9], real v[]) {
  const Body *it = &model->bodies[body];
  const BodyKind *kind = it->kind;
  real *w = v + kind->translations, own[3] = {0, 0, 0};
  if (it->angular_velocity_stated && kind->rotations == 1) {
    w[0] = own[2] = numbers[it->angle_rate];
  } else if (it->angular_velocity_stated && kind->rotations == 3) {
    real stated[3];
    MBS_NAME(placement_spin)(model, numbers, body, stated);
    if (it->angular_velocity_in_body) {
      memcpy(own, stated, sizeof own);
    } else {
      vec_rotate_back(A, stated, own);
    }
    memcpy(w, own, sizeof own);
  }
  if (it->velocity_stated) {
    real center[3], cross[3], turned[3], velocity[3];
    MBS_NAME(placement_velocity)(model, numbers, body, velocity);
    vector_at(numbers, it->center_of_mass, center);
    vec_cross(own, center, cross);
    vec_rotate(A, cross, turned);
    for (int k = 0; k < kind->translations; k++) {
      v[k] = velocity[k] + turned[k];
    }
  }
}
