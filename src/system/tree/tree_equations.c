// SPDX-License-Identifier: BSD-3-Clause
// tree_equations.c: joint coordinates as Equations (see tree_equations.h).
#include "system/tree/tree_equations.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/equations/faults.h"
#include "system/forces/forces.h"
#include "system/state/tolerance_weights.h"
#include "system/tree/tree_compile.h"
#include "system/tree/tree_reaction.h"
#include "system/tree/tree_relation.h"
#include "system/tree/tree_state.h"

enum { ROTATIONS = 3, EULER = 4 };

// In absolute coordinates a part of an error stands across the constraints, and the projection
// after the step takes it away; here all of it stays. With this part of the tolerances the energy
// drifts as there (measured). Round-off is not a matter of tolerance.
static const double STAYS = 0.25, ROUND_OFF = 1e-15;

typedef struct TreeEquations {
  Equations equations; // first
  struct TreeEquations *own;
  State *state;
  Tree *tree;
  double *y;      // the present point
  double *q, *v;  // the same, of the bodies; v stands behind q
  double *change; // scratch: [nv] of the bodies
  double *rate;   // scratch: [nv]
  long refreshed; // State.refreshed at the last tree_refresh
  bool nowhere;   // nothing reads a place, and so it has no round-off, however far away it is
  bool placed;    // the tree stands at y
  bool shown;     // q and v do
  // Angular velocities of the links at the first point since `spin_from`, the largest at any point,
  // and the largest difference from the first, both squared.
  double (*spin)[3], fastest, changed;
  bool spins; // there is such a point
} TreeEquations;

// ---- the point ----

// Parameters may have changed.
static void refresh(TreeEquations *own) {
  if (own->refreshed != own->state->refreshed) {
    tree_refresh(own->tree, own->state);
    own->refreshed = own->state->refreshed;
    own->placed = false;
  }
}

static void place(TreeEquations *own, const double *y) {
  refresh(own);
  const size_t size = (size_t)own->equations.ny * sizeof(double);
  if (y != NULL && y != own->y && (!own->placed || memcmp(own->y, y, size) != 0)) {
    memcpy(own->y, y, size);
    own->placed = false;
  }
  if (!own->placed) {
    tree_place(own->tree, own->y, own->y + own->equations.nq);
    own->placed = true;
    own->shown = false;
  }
}

static void show_bodies(TreeEquations *own, const double *y) {
  place(own, y);
  if (!own->shown) {
    tree_show(own->tree, own->state, own->y, own->q, own->v);
    own->shown = true;
  }
}

// Weight alone.
static void take_weight(TreeEquations *own) {
  const State *state = own->state;
  for (int i = 0; i < own->tree->count; i++) {
    const SystemBody *body = &state->system->bodies[own->tree->links[i].body];
    TreeBody *link = &own->tree->bodies[i];
    memset(link->t, 0, sizeof link->t);
    memcpy(link->f, state->weight + body->v, sizeof link->f);
  }
}

// All forces at the state's present point: Q holds -w x J w, which the recursion has by itself.
static bool take_forces(TreeEquations *own) {
  State *state = own->state;
  if (!state_forces(state)) {
    return false;
  }
  for (int i = 0; i < own->tree->count; i++) {
    const SystemBody *body = &state->system->bodies[own->tree->links[i].body];
    TreeBody *link = &own->tree->bodies[i];
    memcpy(link->f, state->Q + body->v, sizeof link->f);
    memset(link->t, 0, sizeof link->t);
    if (body->kind->rotations > 0) {
      double turned[3];
      vec_rotate(own->tree->links[i].L, state->Q + body->v + ROTATIONS, turned);
      vec_rotate(link->R, turned, link->t);
      for (int k = 0; k < 3; k++) {
        link->t[k] += link->h[k];
      }
    }
  }
  return true;
}

static void note_spin(TreeEquations *own) {
  for (int i = 0; i < own->tree->count; i++) {
    const double *w = own->tree->bodies[i].w;
    double *first = own->spin[i];
    if (!own->spins) {
      memcpy(first, w, sizeof own->spin[i]);
    }
    const double off[3] = {w[0] - first[0], w[1] - first[1], w[2] - first[2]};
    const double fast = vec_dot(w, w), change = vec_dot(off, off);
    own->fastest = fast > own->fastest ? fast : own->fastest;
    own->changed = change > own->changed ? change : own->changed;
  }
  own->spins = true;
}

static EquationsOutcome rates(Equations *it, double t, const double *y, double *slope,
                              double *lambda) {
  TreeEquations *own = (TreeEquations *)it;
  (void)lambda;
  place(own, y);
  note_spin(own);
  if (it->plain) {
    take_weight(own);
  } else {
    show_bodies(own, NULL);
    state_set_level(own->state, t, own->q, own->v, PAIR_NOTHING);
    if (!take_forces(own)) {
      return EQUATIONS_NOT_FINITE;
    }
  }
  tree_rate(own->tree, own->y, own->y + it->nq, slope);
  tree_relations_drive(own->tree, own->state, t, slope + it->nq);
  return tree_accelerate(own->tree, slope + it->nq) ? EQUATIONS_SOLVED : EQUATIONS_SINGULAR;
}

// There is nothing to project onto: Euler parameters are brought to unit length, and what motions
// prescribe to what they say.
static bool project(Equations *it, double t, double *y, double aim, bool near) {
  TreeEquations *own = (TreeEquations *)it;
  (void)aim, (void)near;
  for (int k = 0; k < own->tree->freedom_count; k++) {
    double *p = y + own->tree->freedoms[k].q;
    if (own->tree->freedoms[k].kind == FREEDOM_BALL) {
      const double size = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      for (int i = 0; i < EULER; i++) {
        p[i] /= size;
      }
    }
  }
  tree_relations_prescribe(own->tree, own->state, t, y);
  if (memcmp(own->y, y, (size_t)it->ny * sizeof(double)) != 0) {
    memcpy(own->y, y, (size_t)it->ny * sizeof(double));
    own->placed = false;
  }
  return true;
}

static void show(Equations *it, const double *y, const double *slope, double *shown,
                 double *shown_rate) {
  TreeEquations *own = (TreeEquations *)it;
  show_bodies(own, y);
  memcpy(shown, own->q, (size_t)(it->shown_q + it->shown_v) * sizeof(double));
  if (slope != NULL) {
    tree_show_rates(own->tree, own->state, own->y, slope, shown, shown_rate,
                    shown_rate + it->shown_q);
  }
}

static void enter(Equations *it, const double *shown, double *y) {
  TreeEquations *own = (TreeEquations *)it;
  refresh(own);
  tree_enter(own->tree, own->state, shown, shown + it->shown_q, y);
  tree_choose_senses(own->tree, own->state, y, shown);
  own->placed = false;
}

// The tree stands where the bodies do, as far as accelerations tell: an angle may have lost its
// turns, which whoever integrates it has kept.
static void follow_bodies(TreeEquations *own) {
  State *state = own->state;
  const Equations *it = &own->equations;
  const size_t size = (size_t)(it->shown_q + it->shown_v) * sizeof(double);
  show_bodies(own, NULL);
  if (memcmp(state->q, own->q, size) != 0) {
    tree_enter(own->tree, state, state->q, state->v, own->y);
    own->placed = false;
    place(own, NULL);
  }
}

static EquationsOutcome solve(Equations *it, double *a, double *lambda) {
  TreeEquations *own = (TreeEquations *)it;
  Tree *tree = own->tree;
  follow_bodies(own);
  if (!take_forces(own)) {
    return EQUATIONS_NOT_FINITE;
  }
  tree_relations_drive(tree, own->state, own->state->t, own->rate);
  if (!tree_accelerate(tree, own->rate)) {
    return EQUATIONS_SINGULAR;
  }
  tree_show_accelerations(tree, own->state, own->rate, a);
  if (lambda != NULL) {
    state_rows(own->state, PAIR_VELOCITY);
    tree_react(tree);
    tree_multipliers(tree, own->state, own->rate, lambda);
  }
  return EQUATIONS_SOLVED;
}

// ---- numbers ----

static void tolerances(const Equations *it, const AbsoluteTolerances *stated, double *absolute,
                       double *unit) {
  tolerance_weights_tolerances(((const TreeEquations *)it)->state, stated, absolute, unit);
  for (int i = 0; i < it->shown_q + it->shown_v; i++) {
    absolute[i] *= STAYS;
  }
}

static void sizes(const Equations *it, const double *y, double *size) {
  TreeEquations *own = ((const TreeEquations *)it)->own;
  show_bodies(own, y);
  tolerance_weights_of(own->state, own->q, own->v, size);
}

static void weigh(const Equations *it, double relative, const double *absolute, const double *y,
                  double *weight) {
  TreeEquations *own = ((const TreeEquations *)it)->own;
  show_bodies(own, y);
  if (!own->nowhere) {
    tolerance_weights_weigh(own->state, STAYS * relative, absolute, own->q, own->v, weight);
    return;
  }
  tolerance_weights_of(own->state, own->q, own->v, weight);
  for (int i = 0; i < it->shown_q + it->shown_v; i++) {
    weight[i] = (STAYS * relative + ROUND_OFF) * weight[i] + absolute[i];
  }
}

static void spread(const Equations *it, const double *x, double *error) {
  TreeEquations *own = ((const TreeEquations *)it)->own;
  double *moves = own->tree->scratch;
  show_bodies(own, NULL);
  tree_velocities(own->tree, own->y, x, moves);
  tree_spread(own->tree, own->state, moves, own->change);
  state_rate_at(own->state->system, own->q, own->change, error);
  tree_spread(own->tree, own->state, x + it->nq, error + it->shown_q);
}

static double spin_from(const Equations *it, const double *shown) {
  TreeEquations *own = ((const TreeEquations *)it)->own;
  const double *v = shown + it->shown_q;
  double square = 0;
  for (int i = 0; i < own->tree->count; i++) {
    const SystemBody *body = &own->state->system->bodies[own->tree->links[i].body];
    const double *w = v + body->v + ROTATIONS;
    const double own_square = body->kind->rotations > 0 ? vec_dot(w, w) : 0;
    square = own_square > square ? own_square : square;
  }
  own->fastest = own->changed = 0;
  own->spins = false;
  return sqrt(square);
}

static void spun(const Equations *it, double *fastest, double *changed) {
  const TreeEquations *own = (const TreeEquations *)it;
  *fastest = sqrt(own->fastest);
  *changed = sqrt(own->changed);
}

// q'' = T v' + T' v; T is linear in the Euler parameters of a ball, and constant otherwise.
static void second(const Equations *it, const double *y, const double *slope, double *q_second) {
  const Tree *tree = ((const TreeEquations *)it)->tree;
  tree_rate(tree, y, slope + it->nq, q_second);
  for (int k = 0; k < tree->freedom_count; k++) {
    const TreeFreedom *freedom = &tree->freedoms[k];
    double turn[EULER];
    if (freedom->kind == FREEDOM_BALL) {
      tree_rate_of(freedom, slope + freedom->q, y + it->nq + freedom->v, turn);
      for (int i = 0; i < EULER; i++) {
        q_second[freedom->q + i] += turn[i];
      }
    }
  }
}

static void velocities(const Equations *it, const double *q, const double *q_rate, double *v) {
  tree_velocities(((const TreeEquations *)it)->tree, q, q_rate, v);
}

static const EquationsNumbers NUMBERS = {.tolerances = tolerances,
                                         .sizes = sizes,
                                         .weigh = weigh,
                                         .second = second,
                                         .velocities = velocities};

// ---- all of it ----

static const EquationsShown SHOWN = {.show = show,
                                     .enter = enter,
                                     .spread = spread,
                                     .spin_from = spin_from,
                                     .spun = spun,
                                     .solve = solve};

static const EquationsKind KIND = {
    .rates = rates, .project = project, .numbers = &NUMBERS, .words = &faults_words};

static bool floats(const Tree *tree) {
  bool some = false;
  for (int i = 0; i < tree->count; i++) {
    some = some || tree->links[i].joint < 0;
  }
  return some;
}

static void list_rates(const Tree *tree, int *rate_of) {
  for (int k = 0; k < tree->freedom_count; k++) {
    const TreeFreedom *freedom = &tree->freedoms[k];
    const bool ball = freedom->kind == FREEDOM_BALL;
    for (int i = 0; i < (ball ? ROTATIONS : 1); i++) {
      rate_of[freedom->v + i] = ball ? -1 : freedom->q;
    }
  }
}

Equations *tree_equations_open(State *state, Arena *arena) {
  const System *system = state->system;
  TreeEquations *own = arena_new(arena, TreeEquations);
  Tree *tree = own == NULL ? NULL : tree_compile(system, arena);
  int *rate_of = tree == NULL ? NULL : arena_array(arena, int, tree->nv);
  if (rate_of == NULL || !arena_doubles(arena, tree->nq + tree->nv, &own->y) ||
      !arena_doubles(arena, system->nq + system->nv, &own->q) ||
      !arena_doubles(arena, tree->nv, &own->rate) ||
      !arena_doubles(arena, system->nv, &own->change)) {
    return NULL;
  }
  own->spin = (double(*)[3])arena_array(arena, double, 3L * (tree->count + 1));
  if (own->spin == NULL) {
    return NULL;
  }
  list_rates(tree, rate_of);
  own->v = own->q + system->nq;
  own->own = own;
  own->state = state;
  own->tree = tree;
  own->nowhere = system->force_count == 0 && !floats(tree);
  own->equations = (Equations){.kind = &KIND,
                               .self = state, // of the words
                               .nq = tree->nq,
                               .nv = tree->nv,
                               .ny = tree->nq + tree->nv,
                               .rate_of = rate_of,
                               .shown = &SHOWN,
                               .shown_q = system->nq,
                               .shown_v = system->nv,
                               .plain = system->force_count == 0};
  return &own->equations;
}
