// SPDX-License-Identifier: BSD-3-Clause
// scene_forces.c: springs that stretch, what touches, spirals of torsional springs, and what the
// model's events say of impacts.
//
// A force is known by its fields: "radius_j" makes a round body at marker_j, "radius_i" one at
// marker_i, "ring_radius" a ring there, neither a straight surface along x of marker_i; an angular
// stiffness is a spiral about its joint; what acts along the line of two points is a helix. The
// gap of an impact, less the distance of its markers along its direction, is minus the radius of
// the ball that jumps.
#include <math.h>
#include <string.h>

#include "expr/programs/eval.h"
#include "report/scene/scene_inside.h"

// The value of a field of a force; 0 where it has none or it is not stated.
static double field_of(const Draft *draft, const Force *force, const char *name) {
  int number = force->first_number;
  for (const Field *field = force->kind->fields; field->name != NULL; field++) {
    if (strcmp(field->name, name) == 0) {
      return draft->model->numbers[number].stated ? scene_number(draft, number) : 0;
    }
    number += field_numbers(field);
  }
  return 0;
}

static bool has_field(const Force *force, const char *name, Quantity quantity) {
  bool has = false;
  for (const Field *field = force->kind->fields; field->name != NULL; field++) {
    has = has || (strcmp(field->name, name) == 0 && field->quantity == quantity);
  }
  return has;
}

// A disc of a body about a marker, with a spoke so that one sees it turn.
void scene_wheel(Draft *draft, int marker, double radius) {
  const int body = draft->model->markers[marker].body;
  const char *name = draft->scene->bodies[body];
  const double *place = state_frame(draft->state, marker)->x, t = draft->scene->thickness;
  double axis[3], z[3], x[3];
  for (int row = 0; row < 3; row++) {
    axis[row] = state_frame(draft->state, marker)->A[3 * row + 2];
  }
  scene_direction(draft, body, axis, z);
  SceneShape *disc = scene_add(draft, SCENE_CYLINDER, body, name);
  scene_point(draft, body, place, disc->at);
  scene_aim(disc, z);
  disc->size[0] = disc->size[1] = 2 * radius;
  disc->size[2] = t;
  disc->at[2] -= draft->scene->planar ? 2 * t : 0;
  SceneShape *spoke = scene_add(draft, SCENE_BOX, body, name);
  scene_point(draft, body, place, x);
  for (int k = 0; k < 3; k++) {
    spoke->at[k] =
        x[k] + disc->R[3 * k] * radius / 2 - (k == 2 && draft->scene->planar ? 2 * t : 0);
  }
  memcpy(spoke->R, disc->R, sizeof spoke->R);
  spoke->size[0] = 0.9 * radius;
  spoke->size[1] = fmin(0.3 * t, radius / 8);
  spoke->size[2] = 1.1 * t;
  scene_tint(spoke, 0.95, 0.95, 0.95);
  draft->wheel[body] = true;
}

void scene_ring(Draft *draft, int marker, double radius, const char *name) {
  enum { STEPS = 96 };
  const int body = draft->model->markers[marker].body;
  const Frame *frame = state_frame(draft->state, marker);
  SceneShape *ring = scene_add(draft, SCENE_LINE, body, name);
  double(*p)[3] = scene_points(draft, ring, STEPS + 1);
  for (int i = 0; p != NULL && i <= STEPS; i++) {
    const double c = radius * cos(2 * EVAL_PI * i / STEPS),
                 s = radius * sin(2 * EVAL_PI * i / STEPS);
    double place[3];
    for (int k = 0; k < 3; k++) {
      place[k] = frame->x[k] + c * frame->A[3 * k] + s * frame->A[3 * k + 1];
    }
    scene_point(draft, body, place, p[i]);
  }
}

// The surface of a marker that is straight: a line along x, as far as the other marker goes,
// hatched where it is the ground's.
static void add_surface(Draft *draft, const int marker[2], const char *name) {
  const int body = draft->model->markers[marker[0]].body;
  const Frame *frame = state_frame(draft->state, marker[0]);
  const double normal[3] = {frame->A[1], frame->A[4], frame->A[7]};
  const double half = (body == 0 ? 0.8 : 0.2) * draft->scene->size;
  double low = -half, high = half, ends[2][3], middle[3];
  const double axis[3] = {frame->A[0], frame->A[3], frame->A[6]};
  scene_span(draft, marker, axis, half / 4, &low, &high);
  for (int k = 0; k < 3; k++) {
    for (int e = 0; e < 2; e++) {
      ends[e][k] = frame->x[k] + (e == 0 ? low : high) * axis[k];
    }
    middle[k] = (ends[0][k] + ends[1][k]) / 2;
  }
  if (body == 0) {
    scene_hatch(draft, name, middle, normal, (high - low) / 2);
    return;
  }
  scene_point(draft, body, ends[0], ends[0]);
  scene_point(draft, body, ends[1], ends[1]);
  scene_bar(draft, body, name, ends[0], ends[1], draft->scene->thickness / 2);
}

static void add_contact(Draft *draft, const Force *force) {
  const double on_j = field_of(draft, force, "radius_j"), on_i = field_of(draft, force, "radius_i");
  const double ring = field_of(draft, force, "ring_radius");
  if (on_j > 0) {
    scene_wheel(draft, force->marker[1], on_j);
  }
  if (on_i > 0) {
    scene_wheel(draft, force->marker[0], on_i);
  } else if (ring > 0) {
    scene_ring(draft, force->marker[0], ring, force->name);
  } else {
    add_surface(draft, force->marker, force->name);
  }
}

static void add_spiral(Draft *draft, const Force *force) {
  enum { STEPS = 120 };
  const Joint *joint = &draft->model->joints[force->joint];
  const int body = draft->model->markers[joint->marker_j].body;
  const Frame *frame = state_frame(draft->state, joint->marker_j);
  SceneShape *line = scene_add(draft, SCENE_LINE, body, force->name);
  double(*p)[3] = scene_points(draft, line, STEPS + 1);
  for (int i = 0; p != NULL && i <= STEPS; i++) {
    const double turn = 2 * EVAL_PI * 3 * i / STEPS;
    const double r = draft->scene->thickness * (0.7 + 2.0 * i / STEPS);
    double place[3];
    for (int k = 0; k < 3; k++) {
      place[k] = frame->x[k] + r * (cos(turn) * frame->A[3 * k] + sin(turn) * frame->A[3 * k + 1]) +
                 2.7 * draft->scene->thickness * frame->A[3 * k + 2];
    }
    scene_point(draft, body, place, p[i]);
  }
  scene_tint(line, 0.45, 0.48, 0.52);
}

static void add_spring(Draft *draft, const Force *force) {
  SceneEnd ends[2];
  for (int k = 0; k < 2; k++) {
    ends[k].body = draft->model->markers[force->marker[k]].body;
    scene_point(draft, ends[k].body, state_frame(draft->state, force->marker[k])->x, ends[k].at);
  }
  scene_link(draft, SCENE_SPRING, force->name, ends, 2.4 * draft->scene->thickness);
  for (int k = 0; draft->scene->planar && k < 2; k++) {
    if (ends[k].body == 0) {
      double away[3] = {0, 0, 0}, length = 0;
      for (int i = 0; i < 2; i++) {
        away[i] = state_frame(draft->state, force->marker[1 - k])->x[i] - ends[k].at[i];
        length += away[i] * away[i];
      }
      for (int i = 0; i < 2; i++) {
        away[i] = length > 0 ? away[i] / sqrt(length) : i;
      }
      scene_hatch(draft, force->name, ends[k].at, away, 2 * draft->scene->thickness);
    }
  }
}

// The radius of what jumps at an impact between two markers, or 0.
static double impact_radius(const Draft *draft, const Event *event, const double direction[3]) {
  const Program *program = &draft->model->numbers[event->when].program;
  double gap = 0;
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind == SYMBOL_MEASURE) {
      draft->state->measures[symbol->index] = state_measure(draft->state, symbol->index);
    }
  }
  const double when = state_number(draft->state, event->when, NULL);
  for (int k = 0; k < 3; k++) {
    gap += direction[k] * (state_frame(draft->state, event->impact_marker[1])->x[k] -
                           state_frame(draft->state, event->impact_marker[0])->x[k]);
  }
  const double radius = gap - when;
  return radius > 1e-9 * draft->scene->size && radius < draft->scene->size ? radius : 0;
}

// What is hit on the ground, as far as what hits it goes.
static void add_wall(Draft *draft, const Event *event, const double away[3]) {
  const double along[3] = {-away[1], away[0], 0}, half = 0.8 * draft->scene->size;
  const double *place = state_frame(draft->state, event->impact_marker[0])->x;
  double low = -half, high = half, middle[3];
  scene_span(draft, event->impact_marker, along, half / 4, &low, &high);
  for (int k = 0; k < 3; k++) {
    middle[k] = place[k] + (low + high) / 2 * along[k];
  }
  scene_hatch(draft, event->name, middle, away, (high - low) / 2);
}

static void add_impact(Draft *draft, const Event *event) {
  const Model *model = draft->model;
  if (!event->impacts || event->impact_joint >= 0 || event->impact_direction < 0) {
    return;
  }
  double direction[3], length = 0;
  for (int k = 0; k < 3; k++) {
    direction[k] = scene_number(draft, event->impact_direction + k);
    length += direction[k] * direction[k];
  }
  if (!(length > 0) || event->condition) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    direction[k] /= sqrt(length);
  }
  const double radius = impact_radius(draft, event, direction);
  const int body = model->markers[event->impact_marker[1]].body;
  if (radius > 0 && body > 0) {
    SceneShape *ball = scene_add(draft, SCENE_BALL, body, draft->scene->bodies[body]);
    ball->size[0] = ball->size[1] = ball->size[2] = 2 * radius;
    scene_point(draft, body, state_frame(draft->state, event->impact_marker[1])->x, ball->at);
    draft->wheel[body] = true;
  }
  if (model->markers[event->impact_marker[0]].body == 0 && draft->scene->planar) {
    add_wall(draft, event, direction);
  }
}

void scene_forces(Draft *draft) {
  const Model *model = draft->model;
  for (int f = 0; f < model->force_count; f++) {
    const Force *force = &model->forces[f];
    if (has_field(force, "radius_j", QUANTITY_LENGTH)) {
      add_contact(draft, force);
    } else if (force->joint >= 0 && has_field(force, "free_angle", QUANTITY_ANGLE)) {
      add_spiral(draft, force);
    } else if (force_layout(force->kind).span == SPAN_ALL) {
      add_spring(draft, force);
    }
  }
  for (int e = 0; e < model->event_count; e++) {
    add_impact(draft, &model->events[e]);
  }
}
