// SPDX-License-Identifier: BSD-3-Clause
// scene_travel.c: where bodies are in a row of a track, and how far one thing travels along
// another.
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "report/scene/scene_inside.h"

void scene_pose(bool planar, const double *poses, int body, double x[3], double R[9]) {
  const double *pose = poses + (long)(body - 1) * (planar ? 3 : 7);
  memset(x, 0, 3 * sizeof *x);
  vec_identity(R);
  if (body == 0) {
    return;
  }
  memcpy(x, pose, (planar ? 2 : 3) * sizeof *x);
  if (planar) {
    vec_about_z(pose[2], R);
    return;
  }
  double p[4];
  const double size =
      sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
  for (int k = 0; k < 4; k++) {
    p[k] = size > 0 ? pose[3 + k] / size : k == 0;
  }
  vec_of_euler(p, R);
}

void scene_place(bool planar, const double *poses, const SceneEnd *end, double out[3]) {
  double x[3], R[9];
  scene_pose(planar, poses, end->body, x, R);
  vec_rotate(R, end->at, out);
  for (int k = 0; k < 3; k++) {
    out[k] += x[k];
  }
}

bool scene_travel(const Draft *draft, const SceneEnd *from, const double along[3],
                  const SceneEnd *of, double *low, double *high) {
  bool any = false;
  for (int m = 0; m < draft->track_count; m++) {
    const SceneTrack *track = &draft->tracks[m];
    for (int row = 0; row < track->rows; row++) {
      const double *poses = track->poses + (long)row * track->columns;
      double x[3], R[9], start[3], place[3], line[3];
      scene_pose(draft->scene->planar, poses, from->body, x, R);
      scene_place(draft->scene->planar, poses, from, start);
      scene_place(draft->scene->planar, poses, of, place);
      vec_rotate(R, along, line);
      double s = 0;
      for (int k = 0; k < 3; k++) {
        s += line[k] * (place[k] - start[k]);
      }
      if (isfinite(s)) {
        *low = fmin(*low, s);
        *high = fmax(*high, s);
        any = true;
      }
    }
  }
  return any;
}

void scene_span(const Draft *draft, const int marker[2], const double axis[3], double room,
                double *low, double *high) {
  const Model *model = draft->model;
  const double *i = state_frame(draft->state, marker[0])->x;
  const double *j = state_frame(draft->state, marker[1])->x;
  SceneEnd from = {.body = model->markers[marker[0]].body};
  SceneEnd of = {.body = model->markers[marker[1]].body};
  double along[3], s = 0, first, last;
  for (int k = 0; k < 3; k++) {
    s += axis[k] * (j[k] - i[k]);
  }
  first = last = s;
  scene_point(draft, from.body, i, from.at);
  scene_point(draft, of.body, j, of.at);
  scene_direction(draft, from.body, axis, along);
  (void)scene_travel(draft, &from, along, &of, &first, &last);
  *low = fmin(*low, first - room);
  *high = fmax(*high, last + room);
}
