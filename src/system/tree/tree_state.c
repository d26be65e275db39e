// SPDX-License-Identifier: BSD-3-Clause
// tree_state.c: joint coordinates from those of the bodies, and back (see tree_state.h).
//
//   p_body = p_parent p_i (turns of the freedoms) p_j*       p_i, p_j: of the joint's markers
// as quaternion products, so that Euler parameters of bodies follow every turn without a jump.
#include "system/tree/tree_state.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "math/rotation.h"
#include "math/vec.h"
#include "system/tree/tree_reaction.h"
#include "system/tree/tree_relation.h"

enum { EULER = 4, ROTATIONS = 3, LARGEST = 6 };

static int axis_of(Freedom kind) {
  return (int)(kind >= FREEDOM_TURN_X ? kind - FREEDOM_TURN_X : kind - FREEDOM_SLIDE_X);
}

static void conjugate(const double p[4], double out[4]) {
  out[0] = p[0];
  for (int k = 1; k < EULER; k++) {
    out[k] = -p[k];
  }
}

// A product that may replace its left side.
static void follow_by(double p[4], const double next[4]) {
  double out[4];
  vec_euler_product(p, next, out);
  memcpy(p, out, sizeof out);
}

// ---- to the bodies ----

static void turn_of(const TreeFreedom *freedom, const double *q, double out[4]) {
  memset(out, 0, EULER * sizeof *out);
  if (freedom->kind == FREEDOM_BALL) {
    const double *p = q + freedom->q;
    const double size = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int k = 0; k < EULER; k++) {
      out[k] = p[k] / size;
    }
    return;
  }
  const double half = 0.5 * freedom->sign * q[freedom->q];
  out[0] = cos(half);
  out[1 + axis_of(freedom->kind)] = sin(half);
}

// Euler parameters of the body of a link; those of its parent stand in q already.
static void orient(const Tree *tree, const State *state, int i, const double *y, double *q) {
  static const double NONE[] = {1, 0, 0, 0};
  const System *system = state->system;
  const TreeLink *link = &tree->links[i];
  double *p = q + system->bodies[link->body].q + ROTATIONS, turn[4];
  const double *above =
      link->parent < 0 ? NONE : q + system->bodies[tree->links[link->parent].body].q + ROTATIONS;
  memcpy(p, above, EULER * sizeof *p);
  if (link->joint >= 0) {
    follow_by(p, state->geometry[link->marker[0]].p);
  }
  for (int k = link->first; k < link->first + link->count; k++) {
    if (tree->freedoms[k].kind >= FREEDOM_TURN_X) {
      turn_of(&tree->freedoms[k], y, turn);
      follow_by(p, turn);
    }
  }
  if (link->joint >= 0) {
    conjugate(state->geometry[link->marker[1]].p, turn);
    follow_by(p, turn);
  }
  for (int k = 0; k < EULER; k++) {
    p[k] *= link->sense;
  }
}

// u := A' x, in the axes of the body of a link.
static void in_body(const Tree *tree, int i, const double x[3], double out[3]) {
  double along[3];
  vec_rotate_back(tree->bodies[i].R, x, along);
  vec_rotate_back(tree->links[i].L, along, out);
}

static void put_pair(const Tree *tree, const State *state, int i, const double turn[3],
                     const double shift[3], double *out) {
  const SystemBody *body = &state->system->bodies[tree->links[i].body];
  memcpy(out + body->v, shift, ROTATIONS * sizeof *out);
  if (body->kind->rotations > 0) {
    in_body(tree, i, turn, out + body->v + ROTATIONS);
  }
}

void tree_show(const Tree *tree, const State *state, const double *y, double *q, double *v) {
  for (int i = 0; i < tree->count; i++) {
    const TreeBody *body = &tree->bodies[i];
    const SystemBody *of = &state->system->bodies[tree->links[i].body];
    memcpy(q + of->q, body->c, sizeof body->c);
    if (of->kind->rotations > 0) {
      orient(tree, state, i, y, q);
    }
    put_pair(tree, state, i, body->w, body->v, v);
  }
  tree_relations_show(tree, state, y, q, v);
}

// (turn, shift) of every link from changes x of the velocities, one link after another.
static void spread_link(const Tree *tree, int i, const double *x, double (*twist)[6]) {
  const TreeLink *link = &tree->links[i];
  double *out = twist[i];
  memset(out, 0, sizeof twist[i]);
  if (link->parent >= 0) {
    double moved[3];
    memcpy(out, twist[link->parent], sizeof twist[i]);
    vec_cross(out, tree->bodies[i].d, moved);
    for (int k = 0; k < 3; k++) {
      out[3 + k] += moved[k];
    }
  }
  for (int j = link->v; j < link->v + link->nv; j++) {
    for (int k = 0; k < LARGEST; k++) {
      out[k] += x[j] * tree->columns[j].S[k];
    }
  }
}

void tree_spread(const Tree *tree, const State *state, const double *x, double *out) {
  for (int i = 0; i < tree->count; i++) {
    spread_link(tree, i, x, tree->twists);
    put_pair(tree, state, i, tree->twists[i], tree->twists[i] + 3, out);
  }
  tree_relations_spread(tree, state, x, out);
}

void tree_velocities(const Tree *tree, const double *q, const double *q_rate, double *v) {
  for (int k = 0; k < tree->freedom_count; k++) {
    const TreeFreedom *freedom = &tree->freedoms[k];
    const double *p = q + freedom->q, *r = q_rate + freedom->q;
    double *w = v + freedom->v;
    w[0] = r[0];
    if (freedom->kind == FREEDOM_BALL) {
      const double part = 2 / (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      w[0] = part * (-p[1] * r[0] + p[0] * r[1] + p[3] * r[2] - p[2] * r[3]);
      w[1] = part * (-p[2] * r[0] - p[3] * r[1] + p[0] * r[2] + p[1] * r[3]);
      w[2] = part * (-p[3] * r[0] + p[2] * r[1] - p[1] * r[2] + p[0] * r[3]);
    }
  }
}

void tree_show_accelerations(const Tree *tree, const State *state, const double *v_rate,
                             double *a) {
  for (int i = 0; i < tree->count; i++) {
    put_pair(tree, state, i, tree->bodies[i].alpha, tree->bodies[i].a, a);
  }
  tree_relations_spread(tree, state, v_rate, a);
}

void tree_show_rates(Tree *tree, const State *state, const double *y, const double *y_rate,
                     const double *q, double *q_rate, double *v_rate) {
  double *u = tree->scratch;
  tree_follow(tree, y_rate + tree->nq);
  tree_show_accelerations(tree, state, y_rate + tree->nq, v_rate);
  tree_velocities(tree, y, y_rate, u);
  tree_spread(tree, state, u, tree->shown);
  state_rate_at(state->system, q, tree->shown, q_rate);
}

// ---- from the bodies ----

// The frame of a marker on a body; -1: the body axes.
static void place_of(const State *state, const double *q, int body, int marker, Frame *out) {
  const SystemBody *of = &state->system->bodies[body];
  BodyMotion motion = state->motion[body];
  if (body > 0 && of->kind->rotations > 0) {
    body_pose(of->kind, q + of->q, &motion, NULL);
  } else if (body > 0) {
    memcpy(motion.r, q + of->q, sizeof motion.r);
  }
  if (marker < 0) {
    memcpy(out->A, motion.A, sizeof out->A);
    memcpy(out->x, motion.r, sizeof out->x);
  } else {
    frame_of(&motion, &state->geometry[marker], out);
  }
}

// The turns of a joint from R = A_i' A_j: those of a ball, of one axis, or about x and then y.
static void read_turns(const TreeFreedom *freedoms, int count, const double R[9], double *q) {
  const TreeFreedom *first = NULL, *second = NULL;
  for (int k = 0; k < count; k++) {
    if (freedoms[k].kind >= FREEDOM_TURN_X) {
      second = first == NULL ? NULL : &freedoms[k];
      first = first == NULL ? &freedoms[k] : first;
    }
  }
  if (first == NULL) {
    return;
  }
  if (first->kind == FREEDOM_BALL) {
    double p[4];
    rotation_to_quaternion(R, p);
    for (int k = 0; k < EULER; k++) {
      q[first->q + k] = k > 0 ? first->sign * p[k] : p[k];
    }
    return;
  }
  if (second == NULL) {
    const int i = (axis_of(first->kind) + 1) % 3, j = (i + 1) % 3;
    q[first->q] = atan2(R[3 * j + i] - R[3 * i + j], R[4 * i] + R[4 * j]);
    return;
  }
  const TreeFreedom *x = first->kind == FREEDOM_TURN_X ? first : second;
  const TreeFreedom *y = first->kind == FREEDOM_TURN_X ? second : first;
  q[x->q] = atan2(R[7], R[4]);
  q[y->q] = atan2(R[2], R[0]);
}

static void read_link(const Tree *tree, const State *state, int i, const double *q, double *y) {
  const TreeLink *link = &tree->links[i];
  const TreeFreedom *freedoms = &tree->freedoms[link->first];
  const int above = link->parent < 0 ? 0 : tree->links[link->parent].body;
  const bool reversed = link->count > 0 && freedoms[0].sign < 0;
  Frame at[2];
  place_of(state, q, above, link->marker[0], &at[reversed ? 1 : 0]);
  place_of(state, q, link->body, link->joint < 0 ? -1 : link->marker[1], &at[reversed ? 0 : 1]);
  double R[9], far[3], along[3];
  vec_product_back(at[0].A, at[1].A, R);
  for (int k = 0; k < 3; k++) {
    far[k] = at[1].x[k] - at[0].x[k];
  }
  vec_rotate_back(at[0].A, far, along);
  for (int k = 0; k < link->count; k++) {
    if (freedoms[k].kind < FREEDOM_TURN_X) {
      y[freedoms[k].q] = along[axis_of(freedoms[k].kind)];
    }
  }
  read_turns(freedoms, link->count, R, y);
}

// Velocities at the end of the joint, so that no arm mixes turns and shifts.
static void read_rates(const Tree *tree, const State *state, int i, const double *v, double *y) {
  const TreeLink *link = &tree->links[i];
  const System *system = state->system;
  const SystemBody *of = &system->bodies[link->body];
  double S[LARGEST][LARGEST], e[3], turn[3] = {0}, shift[3], arm[3], b[LARGEST];
  double *twist = tree->twists[i];
  if (of->kind->rotations > 0) {
    vec_rotate(tree->links[i].L, v + of->v + ROTATIONS, arm);
    vec_rotate(tree->bodies[i].R, arm, turn);
  }
  memcpy(twist, turn, sizeof turn);
  memcpy(twist + 3, v + of->v, sizeof shift);
  memcpy(b, twist, sizeof b);
  if (link->parent >= 0) {
    const double *above = tree->twists[link->parent];
    vec_cross(above, tree->bodies[i].d, shift);
    for (int k = 0; k < 3; k++) {
      b[k] -= above[k];
      b[3 + k] -= above[3 + k] + shift[k];
    }
  }
  vec_rotate(tree->bodies[i].R, link->e, e);
  vec_cross(e, b, shift);
  for (int k = 0; k < 3; k++) {
    b[3 + k] += shift[k];
  }
  for (int j = 0; j < link->nv; j++) {
    memcpy(S[j], tree->columns[link->v + j].S, sizeof S[j]);
    vec_cross(e, S[j], shift);
    for (int k = 0; k < 3; k++) {
      S[j][3 + k] += shift[k];
    }
  }
  tree_least_squares((const double(*)[LARGEST])S, link->nv, b, y + tree->nq + link->v);
}

// Forces that count turns go on from p or from -p: the body keeps its own.
static void choose_sense(Tree *tree, const State *state, int i, const double *y, const double *q) {
  const SystemBody *of = &state->system->bodies[tree->links[i].body];
  const double *given = q + of->q + ROTATIONS, *found = tree->placed + of->q + ROTATIONS;
  double product = 0;
  if (of->kind->rotations == 0) {
    return;
  }
  orient(tree, state, i, y, tree->placed);
  for (int k = 0; k < EULER; k++) {
    product += given[k] * found[k];
  }
  if (product < 0) {
    tree->links[i].sense = -tree->links[i].sense;
    orient(tree, state, i, y, tree->placed);
  }
}

void tree_choose_senses(Tree *tree, const State *state, const double *y, const double *q) {
  for (int i = 0; i < tree->count; i++) {
    choose_sense(tree, state, i, y, q);
  }
}

void tree_enter(Tree *tree, State *state, const double *q, const double *v, double *y) {
  memset(y + tree->nq, 0, (size_t)tree->nv * sizeof *y);
  for (int i = 0; i < tree->count; i++) {
    read_link(tree, state, i, q, y);
  }
  tree_relations_turn(tree, state, q, y);
  tree_place(tree, y, y + tree->nq);
  for (int i = 0; i < tree->count; i++) {
    read_rates(tree, state, i, v, y);
  }
}
