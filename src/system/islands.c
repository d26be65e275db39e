// SPDX-License-Identifier: BSD-3-Clause
// islands.c: which bodies know of one another (see islands.h): sets merged by their first bodies.
#include "system/islands.h"

static int root_of(int *parent, int body) {
  while (parent[body] != body) {
    parent[body] = parent[parent[body]];
    body = parent[body];
  }
  return body;
}

static void join(int *parent, int one, int other) {
  if (one == 0 || other == 0) {
    return;
  }
  const int a = root_of(parent, one), b = root_of(parent, other);
  parent[a > b ? a : b] = a > b ? b : a;
}

static int body_of(const System *system, int marker) {
  return marker < 0 ? 0 : system->model->markers[marker].body;
}

static void join_relation(const System *system, const SystemRelation *relation, int *parent) {
  const int *first = system->coordinates[relation->first].body;
  const int one = first[1] != 0 ? first[1] : first[0];
  for (int c = relation->first; c < relation->first + relation->count; c++) {
    join(parent, one, system->coordinates[c].body[0]);
    join(parent, one, system->coordinates[c].body[1]);
  }
}

static void join_force(const SystemForce *force, int *parent) {
  int one = 0;
  for (int k = 0; k < force->kind->wrench_count; k++) {
    join(parent, one, force->body[k]);
    one = one != 0 ? one : force->body[k];
  }
  for (int k = 0; k < force->column_body_count; k++) {
    join(parent, one, force->column_bodies[k]);
  }
}

void islands_find(const System *system, int *island, int *next) {
  const Model *model = system->model;
  for (int b = 0; b < system->body_count; b++) {
    island[b] = b;
  }
  for (int p = 0; p < system->part_count; p++) {
    join(island, system->parts[p].body[0], system->parts[p].body[1]);
  }
  for (int r = 0; r < system->relation_count; r++) {
    join_relation(system, &system->relations[r], island);
  }
  for (int f = 0; f < system->force_count; f++) {
    join_force(&system->forces[f], island);
  }
  for (int k = 0; k < model->event_count; k++) {
    const Event *event = &model->events[k];
    if (event->impacts && event->impact_joint < 0) {
      join(island, body_of(system, event->impact_marker[0]),
           body_of(system, event->impact_marker[1]));
    }
  }
  for (int b = 0; b < system->body_count; b++) {
    island[b] = root_of(island, b);
  }
  for (int b = system->body_count - 1; b > 0; b--) {
    if (island[b] != b) {
      next[b] = next[island[b]];
      next[island[b]] = b;
    }
  }
}
