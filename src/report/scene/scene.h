// SPDX-License-Identifier: BSD-3-Clause
// scene.h: what of a mechanism is seen: shapes fixed in bodies, and links between two of them that
// stretch. Shapes are in the axes of the body's frame (that of its measures x, y, z, angle), metres
// everywhere. What the model does not state is inferred from joints, forces, markers and inertia.
#ifndef MBS_REPORT_SCENE_SCENE_H
#define MBS_REPORT_SCENE_SCENE_H

#include <stdbool.h>

#include "base/text.h"
#include "system/state/state.h"

typedef enum SceneKind {
  SCENE_BOX,      // size: along x, y, z
  SCENE_BALL,     // size: diameters along x, y, z
  SCENE_CYLINDER, // size: diameters along x and y, length along z
  SCENE_CONE,     // likewise; the tip at +z
  SCENE_CAPSULE,  // size: diameter twice, length between the centres of its ends along z
  SCENE_OUTLINE,  // points in the plane z = 0, thick by size[2]
  SCENE_LINE,     // through all points, in order
  SCENE_LINES,    // points in pairs, one line each
  SCENE_MESH,     // points in threes, one triangle each
  SCENE_SPRING,   // a helix between both ends; size[0]: its diameter
  SCENE_ROD       // a cylinder between both ends; size[0]: its diameter
} SceneKind;

typedef struct SceneEnd {
  int body; // of the model, 0: ground
  double at[3];
} SceneEnd;

typedef struct SceneShape {
  SceneKind kind;
  int body;         // of the model, 0: ground; of a link that of its second end
  const char *name; // of what it stands for: a body, "bar.tip", a joint, a force
  double at[3];     // centre, in the body's frame
  double R[9];      // its axes as columns, in the body's frame
  double size[3];
  const double (*points)[3]; // in its own axes
  int point_count;
  SceneEnd end[2];  // of a link
  double colour[3]; // red, green, blue from 0 to 1
  double gloss;     // 0: dull, 1: a mirror of the lamp
  double opacity;   // 1: solid
  bool hatch;       // it stands for the ground: drawn behind, without a body's colour
} SceneShape;

// Where a joint stands, or a force acts, for what the page draws about it.
typedef struct SceneJoint {
  const char *name;
  SceneEnd end; // body -1: nowhere
} SceneJoint;

typedef struct Scene {
  bool planar;
  double size;  // of the mechanism: largest extent of its points at the start [m], > 0
  double up[3]; // against gravity, nearest axis of the ground
  SceneShape *shapes;
  int shape_count, shape_room;
  const double *pose; // of every body but the ground: x y angle, in space x y z and 4 parameters
  const SceneJoint *joints;
  int joint_count;
  const SceneJoint *forces; // then motions and what rolls, as a track has them
  int force_count;
  double thickness;          // of a bar [m]
  const char *const *bodies; // names, model order, 0: ground
  int body_count;
  bool inferred; // some body is drawn though it states no shape
  // How it is first looked at:
  bool looks;     // from a stated direction
  double from[3]; // that
  bool flat;      // without perspective
  int follow;     // a body, or -1
  const SceneEnd *trail;
  int trail_count;
} Scene;

// What moves: rows of poses, each as Scene.pose.
typedef struct SceneTrack {
  const double *poses;
  int rows, columns; // columns: from one row to the next
} SceneTrack;

// Finds the scene of a mechanism at its present pose; rails and guides are as long as it travels in
// all tracks. False when memory is out.
bool scene_make(Scene *scene, State *state, const SceneTrack *tracks, int count, Arena *arena);

// Where a body is in a row of poses, 0: the ground; and a point of one.
void scene_pose(bool planar, const double *poses, int body, double x[3], double R[9]);
void scene_place(bool planar, const double *poses, const SceneEnd *end, double out[3]);

// Writes it as JSON, numbers with 6 digits. False when memory ran out.
bool scene_json(const Scene *scene, Arena *arena, Text *out);

#endif
