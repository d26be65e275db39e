// SPDX-License-Identifier: BSD-3-Clause
// pose.h: where bodies are in a frame of a film, and what stretches between two of them.
#ifndef MBS_REPORT_PICTURES_POSE_H
#define MBS_REPORT_PICTURES_POSE_H

#include "report/pictures/film.h"

// turn: a unit quaternion x y z w, as other programs order it.
typedef struct Pose {
  double place[3], turn[4], scale[3];
} Pose;

// Of a body's frame; 0: the ground.
void pose_of_body(const Film *film, int body, int frame, Pose *pose);
// Of a link: a thing of length and width 1 along z, from one end to the other.
void pose_of_link(const Film *film, const SceneShape *shape, int frame, Pose *pose);
// The shortest turn of one unit vector onto another.
void pose_turn(const double from[3], const double to[3], double turn[4]);

#endif
