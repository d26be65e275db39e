// SPDX-License-Identifier: BSD-3-Clause
// pose.c: where bodies and links are in a frame of a film (see pose.h).
#include "report/pictures/pose.h"

#include <math.h>

#include "math/vec.h"

static const double *row_of(const Film *film, int frame) {
  return film->track->values + (long)film_row(film, frame) * film->track->columns;
}

void pose_of_body(const Film *film, int body, int frame, Pose *pose) {
  *pose = (Pose){.turn = {0, 0, 0, 1}, .scale = {1, 1, 1}};
  if (body == 0) {
    return;
  }
  if (film->scene->planar) {
    const double *at = row_of(film, frame) + 1 + 3L * (body - 1);
    pose->place[0] = at[0];
    pose->place[1] = at[1];
    pose->turn[2] = sin(at[2] / 2);
    pose->turn[3] = cos(at[2] / 2);
    return;
  }
  const double *at = row_of(film, frame) + 1 + 7L * (body - 1);
  const double size = sqrt(at[3] * at[3] + at[4] * at[4] + at[5] * at[5] + at[6] * at[6]);
  for (int k = 0; k < 3; k++) {
    pose->place[k] = at[k];
    pose->turn[k] = at[4 + k] / size;
  }
  pose->turn[3] = at[3] / size;
}

void pose_turn(const double from[3], const double to[3], double turn[4]) {
  double axis[3], size;
  vec_cross(from, to, axis);
  const double cosine = vec_dot(from, to);
  if (cosine < -1 + 1e-12) { // about anything square to it
    const double other[3] = {fabs(from[0]) < 0.9, fabs(from[0]) >= 0.9, 0};
    vec_cross(from, other, axis);
  }
  const double w = cosine < -1 + 1e-12 ? 0 : 1 + cosine;
  size = sqrt(vec_dot(axis, axis) + w * w);
  for (int k = 0; k < 3; k++) {
    turn[k] = axis[k] / size;
  }
  turn[3] = w / size;
}

void pose_of_link(const Film *film, const SceneShape *shape, int frame, Pose *pose) {
  static const double z[3] = {0, 0, 1};
  double end[2][3], along[3];
  for (int k = 0; k < 2; k++) {
    scene_place(film->scene->planar, row_of(film, frame) + 1, &shape->end[k], end[k]);
  }
  for (int k = 0; k < 3; k++) {
    along[k] = end[1][k] - end[0][k];
    pose->place[k] = (end[0][k] + end[1][k]) / 2;
  }
  const double length = vec_norm(along), width = shape->size[0];
  for (int k = 0; k < 3; k++) {
    along[k] = length > 0 ? along[k] / length : z[k];
  }
  pose_turn(z, along, pose->turn);
  pose->scale[0] = pose->scale[1] = width;
  pose->scale[2] = fmax(length, 1e-6 * width);
}
