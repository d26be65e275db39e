// SPDX-License-Identifier: BSD-3-Clause
// scene_inside.h: what the files of scene.h share: a scene that is being made.
#ifndef MBS_REPORT_SCENE_SCENE_INSIDE_H
#define MBS_REPORT_SCENE_SCENE_INSIDE_H

#include "report/scene/scene.h"

typedef struct Draft {
  Scene *scene;
  State *state;
  const Model *model;
  Arena *arena;
  const SceneTrack *tracks;
  int track_count;
  bool *wheel; // of every body: it is drawn already, about its own centre
  bool failed; // memory is out
  SceneShape nowhere;
} Draft;

// A further shape, fixed in a body at the origin of its frame, in the body's colour; of size 1.
// Where memory is out the draft has failed and the shape is one that nobody sees; never NULL.
SceneShape *scene_add(Draft *draft, SceneKind kind, int body, const char *name);
// A link between two points of bodies.
SceneShape *scene_link(Draft *draft, SceneKind kind, const char *name, const SceneEnd ends[2],
                       double width);
// Room for points of a shape; NULL when memory is out.
double (*scene_points(Draft *draft, SceneShape *shape, int count))[3];
void scene_tint(SceneShape *shape, double red, double green, double blue);

// A capsule of a body between two points of its frame.
SceneShape *scene_bar(Draft *draft, int body, const char *name, const double a[3],
                      const double b[3], double thick);
// z of the shape along a direction of the body's frame; x and y anyhow.
void scene_aim(SceneShape *shape, const double z[3]);

// Members q, w, v, f of a mesh (assets/shapes.js). False when memory ran out.
bool scene_put_mesh(const SceneShape *shape, Arena *arena, Text *out);

// From ground axes to the body's frame: a point, a direction.
void scene_point(const Draft *draft, int body, const double ground[3], double out[3]);
void scene_direction(const Draft *draft, int body, const double ground[3], double out[3]);
// The mass centre of a body in its frame; zero of the ground.
void scene_centre(const Draft *draft, int body, double out[3]);
// Thickness of a bar of this length.
double scene_thickness(const Draft *draft, double length);
// A number of the model; 0 where there is none.
double scene_number(const Draft *draft, int number);

// Widens [low, high] by the places of a point along a line of another body, from a point of that,
// in all rows of the tracks; along: of that body's frame. False when there is none.
bool scene_travel(const Draft *draft, const SceneEnd *from, const double along[3],
                  const SceneEnd *of, double *low, double *high);

// Widens [low, high] by the places of the second marker along an axis of the first one's body, from
// that marker, and by `room` beyond them: at the start and in all rows. axis: in ground axes.
void scene_span(const Draft *draft, const int marker[2], const double axis[3], double room,
                double *low, double *high);

// In the plane the ground at a place, whose surface looks `away`, for `half` to both sides.
void scene_hatch(Draft *draft, const char *name, const double place[3], const double away[3],
                 double half);

// A disc about a marker, with a spoke that shows how it turns.
void scene_wheel(Draft *draft, int marker, double radius);
// A circle about a marker's z.
void scene_ring(Draft *draft, int marker, double radius, const char *name);

// The median length of bodies that are held at two points or more; the scene's size where none is.
double scene_usual_bar(Draft *draft);

void scene_shapes(Draft *draft);
void scene_bodies(Draft *draft);
void scene_joints(Draft *draft);
void scene_relations(Draft *draft);
void scene_forces(Draft *draft);

#endif
