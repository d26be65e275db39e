// SPDX-License-Identifier: BSD-3-Clause
// equation_defect.c: is what we report true? (see equation_defect.h)
#include "system/observe/equation_defect.h"

#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "math/vec.h"
#include "system/constraints/relation.h"
#include "system/forces/forces.h"
#include "system/forces/reaction.h"
#include "system/mechanism/inertia.h"
#include "system/state/length.h"

// Of the largest acceleration: a difference from here on is looked at more closely, where over time
// they come to as much of what the verdict holds them against (a tenth of what it tells); always at
// first, then more and more seldom.
static const double SUSPECT = 1e-4, PART_OF_MODEL = 1e-3;
enum { CLOSER_LOOKS = 2 };

static double larger(double a, double b) {
  return b > a ? b : a;
}

// The numbers of a body's translations, positions and velocities, as constants: what is done for
// each of them then has no loops.
#define BY_SIZE(body, CALL)                                                                        \
  switch (10 * (body)->kind->translations + (body)->nv) {                                          \
  case 22:                                                                                         \
    CALL(2, 2, 2);                                                                                 \
    break;                                                                                         \
  case 23:                                                                                         \
    CALL(2, 3, 3);                                                                                 \
    break;                                                                                         \
  case 33:                                                                                         \
    CALL(3, 3, 3);                                                                                 \
    break;                                                                                         \
  default:                                                                                         \
    CALL((body)->kind->translations, (body)->nq, (body)->nv);                                      \
  }

MBS_SIZED double norm_of(const double *x, const int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += x[k] * x[k];
  }
  return sqrt(sum);
}

bool equation_defect_open(EquationDefect *defect, const State *state, Arena *arena) {
  const System *system = state->system;
  const int bodies = system->body_count;
  *defect = (EquationDefect){.t = 0};
  defect_effect_open(&defect->effect, arena->allocator);
  defect->sum = arena_array(arena, Wrench, bodies);
  defect->largest = arena_array(arena, double, 2 * bodies);
  defect->off_q = arena_array(arena, double, system->nq);
  (void)arena_doubles(arena, system->nv, &defect->off_v, &defect->rate, &defect->pulled);
  defect->of = arena_array(arena, DefectBody, bodies);
  return !arena->allocator->exhausted;
}

void equation_defect_close(EquationDefect *defect) {
  defect_effect_close(&defect->effect);
}

// A difference of so many components at the present point, beside its size.
MBS_SIZED void measure(DefectSum *sum, const double *by, const int count, double size) {
  sum->now = norm_of(by, count);
  sum->size_now = size;
}

// Adds up what was measured.
MBS_SIZED void add(const EquationDefect *defect, DefectSum *sum, const double *by,
                   const int count) {
  const double off = sum->now, part = off * defect->span;
  double square = 0;
  for (int k = 0; k < count && k < 3; k++) {
    sum->net[k] += by[k] * defect->span;
    square += sum->net[k] * sum->net[k];
  }
  sum->most = larger(sum->most, square);
  sum->off += part;
  sum->squares += part * part;
  sum->local += part * defect->step;
  sum->size += sum->size_now * defect->span;
  if (off > sum->peak || isnan(off)) {
    sum->peak = off;
    sum->peak_t = defect->t;
  }
  sum->largest = larger(sum->largest, sum->size_now);
}

// A difference that is large beside its size, where over time they come to much as well; speed: the
// least that the verdict takes.
static bool is_large(const DefectSum *sum) {
  return sum->now > SUSPECT * larger(sum->largest, sum->size_now);
}

static bool comes_to_much(const EquationDefect *defect, const DefectSum *sum, double speed) {
  const double size = sum->size + sum->size_now * defect->span;
  return sum->off + sum->now * defect->span > SUSPECT * larger(size, speed);
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
static bool is_suspect(const EquationDefect *defect, const State *state) {
  for (int b = 1; b < state->system->body_count; b++) {
    const DefectBody *of = &defect->of[b];
    const double part = PART_OF_MODEL * defect->fastest;
    if (is_large(&of->moving) &&
        comes_to_much(defect, &of->moving, larger(of->going.largest, part))) {
      return true;
    }
    if (is_large(&of->turning) &&
        comes_to_much(defect, &of->turning,
                      roundness(state, b) *
                          larger(of->swinging.largest, part / length_of_body(state, b)))) {
      return true;
    }
  }
  return false;
}

// What the difference does to the velocities in a step, per second, in its place. Where it is not
// looked at, it is taken to shrink like those before.
static void take_effect(EquationDefect *defect, State *state, double step) {
  const System *system = state->system;
  double *off = defect->off_v;
  const bool looks = ++defect->suspicions >= defect->next_look && step > 0;
  const double *effect =
      looks ? defect_effect(&defect->effect, state, step, defect->off_q, off) : NULL;
  const bool known = effect != NULL;
  defect->next_look += looks ? 1 + defect->suspicions / CLOSER_LOOKS : 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    DefectBody *of = &defect->of[b];
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

MBS_SIZED void measure_body(const EquationDefect *defect, DefectBody *of, const SystemBody *body,
                            const double *a, const int t, const int nv) {
  const double *off = defect->off_v + body->v, *own = a + body->v;
  measure(&of->moving, off, t, norm_of(own, t));
  if (nv > t) {
    measure(&of->turning, off + t, nv - t, norm_of(own + t, nv - t));
  }
}

static void measure_accelerations(EquationDefect *defect, const State *state, const double *a) {
  const System *system = state->system;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
#define CALL(t, nq, nv) measure_body(defect, &defect->of[b], body, a, t, nv)
    BY_SIZE(body, CALL)
#undef CALL
  }
}

MBS_SIZED void add_body(EquationDefect *defect, const State *state, int b, const int t,
                        const int nq, const int nv) {
  const SystemBody *body = &state->system->bodies[b];
  const double *v = state->v + body->v, *off_v = defect->off_v + body->v;
  const double *off_q = defect->off_q + body->q;
  DefectBody *of = &defect->of[b];
  measure(&of->going, off_q, t, norm_of(v, t));
  defect->fastest = larger(defect->fastest, of->going.size_now);
  add(defect, &of->going, off_q, t);
  add(defect, &of->moving, off_v, t);
  if (nv > t) {
    measure(&of->swinging, off_q + t, nq - t, norm_of(v + t, nv - t));
    add(defect, &of->swinging, off_q + t, nq - t);
    add(defect, &of->turning, off_v + t, nv - t);
  }
}

static void check_defect(EquationDefect *defect, State *state, const double *a, double step,
                         const double *q_rate, const double *v_rate) {
  const System *system = state->system;
  state_rate(state, state->v, defect->off_q);
  for (int i = 0; i < system->nq; i++) {
    defect->off_q[i] = q_rate[i] - defect->off_q[i];
  }
  for (int i = 0; i < system->nv; i++) {
    defect->off_v[i] = v_rate[i] - a[i];
  }
  measure_accelerations(defect, state, a);
  if (is_suspect(defect, state)) {
    take_effect(defect, state, step);
    measure_accelerations(defect, state, a);
  }
  for (int b = 1; b < system->body_count; b++) {
#define CALL(t, nq, nv) add_body(defect, state, b, t, nq, nv)
    BY_SIZE(&system->bodies[b], CALL)
#undef CALL
  }
}

// In the plane only the moment about z.
static void add_moment_planar(EquationDefect *defect, const State *state, int b,
                              const Wrench *wrench, int marker, double sign) {
  const BodyMotion *on = &state->motion[state->system->model->markers[marker].body];
  const double *r = state->motion[b].r, *s = state->geometry[marker].s, *A = on->A;
  const double x = A[0] * s[0] + A[1] * s[1] + (on->r[0] - r[0]);
  const double y = A[3] * s[0] + A[4] * s[1] + (on->r[1] - r[1]);
  const double moment = x * wrench->f[1] - y * wrench->f[0] + wrench->t[2];
  defect->sum[b].t[2] += sign * moment;
  defect->largest[2 * b + 1] = larger(defect->largest[2 * b + 1], fabs(moment));
}

static void add_moment(EquationDefect *defect, const State *state, int b, const Wrench *wrench,
                       int marker, double sign) {
  const BodyMotion *on = &state->motion[state->system->model->markers[marker].body];
  const double *r = state->motion[b].r;
  double arm[3], moment[3];
  vec_rotate(on->A, state->geometry[marker].s, arm);
  for (int k = 0; k < 3; k++) {
    arm[k] += on->r[k] - r[k];
  }
  vec_cross(arm, wrench->f, moment);
  for (int k = 0; k < 3; k++) {
    moment[k] += wrench->t[k];
    defect->sum[b].t[k] += sign * moment[k];
    defect->largest[2 * b + 1] = larger(defect->largest[2 * b + 1], fabs(moment[k]));
  }
}

// Adds a wrench at the origin of a marker, which body b takes at its own one, as a generalized
// force.
static void add_pulled(EquationDefect *defect, State *state, int b, const Wrench *wrench,
                       int marker, int own, double sign) {
  const SystemBody *body = &state->system->bodies[b];
  const double *from = state_frame(state, own)->x, *at = state_frame(state, marker)->x;
  const double arm[3] = {at[0] - from[0], at[1] - from[1], at[2] - from[2]};
  Wrench moved;
  double Q[BODY_V] = {0};
  vec_cross(arm, wrench->f, moved.t);
  for (int k = 0; k < 3; k++) {
    moved.f[k] = sign * wrench->f[k];
    moved.t[k] = sign * (moved.t[k] + wrench->t[k]);
  }
  frame_pull_back(body->kind, &state->motion[b], &state->geometry[own], &moved, Q);
  for (int k = 0; k < body->nv; k++) {
    double *largest = &defect->largest[2 * b + (k < body->kind->translations ? 0 : 1)];
    *largest = larger(*largest, fabs(Q[k]));
    defect->pulled[body->v + k] += Q[k];
  }
}

// Adds a wrench at the origin of a marker to body b, which takes it at its own one, about its mass
// centre.
static void add_wrench(EquationDefect *defect, State *state, int b, const Wrench *wrench,
                       int marker, int own, double sign) {
  if (state->system->bodies[b].kind->inside != NULL) {
    add_pulled(defect, state, b, wrench, marker, own, sign);
    return;
  }
  double *f = defect->sum[b].f, *largest = defect->largest + 2 * b;
  for (int k = 0; k < 3; k++) {
    f[k] += sign * wrench->f[k];
    largest[0] = larger(largest[0], fabs(wrench->f[k]));
  }
  const int rotations = state->system->bodies[b].kind->rotations;
  if (rotations == 1) {
    add_moment_planar(defect, state, b, wrench, marker, sign);
  } else if (rotations > 0) {
    add_moment(defect, state, b, wrench, marker, sign);
  }
}

static void sum_weights(EquationDefect *defect, const State *state) {
  for (int b = 1; b < state->system->body_count; b++) {
    Wrench *sum = &defect->sum[b];
    double *largest = defect->largest + 2 * b;
    const double mass = state->body_mass[b];
    largest[0] = largest[1] = 0;
    for (int k = 0; k < 3; k++) {
      sum->f[k] = mass * state->gravity[k];
      sum->t[k] = 0;
      largest[0] = larger(largest[0], fabs(sum->f[k]));
    }
  }
}

static void sum_relations(EquationDefect *defect, State *state, const double *lambda) {
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
          add_wrench(defect, state, at->body[side], &wrench, at->marker[1], at->marker[side],
                     side == 1 ? 1 : -1);
        }
      }
    }
  }
}

static void sum_loads(EquationDefect *defect, State *state, const double *lambda) {
  const System *system = state->system;
  const Model *model = system->model;
  sum_weights(defect, state);
  memset(defect->pulled, 0, (size_t)system->nv * sizeof(double));
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    Wrench wrench[FORCE_FRAMES];
    forces_wrench(state, force, wrench);
    for (int k = 0; k < force->layout.wrench_count; k++) {
      if (force->body[k] != 0) {
        add_wrench(defect, state, force->body[k], &wrench[k], force->marker[k], force->marker[k],
                   1);
      }
    }
  }
  for (int j = 0; j < model->joint_count; j++) {
    const Wrench wrench = reaction_on_ground_axes(state, j, lambda);
    const int marker = model->joints[j].marker_j;
    const int body_j = model->markers[marker].body;
    const int marker_i = model->joints[j].marker_i, body_i = model->markers[marker_i].body;
    if (body_j != 0) {
      add_wrench(defect, state, body_j, &wrench, marker, marker, 1);
    }
    if (body_i != 0) {
      add_wrench(defect, state, body_i, &wrench, marker, marker_i, -1);
    }
  }
  sum_relations(defect, state, lambda);
}

// A (J alpha + w x J w) of a body that turns about all axes, with the given v'.
static void turning_moment(const State *state, int b, const double *v_rate, double moment[3]) {
  const SystemBody *body = &state->system->bodies[b];
  const int t = body->kind->translations;
  const double *w = state->motion[b].w;
  double momentum[3], change[3], swing[3];
  for (int i = 0; i < 3; i++) {
    const double *J = state->mass[b] + (t + i) * body->nv + t;
    momentum[i] = vec_dot(J, w);
    change[i] = vec_dot(J, v_rate + body->v + t);
  }
  vec_cross(w, momentum, swing);
  for (int k = 0; k < 3; k++) {
    change[k] += swing[k];
  }
  vec_rotate(state->motion[b].A, change, moment);
}

// What the loads leave of m r'' and of the rate of angular momentum; about one axis that is J
// alpha.
MBS_SIZED void check_free_body(EquationDefect *defect, const State *state, int b, const int t,
                               const int nv) {
  const SystemBody *body = &state->system->bodies[b];
  const double *rate = defect->rate, *largest = defect->largest + 2 * b;
  const Wrench *sum = &defect->sum[b];
  DefectBody *of = &defect->of[b];
  double force[3], moment[3];
  for (int k = 0; k < t; k++) {
    force[k] = sum->f[k] - state->body_mass[b] * rate[body->v + k];
  }
  measure(&of->force, force, t, largest[0]);
  add(defect, &of->force, force, t);
  if (nv == t) {
    return;
  }
  if (nv == t + 1) {
    moment[0] = sum->t[2] - state->mass[b][nv * nv - 1] * rate[body->v + t];
  } else {
    turning_moment(state, b, rate, moment);
    for (int k = 0; k < 3; k++) {
      moment[k] = sum->t[k] - moment[k];
    }
  }
  measure(&of->moment, moment, nv - t, largest[1]);
  add(defect, &of->moment, moment, nv - t);
}

// What the loads leave of M v' + h.
static void check_bending_body(EquationDefect *defect, const State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  const int t = body->kind->translations, nv = body->nv;
  const double *h = state->inertia->h[b], *largest = defect->largest + 2 * b;
  double left[BODY_V];
  for (int i = 0; i < nv; i++) {
    left[i] = defect->pulled[body->v + i] - h[i];
    for (int k = 0; k < nv; k++) {
      left[i] -= state->mass[b][i * nv + k] * defect->rate[body->v + k];
    }
  }
  DefectBody *of = &defect->of[b];
  measure(&of->force, left, t, largest[0]);
  add(defect, &of->force, left, t);
  measure(&of->moment, left + t, nv - t, larger(largest[1], fabs(h[nv - 1])));
  add(defect, &of->moment, left + t, nv - t);
}

// m r'' with the difference that counts.
static void check_free_bodies(EquationDefect *defect, State *state, const double *a,
                              const double *lambda) {
  const System *system = state->system;
  for (int i = 0; i < system->nv; i++) {
    defect->rate[i] = a[i] + defect->off_v[i];
  }
  sum_loads(defect, state, lambda);
  for (int b = 1; b < system->body_count; b++) {
    if (system->bodies[b].kind->inside != NULL) {
      check_bending_body(defect, state, b);
      continue;
    }
#define CALL(t, nq, nv) check_free_body(defect, state, b, t, nv)
    BY_SIZE(&system->bodies[b], CALL)
#undef CALL
  }
}

void equation_defect_at(EquationDefect *defect, State *state, const double *a, const double *lambda,
                        double step, const double *q_rate, const double *v_rate) {
  defect->span = state->t - defect->t;
  defect->t = state->t;
  defect->step = step;
  check_defect(defect, state, a, step, q_rate, v_rate);
  defect->free_span += defect->span;
  if (lambda != NULL) {
    defect->span = defect->free_span;
    defect->free_span = 0;
    check_free_bodies(defect, state, a, lambda);
  }
}
