// SPDX-License-Identifier: BSD-3-Clause
// placement.c: poses from the numbers of a model (see placement.h).
//
// A body that a joint places: that before it, with marker_i in it, the joint's coordinate at the
// start, and marker_j back to the body's frame; so back to a body that states its pose.
#include "system/mechanism/placement.h"

#include <string.h>

#include "math/rotation.h"
#include "math/vec.h"

static void vector_at(const real *numbers, int first, real out[3]) {
  for (int k = 0; k < 3; k++) {
    out[k] = first >= 0 ? numbers[first + k] : 0;
  }
}

// One axis, or two; `own` is the point that an axis goes from towards another.
static void axes_of(const Orientation *orientation, const real *numbers, const real own[3],
                    real R[9]) {
  const int one = orientation->sequence[0] - 'x', other = orientation->sequence[1] - 'x';
  real first[3], second[3], turned[9];
  vector_at(numbers, orientation->number, first);
  for (int k = 0; k < 3 && orientation->form == ORIENTATION_TOWARDS; k++) {
    first[k] -= own[k];
  }
  if (orientation->planar) {
    vec_about_z(real_atan2(first[1], first[0]), R);
    return;
  }
  if (orientation->second < 0) {
    MBS_NAME(rotation_with_axis)(first, one, R);
    return;
  }
  vector_at(numbers, orientation->second, second);
  MBS_NAME(rotation_with_two_axes)(first, second, turned);
  const int third = 3 - one - other;
  const real sign = (other - one + 3) % 3 == 1 ? 1 : -1;
  for (int i = 0; i < 3; i++) {
    R[3 * i + one] = turned[3 * i];
    R[3 * i + other] = turned[3 * i + 1];
    R[3 * i + third] = sign * turned[3 * i + 2];
  }
}

static void orientation_of(const Orientation *orientation, const real *numbers, const real own[3],
                           real R[9]) {
  const real *number = numbers + orientation->number;
  vec_identity(R);
  switch (orientation->form) {
  case ORIENTATION_NONE:
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
  case ORIENTATION_AXES:
  case ORIENTATION_TOWARDS:
    axes_of(orientation, numbers, own, R);
    break;
  }
}

void MBS_NAME(placement_of)(const real *numbers, int position, const Orientation *orientation,
                            Placement *out) {
  vector_at(numbers, position, out->origin);
  orientation_of(orientation, numbers, out->origin, out->R);
  const bool stated = orientation->form == ORIENTATION_ANGLE;
  out->angle = stated ? numbers[orientation->number]
               : orientation->form > ORIENTATION_MATRIX && orientation->planar
                   ? real_atan2(out->R[3], out->R[0])
                   : 0;
}

// pose := before pose, one within the other.
static void put_into(const Placement *before, Placement *pose) {
  real turned[3], product[9];
  vec_rotate(before->R, pose->origin, turned);
  vec_product(before->R, pose->R, product);
  for (int k = 0; k < 3; k++) {
    pose->origin[k] = before->origin[k] + turned[k];
  }
  memcpy(pose->R, product, sizeof product);
  pose->angle += before->angle;
}

// Takes a pose that is relative to a reference frame, -1 for none, into the ground.
static void into_ground(const Model *model, const real *numbers, int frame, Placement *pose) {
  for (int at = frame; at >= 0; at = model->frames[at].relative_to) {
    Placement within;
    MBS_NAME(placement_of)
    (numbers, model->frames[at].position, &model->frames[at].orientation, &within);
    put_into(&within, pose);
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

void MBS_NAME(placement_turn_point)(const Model *model, const real *numbers, int body,
                                    Placement *pose) {
  const int frame = model->bodies[body].axes;
  if (frame >= 0) {
    Placement axes = {.angle = 0};
    vec_identity(axes.R);
    into_ground(model, numbers, frame, &axes);
    memset(axes.origin, 0, sizeof axes.origin);
    put_into(&axes, pose);
  }
}

// A marker that is fixed in its body, in the frame of that.
static void marker_pose(const Model *model, const real *numbers, const Marker *marker,
                        Placement *out) {
  MBS_NAME(placement_of)(numbers, marker->position, &marker->orientation, out);
  into_ground(model, numbers, marker->frame, out);
  MBS_NAME(placement_turn_point)(model, numbers, marker->body, out);
}

static void stated_pose(const Model *model, const real *numbers, const Body *it, Placement *out) {
  MBS_NAME(placement_of)(numbers, it->position, &it->orientation, out);
  if (it->angle >= 0) {
    out->angle = numbers[it->angle];
    vec_about_z(out->angle, out->R);
  }
  into_ground(model, numbers, it->frame, out);
  if (it->within >= 0) {
    const Marker *marker = &model->markers[it->within];
    Placement step;
    marker_pose(model, numbers, marker, &step);
    put_into(&step, out);
    MBS_NAME(placement_of_body)(model, numbers, marker->body, &step); // at most FRAMES_DEEPEST deep
    put_into(&step, out);
  }
  if ((it->frame >= 0 || it->within >= 0) && it->kind->rotations == 0) {
    vec_identity(out->R); // a point has no axes of its own
    out->angle = 0;
  }
}

static void invert(Placement *pose) {
  real back[3], R[9];
  vec_rotate_back(pose->R, pose->origin, back);
  for (int i = 0; i < 3; i++) {
    pose->origin[i] = -back[i];
    for (int k = 0; k < 3; k++) {
      R[3 * i + k] = pose->R[3 * k + i];
    }
  }
  memcpy(pose->R, R, sizeof R);
  pose->angle = -pose->angle;
}

static bool is_stated(const Model *model, int number) {
  return number >= 0 && model->numbers[number].stated;
}

// What else a joint in space states: places, a rod's direction, turns.
static void start_pose(const Model *model, const real *numbers, const Joint *joint,
                       Placement *out) {
  const JointStart *start = &joint->start;
  real pins[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    const int place = start->place[START_X + k];
    out->origin[k] += is_stated(model, place) ? numbers[place] : 0;
  }
  if (is_stated(model, start->direction)) {
    const real *direction = numbers + start->direction;
    const real factor = numbers[start->length] / vec_norm(direction);
    for (int k = 0; k < 3; k++) {
      out->origin[k] = factor * direction[k];
    }
  }
  for (int k = 0; k < 2; k++) {
    const int pin = start->place[START_PIN_1 + k];
    pins[k] = is_stated(model, pin) ? numbers[pin] : 0;
  }
  if (is_stated(model, start->place[START_ANGLE])) {
    vec_about_z(numbers[start->place[START_ANGLE]], out->R);
  } else if (is_stated(model, start->place[START_PIN_1]) ||
             is_stated(model, start->place[START_PIN_2])) {
    MBS_NAME(rotation_of_euler)("xyz", pins, out->R);
  } else if (start->axes.form != ORIENTATION_NONE) {
    orientation_of(&start->axes, numbers, pins, out->R);
  }
}

// marker_j from marker_i, by the joint's coordinate at the start; what is not stated is zero.
static void coordinate_pose(const Model *model, const real *numbers, const Joint *joint,
                            Placement *out) {
  const int number = joint->initial_coordinate;
  const bool stated = is_stated(model, number);
  const bool slides = joint_coordinate(joint->kind) == COORDINATE_DISPLACEMENT;
  memset(out, 0, sizeof *out);
  vec_identity(out->R);
  if (stated && slides) {
    out->origin[(int)joint_first_axis(joint->kind) - (int)AXIS_X] = numbers[number];
  } else if (stated) {
    out->angle = numbers[number];
    vec_about_z(out->angle, out->R);
  }
  if (!model->planar) {
    start_pose(model, numbers, joint, out);
  }
}

// pose, of what stands in a body that a joint places, from the body before. Returns that body.
static int from_before(const Model *model, const real *numbers, int body, Placement *pose) {
  const Joint *joint = &model->joints[model->bodies[body].placed_by - 1];
  const bool child_is_j = model->markers[joint->marker_j].body == body;
  const Marker *own = &model->markers[child_is_j ? joint->marker_j : joint->marker_i];
  const Marker *other = &model->markers[child_is_j ? joint->marker_i : joint->marker_j];
  Placement step;
  marker_pose(model, numbers, own, &step);
  invert(&step);
  put_into(&step, pose);
  coordinate_pose(model, numbers, joint, &step);
  if (!child_is_j) {
    invert(&step);
  }
  put_into(&step, pose);
  marker_pose(model, numbers, other, &step);
  put_into(&step, pose);
  return other->body;
}

void MBS_NAME(placement_of_body)(const Model *model, const real *numbers, int body,
                                 Placement *out) {
  Placement pose = {.angle = 0}, root;
  vec_identity(pose.R);
  while (body != 0 && model->bodies[body].placed_by > 0) {
    body = from_before(model, numbers, body, &pose);
  }
  if (body == 0) {
    *out = pose;
    return;
  }
  stated_pose(model, numbers, &model->bodies[body], &root);
  *out = pose;
  put_into(&root, out);
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
    marker_pose(model, numbers, it, out);
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
  if (it->within >= 0) {
    return; // they follow from those of a marker
  }
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
