// SPDX-License-Identifier: BSD-3-Clause
// scene_joints.c: joints as they are drawn in mechanisms: a pin along the axis, a ball, a cross, a
// rail with its block, a rod of fixed length; the ground as a foot with hatching.
//
// What a joint looks like follows from the rows that it is made of (joint_table.c), not from its
// name: which point and which axes it holds.
#include <math.h>

#include "elements/kinds.h"
#include "report/scene/scene_inside.h"

static void grey(SceneShape *shape) {
  scene_tint(shape, 0.3, 0.32, 0.36);
  shape->gloss = 0.7;
}

// Axis k of a marker's frame, ground axes.
static void axis_of(const Draft *draft, int marker, int k, double out[3]) {
  const Frame *frame = state_frame(draft->state, marker);
  for (int row = 0; row < 3; row++) {
    out[row] = frame->A[3 * row + k];
  }
}

// A shape at a place and along a direction, both in ground axes.
static SceneShape *put(Draft *draft, SceneKind kind, int body, const char *name,
                       const double place[3], const double along[3]) {
  SceneShape *shape = scene_add(draft, kind, body, name);
  double z[3];
  scene_point(draft, body, place, shape->at);
  scene_direction(draft, body, along, z);
  scene_aim(shape, z);
  return shape;
}

static void resize(SceneShape *shape, double width, double length) {
  shape->size[0] = shape->size[1] = width;
  shape->size[2] = length;
}

// Lines of the ground under a place: a bar square to `away` with strokes behind it.
static void hatch(Draft *draft, const char *name, const double place[3], const double away[3],
                  double half, double stroke) {
  const int strokes = (int)fmin(fmax(2 * half / (0.8 * stroke), 2), 60);
  SceneShape *lines = scene_add(draft, SCENE_LINES, 0, name);
  double(*p)[3] = scene_points(draft, lines, 2 * (strokes + 1));
  const double along[2] = {-away[1], away[0]};
  lines->hatch = true;
  for (int i = 0; p != NULL && i <= strokes; i++) {
    const bool bar = i == strokes;
    const double s = bar ? -half : half * (2.0 * i / strokes - 1),
                 e = bar ? half : s + 0.7 * stroke;
    for (int k = 0; k < 2; k++) {
      p[2 * i][k] = place[k] + e * along[k];
      p[2 * i + 1][k] = place[k] + s * along[k] - (bar ? 0 : stroke * away[k]);
    }
  }
}

// A foot that stands on the ground, in the plane.
static void add_foot(Draft *draft, const char *name, const double place[3]) {
  const double t = draft->scene->thickness;
  SceneShape *foot = scene_add(draft, SCENE_OUTLINE, 0, name);
  double(*p)[3] = scene_points(draft, foot, 3);
  const double low[3] = {place[0], place[1] - 2.2 * t, 0}, up[3] = {0, 1, 0};
  foot->size[2] = t;
  foot->at[2] = -3 * t;
  if (p != NULL) {
    const double corners[3][2] = {{0, 0}, {-1.5, -2.2}, {1.5, -2.2}};
    for (int i = 0; i < 3; i++) {
      p[i][0] = place[0] + t * corners[i][0];
      p[i][1] = place[1] + t * corners[i][1];
    }
  }
  hatch(draft, name, low, up, 2.4 * t, 0.9 * t);
}

static void add_pin(Draft *draft, const Joint *joint, const double place[3]) {
  const Model *model = draft->model;
  const int body = model->markers[joint->marker_i].body,
            other = model->markers[joint->marker_j].body;
  const double t = draft->scene->thickness;
  double axis[3];
  axis_of(draft, joint->marker_i, 2, axis);
  SceneShape *pin = put(draft, SCENE_CYLINDER, body, joint->name, place, axis);
  resize(pin, draft->scene->planar ? 1.25 * t : 1.1 * t, draft->scene->planar ? 5 * t : 2.6 * t);
  grey(pin);
  if (draft->scene->planar && (body == 0 || other == 0)) {
    const int stands = body == 0 ? joint->marker_i : joint->marker_j;
    add_foot(draft, joint->name, state_frame(draft->state, stands)->x);
  }
}

static void add_ball(Draft *draft, const Joint *joint, const double place[3], double size) {
  SceneShape *ball = put(draft, SCENE_BALL, draft->model->markers[joint->marker_i].body,
                         joint->name, place, (double[3]){0, 0, 1});
  resize(ball, size, size);
  grey(ball);
}

static void add_cross(Draft *draft, const Joint *joint, const double place[3]) {
  const double t = draft->scene->thickness;
  for (int k = 0; k < 2; k++) { // x of the first marker, y of the second
    const int marker = k == 0 ? joint->marker_i : joint->marker_j;
    double axis[3];
    axis_of(draft, marker, k, axis);
    SceneShape *pin =
        put(draft, SCENE_CYLINDER, draft->model->markers[marker].body, joint->name, place, axis);
    resize(pin, t, 4.5 * t);
    grey(pin);
  }
}

// What slides along a line of another body.
typedef struct Slide {
  int carrier, slider;      // bodies
  double place[3], axis[3]; // ground axes, at the start: of what slides, on the line
  double low, high;         // from the place: as far as it travels
} Slide;

// The line of a joint, and what slides on it: the ground carries the rail. A block stands where its
// body does.
static Slide find_slide(const Draft *draft, const Joint *joint, bool block) {
  const Model *model = draft->model;
  const int on = model->markers[joint->marker_i].body, by = model->markers[joint->marker_j].body;
  const bool turned = by == 0;
  Slide slide = {.carrier = turned ? by : on, .slider = turned ? on : by};
  const Frame *i = state_frame(draft->state, joint->marker_i);
  const Frame *j = state_frame(draft->state, joint->marker_j);
  const double *r = block ? draft->state->motion[slide.slider].r : (turned ? i->x : j->x);
  double along = 0;
  axis_of(draft, joint->marker_i, (int)joint_first_axis(joint->kind) - (int)AXIS_X, slide.axis);
  for (int k = 0; k < 3; k++) {
    along += slide.axis[k] * (r[k] - i->x[k]);
  }
  for (int k = 0; k < 3; k++) {
    slide.place[k] = i->x[k] + along * slide.axis[k];
  }
  return slide;
}

// Widens the line up to another joint at which its carrier is held: a slotted bar about its pin.
static bool reach_pins(const Draft *draft, Slide *slide) {
  const Model *model = draft->model;
  bool any = false;
  for (int j = 0; slide->carrier > 0 && j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    const int marker = model->markers[joint->marker_i].body == slide->carrier   ? joint->marker_i
                       : model->markers[joint->marker_j].body == slide->carrier ? joint->marker_j
                                                                                : -1;
    if (marker < 0 || joint_coordinate(joint->kind) != COORDINATE_ANGLE) {
      continue;
    }
    const double *x = state_frame(draft->state, marker)->x;
    double s = 0, square = 0;
    for (int k = 0; k < 3; k++) {
      s += slide->axis[k] * (x[k] - slide->place[k]);
      square += (x[k] - slide->place[k]) * (x[k] - slide->place[k]);
    }
    if (square - s * s < draft->scene->thickness * draft->scene->thickness) {
      slide->low = fmin(slide->low, s);
      slide->high = fmax(slide->high, s);
      any = true;
    }
  }
  return any;
}

// A rail as long as the run travels on it, and a block or a point that slides there.
static void add_rail(Draft *draft, const Joint *joint, bool block) {
  const double L = draft->scene->size, t = draft->scene->thickness;
  Slide slide = find_slide(draft, joint, block);
  SceneEnd from = {.body = slide.carrier}, of = {.body = slide.slider};
  double along[3], middle[3];
  scene_point(draft, slide.carrier, slide.place, from.at);
  scene_point(draft, slide.slider, slide.place, of.at);
  scene_direction(draft, slide.carrier, slide.axis, along);
  const bool travels = scene_travel(draft, &from, along, &of, &slide.low, &slide.high);
  const bool bar = reach_pins(draft, &slide);
  const double room = travels ? (block ? 4.5 * t : 3 * t) : bar ? 0 : 0.6 * L;
  for (int k = 0; k < 3; k++) {
    middle[k] = slide.place[k] + (slide.low + slide.high) / 2 * slide.axis[k];
  }
  SceneShape *rail =
      put(draft, SCENE_CYLINDER, slide.carrier,
          bar ? draft->scene->bodies[slide.carrier] : joint->name, middle, slide.axis);
  resize(rail, bar ? t : 0.45 * t, slide.high - slide.low + 2 * room);
  rail->at[2] -= draft->scene->planar ? 3 * t : 0;
  if (bar) {
    draft->wheel[slide.carrier] = true;
  } else {
    grey(rail);
  }
  if (!block) {
    add_ball(draft, joint, slide.place, 1.4 * t);
    SceneShape *ball = &draft->scene->shapes[draft->scene->shape_count - 1];
    ball->body = slide.slider;
    scene_point(draft, slide.slider, slide.place, ball->at);
    return;
  }
  SceneShape *sliding = put(draft, SCENE_BOX, slide.slider, draft->scene->bodies[slide.slider],
                            slide.place, slide.axis);
  resize(sliding, 3.2 * t, 5 * t);
  draft->wheel[slide.slider] = true;
}

static bool add_rod(Draft *draft, const Joint *joint) {
  const int markers[2] = {joint->marker_i, joint->marker_j};
  SceneEnd ends[2];
  double length = 0;
  for (int k = 0; k < 2; k++) {
    ends[k].body = draft->model->markers[markers[k]].body;
    scene_point(draft, ends[k].body, state_frame(draft->state, markers[k])->x, ends[k].at);
  }
  for (int k = 0; k < 3; k++) {
    const double d =
        state_frame(draft->state, markers[0])->x[k] - state_frame(draft->state, markers[1])->x[k];
    length += d * d;
  }
  scene_link(draft, SCENE_ROD, joint->name, ends, 0.4 * scene_thickness(draft, sqrt(length)));
  if (ends[0].body == 0 || ends[1].body == 0) {
    const double *place = ends[ends[0].body == 0 ? 0 : 1].at;
    if (draft->scene->planar) {
      add_foot(draft, joint->name, place);
    }
    SceneShape *ball = scene_add(draft, SCENE_BALL, 0, joint->name);
    for (int k = 0; k < 3; k++) {
      ball->at[k] = place[k];
      ball->size[k] = (draft->scene->planar ? 0.9 : 1.5) * draft->scene->thickness;
    }
    grey(ball);
  }
  return true;
}

static void add_joint(Draft *draft, const Joint *joint) {
  const JointKind *kind = joint->kind;
  int points = 0, axes = 0;
  bool length = false;
  for (int p = 0; p < joint_part_count(kind); p++) {
    const PrimitiveKind *primitive = kind->parts[p].primitive;
    points += primitive == &primitive_coincide || primitive == &primitive_coincide_planar;
    axes += kind->parts[p].on_j != AXIS_NONE;
    length = length || primitive == &primitive_distance;
  }
  const double *place = state_frame(draft->state, joint->marker_i)->x; // j may not be there yet
  const double t = draft->scene->thickness;
  if (length) {
    add_rod(draft, joint);
  } else if (joint_coordinate(kind) == COORDINATE_DISPLACEMENT) {
    add_rail(draft, joint, axes > 0);
  } else if (points > 0 && joint_coordinate(kind) == COORDINATE_ANGLE) {
    add_pin(draft, joint, place);
  } else if (points > 0 && axes == 1) {
    add_cross(draft, joint, place);
  } else if (points > 0) {
    add_ball(draft, joint, place, axes == 0 ? 1.8 * t : 1.3 * t);
  } else if (joint_curve(kind) == NULL) {
    add_ball(draft, joint, place, t);
  }
}

void scene_joints(Draft *draft) {
  for (int j = 0; j < draft->model->joint_count; j++) {
    add_joint(draft, &draft->model->joints[j]);
  }
}

void scene_hatch(Draft *draft, const char *name, const double place[3], const double away[3],
                 double half) {
  hatch(draft, name, place, away, half, draft->scene->thickness);
}
