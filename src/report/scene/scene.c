// SPDX-License-Identifier: BSD-3-Clause
// scene.c: a scene and what its parts are made with.
//
// Every length that no file states is one of the mechanism's size L, the largest extent of the
// places of its bodies and joints at the start, and of the thickness t = L/40, or 1/6 of the usual
// length of a bar where that is less, but never below L/150: a bar is t to 1.5 t thick, at most 1/4
// of its own length.
#include "report/scene/scene.h"

#include <math.h>

#include "analysis/recording/track.h"
#include "report/scene/scene_inside.h"
#include "system/state/state.h"

// Okabe and Ito, without black and yellow.
static const double PALETTE[][3] = {{0, 0.447, 0.698},   {0.835, 0.369, 0}, {0, 0.62, 0.451},
                                    {0.8, 0.475, 0.655}, {0.902, 0.624, 0}, {0.337, 0.706, 0.914}};
enum { COLOURS = sizeof PALETTE / sizeof PALETTE[0] };

void scene_tint(SceneShape *shape, double red, double green, double blue) {
  shape->colour[0] = red;
  shape->colour[1] = green;
  shape->colour[2] = blue;
}

SceneShape *scene_add(Draft *draft, SceneKind kind, int body, const char *name) {
  Scene *scene = draft->scene;
  if (scene->shape_count == scene->shape_room && !draft->failed) {
    const int room = 2 * scene->shape_room + 32;
    SceneShape *shapes =
        arena_grow(draft->arena, scene->shapes, scene->shape_room, room, sizeof *shapes);
    draft->failed = shapes == NULL;
    scene->shapes = shapes != NULL ? shapes : scene->shapes;
    scene->shape_room = shapes != NULL ? room : scene->shape_room;
  }
  SceneShape *shape = draft->failed ? &draft->nowhere : &scene->shapes[scene->shape_count++];
  *shape = (SceneShape){.kind = kind,
                        .body = body,
                        .name = name,
                        .R = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                        .size = {1, 1, 1},
                        .gloss = 0.25,
                        .opacity = 1};
  const double *colour = PALETTE[(body + COLOURS - 1) % COLOURS];
  scene_tint(shape, colour[0], colour[1], colour[2]);
  if (body == 0) {
    scene_tint(shape, 0.42, 0.45, 0.5);
  }
  return shape;
}

SceneShape *scene_link(Draft *draft, SceneKind kind, const char *name, const SceneEnd ends[2],
                       double width) {
  SceneShape *shape = scene_add(draft, kind, ends[1].body, name);
  for (int k = 0; k < 2; k++) {
    shape->end[k] = ends[k];
    shape->size[k] = width;
  }
  scene_tint(shape, 0.45, 0.48, 0.52);
  shape->gloss = 0.6;
  return shape;
}

double (*scene_points(Draft *draft, SceneShape *shape, int count))[3] {
  double(*points)[3] = arena_alloc_array(draft->arena, count, sizeof *points);
  draft->failed = draft->failed || points == NULL;
  shape->points = (const double(*)[3])points;
  shape->point_count = points != NULL ? count : 0;
  return points;
}

void scene_aim(SceneShape *shape, const double z[3]) {
  const double length = sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
  if (!(length > 0)) {
    return;
  }
  const double n[3] = {z[0] / length, z[1] / length, z[2] / length};
  const bool steep = fabs(n[2]) > 0.9;
  double x[3] = {steep ? 0 : -n[1], steep ? -n[2] : n[0], steep ? n[1] : 0}; // square to n
  const double norm = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  for (int k = 0; k < 3; k++) {
    x[k] /= norm;
  }
  for (int k = 0; k < 3; k++) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    shape->R[3 * k] = x[k];
    shape->R[3 * k + 1] = n[a] * x[b] - n[b] * x[a];
    shape->R[3 * k + 2] = n[k];
  }
}

SceneShape *scene_bar(Draft *draft, int body, const char *name, const double a[3],
                      const double b[3], double thick) {
  SceneShape *shape = scene_add(draft, SCENE_CAPSULE, body, name);
  double along[3], square = 0;
  for (int k = 0; k < 3; k++) {
    along[k] = b[k] - a[k];
    square += along[k] * along[k];
    shape->at[k] = (a[k] + b[k]) / 2;
  }
  shape->size[0] = shape->size[1] = thick;
  shape->size[2] = sqrt(square);
  scene_aim(shape, along);
  return shape;
}

void scene_direction(const Draft *draft, int body, const double ground[3], double out[3]) {
  const Frame *frame = state_frame(draft->state, body);
  for (int k = 0; k < 3; k++) {
    out[k] = frame->A[k] * ground[0] + frame->A[3 + k] * ground[1] + frame->A[6 + k] * ground[2];
  }
}

void scene_point(const Draft *draft, int body, const double ground[3], double out[3]) {
  const Frame *frame = state_frame(draft->state, body);
  const double from[3] = {ground[0] - frame->x[0], ground[1] - frame->x[1],
                          ground[2] - frame->x[2]};
  scene_direction(draft, body, from, out);
}

void scene_centre(const Draft *draft, int body, double out[3]) {
  if (body == 0) {
    out[0] = out[1] = out[2] = 0;
    return;
  }
  scene_point(draft, body, draft->state->motion[body].r, out);
}

double scene_thickness(const Draft *draft, double length) {
  const double t = draft->scene->thickness;
  return fmax(fmin(fmin(fmax(t, length / 15), 1.5 * t), length / 4), t / 3);
}

double scene_number(const Draft *draft, int number) {
  return number >= 0 ? draft->state->values[number] : 0;
}

// The largest extent of mass centres, body frames and markers that something stands on.
static double find_size(const Draft *draft) {
  const Model *model = draft->model;
  double low[3] = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
         high[3] = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY};
  double size = 0;
  for (int m = 1; m < model->marker_count + model->body_count; m++) {
    const bool centre = m >= model->marker_count;
    if (m == model->marker_count || (!centre && m > model->body_count && !model->markers[m].used)) {
      continue; // the ground has no mass centre
    }
    const double *x =
        centre ? draft->state->motion[m - model->marker_count].r : state_frame(draft->state, m)->x;
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], x[k]);
      high[k] = fmax(high[k], x[k]);
      size = fmax(size, high[k] - low[k]);
    }
  }
  for (int k = 0; model->joint_count + model->force_count > 0 && k < 3;
       k++) { // the ground's origin
    const double reach = fmax(fmax(high[k], 0) - fmin(low[k], 0), 0);
    size = reach < 3 * size || !(size > 0) ? fmax(size, reach) : size;
  }
  return size;
}

static void find_up(Draft *draft) {
  Scene *scene = draft->scene;
  const double *g = draft->state->gravity;
  int axis = scene->planar ? 1 : 2;
  for (int k = 0; k < 3; k++) {
    axis = !scene->planar && fabs(g[k]) > fabs(g[axis]) ? k : axis;
  }
  scene->up[axis] = !scene->planar && g[axis] > 0 ? -1 : 1;
}

static void find_pose(Draft *draft) {
  const int count = draft->model->body_count, each = draft->scene->planar ? 3 : 7;
  double *pose = arena_array(draft->arena, double, each *(count - 1));
  draft->failed = draft->failed || pose == NULL;
  for (int b = 1; pose != NULL && b < count; b++) {
    const Frame *frame = state_frame(draft->state, b);
    double *at = &pose[each * (b - 1)];
    for (int k = 0; k < each; k++) {
      at[k] = each == 3 && k == 2 ? frame->angle : k < 3 ? frame->x[k] : frame->p[k - 3];
    }
  }
  draft->scene->pose = pose;
}

static SceneEnd end_at(const Draft *draft, int marker) {
  SceneEnd end = {.body = marker >= 0 ? draft->model->markers[marker].body : -1};
  if (marker >= 0) {
    scene_point(draft, end.body, state_frame(draft->state, marker)->x, end.at);
  }
  return end;
}

// Joints, and behind them all else that a track has.
static void find_joints(Draft *draft) {
  const Model *model = draft->model;
  const int count = track_force_count(model);
  SceneJoint *joints = arena_array(draft->arena, SceneJoint, count);
  draft->failed = draft->failed || joints == NULL;
  for (int k = 0; joints != NULL && k < count; k++) {
    joints[k].name = track_force_name(model, k);
    joints[k].end = end_at(draft, track_force_marker(draft->state->system, k));
  }
  draft->scene->joints = joints;
  draft->scene->joint_count = joints != NULL ? model->joint_count : 0;
  draft->scene->forces = joints != NULL ? joints + model->joint_count : NULL;
  draft->scene->force_count = joints != NULL ? count - model->joint_count : 0;
}

static void find_view(Draft *draft) {
  const View *view = &draft->model->view;
  Scene *scene = draft->scene;
  SceneEnd *trail = arena_array(draft->arena, SceneEnd, view->trail_count);
  draft->failed = draft->failed || trail == NULL;
  for (int k = 0; trail != NULL && k < view->trail_count; k++) {
    trail[k] = end_at(draft, view->trail[k]);
  }
  scene->trail = trail;
  scene->trail_count = trail != NULL ? view->trail_count : 0;
  scene->looks = view->from >= 0;
  for (int k = 0; scene->looks && k < 3; k++) {
    scene->from[k] = draft->state->values[view->from + k];
  }
  scene->flat = scene->planar || view->flat;
  scene->follow = view->to >= 0 ? draft->model->markers[view->to].body : -1;
  for (int k = 0; view->up >= 0 && k < 3; k++) {
    scene->up[k] = view->up == k;
  }
}

// What a body states stands for all that would have been inferred of it; joints and links stay. Of
// what the view hides nothing does.
static void keep_shown(Draft *draft, int stated) {
  Scene *scene = draft->scene;
  int kept = 0;
  for (int s = 0; s < scene->shape_count; s++) {
    const SceneShape *shape = &scene->shapes[s];
    const Body *body = &draft->model->bodies[shape->body];
    const bool own = s >= stated && shape->name == scene->bodies[shape->body];
    scene->inferred = scene->inferred || (own && !body->hidden && !body->shapes_stated);
    if (!body->hidden && !(own && body->shapes_stated)) {
      scene->shapes[kept++] = *shape;
    }
  }
  scene->shape_count = kept;
}

bool scene_make(Scene *scene, State *state, const SceneTrack *tracks, int count, Arena *arena) {
  const Model *model = state->system->model;
  Draft draft = {.scene = scene,
                 .state = state,
                 .model = model,
                 .arena = arena,
                 .tracks = tracks,
                 .track_count = count};
  *scene = (Scene){.planar = model->planar, .body_count = model->body_count};
  const char **names = arena_array(arena, const char *, model->body_count);
  draft.wheel = arena_array(arena, bool, model->body_count);
  if (names == NULL || draft.wheel == NULL) {
    return false;
  }
  for (int b = 0; b < model->body_count; b++) {
    names[b] = model->bodies[b].name;
  }
  scene->bodies = names;
  scene->size = find_size(&draft);
  scene->size = scene->size > 0 ? scene->size : 1;
  scene->thickness = fmax(fmin(scene->size / 40, scene_usual_bar(&draft) / 6), scene->size / 150);
  find_up(&draft);
  find_pose(&draft);
  find_joints(&draft);
  find_view(&draft);
  scene_shapes(&draft);
  const int stated = scene->shape_count;
  scene_relations(&draft);
  scene_forces(&draft);
  scene_joints(&draft);
  scene_bodies(&draft);
  keep_shown(&draft, stated);
  return !draft.failed;
}
