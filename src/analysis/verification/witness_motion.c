// SPDX-License-Identifier: BSD-3-Clause
// witness_motion.c: smooth stretches once more (see witness.h).
//
// n and 2n steps of the classical method, which differ by 15 times the error of the finer, until
// that is a tenth of what is allowed; where that takes too many the stretch is passed over.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/verification/witness_inside.h"
#include "system/state/tolerance_weights.h"

enum { MANY = 60, FEW = 5, SMALL = 40, LARGEST = 300, MOST_STEPS = 64 };
static const double ENOUGH = 0.1;                              // of what is allowed
static const double OF_THE_LARGEST = 0.1, OF_THE_OTHER = 0.01; // the least scale of a number
static const double AT_REST = 1e-6;    // what is smaller is held against this
static const double ROUND_OFF = 2e-11; // of a number: that of places, magnified
static const double TOLERANCES = 100;  // absolute ones: errors of steps add up to so many
static const double JITTERS = 30;      // times what a start that is rounded otherwise makes

static int count_of(const State *state) {
  return state->system->nq + state->system->nv;
}

// ---- scales ----

// Places, angles and Euler parameters, velocities, rates.
enum { CLASSES = 4 };

static void fill_classes(Witness *it, const System *system) {
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const int t = body->kind->translations;
    for (int k = 0; k < body->nq; k++) {
      it->class[body->q + k] = k >= t ? 1 : 0;
      it->body[body->q + k] = b;
    }
    for (int k = 0; k < body->nv; k++) {
      it->class[system->nq + body->v + k] = k >= t ? 3 : 2;
      it->body[system->nq + body->v + k] = b;
    }
  }
}

// What every number is measured by, into scale [n]: its own span so far, but at least a tenth of
// the largest of its kind, a hundredth of what the other kind of the level makes of it at the
// length of the mechanism, and 1e-6 of that length, of a radian, and per second. (A body that a
// joint keeps from turning has a span of round-off, and at rest all have.)
static void scales_of(const Witness *it, double *scale) {
  const double length = it->state->length;
  double largest[CLASSES] = {0};
  for (int i = 0; i < count_of(it->state); i++) {
    const double span = fmax(it->high[i] - it->low[i], 0);
    largest[it->class[i]] = fmax(largest[it->class[i]], span);
  }
  for (int i = 0; i < count_of(it->state); i++) {
    const int class = it->class[i];
    const double other = class % 2 == 0 ? length * largest[class + 1] : largest[class - 1] / length;
    const double span = fmax(it->high[i] - it->low[i], OF_THE_LARGEST * largest[class]);
    const double least = AT_REST * (class % 2 == 0 ? length : 1);
    scale[i] = fmax(span, fmax(OF_THE_OTHER * other, least));
  }
}

static size_t turns_size(const System *system) {
  return (size_t)state_turn_count(system) * sizeof(TurnReference);
}

bool witness_motion_open(Witness *it, const Observed *observed) {
  const System *system = observed->state->system;
  const int n = count_of(observed->state);
  it->retraces = system->friction_count == 0 && system->nv <= LARGEST;
  it->why = system->friction_count > 0 ? "friction depends on reactions"
            : !it->retraces            ? "the mechanism has too many velocities"
                                       : it->why;
  if (!arena_doubles(it->arena, n + 1, &it->from, &it->y, &it->stage, &it->slope, &it->sum,
                     &it->before, &it->off, &it->off_t, &it->low, &it->high, &it->here,
                     &it->scale) ||
      !arena_doubles(it->arena, n + 1, &it->noise, &it->found, &it->start, &it->absolute)) {
    return false;
  }
  for (int i = 0; i < n; i++) {
    it->low[i] = HUGE_VAL;
    it->high[i] = -HUGE_VAL;
  }
  it->next = 0;
  it->class = arena_array(it->arena, int, n + 1);
  it->body = arena_array(it->arena, int, n + 1);
  it->turns = arena_array(it->arena, TurnReference, state_turn_count(system) + 1);
  it->own_turns = arena_array(it->arena, TurnReference, state_turn_count(system) + 1);
  if (it->turns == NULL || it->own_turns == NULL || it->class == NULL || it->body == NULL) {
    return false;
  }
  fill_classes(it, system);
  return independent_open(&it->independent, observed->state, observed->lasting, it->arena);
}

// ---- steps ----

static bool slope_at(Witness *it, double t, const double *y) {
  State *state = it->independent.state;
  const int nq = state->system->nq;
  IndependentResult result = {0};
  state_set(state, t, y, y + nq);
  if (!independent_accelerations(&it->independent, it->slope + nq, &result) || !result.determined) {
    state->fault.set = false;
    return false;
  }
  it->independent.keeps_choice = true;
  state_rate(state, state->v, it->slope);
  return true;
}

// y := the point a step later. Angles are counted on from the one before.
static bool advance(Witness *it, double t, double h) {
  static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const int count = count_of(it->state);
  memset(it->sum, 0, (size_t)count * sizeof(double));
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < count; i++) {
      it->stage[i] = it->y[i] + (s > 0 ? node[s] * h * it->slope[i] : 0);
    }
    if (!slope_at(it, t + node[s] * h, it->stage)) {
      return false;
    }
    if (s == 0) {
      state_take_turns(it->independent.state);
    }
    for (int i = 0; i < count; i++) {
      it->sum[i] += weight[s] * it->slope[i];
    }
  }
  for (int i = 0; i < count; i++) {
    it->y[i] += h * it->sum[i];
  }
  return true;
}

// y := the point after n steps from it->from. spans: they know all of these points.
static bool march(Witness *it, double to, int n, bool spans) {
  const int count = count_of(it->state);
  const double h = (to - it->from_t) / n;
  memcpy(it->y, it->from, (size_t)count * sizeof(double));
  memcpy(it->independent.state->turns, it->turns, turns_size(it->state->system));
  for (int step = 0; step < n; step++) {
    const double t = it->from_t + step * h;
    if (!advance(it, t, step + 1 < n ? h : to - t)) {
      return false;
    }
    for (int i = 0; spans && i < count; i++) {
      it->low[i] = fmin(it->low[i], it->y[i]);
      it->high[i] = fmax(it->high[i], it->y[i]);
    }
  }
  return true;
}

// y := the point at `to`. False where it cannot be had with so many steps.
static bool retrace(Witness *it, double to, const double *scale) {
  const int count = count_of(it->state);
  for (int n = 2; n <= MOST_STEPS; n *= 2) {
    double worst = n > 2 ? 0 : HUGE_VAL;
    if (!march(it, to, n, false)) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      const double found = it->y[i], off = n > 2 ? (found - it->before[i]) / 15 : 0;
      const double part = fabs(off) / fmax(scale[i], 1e-300);
      worst = part > worst || isnan(part) ? part : worst;
      it->before[i] = found;
      it->y[i] = found + off;
    }
    if (worst <= ENOUGH * it->part) {
      it->steps = n;
      return true;
    }
  }
  return false;
}

// ---- at rest ----

// The fastest rate at which the mechanism answers: the root of what accelerations change by where
// places do, to and fro along a direction that moves no two numbers alike; 0 where nobody can tell.
static double rate_of_answers(Witness *it, const State *state) {
  static const double GOLDEN = 0.6180339887498949, H = 1e-6;
  const System *system = state->system;
  const int nq = system->nq, nv = system->nv;
  double *x = it->stage, *y = it->sum, *q_rate = it->before, *here = it->here, largest = 0;
  for (int i = 0; i < nv; i++) {
    const double part = 0.5 + fmod(GOLDEN * (i + 1), 1);
    x[i] = (i % 2 == 0 ? part : -part) * (it->class[nq + i] == 2 ? state->length : 1);
  }
  state_rate(it->state, x, q_rate);
  for (int side = 0; side < 2; side++) {
    memcpy(y, it->from, (size_t)nq * sizeof(double));
    memset(y + nq, 0, (size_t)nv * sizeof(double));
    for (int i = 0; i < nq; i++) {
      y[i] += (side == 0 ? H : -H) * q_rate[i];
    }
    if (!slope_at(it, it->from_t, y)) {
      return 0;
    }
    for (int i = 0; i < nv; i++) {
      here[i] = side == 0 ? it->slope[nq + i] : fabs(here[i] - it->slope[nq + i]);
    }
  }
  for (int i = 0; i < nv; i++) {
    largest = fmax(largest, here[i] / (2 * H * (it->class[nq + i] == 2 ? state->length : 1)));
  }
  return sqrt(largest);
}

// What error control leaves of a motion: its absolute tolerances, and of velocities, what the
// mechanism makes of places that are off by so much.
static void take_tolerances(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const System *system = state->system;
  if (observed->tolerances == NULL) {
    return;
  }
  tolerance_weights_tolerances(state, observed->tolerances, it->absolute, NULL);
  const double rate = rate_of_answers(it, state);
  for (int b = 1; b < system->model->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    for (int k = 0; k < body->nv; k++) {
      const int turns = k >= body->kind->translations ? body->kind->translations : 0;
      double *own = &it->absolute[system->nq + body->v + k];
      *own = fmax(*own, rate * it->absolute[body->q + turns]);
    }
  }
  state_set(state, it->from_t, it->from, it->from + system->nq);
  state_forces(state);
}

// ---- round-off ----

// Of a number of a body that stands at r: places are rounded, and by the part of the mechanism's
// length that it is all else, too.
static double round_off_of(const Witness *it, int i) {
  const State *state = it->state;
  const SystemBody *body = &state->system->bodies[it->body[i]];
  const double length = state->length;
  double place = length;
  for (int k = 0; k < body->kind->translations; k++) {
    place = fmax(place, fabs(it->from[body->q + k]));
  }
  const double part = it->class[i] == 0 ? place : it->class[i] == 1 ? place / length : 0;
  return DBL_EPSILON * fmax(part, fabs(it->from[i]));
}

// What a start that is rounded otherwise makes of the stretch up to t, into it->noise; it->y stays.
static void shake(Witness *it, double t, const double *scale) {
  static const double GOLDEN = 0.6180339887498949;
  const size_t size = (size_t)count_of(it->state) * sizeof(double);
  memcpy(it->found, it->y, size);
  memcpy(it->start, it->from, size);
  for (int i = 0; i < count_of(it->state); i++) {
    const double part = 0.5 + fmod(GOLDEN * (i + 1), 1);
    it->from[i] += (i % 2 == 0 ? part : -part) * round_off_of(it, i);
  }
  const bool good = retrace(it, t, scale);
  for (int i = 0; good && i < count_of(it->state); i++) {
    it->noise[i] = fmax(it->noise[i], fabs(it->y[i] - it->found[i]));
  }
  memcpy(it->from, it->start, size);
  memcpy(it->y, it->found, size);
}

// ---- looks ----

static double allowed_of(const Witness *it, int i, const double *scale) {
  const double size = fmax(fabs(it->low[i]), fabs(it->high[i]));
  return it->part * scale[i] + ROUND_OFF * size + JITTERS * it->noise[i] +
         TOLERANCES * it->absolute[i];
}

// Spans along the stretch up to t: a wheel that stands at its rows as before has turned.
static void take_spans(Witness *it, double t) {
  const size_t size = (size_t)count_of(it->state) * sizeof(double);
  memcpy(it->found, it->y, size);
  march(it, t, it->steps, true);
  memcpy(it->y, it->found, size);
}

static bool is_off(const Witness *it, const double *here, const double *scale) {
  for (int i = 0; i < count_of(it->state); i++) {
    if (!(fabs(it->y[i] - here[i]) <= allowed_of(it, i, scale))) {
      return true;
    }
  }
  return false;
}

static void compare(Witness *it, double t, const double *q, const double *v, const double *scale) {
  const System *system = it->state->system;
  for (int i = 0; i < count_of(it->state); i++) {
    const double off = fabs(it->y[i] - (i < system->nq ? q[i] : v[i - system->nq]));
    if (off / fmax(scale[i], 1e-300) > it->off[i] / fmax(scale[i], 1e-300)) {
      it->off[i] = off;
      it->off_t[i] = t;
    }
  }
  it->of[WITNESS_MOTION].instants++;
}

static void keep(Witness *it, const State *state) {
  memcpy(it->turns, state->turns, turns_size(state->system));
  const int nq = state->system->nq, nv = state->system->nv;
  memcpy(it->from, state->q, (size_t)nq * sizeof(double));
  memcpy(it->from + nq, state->v, (size_t)nv * sizeof(double));
  it->from_t = state->t;
  for (int i = 0; i < nq + nv; i++) {
    it->low[i] = fmin(it->low[i], it->from[i]);
    it->high[i] = fmax(it->high[i], it->from[i]);
  }
}

void witness_motion(Witness *it, const Observed *observed) {
  State *state = observed->state;
  const int nq = state->system->nq;
  if (!it->retraces || observed->at == OBSERVE_BEFORE || observed->at == OBSERVE_AFTER) {
    return;
  }
  const bool smooth = !it->fresh && observed->at != OBSERVE_START && state->t > it->from_t;
  const double t = state->t, from_t = it->from_t;
  if (!smooth || t < it->next) {
    keep(it, state);
    if (it->fresh) {
      take_tolerances(it, observed);
    }
    return;
  }
  double *here = it->here, *scale = it->scale;
  memcpy(here, it->from, (size_t)count_of(state) * sizeof(double));
  memcpy(it->own_turns, it->turns, turns_size(state->system));
  keep(it, state); // the spans know this point, too
  TurnReference *turns = it->turns;
  it->turns = it->own_turns;
  it->own_turns = turns;
  for (int i = 0; i < count_of(state); i++) {
    const double now = it->from[i];
    it->from[i] = here[i];
    here[i] = now;
  }
  it->from_t = from_t;
  scales_of(it, scale);
  if (retrace(it, t, scale)) {
    if (is_off(it, here, scale)) {
      take_spans(it, t);
      scales_of(it, scale);
    }
    if (is_off(it, here, scale)) {
      shake(it, t, scale);
    }
    compare(it, t, here, here + nq, scale);
  } else {
    it->why = "steps between rows do not agree";
  }
  it->independent.keeps_choice = false;
  memcpy(state->turns, it->own_turns, turns_size(state->system));
  state_set(state, t, here, here + nq);
  state_forces(state);
  keep(it, state);
  it->next = t + it->duration / (state->system->nv > SMALL ? FEW : MANY);
}

void witness_motion_end(Witness *it) {
  const System *system = it->state->system;
  if (!it->retraces) {
    return;
  }
  scales_of(it, it->y);
  for (int i = 0; i < count_of(it->state); i++) {
    witness_find(it, WITNESS_MOTION, it->off[i] / allowed_of(it, i, it->y), it->off_t[i],
                 system->bodies[it->body[i]].name);
  }
}
