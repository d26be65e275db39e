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
  for (int i = 0; i < system->nc; i++) {
    const SystemRow *row = &system->rows[i];
    for (int e = row->first_end + 1; e < row->end; e++) {
      join(island, system->ends[row->first_end].body, system->ends[e].body);
    }
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
