// SPDX-License-Identifier: BSD-3-Clause
// scene_shapes.c: the shapes that the file states (model/shape.h), at the numbers of the state.
#include <math.h>
#include <string.h>

#include "report/scene/scene_inside.h"
#include "system/mechanism/placement.h"

// The origin of a marker in its body's frame.
static void marker_at(const Draft *draft, int marker, double out[3]) {
  const int body = draft->model->markers[marker].body;
  scene_point(draft, body, state_frame(draft->state, marker)->x, out);
}

static bool point_at(const Draft *draft, int body, const ShapePoint *point, double out[3]) {
  static const Orientation none = {.form = ORIENTATION_NONE};
  Placement at;
  placement_of(draft->state->values, point->number, &none, &at);
  placement_turn_point(draft->model, draft->state->values, body, &at);
  memcpy(out, at.origin, sizeof at.origin);
  if (point->marker >= 0) {
    marker_at(draft, point->marker, out);
  }
  return point->marker >= 0 || point->number >= 0;
}

// Place and axes: of its marker, then turned by its own orientation.
static void place(const Draft *draft, const BodyShape *stated, SceneShape *shape) {
  Placement own;
  placement_of(draft->state->values, -1, &stated->orientation, &own);
  (void)point_at(draft, stated->body, &stated->at, shape->at);
  if (stated->at.marker < 0) {
    placement_turn_point(draft->model, draft->state->values, stated->body, &own);
  }
  for (int column = 0; column < 3; column++) {
    double axis[3] = {own.R[column], own.R[3 + column], own.R[6 + column]};
    if (stated->at.marker >= 0) {
      const Frame *frame = state_frame(draft->state, stated->at.marker);
      double ground[3];
      for (int row = 0; row < 3; row++) {
        ground[row] = frame->A[3 * row] * axis[0] + frame->A[3 * row + 1] * axis[1] +
                      frame->A[3 * row + 2] * axis[2];
      }
      scene_direction(draft, stated->body, ground, axis);
    }
    for (int row = 0; row < 3; row++) {
      shape->R[3 * row + column] = axis[row];
    }
  }
}

// An axis from one point to another instead of a length.
static void stretch(const Draft *draft, const BodyShape *stated, SceneShape *shape) {
  double ends[2][3], along[3], square = 0;
  if (!point_at(draft, stated->body, &stated->end[0], ends[0]) ||
      !point_at(draft, stated->body, &stated->end[1], ends[1])) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    along[k] = ends[1][k] - ends[0][k];
    square += along[k] * along[k];
    shape->at[k] = (ends[0][k] + ends[1][k]) / 2;
  }
  shape->size[2] = sqrt(square);
  scene_aim(shape, along);
}

static void take_points(Draft *draft, const BodyShape *stated, SceneShape *shape) {
  double(*points)[3] = scene_points(draft, shape, stated->point_count);
  for (int i = 0; points != NULL && i < stated->point_count; i++) {
    for (int k = 0; k < 3; k++) {
      points[i][k] =
          stated->coordinate[k] >= 0 ? draft->state->values[stated->coordinate[k] + i] : 0;
    }
  }
}

static SceneKind kind_of(ShapeForm form) {
  static const SceneKind kinds[] = {
      [SHAPE_BOX] = SCENE_BOX,         [SHAPE_SPHERE] = SCENE_BALL,
      [SHAPE_ELLIPSOID] = SCENE_BALL,  [SHAPE_CYLINDER] = SCENE_CYLINDER,
      [SHAPE_CAPSULE] = SCENE_CAPSULE, [SHAPE_CONE] = SCENE_CONE,
      [SHAPE_PLANE] = SCENE_BOX,       [SHAPE_POLYLINE] = SCENE_LINE,
      [SHAPE_OUTLINE] = SCENE_OUTLINE, [SHAPE_MESH] = SCENE_MESH};
  return kinds[form];
}

static void take_sizes(const Draft *draft, const BodyShape *stated, SceneShape *shape) {
  const double *values = draft->state->values;
  const double scale = stated->form == SHAPE_ELLIPSOID ? 2 : 1; // semi-axes
  const double width = 2 * scene_number(draft, stated->radius);
  for (int k = 0; k < 3; k++) {
    shape->size[k] = stated->size >= 0 && !(stated->form == SHAPE_PLANE && k == 2)
                         ? scale * values[stated->size + k]
                     : stated->radius >= 0 ? width
                                           : 1;
  }
  if (stated->form == SHAPE_PLANE) {
    shape->size[2] = 1e-3 * fmin(shape->size[0], shape->size[1]);
  }
  shape->size[2] = stated->length >= 0 ? values[stated->length] : shape->size[2];
}

void scene_shapes(Draft *draft) {
  const Model *model = draft->model;
  for (int s = 0; s < model->shape_count; s++) {
    const BodyShape *stated = &model->shapes[s];
    SceneShape *shape = scene_add(draft, kind_of(stated->form), stated->body, stated->name);
    take_sizes(draft, stated, shape);
    place(draft, stated, shape);
    stretch(draft, stated, shape);
    if (stated->form == SHAPE_MESH) {
      shape->points = stated->corners;
      shape->point_count = stated->corner_count;
    } else {
      take_points(draft, stated, shape);
    }
    shape->gloss = stated->gloss;
    shape->opacity = draft->state->values[stated->opacity];
    if (stated->coloured) {
      scene_tint(shape, stated->colour[0], stated->colour[1], stated->colour[2]);
    }
  }
}
