// SPDX-License-Identifier: BSD-3-Clause
// remarks_bodies.c: remarks on what bodies hang on, how large they are, and where their masses lie.
//
// Joints, couplers, forces between two markers and impacts connect bodies; what is connected is a
// group. A force on one marker, and a coordinate force on a joint of the ground, connect with the
// ground.
#include <math.h>
#include <string.h>

#include "language/numbers/numbers.h"
#include "language/remarks.h"

static const double LARGER = 100; // than the largest of the others
static const double OUTSIDE = 3;  // times the extent of origin and markers

// ---- groups ----

// Union-find without ranks: the representative of the group of body b.
static int group_of(int *parent, int b) {
  while (parent[b] != b) {
    parent[b] = parent[parent[b]];
    b = parent[b];
  }
  return b;
}

static void join(const Model *model, int *parent, int marker_i, int marker_j) {
  if (marker_i >= 0 && marker_j >= 0) {
    const int a = group_of(parent, model->markers[marker_i].body);
    const int b = group_of(parent, model->markers[marker_j].body);
    parent[a > b ? a : b] = a > b ? b : a;
  }
}

static void join_by_event(const Model *model, int *parent, const Event *event) {
  if (event->impacts && event->impact_joint < 0) {
    join(model, parent, event->impact_marker[0], event->impact_marker[1]);
  }
  join(model, parent, event->impulse_marker, 0);
  join(model, parent, event->velocity_marker, 0);
}

static void join_by_force(const Model *model, int *parent, const Force *force) {
  if (force->kind == NULL) {
    return;
  }
  if (force->joint >= 0) {
    join(model, parent, model->joints[force->joint].marker_i, model->joints[force->joint].marker_j);
  }
  const ForceLayout layout = force_layout(force->kind);
  for (int k = 0; k < layout.frame_count; k++) {
    join(model, parent, force->marker[k],
         k == 0 && layout.wrench_count == 1 ? 0 : force->marker[0]);
  }
}

// The group of every body, or NULL when memory ran out. Group 0 is the ground's.
static int *find_groups(const Loader *loader) {
  const Model *model = loader->model;
  int *parent = arena_array(loader_arena(loader), int, model->body_count);
  for (int b = 0; parent != NULL && b < model->body_count; b++) {
    parent[b] = b;
  }
  for (int k = 0; parent != NULL && k < model->joint_count; k++) {
    join(model, parent, model->joints[k].marker_i, model->joints[k].marker_j);
  }
  for (int k = 0; parent != NULL && k < model->relation_count; k++) {
    const Relation *relation = &model->relations[k];
    for (int c = 0; c < relation->coordinate_count; c++) {
      join(model, parent, relation->coordinates[c].marker_i, relation->coordinates[c].marker_j);
      join(model, parent, relation->coordinates[0].marker_i, relation->coordinates[c].marker_i);
    }
  }
  for (int k = 0; parent != NULL && k < model->force_count; k++) {
    join_by_force(model, parent, &model->forces[k]);
  }
  for (int k = 0; parent != NULL && k < model->event_count; k++) {
    join_by_event(model, parent, &model->events[k]);
  }
  return parent;
}

static bool has_gravity(const Loader *loader) {
  const int first = loader->model->gravity;
  bool some = false;
  for (int k = 0; first >= 0 && k < 3; k++) {
    double value = 0;
    some = some || !numbers_value_of(loader, first + k, &value) || value != 0;
  }
  return some;
}

// A body alone beside a mechanism, and joined bodies that hang on nothing though there is gravity:
// one message a group, at its first body. A model of free bodies alone is what it looks like.
static void remark_loose(const Loader *loader) {
  const Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  const bool falls = has_gravity(loader);
  int *parent = find_groups(loader);
  int *size = arena_array(loader_arena(loader), int, model->body_count);
  if (parent == NULL || size == NULL) {
    return;
  }
  for (int b = 1; b < model->body_count; b++) {
    size[group_of(parent, b)]++;
  }
  for (int b = 1; b < model->body_count; b++) {
    const Body *body = &model->bodies[b];
    if (size[b] == 1 && parent[b] == b && (size[0] > 0 || model->joint_count > 0)) {
      diag_at(diag, DIAG_NOTE_LOOSE, body->origin,
              "no joint and no force connects body \"%s\" to anything%s", body->name,
              falls ? ": it falls" : "");
    } else if (size[b] > 1 && falls) {
      diag_at(diag, DIAG_NOTE_LOOSE, body->origin,
              "nothing connects body \"%s\" and the %d joined with it to the ground: they fall",
              body->name, size[b] - 1);
    } else {
      continue;
    }
    diag_hint(diag, "if this is intended: \"accept: [loose_bodies]\"");
  }
}

static void tell_free_bodies(const Loader *loader) {
  const Model *model = loader->model;
  bool *jointed = arena_array(loader_arena(loader), bool, model->body_count);
  for (int k = 0; jointed != NULL && k < model->joint_count; k++) {
    jointed[model->markers[model->joints[k].marker_i].body] = true;
    jointed[model->markers[model->joints[k].marker_j].body] = true;
  }
  for (int k = 1; jointed != NULL && k < model->body_count; k++) {
    if (!jointed[k]) {
      diag_at(loader_diag(loader), DIAG_PHYSICS_FREE, model->bodies[k].origin,
              "body \"%s\" has no joint and moves freely", model->bodies[k].name);
    }
  }
}

// ---- places ----

// Whether a joint's place is the origin of the ground.
static bool is_origin(const Loader *loader, const Marker *marker) {
  double sum = 0, value = 0;
  for (int k = 0; k < 3 && marker->position >= 0; k++) {
    sum += numbers_value_of(loader, marker->position + k, &value) ? fabs(value) : 1;
  }
  return sum == 0;
}

// Of every body of which nothing says where it is: the number of joints with a place of their own
// that hold it; negative where one of them is at the origin of the ground, as the body is.
static void count_places(const Loader *loader, int *held) {
  const Model *model = loader->model;
  for (int j = 0; j < model->joint_count; j++) {
    const int markers[2] = {model->joints[j].marker_i, model->joints[j].marker_j};
    for (int side = 0; side < 2 && markers[side] >= 0; side++) {
      const Marker *marker = &model->markers[markers[side]];
      const Body *body = &model->bodies[marker->body];
      if (marker->at_initial_pose && !body->position_stated && body->placed_by == 0) {
        held[marker->body] += is_origin(loader, marker) ? -model->joint_count : 1;
      }
    }
  }
}

static void remark_places(const Loader *loader) {
  const Model *model = loader->model;
  int *held = arena_array(loader_arena(loader), int, model->body_count);
  int count = 0, last = 0;
  if (held != NULL) {
    count_places(loader, held);
  }
  for (int b = 1; held != NULL && b < model->body_count; b++) {
    count += held[b] > 0;
    last = held[b] > 0 ? b : last;
  }
  if (count > 1) {
    Diag *diag = loader_diag(loader);
    diag_at(diag, DIAG_IC_UNPLACED, model->bodies[last].origin,
            "%d bodies, among them \"%s\", are given no position: all of them are at the origin of "
            "the ground, wherever their joints are",
            count, model->bodies[last].name);
    diag_hint(diag, "give each \"initial: {position: ...}\", or join them by markers: then joints "
                    "place them one after the other");
  }
}

// ---- sizes ----

// Distance of two points of a body, both 3 numbers or the origin (-1); negative: not known.
static double apart(const Loader *loader, int a, int b) {
  double from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
  const int numbers[] = {a, b};
  double *const points[] = {from, to};
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < 3 && numbers[side] >= 0; k++) {
      if (!numbers_value_of(loader, numbers[side] + k, &points[side][k])) {
        return -1;
      }
    }
  }
  return hypot(hypot(to[0] - from[0], to[1] - from[1]), to[2] - from[2]);
}

// Of every body: how far its markers lie from its origin, and how near one lies to the mass centre.
typedef struct Extents {
  double *largest, *nearest;
} Extents;

static bool find_extents(const Loader *loader, Extents *extents) {
  const Model *model = loader->model;
  extents->largest = arena_array(loader_arena(loader), double, model->body_count);
  extents->nearest = arena_array(loader_arena(loader), double, model->body_count);
  if (extents->largest == NULL || extents->nearest == NULL) {
    return false;
  }
  for (int b = 0; b < model->body_count; b++) {
    extents->nearest[b] = apart(loader, -1, model->bodies[b].center_of_mass);
  }
  for (int m = model->body_count; m < model->marker_count; m++) {
    const Marker *marker = &model->markers[m];
    double *const largest = &extents->largest[marker->body];
    double *const nearest = &extents->nearest[marker->body];
    if (!marker->at_initial_pose && marker->frame < 0) {
      const int center = model->bodies[marker->body].center_of_mass;
      *largest = fmax(*largest, apart(loader, -1, marker->position));
      *nearest = fmin(*nearest, apart(loader, marker->position, center));
    }
  }
  return true;
}

static void remark_sizes(const Loader *loader, const Extents *extents) {
  const Model *model = loader->model;
  Diag *diag = loader_diag(loader);
  double largest = 0, second = 0;
  int body = -1;
  for (int b = 1; b < model->body_count; b++) {
    const double extent = extents->largest[b];
    if (extent > largest) {
      second = largest;
      largest = extent;
      body = b;
    } else {
      second = fmax(second, extent);
    }
  }
  if (body >= 0 && second > 0 && largest >= LARGER * second) {
    diag_at(
        diag, DIAG_NOTE_SIZE, model->bodies[body].origin,
        "the markers of body \"%s\" lie up to %.4g m from its origin, those of all other bodies "
        "up to %.4g m",
        model->bodies[body].name, largest, second);
    diag_hint(diag, "a bare number is in metres: write \"250 mm\"; if this is intended: \"accept: "
                    "[body_sizes]\"");
  }
}

// ---- mass centres ----

static void remark_center(const Loader *loader, const Extents *extents, int b) {
  const Model *model = loader->model;
  const Body *body = &model->bodies[b];
  if (body->center_of_mass >= 0 && model->numbers[body->center_of_mass].stated &&
      extents->largest[b] > 0 && extents->nearest[b] > OUTSIDE * extents->largest[b]) {
    Diag *diag = loader_diag(loader);
    diag_at(diag, DIAG_NOTE_CENTER, model->numbers[body->center_of_mass].origin,
            "the centre of mass of body \"%s\" lies %.4g m from its nearest marker; its markers "
            "lie within %.4g m",
            body->name, extents->nearest[b], extents->largest[b]);
    diag_hint(diag, "center_of_mass is a position in the axes of the body; if this is intended: "
                    "\"accept: [mass_centers]\"");
  }
}

void remarks_bodies(const Loader *loader) {
  const Model *model = loader->model;
  Extents extents;
  tell_free_bodies(loader);
  remark_places(loader);
  if (!remarks_accepted(loader, "loose_bodies")) {
    remark_loose(loader);
  }
  if (!find_extents(loader, &extents)) {
    return;
  }
  if (!remarks_accepted(loader, "body_sizes")) {
    remark_sizes(loader, &extents);
  }
  const bool anywhere = remarks_accepted(loader, "mass_centers");
  for (int b = 1; b < model->body_count && !anywhere; b++) {
    remark_center(loader, &extents, b);
  }
}
