// SPDX-License-Identifier: BSD-3-Clause
// triangles.h: shapes as triangles, for files of other programs; assets/shapes.js has the same for
// the page.
#ifndef MBS_REPORT_SCENE_TRIANGLES_H
#define MBS_REPORT_SCENE_TRIANGLES_H

#include "report/scene/scene.h"

// Corners in threes, counterclockwise from outside: position and normal.
typedef struct Triangles {
  Arena *arena;
  float (*corners)[6];
  int count, room;
  bool failed; // memory ran out
} Triangles;

// A unit shape about the origin, in the cube of side 1, its axis along z; a spring has 8 turns of a
// wire, round where it is `slender` times as long as wide. Capsules are a cylinder and two balls.
void triangles_unit(Triangles *out, SceneKind kind, double slender);
// An outline (by cutting off ears) or a mesh, in its own axes; an outline from z = -1/2 to 1/2.
void triangles_of(Triangles *out, const SceneShape *shape);

#endif
