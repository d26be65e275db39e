// SPDX-License-Identifier: BSD-3-Clause
// assembly_loops.c: which branch a mechanism of the plane was assembled on.
//
// A spanning tree of the bodies from ground; each joint outside it closes one chain. The joints of
// a chain that have a place (slides and fixed joints have none) are the corners of a polygon; its
// bend at each, positive to the left, names the branch: a four-bar's two differ in the sign at the
// joint of coupler and rocker.
#include <math.h>
#include <string.h>

#include "analysis/assembly/assembly.h"
#include "elements/kinds.h"

enum { MOST_LOOPS = 100, MOST_CORNERS = 2000, MOST_JOINTS = 2000 };
static const double SAME_PLACE = 1e-9; // of the length scale

typedef struct Tree {
  int *parent; // body; -1 unreached; ground is its own
  int *joint;  // to the parent
  int *depth;
} Tree;

static int body_of(const Model *model, int joint, int side) {
  const Joint *it = &model->joints[joint];
  return model->markers[side == 0 ? it->marker_i : it->marker_j].body;
}

// Breadth first over all bodies; what ground does not reach has a root of its own.
static bool grow(const Model *model, Tree *tree, Arena *arena) {
  const int bodies = model->body_count;
  *tree = (Tree){.parent = arena_array(arena, int, bodies),
                 .joint = arena_array(arena, int, bodies),
                 .depth = arena_array(arena, int, bodies)};
  if (tree->parent == NULL || tree->joint == NULL || tree->depth == NULL) {
    return false;
  }
  for (int b = 0; b < bodies; b++) {
    tree->parent[b] = b;
    tree->joint[b] = -1;
  }
  // levels settle after as many passes as the tree is deep
  bool changed = true;
  for (int pass = 0; pass < bodies && changed; pass++) {
    changed = false;
    for (int j = 0; j < model->joint_count; j++) {
      for (int side = 0; side < 2; side++) {
        const int from = body_of(model, j, side), to = body_of(model, j, 1 - side);
        const bool known = from == 0 || tree->joint[from] >= 0;
        const bool fresh = to != 0 && tree->joint[to] < 0;
        if (known && fresh && tree->depth[from] == pass) {
          tree->parent[to] = from;
          tree->joint[to] = j;
          tree->depth[to] = pass + 1;
          changed = true;
        }
      }
    }
  }
  return true;
}

// Joints of the chain that joint j closes: from one side down to the common body, around. Returns
// their number, 0 when there are too many.
static int list_chain(const Model *model, const Tree *tree, int j, int list[MOST_CORNERS]) {
  int a = body_of(model, j, 0), b = body_of(model, j, 1), up = 0, down = 0;
  int other[MOST_CORNERS];
  while (a != b && up + down + 2 < MOST_CORNERS) {
    if (tree->depth[a] >= tree->depth[b]) {
      list[up++] = tree->joint[a];
      a = tree->parent[a];
    } else {
      other[down++] = tree->joint[b];
      b = tree->parent[b];
    }
    if (tree->joint[a] < 0 && tree->joint[b] < 0 && a != b) {
      return 0;
    }
  }
  if (a != b) {
    return 0;
  }
  // side 0 upwards reversed, the joint, side 1 upwards: around once
  for (int k = 0; k < up / 2; k++) {
    const int swap = list[k];
    list[k] = list[up - 1 - k];
    list[up - 1 - k] = swap;
  }
  list[up++] = j;
  memcpy(list + up, other, (size_t)down * sizeof(int));
  return up + down;
}

typedef struct Corner {
  int joint;
  double x, y;
} Corner;

static void add_corner(const State *state, int joint, const Frame *at, const Frame *with,
                       Corner *corners, int *count) {
  const Corner new = {joint, (at->x[0] + with->x[0]) / 2, (at->x[1] + with->x[1]) / 2};
  const Corner *last = *count > 0 ? &corners[*count - 1] : NULL;
  const double near = SAME_PLACE * state->length;
  if (last == NULL || hypot(new.x - last->x, new.y - last->y) > near) {
    corners[(*count)++] = new;
  }
}

// Where a chain bends at a joint: at both origins, which keep a distance; at the point that two
// bodies share; at the pin of marker_j on its line; nowhere, where a joint keeps directions.
typedef enum Bend { BEND_NOWHERE, BEND_AT_BOTH, BEND_BETWEEN, BEND_AT_PIN } Bend;

static Bend bend_of(const JointKind *kind) {
  Bend bend = BEND_NOWHERE;
  for (int p = 0; p < joint_part_count(kind); p++) {
    const PrimitiveKind *primitive = kind->parts[p].primitive;
    if (primitive->pure_number) {
      return BEND_NOWHERE;
    }
    bend = primitive == &primitive_distance          ? BEND_AT_BOTH
           : primitive == &primitive_coincide_planar ? BEND_BETWEEN
           : primitive == &primitive_dot_difference  ? BEND_AT_PIN
                                                     : bend;
  }
  return bend;
}

// The corners of a chain at the state's present pose; open joints stand in the middle of their gap.
static int list_corners(State *state, const int *chain, int length, int start_body,
                        Corner *corners) {
  const Model *model = state->system->model;
  int count = 0, body = start_body;
  for (int k = 0; k < length; k++) {
    const Joint *joint = &model->joints[chain[k]];
    const int from = body_of(model, chain[k], 0) == body ? 0 : 1;
    const int marker[2] = {from == 0 ? joint->marker_i : joint->marker_j,
                           from == 0 ? joint->marker_j : joint->marker_i};
    const Frame first = *state_frame(state, marker[0]), second = *state_frame(state, marker[1]);
    switch (bend_of(joint->kind)) {
    case BEND_AT_BOTH:
      add_corner(state, chain[k], &first, &first, corners, &count);
      add_corner(state, chain[k], &second, &second, corners, &count);
      break;
    case BEND_BETWEEN:
      add_corner(state, chain[k], &first, &second, corners, &count);
      break;
    case BEND_AT_PIN:
      add_corner(state, chain[k], from == 0 ? &second : &first, from == 0 ? &second : &first,
                 corners, &count);
      break;
    case BEND_NOWHERE:
      break;
    }
    body = body_of(model, chain[k], 1 - from);
  }
  const double near = SAME_PLACE * state->length;
  while (count > 1 &&
         hypot(corners[0].x - corners[count - 1].x, corners[0].y - corners[count - 1].y) <= near) {
    count--;
  }
  return count;
}

static void bend(const Corner *corners, int count, double *out) {
  for (int k = 0; k < count; k++) {
    const Corner *at = &corners[k], *before = &corners[(k + count - 1) % count],
                 *after = &corners[(k + 1) % count];
    const double ax = at->x - before->x, ay = at->y - before->y;
    const double bx = after->x - at->x, by = after->y - at->y;
    out[k] = atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
}

static bool describe_loop(State *state, const double *guess, const Tree *tree, int j,
                          AssemblyLoop *loop, Arena *arena) {
  const Model *model = state->system->model;
  int chain[MOST_CORNERS];
  const int length = list_chain(model, tree, j, chain);
  if (length == 0) {
    return true;
  }
  int start = body_of(model, j, 0);
  for (int k = 0; k < length && chain[k] != j; k++) { // up to the common body
    start = tree->parent[start];
  }
  Corner *corners = arena_array(arena, Corner, 2 * length);
  Corner *before = arena_array(arena, Corner, 2 * length);
  double *now, *then, *q;
  int *joints = arena_array(arena, int, 2 * length);
  if (corners == NULL || before == NULL || joints == NULL ||
      !arena_doubles(arena, 2 * length, &now, &then) ||
      !arena_doubles(arena, state->system->nq, &q)) {
    return false;
  }
  memcpy(q, state->q, (size_t)state->system->nq * sizeof(double));
  const int count = list_corners(state, chain, length, start, corners);
  state_set(state, state->t, guess, state->v);
  const int guessed = list_corners(state, chain, length, start, before);
  state_set(state, state->t, q, state->v);
  bend(corners, count, now);
  bend(before, guessed, then);
  for (int k = 0; k < count; k++) {
    joints[k] = corners[k].joint;
    then[k] = guessed == count ? then[k] : (double)NAN;
  }
  *loop = (AssemblyLoop){.point_count = count, .joints = joints, .bend = now, .guess = then};
  return true;
}

bool assembly_loops(State *state, const double *guess, AssemblyResult *out, Arena *arena) {
  const Model *model = state->system->model;
  Tree tree;
  AssemblyLoop *loops = arena_array(arena, AssemblyLoop, MOST_LOOPS);
  out->loops = loops;
  if (loops == NULL || model->joint_count > MOST_JOINTS || !state->system->planar) {
    return loops != NULL; // nobody reads the bends of thousands of joints
  }
  if (!grow(model, &tree, arena)) {
    return false;
  }
  for (int j = 0; j < model->joint_count; j++) {
    const bool in_tree =
        tree.joint[body_of(model, j, 0)] == j || tree.joint[body_of(model, j, 1)] == j;
    if (in_tree || out->loop_count >= MOST_LOOPS) {
      continue;
    }
    if (!describe_loop(state, guess, &tree, j, &loops[out->loop_count], arena)) {
      return false;
    }
    out->loop_count += loops[out->loop_count].point_count > 2 ? 1 : 0;
  }
  return true;
}
