// SPDX-License-Identifier: BSD-3-Clause
// loops.c: which joints close loops (see loops.h). Every joint is taken away at most once, so that
// the time is linear in bodies and joints.
#include "system/mechanism/loops.h"

static int body_of(const Model *model, int joint, int side) {
  const Joint *it = &model->joints[joint];
  return model->markers[side == 0 ? it->marker_i : it->marker_j].body;
}

bool loops_list_joints(const Model *model, JointIncidence *incidence, Arena *arena) {
  incidence->start = arena_array(arena, int, model->body_count + 2);
  incidence->joint = arena_array(arena, int, 2 * model->joint_count);
  if (incidence->start == NULL || incidence->joint == NULL) {
    return false;
  }
  for (int k = 0; k < 2 * model->joint_count; k++) {
    incidence->start[body_of(model, k / 2, k % 2) + 2]++;
  }
  for (int b = 0; b < model->body_count; b++) {
    incidence->start[b + 2] += incidence->start[b + 1];
  }
  for (int k = 0; k < 2 * model->joint_count; k++) {
    incidence->joint[incidence->start[body_of(model, k / 2, k % 2) + 1]++] = k / 2;
  }
  return true;
}

// Counts the ends of relations on every body.
static void hold_bodies(const Model *model, int *degree) {
  for (int r = 0; r < model->relation_count; r++) {
    const Relation *relation = &model->relations[r];
    const bool rotor = relation->owner == RELATION_OF_ROTOR; // an end of the tree
    for (int k = 0; k < relation->coordinate_count && !rotor; k++) {
      degree[model->markers[relation->coordinates[k].marker_i].body]++;
      degree[model->markers[relation->coordinates[k].marker_j].body]++;
    }
  }
}

// What remains of the joints when those that are the only one of a body are removed, again and
// again. degree: what relations hold on every body.
static bool take_leaves(const Model *model, const JointIncidence *incidence, int *degree,
                        bool *remains, Arena *arena) {
  int *leaves = arena_array(arena, int, model->body_count);
  int count = 0;
  for (int j = 0; leaves != NULL && j < model->joint_count; j++) {
    remains[j] = true;
  }
  for (int b = 1; leaves != NULL && b < model->body_count; b++) {
    degree[b] += incidence->start[b + 1] - incidence->start[b];
    if (degree[b] == 1) {
      leaves[count++] = b;
    }
  }
  while (count > 0) {
    const int leaf = leaves[--count];
    for (int k = incidence->start[leaf]; k < incidence->start[leaf + 1]; k++) {
      const int j = incidence->joint[k];
      if (!remains[j]) {
        continue;
      }
      remains[j] = false;
      const int other = body_of(model, j, 0) == leaf ? body_of(model, j, 1) : body_of(model, j, 0);
      if (other != 0 && --degree[other] == 1) {
        leaves[count++] = other;
      }
    }
  }
  return leaves != NULL;
}

bool loops_find(const Model *model, bool *in_loop, bool *in_ring, Arena *arena) {
  const ArenaMark mark = arena_mark(arena);
  JointIncidence incidence;
  int *held = arena_array(arena, int, model->body_count);
  int *alone = arena_array(arena, int, model->body_count);
  bool ok = held != NULL && alone != NULL && loops_list_joints(model, &incidence, arena);
  if (ok) {
    hold_bodies(model, held);
    ok = take_leaves(model, &incidence, held, in_loop, arena) &&
         take_leaves(model, &incidence, alone, in_ring, arena);
  }
  arena_release(arena, mark);
  return ok;
}
