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

// Of the largest acceleration: a difference from here on is looked at more closely, where over time
// they come to as much of what the verdict holds them against (a tenth of what it tells); always at
// first, then more and more seldom.
static const double SUSPECT = 1e-4, PART_OF_MODEL = 1e-3;
enum { CLOSER_LOOKS = 32 };

static double larger(double a, double b) {
  return b > a ? b : a;
}

static double norm_of(const double *x, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += x[k] * x[k];
  }
  return sqrt(sum);
}

bool recheck_open(Recheck *recheck, const State *state, Arena *arena) {
  const System *system = state->system;
  const int bodies = system->body_count;
  *recheck = (Recheck){.t = 0};
  recheck_effect_open(&recheck->effect, arena->allocator);
  recheck->sum = arena_array(arena, Wrench, bodies);
  recheck->largest = arena_array(arena, double, 2 * bodies);
  recheck->off_q = arena_array(arena, double, system->nq);
  recheck->off_v = arena_array(arena, double, system->nv);
  recheck->of = arena_array(arena, RecheckBody, bodies);
  recheck->rate = arena_array(arena, double, system->nv);
  return recheck->sum != NULL && recheck->largest != NULL && recheck->off_q != NULL &&
         recheck->off_v != NULL && recheck->of != NULL && recheck->rate != NULL;
}

void recheck_close(Recheck *recheck) {
  recheck_effect_close(&recheck->effect);
}

// A difference of so many components at the present point, beside its size.
static void measure(RecheckSum *sum, const double *by, int count, double size) {
  sum->now = norm_of(by, count);
  sum->size_now = size;
}

// Adds up what was measured.
static void add(const Recheck *recheck, RecheckSum *sum, const double *by, int count) {
  const double off = sum->now, part = off * recheck->span;
  double *net = sum->net;
  for (int k = 0; k < count && k < 3; k++) {
    net[k] += by[k] * recheck->span;
  }
  sum->most = larger(sum->most, net[0] * net[0] + net[1] * net[1] + net[2] * net[2]);
  sum->off += part;
  sum->squares += part * part;
  sum->local += part * recheck->step;
  sum->size += sum->size_now * recheck->span;
  if (off > sum->peak || isnan(off)) {
    sum->peak = off;
    sum->peak_t = recheck->t;
  }
  sum->largest = larger(sum->largest, sum->size_now);
}

// A difference that is large beside its size, where over time they come to much as well; speed: the
// least that the verdict takes.
static bool is_large(const RecheckSum *sum) {
  return sum->now > SUSPECT * larger(sum->largest, sum->size_now);
}

static bool comes_to_much(const Recheck *recheck, const RecheckSum *sum, double speed) {
  const double size = sum->size + sum->size_now * recheck->span;
  return sum->off + sum->now * recheck->span > SUSPECT * larger(size, speed);
}

// The smallest inertia of a body over its largest: by so much more a difference may count there.
static double roundness(const State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  double least = HUGE_VAL, most = 0;
  for (int k = body->kind->translations; k < body->nv; k++) {
    const double inertia = state->mass[b][k * body->nv + k];
    least = inertia < least ? inertia : least;
    most = larger(most, inertia);
  }
  return most > 0 ? least / most : 1;
}

// What accelerations differ by may be the trace of a tiny misplacement of something stiff.
static bool is_suspect(const Recheck *recheck, const State *state) {
  for (int b = 1; b < state->system->body_count; b++) {
    const RecheckBody *of = &recheck->of[b];
    const double part = PART_OF_MODEL * recheck->fastest;
    if (is_large(&of->moving) &&
        comes_to_much(recheck, &of->moving, larger(of->going.largest, part))) {
      return true;
    }
    if (is_large(&of->turning) &&
        comes_to_much(recheck, &of->turning,
                      roundness(state, b) *
                          larger(of->swinging.largest, part / length_of_body(state, b)))) {
      return true;
    }
  }
  return false;
}

// What the difference does to the velocities in a step, per second, in its place. Where it is not
// looked at, it is taken to shrink like those before.
static void take_effect(Recheck *recheck, State *state, double step) {
  const System *system = state->system;
  double *off = recheck->off_v;
  const bool looks = ++recheck->suspicions >= recheck->next_look && step > 0;
  const double *effect =
      looks ? recheck_effect(&recheck->effect, state, step, recheck->off_q, off) : NULL;
  const bool known = effect != NULL;
  recheck->next_look += looks ? 1 + recheck->suspicions / CLOSER_LOOKS : 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    RecheckBody *of = &recheck->of[b];
    for (int i = body->v; known && i < body->v + body->nv; i++) {
      const double least = effect[system->nq + i] / step;
      of->raw += fabs(off[i]);
      off[i] = fabs(least) < fabs(off[i]) ? least : off[i];
      of->shrunk += fabs(off[i]);
    }
    for (int i = body->v; !known && of->raw > 0 && i < body->v + body->nv; i++) {
      off[i] *= of->shrunk / of->raw;
    }
  }
}

static void measure_accelerations(Recheck *recheck, const State *state, const double *a) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    const double *off = recheck->off_v + body->v, *own = a + body->v;
    measure(&recheck->of[b].moving, off, t, norm_of(own, t));
    if (body->nv > t) {
      measure(&recheck->of[b].turning, off + t, body->nv - t, norm_of(own + t, body->nv - t));
    }
  }
}

static void check_defect(Recheck *recheck, State *state, const double *a, double step,
                         const double *q_rate, const double *v_rate) {
  const System *system = state->system;
  state_rate(state, state->v, recheck->off_q);
  for (int i = 0; i < system->nq; i++) {
    recheck->off_q[i] = q_rate[i] - recheck->off_q[i];
  }
  for (int i = 0; i < system->nv; i++) {
    recheck->off_v[i] = v_rate[i] - a[i];
  }
  measure_accelerations(recheck, state, a);
  if (is_suspect(recheck, state)) {
    take_effect(recheck, state, step);
    measure_accelerations(recheck, state, a);
  }
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    const double *v = state->v + body->v, *off_v = recheck->off_v + body->v;
    const double *off_q = recheck->off_q + body->q;
    RecheckBody *of = &recheck->of[b];
    measure(&of->going, off_q, t, norm_of(v, t));
    recheck->fastest = larger(recheck->fastest, of->going.size_now);
    add(recheck, &of->going, off_q, t);
    add(recheck, &of->moving, off_v, t);
    if (body->nv > t) {
      measure(&of->swinging, off_q + t, body->nq - t, norm_of(v + t, body->nv - t));
      add(recheck, &of->swinging, off_q + t, body->nq - t);
      add(recheck, &of->turning, off_v + t, body->nv - t);
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

// m r'' with the difference that counts.
static void check_free_bodies(Recheck *recheck, State *state, const double *a,
                              const double *lambda) {
  const System *system = state->system;
  double *rate = recheck->rate;
  for (int i = 0; i < system->nv; i++) {
    rate[i] = a[i] + recheck->off_v[i];
  }
  sum_loads(recheck, state, lambda);
  for (int b = 1; b < system->body_count; b++) {
    const BodyKind *kind = system->bodies[b].kind;
    double force[3], moment[3] = {0, 0, 0};
    inertia_of(state, b, rate, force, moment);
    for (int k = 0; k < 3; k++) {
      force[k] = k < kind->translations ? recheck->sum[b].f[k] - force[k] : 0;
      moment[k] = recheck->sum[b].t[k] - moment[k];
    }
    RecheckBody *of = &recheck->of[b];
    measure(&of->force, force, 3, recheck->largest[2 * b]);
    add(recheck, &of->force, force, 3);
    if (kind->rotations > 0) {
      const int axis = frame_first_axis(kind);
      measure(&of->moment, moment + axis, kind->rotations, recheck->largest[2 * b + 1]);
      add(recheck, &of->moment, moment + axis, kind->rotations);
    }
  }
}

void recheck_at(Recheck *recheck, State *state, const double *a, const double *lambda, double step,
                const double *q_rate, const double *v_rate) {
  recheck->span = state->t - recheck->t;
  recheck->t = state->t;
  recheck->step = step;
  check_defect(recheck, state, a, step, q_rate, v_rate);
  check_free_bodies(recheck, state, a, lambda);
}
