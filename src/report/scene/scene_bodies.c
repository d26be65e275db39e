// SPDX-License-Identifier: BSD-3-Clause
// scene_bodies.c: what a body looks like that states no shape, by the points at which others hold
// it and by its inertia.
//
//   points   one: a bar from it to the mass centre, or, where it is as far away as the end of a
//   thin
//            homogeneous rod (sqrt(3 I/m)), the whole rod; two, or more on a line: one bar; more:
//            in the plane a plate within bars, in space bars to their middle
//   none     in the plane the homogeneous disc, radius sqrt(2 I/m); in space the homogeneous box of
//            mass m and principal moments I_k, side_k^2 = 6 (I_1 + I_2 + I_3 - 2 I_k)/m, or, where
//            two are equal, the cylinder, r^2 = 2 I_3/m, h^2 = 12 I_1/m - 3 r^2
// A point mass is a ball. What follows from inertia alone is at most L/3 large, and at least as
// thick as a bar.
#include <math.h>
#include <stdlib.h>

#include "elements/registry.h"
#include "math/eigen.h"
#include "report/scene/scene_inside.h"

enum { POINTS = 64 };

// The points of a body, in its frame.
typedef struct Points {
  double at[POINTS][3];
  int count;
  bool slides; // a joint that keeps its turn lets it slide
} Points;

static double distance(const double a[3], const double b[3]) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
              (a[2] - b[2]) * (a[2] - b[2]));
}

static void add_point(const Draft *draft, Points *points, int body, const double ground[3]) {
  double at[3];
  scene_point(draft, body, ground, at);
  bool known = points->count == POINTS;
  for (int p = 0; p < points->count; p++) {
    known = known || distance(points->at[p], at) < 1e-6 * draft->scene->size;
  }
  for (int k = 0; !known && k < 3; k++) {
    points->at[points->count][k] = at[k];
  }
  points->count += !known;
}

static bool keeps_turn(const JointKind *kind) {
  bool keeps = false;
  for (int p = 0; p < joint_part_count(kind); p++) {
    keeps = keeps || kind->parts[p].on_j != AXIS_NONE;
  }
  return keeps;
}

// Of every body the points where joints, forces and what the file names hold it.
static void find_points(Draft *draft, Points *all) {
  const Model *model = draft->model;
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    const int markers[2] = {joint->marker_i, joint->marker_j};
    const bool slide = joint_coordinate(joint->kind) == COORDINATE_DISPLACEMENT;
    for (int k = 0; k < 2; k++) {
      const int body = model->markers[markers[k]].body;
      if (slide && keeps_turn(joint->kind)) {
        all[body].slides = true;
      } else if (!(slide || joint_curve(joint->kind) != NULL) || k == 1) {
        add_point(draft, &all[body], body, state_frame(draft->state, markers[k])->x);
      }
    }
  }
  for (int f = 0; f < model->force_count; f++) {
    const Force *force = &model->forces[f];
    const ForceLayout layout = force_layout(force->kind);
    for (int k = 0; k < layout.frame_count && force->joint < 0; k++) {
      const int body = model->markers[force->marker[k]].body;
      if (layout.span == SPAN_ALL) {
        add_point(draft, &all[body], body, state_frame(draft->state, force->marker[k])->x);
      }
    }
  }
  for (int m = model->body_count; m < model->marker_count; m++) {
    const Marker *marker = &model->markers[m];
    if (marker->used && !marker->at_initial_pose && marker->body > 0) {
      add_point(draft, &all[marker->body], marker->body, state_frame(draft->state, m)->x);
    }
  }
}

// M of a body in its own axes: mass, and the moments of inertia about the mass centre.
static double inertia_of(const Draft *draft, int body, double I[9]) {
  const BodyKind *kind = draft->model->bodies[body].kind;
  const int nv = body_nv(kind), first = kind->translations;
  const double *M = draft->state->mass[body];
  for (int i = 0; i < 9; i++) {
    const int row = i / 3 - (kind->rotations == 1 ? 2 : 0);
    const int column = i % 3 - (kind->rotations == 1 ? 2 : 0);
    const bool has = row >= 0 && column >= 0 && row < kind->rotations && column < kind->rotations;
    I[i] = has ? M[(first + row) * nv + first + column] : 0;
  }
  return draft->state->body_mass[body];
}

static double within(const Draft *draft, double length) {
  const double L = draft->scene->size;
  return isfinite(length) ? fmin(fmax(length, draft->scene->thickness), L / 3)
                          : draft->scene->thickness;
}

static SceneShape *add_disc(Draft *draft, int body, const double at[3], double radius) {
  SceneShape *disc = scene_add(draft, SCENE_CYLINDER, body, draft->scene->bodies[body]);
  for (int k = 0; k < 3; k++) {
    disc->at[k] = at[k];
    disc->size[k] = k < 2 ? 2 * radius : draft->scene->thickness;
  }
  return disc;
}

// A spatial body by its inertia: the numbers of the longest extent first.
static void add_solid(Draft *draft, int body, const double centre[3], double most) {
  double I[9], w[3], side[3];
  EigenWork work;
  const double mass = inertia_of(draft, body, I);
  if (!(mass > 0) || !eigen_open(&work, 3, draft->arena) || !eigen_symmetric(&work, 3, I, w)) {
    return;
  }
  const double sum = w[0] + w[1] + w[2];
  int odd = -1; // the axis of a body of revolution
  for (int k = 0; k < 3; k++) {
    const double a = w[(k + 1) % 3], b = w[(k + 2) % 3];
    odd = fabs(a - b) <= 1e-6 * sum && fabs(w[k] - a) > 1e-6 * sum ? k : odd;
    side[k] = sqrt(fmax(6 * (sum - 2 * w[k]) / mass, 0));
  }
  SceneShape *solid =
      scene_add(draft, odd >= 0 ? SCENE_CYLINDER : SCENE_BOX, body, draft->scene->bodies[body]);
  if (odd >= 0) {
    const double radius = sqrt(2 * w[odd] / mass);
    side[(odd + 1) % 3] = side[(odd + 2) % 3] = 2 * radius;
    side[odd] = sqrt(fmax(12 * w[(odd + 1) % 3] / mass - 3 * radius * radius, 0));
  }
  const double largest = fmax(fmax(side[0], side[1]), side[2]);
  const double scale = largest > most ? most / largest : 1;
  for (int k = 0; k < 3; k++) { // column k of the solid's axes is principal axis (odd + 1 + k) % 3
    const int axis = odd >= 0 ? (odd + 1 + k) % 3 : k;
    for (int row = 0; row < 3; row++) {
      solid->R[3 * row + k] = I[3 * axis + row];
    }
    solid->size[k] = fmax(scale * side[axis], scale * largest / 20);
    solid->at[k] = centre[k];
  }
  const double *R = solid->R;
  const double turn = R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) +
                      R[2] * (R[3] * R[7] - R[4] * R[6]);
  for (int row = 0; turn < 0 && row < 3; row++) {
    solid->R[3 * row + 2] = -solid->R[3 * row + 2];
  }
}

static void add_lump(Draft *draft, int body, const double centre[3], double most) {
  double I[9];
  const double mass = inertia_of(draft, body, I);
  if (draft->model->bodies[body].kind->rotations == 0) {
    SceneShape *ball = scene_add(draft, SCENE_BALL, body, draft->scene->bodies[body]);
    for (int k = 0; k < 3; k++) {
      ball->at[k] = centre[k];
      ball->size[k] = draft->scene->size / 12;
    }
  } else if (draft->scene->planar) {
    add_disc(draft, body, centre, within(draft, fmin(sqrt(2 * I[8] / mass), most / 2)));
  } else {
    add_solid(draft, body, centre, most);
  }
}

// A bar from the one point to the mass centre, or the rod whose end the point is.
static void add_pendulum(Draft *draft, int body, const double at[3], const double centre[3]) {
  const double arm = distance(at, centre), L = draft->scene->size;
  double I[9], end[3];
  if (!(arm > 1e-6 * L)) {
    add_lump(draft, body, centre, L / 4);
    return;
  }
  const double mass = inertia_of(draft, body, I);
  const double largest = fmax(fmax(I[0], I[4]), I[8]);
  const double half = mass > 0 ? sqrt(3 * largest / mass) : 0;
  const bool rod = fabs(half - arm) < 0.05 * arm;
  for (int k = 0; k < 3; k++) {
    end[k] = rod ? 2 * centre[k] - at[k] : centre[k];
  }
  scene_bar(draft, body, draft->scene->bodies[body], at, end, scene_thickness(draft, arm));
  if (!rod) {
    add_lump(draft, body, centre, 0.8 * arm);
  }
}

// The two points that are furthest apart, and how far any is from their line.
static double furthest(const Points *points, int *first, int *last) {
  double most = 0, off = 0;
  for (int i = 0; i < points->count; i++) {
    for (int k = 0; k < i; k++) {
      const double far = distance(points->at[i], points->at[k]);
      if (far > most) {
        most = far;
        *first = k;
        *last = i;
      }
    }
  }
  const double *a = points->at[*first], *b = points->at[*last];
  for (int i = 0; most > 0 && i < points->count; i++) {
    const double s = distance(points->at[i], a), t = distance(points->at[i], b);
    const double x = (s * s - t * t + most * most) / (2 * most);
    off = fmax(off, sqrt(fmax(s * s - x * x, 0)));
  }
  return off;
}

// The convex hull of points in the plane, counterclockwise (Jarvis's march).
static int find_hull(const Points *points, int hull[POINTS]) {
  int start = 0, count = 0;
  for (int i = 1; i < points->count; i++) {
    const bool lower = points->at[i][1] < points->at[start][1];
    start = lower || (points->at[i][1] == points->at[start][1] &&
                      points->at[i][0] < points->at[start][0])
                ? i
                : start;
  }
  int at = start;
  do {
    hull[count++] = at;
    int next = at == 0 ? 1 : 0;
    for (int i = 0; i < points->count; i++) {
      const double *a = points->at[at], *b = points->at[next], *c = points->at[i];
      const double side = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      next = i != at && side < 0 ? i : next;
    }
    at = next;
  } while (at != start && count < points->count);
  return count;
}

static void add_plate(Draft *draft, int body, const Points *points, double thick) {
  int hull[POINTS];
  const char *name = draft->scene->bodies[body];
  const int count = find_hull(points, hull);
  SceneShape *plate = scene_add(draft, SCENE_OUTLINE, body, name);
  double(*corners)[3] = scene_points(draft, plate, count);
  plate->size[2] = thick / 2;
  plate->opacity = 0.55;
  for (int i = 0; corners != NULL && i < count; i++) {
    for (int k = 0; k < 3; k++) {
      corners[i][k] = k < 2 ? points->at[hull[i]][k] : 0;
    }
  }
  for (int i = 0; i < count; i++) {
    scene_bar(draft, body, name, points->at[hull[i]], points->at[hull[(i + 1) % count]], thick);
  }
}

static void add_star(Draft *draft, int body, const Points *points, double thick) {
  double middle[3] = {0, 0, 0};
  for (int i = 0; i < points->count; i++) {
    for (int k = 0; k < 3; k++) {
      middle[k] += points->at[i][k] / points->count;
    }
  }
  for (int i = 0; i < points->count; i++) {
    scene_bar(draft, body, draft->scene->bodies[body], points->at[i], middle, thick);
  }
}

static void add_body(Draft *draft, int body, Points *points) {
  double centre[3];
  int first = 0, last = 0;
  scene_centre(draft, body, centre);
  if (points->slides || draft->model->bodies[body].kind->rotations == 0) {
    add_point(draft, points, body, draft->state->motion[body].r);
  }
  const double off = furthest(points, &first, &last);
  const double span = distance(points->at[first], points->at[last]);
  const double thick = scene_thickness(draft, span);
  const bool lump = draft->model->bodies[body].kind->rotations == 0;
  if (points->count == 0 || lump || (points->count == 1 && points->slides)) {
    if (!draft->wheel[body]) {
      add_lump(draft, body, centre, draft->scene->size / 3);
    }
  } else if (points->count == 1) {
    if (!draft->wheel[body]) {
      add_pendulum(draft, body, points->at[0], centre);
    }
  } else if (off < thick) {
    scene_bar(draft, body, draft->scene->bodies[body], points->at[first], points->at[last], thick);
  } else if (draft->scene->planar) {
    add_plate(draft, body, points, thick);
  } else {
    add_star(draft, body, points, thick);
  }
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double scene_usual_bar(Draft *draft) {
  const int count = draft->model->body_count;
  Points *all = arena_array(draft->arena, Points, count);
  double *lengths = arena_array(draft->arena, double, count);
  int bars = 0;
  if (all == NULL || lengths == NULL) {
    draft->failed = true;
    return draft->scene->size;
  }
  find_points(draft, all);
  for (int b = 1; b < count; b++) {
    int first = 0, last = 0;
    furthest(&all[b], &first, &last);
    const double length = distance(all[b].at[first], all[b].at[last]);
    lengths[bars] = length;
    bars += length > 0;
  }
  qsort(lengths, (size_t)bars, sizeof *lengths, by_size);
  return bars > 0 ? lengths[bars / 2] : draft->scene->size;
}

void scene_bodies(Draft *draft) {
  const int count = draft->model->body_count;
  Points *all = arena_array(draft->arena, Points, count);
  if (all == NULL) {
    draft->failed = true;
    return;
  }
  find_points(draft, all);
  for (int b = 1; b < count; b++) {
    const int before = draft->scene->shape_count;
    add_body(draft, b, &all[b]);
    for (int s = before; draft->scene->planar && s < draft->scene->shape_count; s++) {
      draft->scene->shapes[s].at[2] += ((b - 1) % 3 - 1) * 1.05 * draft->scene->thickness;
    }
  }
}
