// SPDX-License-Identifier: BSD-3-Clause
// tree_relation.c: rotors and motions of a tree (see tree_relation.h).
#include "system/tree/tree_relation.h"

#include <math.h>

#include "system/constraints/law.h"

static const double TURN = 6.283185307179586;

// ---- which freedom ----

static bool finds(const JointKind *kind, Freedom wanted) {
  Freedom freedoms[JOINT_FREEDOMS];
  const int count = joint_freedoms(kind, freedoms);
  bool found = false;
  for (int k = 0; k < count; k++) {
    found = found || freedoms[k] == wanted;
  }
  return found;
}

// Of a joint with one turn this is about z; a universal joint has two, its pins.
static Freedom freedom_of(const JointKind *kind, const RelationCoordinate *coordinate) {
  if (coordinate->form == COORDINATE_OFFSET) {
    return (Freedom)(FREEDOM_SLIDE_X + (int)coordinate->axis - (int)AXIS_X);
  }
  return finds(kind, FREEDOM_TURN_Z) ? FREEDOM_TURN_Z
                                     : (Freedom)(FREEDOM_TURN_X + (coordinate->pin == 1 ? 1 : 0));
}

bool tree_relation_of(const System *system, int relation, HeldFreedom *held) {
  const Relation *of = &system->model->relations[relation];
  const RelationCoordinate *first = of->coordinates;
  const Program *law = of->law >= 0 ? &system->model->numbers[of->law].program : NULL;
  const bool motion = of->owner == RELATION_OF_MOTION && of->coordinate_count == 1 && law != NULL &&
                      !law->uses_state && !of->rates_alone;
  if ((!motion && of->owner != RELATION_OF_ROTOR) || first->joint < 0 ||
      (first->form != COORDINATE_TURN && first->form != COORDINATE_OFFSET)) {
    return false;
  }
  const JointKind *kind = system->model->joints[first->joint].kind;
  *held = (HeldFreedom){.joint = first->joint, .kind = freedom_of(kind, first)};
  return finds(kind, held->kind);
}

static bool is_motion(const System *system, int relation) {
  return system->model->relations[relation].owner == RELATION_OF_MOTION;
}

const unsigned *tree_relations_driven(const System *system, Arena *arena) {
  const Model *model = system->model;
  unsigned *driven = arena_array(arena, unsigned, model->joint_count);
  for (int r = 0; driven != NULL && r < model->relation_count; r++) {
    HeldFreedom held;
    if (is_motion(system, r) && tree_relation_of(system, r, &held)) {
      driven[held.joint] |= 1u << held.kind;
    }
  }
  return driven;
}

bool tree_relations_list(Tree *tree, const System *system, Arena *arena) {
  const Model *model = system->model;
  int *link_of = arena_array(arena, int, model->joint_count);
  tree->relations = arena_array(arena, TreeRelation, model->relation_count);
  if (link_of == NULL || tree->relations == NULL) {
    return false;
  }
  for (int i = 0; i < tree->count; i++) {
    if (tree->links[i].joint >= 0) {
      link_of[tree->links[i].joint] = i;
    }
  }
  for (int r = 0; r < model->relation_count; r++) {
    HeldFreedom held;
    (void)tree_relation_of(system, r, &held);
    TreeLink *link = &tree->links[link_of[held.joint]];
    int freedom = link->first;
    while (tree->freedoms[freedom].kind != held.kind) {
      freedom++;
    }
    tree->relations[r] = (TreeRelation){
        .freedom = freedom,
        .rotor = is_motion(system, r) ? -1 : model->relations[r].coordinates[1].rotor,
        .next = link->relation};
    link->relation = r;
  }
  tree->relation_count = model->relation_count;
  return true;
}

// ---- rotors ----

static const TreeFreedom *held_by(const Tree *tree, int r) {
  return &tree->freedoms[tree->relations[r].freedom];
}

void tree_relations_refresh(Tree *tree, const State *state) {
  for (int r = 0; r < tree->relation_count; r++) {
    tree->columns[held_by(tree, r)->v].armature = 0;
  }
  for (int r = 0; r < tree->relation_count; r++) {
    const int rotor = tree->relations[r].rotor;
    tree->columns[held_by(tree, r)->v].armature += rotor < 0 ? 0 : state->mass[rotor][0];
  }
}

void tree_relations_show(const Tree *tree, const State *state, const double *y, double *q,
                         double *v) {
  for (int r = 0; r < tree->relation_count; r++) {
    const int rotor = tree->relations[r].rotor;
    if (rotor >= 0) {
      q[state->system->bodies[rotor].q] = y[held_by(tree, r)->q] - state->relations[r].start;
    }
  }
  tree_relations_spread(tree, state, y + tree->nq, v);
}

void tree_relations_spread(const Tree *tree, const State *state, const double *x, double *out) {
  for (int r = 0; r < tree->relation_count; r++) {
    const int rotor = tree->relations[r].rotor;
    if (rotor >= 0) {
      out[state->system->bodies[rotor].v] = x[held_by(tree, r)->v];
    }
  }
}

void tree_relations_multipliers(const Tree *tree, const State *state, const double *v_rate,
                                double *lambda) {
  for (int r = 0; r < tree->relation_count; r++) {
    const int rotor = tree->relations[r].rotor;
    if (rotor >= 0) {
      lambda[state->system->relations[r].row] = state->mass[rotor][0] * v_rate[held_by(tree, r)->v];
    }
  }
}

// ---- motions ----

static LawJet law_of(State *state, int r, double t) {
  const double now = state->t;
  state->t = t;
  LawJet jet = law_jet(state, r, PAIR_ACCELERATION);
  state->t = now;
  jet.value += state->relations[r].start;
  return jet;
}

void tree_relations_turn(const Tree *tree, State *state, const double *q, double *y) {
  for (int r = 0; r < tree->relation_count; r++) {
    const int rotor = tree->relations[r].rotor;
    const TreeFreedom *freedom = held_by(tree, r);
    const double near = rotor >= 0 ? q[state->system->bodies[rotor].q] + state->relations[r].start
                                   : law_of(state, r, state->t).value;
    if (freedom->kind >= FREEDOM_TURN_X) {
      y[freedom->q] += TURN * round((near - y[freedom->q]) / TURN);
    }
  }
}

void tree_relations_prescribe(const Tree *tree, State *state, double t, double *y) {
  for (int r = 0; r < tree->relation_count; r++) {
    if (tree->relations[r].rotor < 0) {
      const LawJet jet = law_of(state, r, t);
      y[held_by(tree, r)->q] = jet.value;
      y[tree->nq + held_by(tree, r)->v] = jet.first;
    }
  }
}

void tree_relations_drive(Tree *tree, State *state, double t, double *v_rate) {
  bool drives = false;
  for (int r = 0; r < tree->relation_count; r++) {
    if (tree->relations[r].rotor < 0) {
      v_rate[held_by(tree, r)->v] = law_of(state, r, t).second;
      drives = true;
    }
  }
  if (drives) {
    tree_drive(tree, v_rate);
  }
}
