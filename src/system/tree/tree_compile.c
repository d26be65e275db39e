// SPDX-License-Identifier: BSD-3-Clause
// tree_compile.c: the links of a mechanism, from its bodies and joints (see tree_compile.h).
#include "system/tree/tree_compile.h"

#include <assert.h>
#include <string.h>

#include "math/vec.h"
#include "system/mechanism/loops.h"
#include "system/mechanism/massless.h"
#include "system/tree/tree_relation.h"

enum { SIDES = 2, BALL_Q = 4, BALL_V = 3 };

static int marker_at(const Joint *joint, int side) {
  return side == 0 ? joint->marker_i : joint->marker_j;
}

static int body_at(const Model *model, const Joint *joint, int side) {
  return model->markers[marker_at(joint, side)].body;
}

// ---- what keeps it from being a tree ----

static const char *of_bodies(const State *state, Owner *at) {
  const Model *model = state->system->model;
  const Massless *massless = state->massless;
  const char *why =
      massless->count > 0 ? "has no mass or moment of inertia in some direction" : NULL;
  int found = massless->count > 0 ? massless->direction[0].body : 0;
  for (int b = 1; why == NULL && b < model->body_count; b++) {
    const BodyKind *kind = model->bodies[b].kind;
    why = kind->inside != NULL ? "changes its shape" : NULL;
    why = kind->spaces == IN_PLANE ? "moves in a plane" : why;
    found = b;
  }
  *at = (Owner){"body", model->bodies[found].name, model->bodies[found].origin};
  return why;
}

static const char *of_joints(const System *system, Owner *at) {
  const Model *model = system->model;
  for (int k = 0; k < model->joint_count; k++) {
    const Joint *joint = &model->joints[k];
    *at = (Owner){"joint", joint->name, joint->origin};
    Freedom freedoms[JOINT_FREEDOMS];
    if (joint_freedoms(joint->kind, freedoms) < 0) {
      return "does not leave a sequence of translations and rotations free";
    }
    if (system->in_ring[k]) {
      return "is part of a loop";
    }
    for (int side = 0; side < SIDES; side++) {
      const int b = body_at(model, joint, side);
      if (b > 0 && model->bodies[b].kind->rotations == 0) {
        return "holds a body without orientation";
      }
    }
  }
  return NULL;
}

static bool prescribes_again(const System *system, int r, const HeldFreedom *held) {
  const Relation *relations = system->model->relations;
  bool again = false;
  for (int k = 0; k < r && relations[r].owner == RELATION_OF_MOTION; k++) {
    HeldFreedom other;
    again = again || (relations[k].coordinates->joint == held->joint &&
                      relations[k].owner == RELATION_OF_MOTION &&
                      tree_relation_of(system, k, &other) && other.kind == held->kind);
  }
  return again;
}

static const char *of_relations(const System *system, Owner *at) {
  for (int r = 0; r < system->relation_count; r++) {
    const Relation *relation = &system->model->relations[r];
    HeldFreedom held;
    *at = (Owner){relation->what, relation->name, relation->origin};
    if (!tree_relation_of(system, r, &held)) {
      return "is a constraint beside the joints of a tree";
    }
    if (prescribes_again(system, r, &held)) {
      return "prescribes what another motion prescribes";
    }
  }
  return NULL;
}

static const char *of_forces(const System *system, Owner *at) {
  if (system->friction_count == 0) {
    return NULL;
  }
  const Force *force = &system->model->forces[system->forces[system->friction[0]].force];
  *at = (Owner){"force", force->name, force->origin};
  return "depends on the reaction of its joint";
}

const char *tree_obstacle(const State *state, Owner *at) {
  const System *system = state->system;
  const char *why = of_relations(system, at);
  why = why == NULL ? of_joints(system, at) : why;
  why = why == NULL ? of_forces(system, at) : why;
  return why == NULL ? of_bodies(state, at) : why;
}

// ---- links ----

static void add_freedom(Tree *tree, TreeLink *link, Freedom kind, double sign) {
  tree->freedoms[link->first + link->count++] =
      (TreeFreedom){.kind = kind, .sign = sign, .q = tree->nq};
  tree->freedom_count++;
  tree->nq += kind == FREEDOM_BALL ? BALL_Q : 1;
}

// Velocities of freedoms, those that motions prescribe behind the unknowns.
static void number_velocities(Tree *tree, TreeLink *link, unsigned driven) {
  for (int pass = 0; pass < 2; pass++) {
    for (int k = link->first; k < link->first + link->count; k++) {
      TreeFreedom *freedom = &tree->freedoms[k];
      if (((driven >> freedom->kind) & 1u) == (unsigned)pass) {
        freedom->v = link->v + link->nv;
        link->nv += freedom->kind == FREEDOM_BALL ? BALL_V : 1;
      }
    }
    link->free = pass == 0 ? link->nv : link->free;
  }
  tree->nv += link->nv;
}

static TreeLink *add_link(Tree *tree, int parent, int body, int joint) {
  assert(tree->links != NULL); // tree_compile
  const TreeLink *before = tree->count > 0 ? &tree->links[tree->count - 1] : NULL;
  TreeLink *link = &tree->links[tree->count];
  *link = (TreeLink){.parent = parent,
                     .body = body,
                     .joint = joint,
                     .sense = 1,
                     .relation = -1,
                     .first = before == NULL ? 0 : before->first + before->count,
                     .v = tree->nv};
  tree->link_of[body] = tree->count++;
  return link;
}

// A joint is passed from marker_j to marker_i: the freedoms in the opposite order and sense.
static void hang(Tree *tree, const Model *model, int parent, int j, int side) {
  const Joint *joint = &model->joints[j];
  Freedom freedoms[JOINT_FREEDOMS];
  const int count = joint_freedoms(joint->kind, freedoms);
  TreeLink *link = add_link(tree, parent, body_at(model, joint, side), j);
  link->marker[0] = marker_at(joint, 1 - side);
  link->marker[1] = marker_at(joint, side);
  for (int k = 0; k < count; k++) {
    add_freedom(tree, link, freedoms[side == 1 ? k : count - 1 - k], side == 1 ? 1 : -1);
  }
  number_velocities(tree, link, tree->driven[j]);
}

// Its mass centre along the axes of the ground, and its axes by a ball.
static void float_freely(Tree *tree, const Model *model, int body) {
  TreeLink *link = add_link(tree, -1, body, -1);
  add_freedom(tree, link, FREEDOM_SLIDE_X, 1);
  add_freedom(tree, link, FREEDOM_SLIDE_Y, 1);
  add_freedom(tree, link, FREEDOM_SLIDE_Z, 1);
  if (model->bodies[body].kind->rotations > 0) {
    add_freedom(tree, link, FREEDOM_BALL, 1);
  }
  number_velocities(tree, link, 0);
}

// What hangs on a body, whose link stands already; the ground has none.
static void hang_all(Tree *tree, const Model *model, const JointIncidence *incidence, int body) {
  for (int k = incidence->start[body]; k < incidence->start[body + 1]; k++) {
    const int j = incidence->joint[k];
    const int side = body_at(model, &model->joints[j], 0) == body ? 1 : 0;
    const int on = body_at(model, &model->joints[j], side);
    if (on > 0 && tree->link_of[on] < 0) {
      hang(tree, model, body > 0 ? tree->link_of[body] : -1, j, side);
    }
  }
}

Tree *tree_compile(const System *system, Arena *arena) {
  const Model *model = system->model;
  Tree *tree = arena_new(arena, Tree);
  if (tree == NULL) {
    return NULL;
  }
  tree->links = arena_array(arena, TreeLink, model->body_count);
  tree->freedoms = arena_array(arena, TreeFreedom, JOINT_FREEDOMS * model->body_count);
  tree->bodies = arena_array(arena, TreeBody, model->body_count);
  tree->columns = arena_array(arena, TreeColumn, JOINT_FREEDOMS * model->body_count);
  tree->link_of = arena_array(arena, int, model->body_count);
  tree->twists = arena_alloc_array(arena, model->body_count, sizeof *tree->twists);
  (void)arena_doubles(arena, system->nv, &tree->scratch, &tree->shown);
  (void)arena_doubles(arena, system->nq, &tree->placed);
  tree->driven = tree_relations_driven(system, arena);
  JointIncidence incidence;
  if (!loops_list_joints(model, &incidence, arena) || arena->allocator->exhausted) {
    return NULL;
  }
  for (int b = 0; b < model->body_count; b++) {
    tree->link_of[b] = -1;
  }
  hang_all(tree, model, &incidence, 0);
  for (int next = 0, b = 1; b < model->body_count;) {
    if (next < tree->count) {
      hang_all(tree, model, &incidence, tree->links[next++].body);
    } else if (tree->link_of[b] < 0) {
      float_freely(tree, model, b);
    } else {
      b++;
    }
  }
  return tree_relations_list(tree, system, arena) ? tree : NULL;
}

// ---- what depends on parameters ----

// J of the state's mass matrix, in the axes of the link: L J L'.
static void refresh_inertia(const SystemBody *body, const double *mass, TreeLink *link) {
  const int t = body->kind->translations, n = body->nv;
  double J[9], half[9], T[9], back[9];
  link->mass = mass[0];
  memset(link->J, 0, sizeof link->J);
  if (body->kind->rotations == 0) {
    return;
  }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      J[3 * i + k] = mass[(t + i) * n + t + k];
      back[3 * k + i] = link->L[3 * i + k];
    }
  }
  vec_product(link->L, J, half);
  vec_product(half, back, T);
  const double out[6] = {T[0], T[4], T[8], T[1], T[2], T[5]};
  memcpy(link->J, out, sizeof out);
}

// The body axes of the parent in its link's axes; those of the ground.
static void parent_axes(const Tree *tree, const TreeLink *link, double L[9]) {
  if (link->parent < 0) {
    vec_identity(L);
  } else {
    memcpy(L, tree->links[link->parent].L, sizeof tree->links[link->parent].L);
  }
}

static void refresh_link(const Tree *tree, const State *state, TreeLink *link) {
  const SystemBody *body = &state->system->bodies[link->body];
  double above[9];
  vec_identity(link->B);
  vec_identity(link->L);
  memset(link->s, 0, sizeof link->s);
  memset(link->e, 0, sizeof link->e);
  if (link->joint >= 0) {
    const FrameGeometry *from = &state->geometry[link->marker[0]];
    const FrameGeometry *to = &state->geometry[link->marker[1]];
    parent_axes(tree, link, above);
    vec_product(above, from->R, link->B);
    vec_rotate(above, from->s, link->s);
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        link->L[3 * i + k] = to->R[3 * k + i];
      }
    }
    vec_rotate(link->L, to->s, link->e);
    for (int k = 0; k < 3; k++) {
      link->e[k] = -link->e[k];
    }
  }
  refresh_inertia(body, state->mass[link->body], link);
}

void tree_refresh(Tree *tree, const State *state) {
  for (int i = 0; i < tree->count; i++) {
    refresh_link(tree, state, &tree->links[i]);
  }
  tree_relations_refresh(tree, state);
}
