// SPDX-License-Identifier: BSD-3-Clause
// groups.c: which bodies joints hold together (see groups.h).
#include "system/mechanism/groups.h"

#include "elements/kinds.h"

// What holds two bodies together: the joints, then the coordinates of relations, of which those of
// motions may stand between bodies without a joint.
static const int *tie(const System *system, int index, int marker[2]) {
  const Model *model = system->model;
  if (index >= model->joint_count) {
    return system->coordinates[index - model->joint_count].marker;
  }
  marker[0] = model->joints[index].marker_i;
  marker[1] = model->joints[index].marker_j;
  return marker;
}

static int tie_count(const System *system) {
  return system->model->joint_count + system->coordinate_count;
}

static int body_of(const System *system, int marker) {
  return system->model->markers[marker].body;
}

int groups_root(int *parent, int body) {
  while (parent[body] != body) {
    parent[body] = parent[parent[body]];
    body = parent[body];
  }
  return body;
}

void groups_join(int *parent, int one, int other) {
  if (one != 0 && other != 0) {
    const int a = groups_root(parent, one), b = groups_root(parent, other);
    parent[a > b ? a : b] = a > b ? b : a;
  }
}

// Numbers the groups in the order of their first bodies.
static void number_groups(System *system, int *parent, int *group_of) {
  for (int b = 0; b < system->body_count; b++) {
    parent[b] = b;
    group_of[b] = -1;
  }
  for (int k = 0; k < tie_count(system); k++) {
    int room[2];
    const int *marker = tie(system, k, room);
    groups_join(parent, body_of(system, marker[0]), body_of(system, marker[1]));
  }
  for (int c = 1; c < system->coordinate_count; c++) { // a rotor stands behind what it turns with
    const SystemCoordinate *at = &system->coordinates[c];
    for (int side = 0; side < 2 && at->form == COORDINATE_ROTOR; side++) {
      groups_join(parent, at->body[1], system->coordinates[c - 1].body[side]);
    }
  }
  for (int b = 1; b < system->body_count; b++) {
    const int root = groups_root(parent, b);
    group_of[b] = root == b ? system->group_count++ : group_of[root];
  }
}

// Whether a tie holds a point to a place, or at a distance from it; where another one has its
// origin on the ground says nothing of where its body is.
static bool holds_point(const System *system, int index) {
  bool holds = false;
  if (index >= system->model->joint_count) {
    return false;
  }
  for (int p = system->joint_first_part[index]; p < system->joint_first_part[index + 1]; p++) {
    const PrimitiveKind *kind = system->parts[p].primitive;
    holds = holds || kind == &primitive_coincide || kind == &primitive_coincide_planar ||
            kind == &primitive_distance;
  }
  return holds;
}

// The marker of the ground by which a tie holds a group; -1: none.
static int ground_marker(const System *system, int index, int *group) {
  int room[2];
  const int *marker = tie(system, index, room);
  const int side = body_of(system, marker[0]) == 0 ? 0 : 1;
  const int other = body_of(system, marker[1 - side]);
  if (body_of(system, marker[side]) != 0 || other == 0) {
    return -1;
  }
  *group = system->group_of[other];
  return marker[side];
}

// Adds a marker to its group's list, or only counts it.
static void add_marker(SystemGroup *group, int *list, int *count, int marker) {
  if (list != NULL) {
    list[group->first_marker + group->near_count + group->far_count] = marker;
  }
  (*count)++;
}

// Marks markers on bodies through which they slide, and nothing else holds them: where along the
// slide they are says nothing of how large the body is.
static void mark_sliding(const System *system, bool *slides) {
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < tie_count(system); k++) {
      int room[2];
      const int *marker = tie(system, k, room);
      const bool holds = holds_point(system, k);
      for (int side = 0; side < 2 && holds == (pass == 1); side++) {
        const int body = body_of(system, marker[side]);
        slides[marker[side]] = !holds && body != 0 && marker[side] != body;
      }
    }
  }
}

// Those of bodies, then those of the ground that hold points; behind them those of slides, on
// bodies and on the ground.
static void list_markers(System *system, const bool *slides, int *list) {
  for (int pass = 0; pass < 4; pass++) {
    for (int m = 0; pass % 2 == 0 && m < system->model->marker_count; m++) {
      if (body_of(system, m) != 0 && slides[m] == (pass == 2)) {
        SystemGroup *group = &system->groups[system->group_of[body_of(system, m)]];
        add_marker(group, list, pass == 0 ? &group->near_count : &group->far_count, m);
      }
    }
    for (int k = 0; pass % 2 == 1 && k < tie_count(system); k++) {
      int g = -1;
      const int marker = ground_marker(system, k, &g);
      if (marker >= 0 && holds_point(system, k) == (pass == 1)) {
        SystemGroup *group = &system->groups[g];
        add_marker(group, list, pass == 1 ? &group->near_count : &group->far_count, marker);
        group->anchored = true;
      }
    }
  }
}

bool groups_find(System *system, Arena *arena) {
  int *parent = arena_array(arena, int, system->body_count);
  int *group_of = arena_array(arena, int, system->body_count);
  int *markers = arena_array(arena, int, system->model->marker_count + tie_count(system));
  bool *slides = arena_array(arena, bool, system->model->marker_count);
  if (arena->allocator->exhausted) {
    return false;
  }
  number_groups(system, parent, group_of);
  system->group_of = group_of;
  system->group_markers = markers;
  system->groups = arena_array(arena, SystemGroup, system->group_count);
  if (system->groups == NULL) {
    return false;
  }
  mark_sliding(system, slides);
  list_markers(system, slides, NULL);
  int next = 0;
  for (int g = 0; g < system->group_count; g++) {
    SystemGroup *group = &system->groups[g];
    const int count = group->near_count + group->far_count;
    *group = (SystemGroup){.first_marker = next};
    next += count;
  }
  for (int b = 1; b < system->model->body_count; b++) {
    system->groups[group_of[b]].body_count++;
  }
  list_markers(system, slides, markers);
  return true;
}

// ---- islands ----

static void join_force(const SystemForce *force, int *parent) {
  int one = 0;
  for (int k = 0; k < force->layout.wrench_count; k++) {
    groups_join(parent, one, force->body[k]);
    one = one != 0 ? one : force->body[k];
  }
  for (int k = 0; k < force->column_body_count; k++) {
    groups_join(parent, one, force->column_bodies[k]);
  }
}

void groups_islands(const System *system, int *island, int *next) {
  const Model *model = system->model;
  for (int b = 0; b < system->body_count; b++) {
    island[b] = b;
  }
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    for (int e = row->first_end + 1; e < row->end; e++) {
      groups_join(island, system->ends[row->first_end].body, system->ends[e].body);
    }
  }
  for (int f = 0; f < system->force_count; f++) {
    join_force(&system->forces[f], island);
  }
  for (int k = 0; k < model->event_count; k++) {
    const Event *event = &model->events[k];
    if (event->impacts && event->impact_joint < 0) {
      const int *marker = event->impact_marker;
      groups_join(island, marker[0] < 0 ? 0 : body_of(system, marker[0]),
                  marker[1] < 0 ? 0 : body_of(system, marker[1]));
    }
  }
  for (int b = 0; b < system->body_count; b++) {
    island[b] = groups_root(island, b);
  }
  for (int b = system->body_count - 1; b > 0; b--) {
    if (island[b] != b) {
      next[b] = next[island[b]];
      next[island[b]] = b;
    }
  }
}
