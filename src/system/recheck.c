// SPDX-License-Identifier: BSD-3-Clause
// recheck.c: is what we report true? (see recheck.h)
#include "system/recheck.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "system/forces.h"
#include "system/length.h"
#include "system/reaction.h"
#include "system/relation.h"

static double larger(double a, double b) {
  return b > a ? b : a;
}

bool recheck_open(Recheck *recheck, const State *state, Arena *arena) {
  const System *system = state->system;
  *recheck = (Recheck){.defect_body = -1, .free_body_body = -1};
  recheck->sum = arena_array(arena, Wrench, system->body_count);
  recheck->largest = arena_array(arena, double, 2 * system->body_count);
  recheck->rate = arena_array(arena, double, system->nq);
  return recheck->sum != NULL && recheck->largest != NULL && recheck->rate != NULL;
}

// Keeps the largest difference / scale over all calls; divides only where it is one.
static void keep_defect(Recheck *recheck, int b, double difference, double scale) {
  if (difference > recheck->defect * scale) {
    recheck->defect = difference / scale;
    recheck->defect_body = b;
  }
}

static void keep_imbalance(Recheck *recheck, int b, double difference, double scale) {
  if (difference > recheck->free_body * scale && scale > 0) {
    recheck->free_body = difference / scale;
    recheck->free_body_body = b;
  }
}

static void check_defect(Recheck *recheck, const State *state, const double *a,
                         const double *q_rate, const double *v_rate) {
  const System *system = state->system;
  const double *v = state->v;
  if (system->nq != system->nv) { // elsewhere q' = v
    state_rate(state, state->v, recheck->rate);
    v = recheck->rate;
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    for (int k = 0; k < body->nq; k++) {
      const double rate = v[body->q + k], unit = k < t ? length_of_body(state, b) : 1;
      keep_defect(recheck, b, fabs(q_rate[body->q + k] - rate), unit + fabs(rate));
    }
    for (int k = 0; k < body->nv; k++) {
      const double rate = a[body->v + k], unit = k < t ? length_of_body(state, b) : 1;
      keep_defect(recheck, b, fabs(v_rate[body->v + k] - rate), unit + fabs(rate));
    }
  }
}

// Adds a wrench at the origin of a marker to body b, about its mass centre.
static void add_wrench(Recheck *recheck, const State *state, int b, const Wrench *wrench,
                       int marker, double sign) {
  const double *f = wrench->f, *t = wrench->t;
  double *largest = recheck->largest + 2 * b;
  for (int k = 0; k < 3; k++) {
    recheck->sum[b].f[k] += sign * f[k];
    largest[0] = larger(largest[0], fabs(f[k]));
  }
  if (state->system->bodies[b].kind->rotations == 0) {
    return;
  }
  const BodyMotion *on = &state->motion[state->system->model->markers[marker].body];
  const double *r = state->motion[b].r;
  double arm[3], moment[3];
  vec_rotate(on->A, state->geometry[marker].s, arm);
  for (int k = 0; k < 3; k++) {
    arm[k] += on->r[k] - r[k];
  }
  vec_cross(arm, f, moment);
  for (int k = 0; k < 3; k++) {
    moment[k] += t[k];
    recheck->sum[b].t[k] += sign * moment[k];
    largest[1] = larger(largest[1], fabs(moment[k]));
  }
}

static void sum_weights(Recheck *recheck, const State *state) {
  for (int b = 1; b < state->system->body_count; b++) {
    Wrench *sum = &recheck->sum[b];
    double *largest = recheck->largest + 2 * b;
    const double mass = state->body_mass[b];
    largest[0] = largest[1] = 0;
    for (int k = 0; k < 3; k++) {
      sum->f[k] = mass * state->gravity[k];
      sum->t[k] = 0;
      largest[0] = larger(largest[0], fabs(sum->f[k]));
    }
  }
}

static void sum_relations(Recheck *recheck, const State *state, const double *lambda) {
  const System *system = state->system;
  for (int r = 0; r < system->relation_count; r++) {
    const SystemRelation *relation = &system->relations[r];
    if (system->model->relations[r].owner == RELATION_OF_JOINT) {
      continue; // among the joints
    }
    for (int c = relation->first; c < relation->first + relation->count; c++) {
      const SystemCoordinate *at = &system->coordinates[c];
      const Wrench wrench = relation_wrench(state, c, lambda[relation->row] * state->terms[c].f);
      for (int side = 0; side < 2; side++) {
        if (at->body[side] != 0) {
          add_wrench(recheck, state, at->body[side], &wrench, at->marker[1], side == 1 ? 1 : -1);
        }
      }
    }
  }
}

static void sum_loads(Recheck *recheck, State *state, const double *lambda) {
  const System *system = state->system;
  const Model *model = system->model;
  sum_weights(recheck, state);
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    Wrench wrench[FORCE_FRAMES];
    forces_wrench(state, force, wrench);
    for (int k = 0; k < force->kind->wrench_count; k++) {
      if (force->body[k] != 0) {
        add_wrench(recheck, state, force->body[k], &wrench[k], force->marker[k], 1);
      }
    }
  }
  for (int j = 0; j < model->joint_count; j++) {
    const Wrench wrench = reaction_on_ground_axes(state, j, lambda);
    const int marker = model->joints[j].marker_j;
    const int body_j = model->markers[marker].body;
    const int body_i = model->markers[model->joints[j].marker_i].body;
    if (body_j != 0) {
      add_wrench(recheck, state, body_j, &wrench, marker, 1);
    }
    if (body_i != 0) {
      add_wrench(recheck, state, body_i, &wrench, marker, -1);
    }
  }
  sum_relations(recheck, state, lambda);
}

// m r'' and A (J alpha + w x J w) of one body, with the given v'.
static void inertia_of(const State *state, int b, const double *v_rate, double force[3],
                       double moment[3]) {
  const SystemBody *body = &state->system->bodies[b];
  const int t = body->kind->translations, axis = frame_first_axis(body->kind);
  const double *w = state->motion[b].w;
  double momentum[3] = {0, 0, 0}, change[3] = {0, 0, 0}, swing[3];
  for (int k = 0; k < 3; k++) {
    force[k] = k < t ? state->body_mass[b] * v_rate[body->v + k] : 0;
  }
  if (body->kind->rotations == 0) {
    return;
  }
  for (int i = 0; i < body->kind->rotations; i++) {
    for (int k = 0; k < body->kind->rotations; k++) {
      const double J = state->mass[b][(t + i) * body->nv + t + k];
      momentum[axis + i] += J * w[axis + k];
      change[axis + i] += J * v_rate[body->v + t + k];
    }
  }
  vec_cross(w, momentum, swing);
  for (int k = 0; k < 3; k++) {
    change[k] += swing[k];
  }
  vec_rotate(state->motion[b].A, change, moment);
}

static void check_free_bodies(Recheck *recheck, State *state, const double *lambda,
                              const double *v_rate) {
  const System *system = state->system;
  sum_loads(recheck, state, lambda);
  for (int b = 1; b < system->body_count; b++) {
    const BodyKind *kind = system->bodies[b].kind;
    double force[3], moment[3];
    inertia_of(state, b, v_rate, force, moment);
    const double largest = recheck->largest[2 * b];
    for (int k = 0; k < kind->translations; k++) {
      keep_imbalance(recheck, b, fabs(recheck->sum[b].f[k] - force[k]), largest);
    }
    if (kind->rotations == 0) {
      continue;
    }
    const double largest_moment =
        larger(recheck->largest[2 * b + 1], largest * length_of_body(state, b));
    const int axis = frame_first_axis(kind);
    for (int k = axis; k < axis + kind->rotations; k++) {
      keep_imbalance(recheck, b, fabs(recheck->sum[b].t[k] - moment[k]), largest_moment);
    }
  }
}

void recheck_at(Recheck *recheck, State *state, const double *a, const double *lambda,
                const double *q_rate, const double *v_rate) {
  check_defect(recheck, state, a, q_rate, v_rate);
  check_free_bodies(recheck, state, lambda, v_rate);
}
